/** The citizen's card: a code at a desk, what the desk records at once on the open page, and the card on paper. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  expectAccessible,
  expectFitsAndAccessible,
  expectFitsAndAccessibleAt,
  expectFitsWithLargeText,
} from '../accessible.ts'
import { openDevice } from '../desk-device.ts'
import { expect, test } from '../fixtures.ts'
import { clerk } from '../seed.ts'
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

test.use({ people: 'rated' })

test('a citizen shows the card at a desk and sees at once what it records', async ({ browser, portal }) => {
  await createAccount(portal)
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
  await expectFitsAndAccessibleAt(page, 'the card', [390, 320])
  await expectFitsWithLargeText(page)

  expect(await desk.read(code)).toBe('Ελένη Κ.')
  expect(await desk.record({ kind: 'brought', card: code, items: 3 })).toMatchObject([
    { state: 'recorded', points: 15 },
  ])
  for (const one of [page, landing]) {
    await expect(fresh(one).getByText(/\+15 πόντοι$/)).toBeVisible()
    await expect(fresh(one).getByText('ΚΔΕΥ Κοζάνης, Υποδοχή')).toBeVisible()
    await expectFitsAndAccessible(one, 'a new visit')
  }

  await fresh(landing).getByRole('button', { name: 'Δεν ήμουν εγώ' }).click()
  const question = landing.getByRole('alertdialog', { name: 'Δεν ήσασταν εσείς;' })
  await expectAccessible(landing)
  await question.getByRole('button', { name: 'Δεν ήμουν εγώ' }).click()
  await expect(fresh(landing).getByText(/^Το δηλώσατε/)).toBeVisible()
  await landing.reload()
  await expect(fresh(landing).getByText(/^Το δηλώσατε/)).toBeVisible()
  await expectFitsAndAccessible(landing, 'a reported visit')
  await fresh(landing).getByRole('link', { name: 'Οι αναφορές σας' }).click()
  const own = landing.getByRole('list', { name: 'Οι αναφορές σας' }).getByRole('listitem')
  await expect(own).toContainText('Εξετάζεται')
  await expect(own).toContainText('ΚΔΕΥ Κοζάνης, Υποδοχή')
  await expectFitsAndAccessible(landing, 'an open report')
  expect((await portal.mails.next(newcomer.email)).text).toContain('στο ταμείο ήταν άλλος')

  const office = await openOtherBrowser(browser, portal)
  await signInByApi(office, clerk)
  await office.goto('/admin/claims')
  await office.getByRole('list', { name: 'Κατάλογος αναφορών' }).getByRole('link').click()
  await expect(office.getByText('Ο χρήστης δηλώνει ότι στο ταμείο ήταν άλλος')).toBeVisible()
  await expectAccessible(office)
  await office.getByLabel('Μήνυμα προς τον χρήστη').fill('Ζητάμε συγγνώμη.')
  await office.getByRole('button', { name: 'Αναίρεση κίνησης' }).click()
  await expect(office.getByText('Η κίνηση αναιρέθηκε. Ο χρήστης ενημερώνεται με email.')).toBeVisible()
  await expectAccessible(office)

  const mail = await portal.mails.next(newcomer.email)
  expect(mail.subject).toContain('Αναιρέσαμε την κίνηση στο ταμείο')
  await landing.reload()
  await expect(own).toContainText('Αναιρέθηκε')
  await expect(own).toContainText('Αφαιρέσαμε 15 πόντους από τον λογαριασμό σας.')
  await expect(own).toContainText('Ζητάμε συγγνώμη.')
  await expectFitsAndAccessible(landing, 'an answered report')
  await landing.goto('/')
  await expect(
    landing.getByText('-15', { exact: true }).or(landing.getByText('−15', { exact: true })),
  ).toBeVisible()
  await desk.close()
})

test('a citizen makes a printed card and revokes it', async ({ browser, portal }) => {
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
