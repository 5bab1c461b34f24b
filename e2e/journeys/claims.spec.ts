/** A citizen reports a delivery that was not credited, a clerk finds and credits it. */
import { writeFile } from 'node:fs/promises'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { clerk } from '../seed.ts'
import { openProgram } from './partner-program.ts'
import { createAccount, newcomer, openOtherBrowser, signInByApi } from './steps.ts'
import { add, bottle, field, issue } from './sticker-steps.ts'

test('a citizen reports a missing delivery, and a clerk credits it [claims]', async ({
  browser,
  page,
  portal,
}, testInfo) => {
  const { record } = await openProgram(portal, 'Λάδι')
  const office = await openOtherBrowser(browser, portal)
  const [code = ''] = await issue(office, 1)
  await createAccount(portal)
  await signInByApi(page, newcomer)
  await page.goto('/settings/stickers')
  await field(page).fill(code)
  await add(page).click()
  await expect(page.getByText('είναι δικό σας')).toBeVisible()
  const happened_at = new Date(Date.now() - 60_000).toISOString()
  const today = new Date(happened_at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Athens' })
  const wrong = `${code[0] === '7' ? '4' : '7'}${code.slice(1)}`.replaceAll('-', '')
  // An imported sticker whose code differs in one character: the portal's own codes have a check character.
  const file = testInfo.outputPath('stickers.csv')
  await writeFile(file, `code\n${wrong}\n`)
  expect((await portal.cli(['import', 'stickers', file])).code).toBe(0)
  expect((await record({ ...bottle(wrong, 'bottle-1'), happened_at })).status).toBe('waiting')

  await test.step('the report is found from the first page, and confirmed by mail', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Δεν πήρα πόντους για μια παράδοση' }).click()
    await expect(page.getByLabel('Με ποιο αυτοκόλλητο;')).toContainText(code)
    await page.getByLabel('Ποια ημέρα;').fill(today.split('-').toReversed().join('/'))
    await page.getByLabel('Πόσα λίτρα;').fill('2')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Αποστολή' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Λάβαμε την αναφορά σας' })).toBeFocused()
    await expect(page.getByText('Εξετάζεται')).toBeVisible()
    await expectAccessible(page)
    expect((await portal.mails.next(newcomer.email)).subject).toContain('Λάβαμε την αναφορά σας')
  })

  await test.step('a clerk finds the delivery with the wrong character, and credits it', async () => {
    await signInByApi(office, clerk)
    await office.goto('/admin/users')
    await office.getByRole('link', { name: /^Αναφορές.*1 εκκρεμεί$/ }).click()
    await office.getByRole('list', { name: 'Κατάλογος αναφορών' }).getByRole('link').click()
    await expect(office.getByText('Άλλος κωδικός')).toBeVisible()
    await expectAccessible(office)
    await office.getByRole('button', { name: /^Πίστωση 20 πόντων/ }).click()
    await expect(office.getByText('Οι πόντοι πιστώθηκαν. Ο χρήστης ενημερώνεται με email.')).toBeVisible()
    await expectAccessible(office)
  })

  await test.step('the citizen sees the answer and the points', async () => {
    const mail = await portal.mails.next(newcomer.email)
    expect([mail.subject, mail.text]).toEqual([
      expect.stringContaining('Πήρατε πόντους για την παράδοσή σας'),
      expect.stringContaining('20 πόντους'),
    ])
    await page.reload()
    await expect(page.getByText('Πήρατε πόντους: +20')).toBeVisible()
    await page.goto('/')
    await expect(page.getByText('+20', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})
