/** Collection points in the console: add, change, close, two operators, a file, remove; and what citizens see. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectFitsAndAccessible } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { operator } from '../seed.ts'
import { openOtherBrowser, signInByApi } from './steps.ts'

const sizes = [390, 1280]
async function expectFits(page: Page, what: string) {
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 860 })
    // The header stays while the page scrolls; axe measures a field that it half covers as too small a target.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectFitsAndAccessible(page, what)
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const dialog = (page: Page) => page.getByRole('alertdialog')
const save = (page: Page) => page.getByRole('button', { name: 'Αποθήκευση', exact: true })

test('an operator adds, changes, closes and removes a collection point, alone and beside another one [manage places]', async ({
  browser,
  page,
  portal,
}) => {
  const citizen = await openOtherBrowser(browser, portal)
  const other = await openOtherBrowser(browser, portal)
  await signInByApi(page, operator)
  await signInByApi(other, operator)

  await test.step('the list is empty and says what to do; the form rejects swapped coordinates beside the fields', async () => {
    await page.goto('/admin/manage')
    await page
      .getByRole('link', { name: /^Σημεία συλλογής/ })
      .first()
      .click()
    await expect(heading(page, 'Σημεία συλλογής')).toBeFocused()
    await expect(page.getByText('Δεν έχετε προσθέσει ακόμη σημεία συλλογής')).toBeVisible()
    await expectFits(page, 'the empty list')
    await page.getByRole('link', { name: 'Νέο σημείο' }).click()
    await expect(heading(page, 'Νέο σημείο συλλογής')).toBeVisible()
    await page.getByLabel('Όνομα').fill('Κάδος πλατείας')
    await page.getByLabel('Κωδικός').fill('K-01')
    await page.getByLabel('Είδος').selectOption('Πορτοκαλί κάδος')
    await page.getByLabel('Δήμος', { exact: true }).selectOption({ label: 'Κοζάνης' })
    await page.getByLabel('Διεύθυνση').fill('Πλατεία Νίκης')
    await page.getByLabel('Ώρες λειτουργίας').fill('Όλο το 24ωρο')
    await page.getByLabel('Γεωγραφικό πλάτος').fill('21,7889')
    await page.getByLabel('Γεωγραφικό μήκος').fill('40,3007')
    await page.getByRole('button', { name: 'Νέο σημείο' }).click()
    await expect(page.getByLabel('Γεωγραφικό πλάτος')).toBeFocused()
    await expect(page.getByLabel('Γεωγραφικό πλάτος')).toHaveAccessibleDescription(/από 34 έως 42/)
    await expectFits(page, 'the form with errors')
    await page.getByLabel('Γεωγραφικό πλάτος').fill('40,3007')
    await page.getByLabel('Γεωγραφικό μήκος').fill('21,7889')
    await page.getByRole('button', { name: 'Νέο σημείο' }).click()
    await expect(heading(page, 'Κάδος πλατείας')).toBeVisible()
    await expect(page.getByText('Το σημείο προστέθηκε')).toBeVisible()
  })

  await test.step('of two operators, the second one is told what changed, and loses nothing typed', async () => {
    await other.goto(new URL(page.url()).pathname)
    await other.getByLabel('Διεύθυνση').fill('Νίκης 3')
    await save(other).click()
    await expect(other.getByText('Οι αλλαγές αποθηκεύτηκαν')).toBeVisible()
    await page.getByLabel('Ώρες λειτουργίας').fill('08:00–20:00')
    await save(page).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Κάποιος άλλος άλλαξε το σημείο' })
    await expect(notice).toBeFocused()
    await expect(notice).toContainText('Διεύθυνση: από «Πλατεία Νίκης» σε «Νίκης 3»')
    await expect(page.getByLabel('Ώρες λειτουργίας')).toHaveValue('08:00–20:00')
    await expect(page.getByLabel('Διεύθυνση')).toHaveValue('Νίκης 3')
    await expectFits(page, 'the place that another operator has changed')
    await save(page).click()
    await expect(page.getByText('Οι αλλαγές αποθηκεύτηκαν')).toBeVisible()
    await citizen.goto('/places')
    await expect(citizen.getByText('08:00–20:00')).toBeVisible()
    await expect(citizen.getByText('Νίκης 3')).toBeVisible()
  })

  await test.step('citizens see until when the place is closed and why, until it is opened again', async () => {
    await page.getByLabel('Κλειστό έως').fill('31/12/2999')
    await page.getByLabel('Μήνυμα').fill('Λόγω έργων. Πηγαίνετε στο Δημαρχείο.')
    await page.getByRole('button', { name: 'Κλείσιμο σημείου' }).click()
    await expect(page.getByText('Το κλείσιμο αποθηκεύτηκε')).toBeVisible()
    await expect(page.getByText('Κλειστό έως 31/12/2999')).toBeVisible()
    await expectFits(page, 'the closed place')
    await citizen.reload()
    await expect(citizen.getByText('Προσωρινά κλειστό έως 31/12/2999')).toBeVisible()
    await expect(citizen.getByText('Λόγω έργων. Πηγαίνετε στο Δημαρχείο.')).toBeVisible()
    await expectFits(citizen, 'the public page with a closed place')
    await page.getByRole('button', { name: 'Άνοιγμα τώρα' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Το σημείο είναι ανοιχτό' })).toBeFocused()
    await citizen.reload()
    await expect(citizen.getByText(/Προσωρινά κλειστό/)).toHaveCount(0)
  })

  await test.step('the file is downloaded, changed and imported after its preview', async () => {
    await page.getByRole('link', { name: 'Όλα τα σημεία' }).click()
    await expect(page.getByRole('row', { name: /Κάδος πλατείας/ })).toContainText('Ανοιχτό')
    await expectFits(page, 'the list')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Λήψη αρχείου CSV' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(file).toContain('K-01;orange_bin;Κάδος πλατείας;Νίκης 3;Κοζάνης;40,3007;21,7889;08:00–20:00')
    await page.getByRole('link', { name: 'Εισαγωγή' }).click()
    const rows = [
      file.trim().replace('08:00–20:00', '09:00–21:00'),
      'N-1;green_atm;ΑΤΜ Λαϊκής;Φιλίππου 40;Κοζάνης;40,2969;21,7915;Όλο το 24ωρο',
      'N-2;shop;ΑΤΜ;Νίκης 1;Κοζάνης;40,3;21,8;Πάντα',
    ]
    await page
      .getByLabel('Αρχείο CSV')
      .setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
    await page.getByRole('button', { name: 'Τι θα αλλάξει' }).click()
    await expect(page.getByText('Νέα σημεία: 1')).toBeVisible()
    await expect(page.getByText('Ώρες λειτουργίας: από «08:00–20:00» σε «09:00–21:00»')).toBeVisible()
    await expect(page.getByText('Γραμμή 4, Είδος: το «shop» δεν είναι')).toBeVisible()
    await expectFits(page, 'the preview')
    await page.getByRole('button', { name: 'Εισαγωγή', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Εισαγωγή' }).click()
    await expect(page.getByText('Νέα: 1. Αλλαγές: 1. Αφαιρέσεις: 0.')).toBeVisible()
  })

  await test.step('the list is searched, and a place is removed after a question', async () => {
    await page.goto('/admin/manage/places')
    await page.getByRole('searchbox').fill('λαικης')
    await expect(page.getByRole('row', { name: /Κάδος πλατείας/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'ΑΤΜ Λαϊκής' }).click()
    await expect(heading(page, 'ΑΤΜ Λαϊκής')).toBeVisible()
    await page.getByRole('button', { name: 'Αφαίρεση σημείου' }).click()
    await expectFits(page, 'the question')
    await dialog(page).getByRole('button', { name: 'Αφαίρεση σημείου' }).click()
    await expect(page.getByText('Αφαιρέθηκε: ΑΤΜ Λαϊκής')).toBeVisible()
    await expect(page.getByRole('row', { name: /Κάδος πλατείας/ })).toBeVisible()
    // Other journeys of this portal expect none.
    await page.getByRole('link', { name: 'Κάδος πλατείας' }).click()
    await page.getByRole('button', { name: 'Αφαίρεση σημείου' }).click()
    await dialog(page).getByRole('button', { name: 'Αφαίρεση σημείου' }).click()
    await expect(page.getByText('Δεν έχετε προσθέσει ακόμη σημεία συλλογής')).toBeVisible()
  })
})
