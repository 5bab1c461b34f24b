/** The citizen's card: a code at a desk, what the desk records at once on the open page, and the card on paper. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleWithLargeText, expectFitsAndAccessible } from '../accessible.ts'
import { openDevice } from '../desk-device.ts'
import { expect, test } from '../fixtures.ts'
import { alone } from '../tags.ts'
import { createAccount, newcomer, openOtherBrowser, signInByApi } from './steps.ts'

const phone = { width: 390, height: 844 }
const card = (page: Page) => page.getByRole('region', { name: 'Κωδικός κάρτας' })
const codeOf = async (page: Page) => {
  const code = card(page).getByText(/^[A-Z2-9]{4}-$/)
  await expect(code).toBeVisible()
  const paragraph = code.locator('xpath=..')
  return (await paragraph.textContent())?.trim() ?? ''
}
const fresh = (page: Page) => page.getByRole('region', { name: 'Μόλις στο ταμείο' })

// Alone: it adds a rate and a desk, and with a desk the menu has one more entry.
test(
  'a citizen shows the card at a desk and sees at once what it records',
  alone,
  async ({ browser, portal }) => {
    await createAccount(portal)
    const rate = ['item_delivered', '--unit', 'item', '--points', '16', '--from', '2020-01-01']
    expect((await portal.cli(['rates', 'add', ...rate])).code).toBe(0)
    const desk = await openDevice(portal, { partner: 'ΚΔΕΥ Κοζάνης', device: 'Υποδοχή', may: ['reuse'] })
    const page = await openOtherBrowser(browser, portal, { viewport: phone })
    const landing = await openOtherBrowser(browser, portal, { viewport: phone })
    for (const one of [page, landing]) await signInByApi(one, newcomer)
    await landing.goto('/')
    await expect(landing.getByRole('link', { name: 'Η κάρτα μου' })).toBeVisible()
    await expectFitsAndAccessible(landing, 'the landing page with the link')

    await page.goto('/')
    await page.getByRole('link', { name: 'Η κάρτα μου' }).click()
    await expect(page).toHaveURL(/\/card$/)
    const code = await codeOf(page)
    expect(code).toMatch(/^[2-9AEHKMNPTX]{4}-[2-9AEHKMNPTX]{4}$/)
    await expect(card(page).getByRole('timer')).toHaveText(/^Νέος κωδικός σε \d+ δευτερόλεπτα$/)
    await expectFitsAndAccessible(page, 'the card')
    await page.setViewportSize({ width: 320, height: 700 })
    await expectFitsAndAccessible(page, 'the card')
    await expectAccessibleWithLargeText(page)

    expect(await desk.read(code)).toBe('Ελένη Κ.')
    expect(await desk.record({ kind: 'brought', card: code, items: 3 })).toMatchObject([
      { state: 'recorded', points: 48 },
    ])
    for (const one of [page, landing]) {
      await expect(fresh(one).getByText(/\+48 πόντοι$/)).toBeVisible()
      await expect(fresh(one).getByText('ΚΔΕΥ Κοζάνης, Υποδοχή')).toBeVisible()
      await expectFitsAndAccessible(one, 'a new visit')
    }

    await fresh(landing).getByRole('button', { name: 'Δεν ήμουν εγώ' }).click()
    const question = landing.getByRole('alertdialog', { name: 'Δεν ήσασταν εσείς;' })
    await expectAccessible(landing)
    await question.getByRole('button', { name: 'Δεν ήμουν εγώ' }).click()
    await expect(fresh(landing).getByText('Το δηλώσατε.')).toBeVisible()
    await landing.reload()
    await expect(fresh(landing).getByText('Το δηλώσατε.')).toBeVisible()
    await desk.close()
  },
)

test('a citizen makes a printed card and revokes it', alone, async ({ browser, portal }) => {
  await createAccount(portal)
  const desk = await openDevice(portal, { partner: 'ΚΔΕΥ Κοζάνης', device: 'Υποδοχή', may: ['reuse'] })
  const page = await openOtherBrowser(browser, portal, { viewport: phone })
  await signInByApi(page, newcomer)
  await page.goto('/settings#printed-card')
  const section = page.getByRole('region', { name: 'Τυπωμένη κάρτα' })
  await expect(section.getByText('Δεν έχετε τυπωμένη κάρτα.')).toBeVisible()
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Έκδοση κάρτας (PDF)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('karta-ponton.pdf')
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(section.getByText(/^Έχετε κάρτα\. Εκδόθηκε: /)).toBeVisible()
  await expectFitsAndAccessible(page, 'a printed card')
  await section.getByRole('button', { name: 'Ακύρωση κάρτας' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ακύρωση κάρτας' }).click()
  await expect(section.getByText('Η κάρτα ακυρώθηκε.')).toBeVisible()
  await expectFitsAndAccessible(page, 'a revoked card')
  await desk.close()
})
