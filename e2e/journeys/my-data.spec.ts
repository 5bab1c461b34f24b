/** Download of the user's data, and erasure of the account. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectMailsAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import type { Portal } from '../portal.ts'
import { createAccount, linkIn, newcomer, openOtherBrowser, signIn, signInByApi } from './steps.ts'

const password = (page: Page, section: string) =>
  page.getByRole('region', { name: section }).getByLabel('Τρέχον συνθηματικό', { exact: true })

/** Requests the erasure in the settings, and confirms it by the mail's link. */
async function requestErasure(page: Page, portal: Portal): Promise<string> {
  await page.goto('/settings/data')
  await password(page, 'Διαγραφή του λογαριασμού σας').fill(newcomer.password)
  await page.getByRole('button', { name: 'Ζητώ τη διαγραφή του λογαριασμού μου' }).click()
  await expect(page.getByText('Σας στείλαμε μήνυμα', { exact: true })).toBeVisible()
  return linkIn((await portal.mails.next(newcomer.email)).text)
}

test('a citizen downloads their data, by keyboard alone [privacy export]', async ({ page, portal }) => {
  await createAccount(portal)
  await signIn(page, newcomer)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Τα δεδομένα μου' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Τα δεδομένα μου', level: 1 })).toBeVisible()
  await expectAccessible(page)
  const field = password(page, 'Λήψη των δεδομένων σας')
  await field.focus()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Παρακαλώ γράψτε το σωστό τρέχον συνθηματικό.')
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill(newcomer.password)
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(file.suggestedFilename()).toBe('my-data.html')
  const html = await readFile(await file.path(), 'utf8')
  expect(html).toContain(newcomer.email)
  await expect(page.getByText('Η λήψη ολοκληρώθηκε')).toBeVisible()

  await test.step('the downloaded page is accessible, also on a phone', async () => {
    const reader = await page.context().newPage()
    await reader.setViewportSize({ width: 320, height: 700 })
    await reader.goto(new URL('/favicon.svg', page.url()).href)
    await reader.goto('about:blank')
    await reader.setContent(html)
    await expect(reader.getByRole('heading', { name: 'Ο λογαριασμός σας' })).toBeVisible()
    await expectAccessible(reader)
    const wide = await reader.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(wide).toBe(false)
  })

  await test.step('the file for programs has the same', async () => {
    await page.getByLabel('Μορφή').selectOption({ label: 'Αρχείο για άλλη υπηρεσία (JSON)' })
    const [json] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Λήψη', exact: true }).click(),
    ])
    expect(JSON.parse(await readFile(await json.path(), 'utf8'))).toMatchObject({
      account: { email: newcomer.email, first_name: newcomer.firstName },
    })
  })
})

test('a citizen requests the erasure, confirms it by mail, and cancels it [privacy request]', async ({
  browser,
  page,
  portal,
}) => {
  await createAccount(portal)
  await signIn(page, newcomer)
  const link = await requestErasure(page, portal)
  await expectAccessible(page)
  await page.goto(link)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ναι, να διαγραφεί ο λογαριασμός μου' }).click()
  await expect(page.getByRole('heading', { name: 'Το αίτημά σας επιβεβαιώθηκε' })).toBeFocused()
  const notice = page.getByText(/Προγραμματισμένη διαγραφή του λογαριασμού σας: \d\d\/\d\d\/\d{4}/)
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  // Once cancelled, a mail about the erasure that is still queued is not sent.
  await portal.mails.next(newcomer.email)

  await page.goto('/')
  await expect(notice).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Ακύρωση διαγραφής' })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Η διαγραφή ακυρώθηκε. Ο λογαριασμός σας μένει όπως ήταν.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Εντάξει' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toBeHidden()

  await test.step('the link of the mail cancels without a session', async () => {
    const again = await requestErasure(page, portal)
    await page.goto(again)
    await page.getByRole('button', { name: 'Ναι, να διαγραφεί ο λογαριασμός μου' }).click()
    const other = await openOtherBrowser(browser, portal)
    await other.goto(linkIn((await portal.mails.next(newcomer.email)).text))
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Να μείνει ο λογαριασμός μου' }).click()
    await expect(other.getByRole('heading', { name: 'Ο λογαριασμός σας δεν θα διαγραφεί' })).toBeFocused()
    await other.context().close()
    await page.goto('/settings/data')
    await expect(page.getByRole('button', { name: 'Ζητώ τη διαγραφή του λογαριασμού μου' })).toBeVisible()
  })
  await expectMailsAccessible(page.context(), portal.mails)
})

test.describe('after a short cooling-off period', () => {
  test.use({ environment: { ERASURE_COOLING_OFF: '5s' } })

  test('the account is erased, and cannot sign in [privacy request]', async ({ page, portal }) => {
    await createAccount(portal)
    await signInByApi(page, newcomer)
    await page.goto(await requestErasure(page, portal))
    await page.getByRole('button', { name: 'Ναι, να διαγραφεί ο λογαριασμός μου' }).click()
    await portal.mails.next(newcomer.email)
    const last = await portal.mails.next(newcomer.email)
    expect(last.subject).toContain('διαγράφηκε')
    await page.goto('/login')
    await page.getByLabel('Email').fill(newcomer.email)
    await page.getByLabel('Συνθηματικό', { exact: true }).fill(newcomer.password)
    await page.getByRole('button', { name: 'Είσοδος' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
  })
})
