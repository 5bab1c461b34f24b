/** Collection points in the console: add, change, close, two operators, a file, remove; and what citizens see. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectFitsAndAccessibleAt } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { operator } from '../seed.ts'
import { openOtherBrowser, signInByApi } from './steps.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const note = (page: Page) => page.getByLabel('Σημείωση για τις ώρες')
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
    await expectFitsAndAccessibleAt(page, 'the empty list')
    await page.getByRole('link', { name: 'Νέο σημείο' }).click()
    await expect(heading(page, 'Νέο σημείο συλλογής')).toBeVisible()
    await page.getByLabel('Όνομα').fill('Κάδος πλατείας')
    await page.getByLabel('Κωδικός').fill('K-01')
    await page.getByLabel('Είδος').selectOption('Πορτοκαλί κάδος')
    await page.getByLabel('Δήμος', { exact: true }).selectOption({ label: 'Κοζάνης' })
    await page.getByLabel('Διεύθυνση').fill('Πλατεία Νίκης')
    await note(page).fill('Όλο το 24ωρο')
    await page.getByLabel('Γεωγραφικό πλάτος').fill('21,7889')
    await page.getByLabel('Γεωγραφικό μήκος').fill('40,3007')
    await page.getByRole('button', { name: 'Προσθήκη σημείου' }).click()
    await expect(page.getByLabel('Γεωγραφικό πλάτος')).toBeFocused()
    await expect(page.getByLabel('Γεωγραφικό πλάτος')).toHaveAccessibleDescription(/από 34 έως 42/)
    await expectFitsAndAccessibleAt(page, 'the form with errors')
    await page.getByLabel('Γεωγραφικό πλάτος').fill('40,3007')
    await page.getByLabel('Γεωγραφικό μήκος').fill('21,7889')
    await page.getByRole('button', { name: 'Προσθήκη σημείου' }).click()
    await expect(heading(page, 'Κάδος πλατείας')).toBeVisible()
    await expect(page.getByText('Το σημείο προστέθηκε')).toBeVisible()
  })

  await test.step('of two operators, the second one is told what changed, and loses nothing typed', async () => {
    await other.goto(new URL(page.url()).pathname)
    await other.getByLabel('Διεύθυνση').fill('Νίκης 3')
    await save(other).click()
    await expect(other.getByText('Οι αλλαγές αποθηκεύτηκαν')).toBeVisible()
    await note(page).fill('08:00–20:00')
    await save(page).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Κάποιος άλλος άλλαξε το σημείο' })
    await expect(notice).toBeFocused()
    await expect(notice).toContainText('Διεύθυνση: από «Πλατεία Νίκης» σε «Νίκης 3»')
    await expect(note(page)).toHaveValue('08:00–20:00')
    await expect(page.getByLabel('Διεύθυνση')).toHaveValue('Νίκης 3')
    await expectFitsAndAccessibleAt(page, 'the place that another operator has changed')
    await save(page).click()
    await expect(page.getByText('Οι αλλαγές αποθηκεύτηκαν')).toBeVisible()
    await citizen.goto('/places')
    await expect(citizen.getByText('08:00–20:00')).toBeVisible()
    await expect(citizen.getByText('Νίκης 3')).toBeVisible()
  })

  await test.step('hours by weekday: errors beside the times, and copies of a day', async () => {
    await page.getByLabel('Ανά ημέρα').check()
    const day = (name: string) => page.getByRole('group', { name, exact: true })
    await day('Δευτέρα')
      .getByRole('button', { name: /προσθήκη ωρών/ })
      .click()
    await expect(page.getByLabel('Δευτέρα: από')).toBeFocused()
    await page.keyboard.type('8')
    await page.keyboard.press('Tab')
    await page.keyboard.type('26')
    await save(page).click()
    const closes = page.getByLabel('Δευτέρα: έως')
    await expect(closes).toBeFocused()
    await expect(closes).toHaveAccessibleDescription('Γράψτε μια ώρα, όπως 08:00.')
    await expect(page.getByLabel('Δευτέρα: από')).toHaveValue('08:00')
    await expectFitsAndAccessibleAt(page, 'hours with an error')
    await closes.fill('14')
    await day('Δευτέρα').getByRole('button', { name: 'Αντιγραφή έως Παρασκευή' }).click()
    await day('Σάββατο').getByRole('button', { name: 'Ίδιο με την Παρασκευή' }).click()
    await day('Σάββατο').getByRole('button', { name: 'αφαίρεση ωρών' }).click()
    await expect(day('Σάββατο')).toContainText('Κλειστά')
    await expect(day('Σάββατο').getByRole('button', { name: /προσθήκη ωρών/ })).toBeFocused()
    await page.getByLabel('Κλειστά τις επίσημες αργίες').check()
    const week = 'Δευ–Παρ 08:00–14:00 · Σάβ–Κυρ κλειστά · Αργίες κλειστά'
    await expect(page.getByText(week)).toBeVisible()
    await save(page).click()
    await expect(page.getByText('Οι αλλαγές αποθηκεύτηκαν')).toBeVisible()
    await citizen.reload()
    await expect(citizen.getByText(week)).toBeVisible()
  })

  await test.step('citizens see whether the place is open now, also when the minute passes', async () => {
    const [opens, closes] = ['11:00', '14:00']
    const monday = page.getByRole('group', { name: 'Δευτέρα', exact: true })
    await page.getByLabel('Δευτέρα: από').fill(opens)
    await page.getByLabel('Δευτέρα: έως').fill(closes)
    await monday.getByRole('button', { name: 'Αντιγραφή έως Παρασκευή' }).click()
    for (const [name, same] of [
      ['Σάββατο', 'Ίδιο με την Παρασκευή'],
      ['Κυριακή', 'Ίδιο με το Σάββατο'],
    ] as const)
      await page.getByRole('group', { name, exact: true }).getByRole('button', { name: same }).click()
    await page.getByLabel('Κλειστά τις επίσημες αργίες').uncheck()
    await save(page).click()
    await expect(page.getByText('Οι αλλαγές αποθηκεύτηκαν')).toBeVisible()
    // Noon in Athens, or 13:00 in summer: near midnight, tomorrow would be today. Pages learn the time from the server.
    const time = new Date(
      `${new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Athens' })}T10:00:00Z`,
    )
    await citizen.clock.install({ time })
    await citizen.route('**/api/**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), date: time.toUTCString() } })
    })
    await citizen.goto('/places')
    await expect(citizen.getByText(`Ανοιχτό τώρα · κλείνει στις ${closes}`)).toBeVisible()
    await citizen.getByLabel('Ανοιχτά τώρα').click()
    await expect(citizen.getByText('1 σημείο', { exact: true })).toBeVisible()
    await expectFitsAndAccessibleAt(citizen, 'a point that is open now')
    await citizen.getByLabel('Ανοιχτά τώρα').click()
    let requests = 0
    citizen.on('request', () => (requests += 1))
    await citizen.clock.fastForward('02:01:00')
    await citizen.clock.runFor(10_000)
    await expect(citizen.getByText(`Κλειστό · ανοίγει αύριο στις ${opens}`)).toBeVisible()
    expect(requests).toBe(0)
    await citizen.getByLabel('Ανοιχτά τώρα').click()
    await expect(citizen.getByText('Δεν υπάρχουν σημεία με αυτά τα κριτήρια')).toBeVisible()
  })

  await test.step('citizens see until when the place is closed and why, until it is opened again', async () => {
    await page.getByLabel('Κλειστό έως').fill('31/12/2999')
    await page.getByLabel('Μήνυμα').fill('Λόγω έργων. Πηγαίνετε στο Δημαρχείο.')
    await page.getByRole('button', { name: 'Κλείσιμο σημείου' }).click()
    await expect(page.getByText('Το κλείσιμο αποθηκεύτηκε')).toBeVisible()
    await expect(page.getByText('Κλειστό έως 31/12/2999')).toBeVisible()
    await expectFitsAndAccessibleAt(page, 'the closed place')
    await citizen.goto('/places')
    await expect(citizen.getByText('Προσωρινά κλειστό έως 31/12/2999')).toBeVisible()
    await expect(citizen.getByText('Λόγω έργων. Πηγαίνετε στο Δημαρχείο.')).toBeVisible()
    await expectFitsAndAccessibleAt(citizen, 'the public page with a closed place')
    await page.getByRole('button', { name: 'Άνοιγμα τώρα' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Το σημείο είναι ανοιχτό' })).toBeFocused()
    await citizen.reload()
    await expect(citizen.getByText(/Προσωρινά κλειστό/)).toHaveCount(0)
  })

  await test.step('the file is downloaded, changed and imported after its preview', async () => {
    await page.getByRole('link', { name: 'Όλα τα σημεία' }).click()
    await expect(page.getByRole('row', { name: /Κάδος πλατείας/ })).toContainText('Ανοιχτό')
    await expectFitsAndAccessibleAt(page, 'the list')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Λήψη αρχείου CSV' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(file).toContain('K-01;orange_bin;Κάδος πλατείας;Νίκης 3;Κοζάνης;40,3007;21,7889;08:00–20:00;')
    await page.getByRole('link', { name: 'Εισαγωγή' }).click()
    const rows = [
      file.trim().replace('08:00–20:00', '09:00–21:00'),
      'N-1;green_atm;ΑΤΜ Λαϊκής;Φιλίππου 40;Κοζάνης;40,2969;21,7915;;Mo-Fr 08:00-14:00; PH off'.replace(
        /Mo.*/,
        '"$&"',
      ),
      'N-2;shop;ΑΤΜ;Νίκης 1;Κοζάνης;40,3;21,8;Πάντα;Mo 8-14',
    ]
    await page
      .getByLabel('Αρχείο CSV')
      .setInputFiles({ name: 'places.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
    await page.getByRole('button', { name: 'Τι θα αλλάξει' }).click()
    await expect(page.getByText('Νέα σημεία: 1')).toBeVisible()
    await expect(page.getByText('Σημείωση για τις ώρες: από «08:00–20:00» σε «09:00–21:00»')).toBeVisible()
    await expect(page.getByText('Γραμμή 4, Είδος: το «shop» δεν είναι')).toBeVisible()
    await expect(page.getByText('Γραμμή 4, Ώρες λειτουργίας: το «Mo 8-14» δεν διαβάζεται')).toBeVisible()
    await expectFitsAndAccessibleAt(page, 'the preview')
    await page.getByRole('button', { name: 'Εισαγωγή', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Εισαγωγή' }).click()
    await expect(page.getByText('Νέα: 1. Αλλαγές: 1. Αφαιρέσεις: 0.')).toBeVisible()
  })

  await test.step('the map is used by keyboard: a tab stop, arrows between points, Enter to the row', async () => {
    await citizen.setViewportSize({ width: 1280, height: 860 })
    await citizen.goto('/places')
    const map = citizen.getByRole('group', { name: 'Χάρτης των σημείων' })
    const toggle = citizen.getByRole('button', { name: 'Απόκρυψη χάρτη' })
    await toggle.focus()
    await citizen.keyboard.press('Tab')
    await expect(map.locator(':focus')).toHaveCount(1)
    // North is up.
    await citizen.keyboard.press('ArrowUp')
    const place = map.getByRole('button', { name: 'Κάδος πλατείας' })
    if (!(await place.evaluate((button) => button === document.activeElement)))
      await citizen.keyboard.press('ArrowUp')
    await expect(place).toBeFocused()
    await expectFitsAndAccessibleAt(citizen, 'the map')
    await citizen.setViewportSize({ width: 1280, height: 860 })
    await place.press('Enter')
    await expect(citizen.getByRole('heading', { level: 3, name: 'Κάδος πλατείας' })).toBeFocused()
    await expect(place).toHaveAttribute('aria-current', 'true')
    await toggle.click()
    await expect(map).toHaveCount(0)
    await page.goto('/admin/manage/places')
    await page.getByRole('button', { name: 'Εμφάνιση χάρτη' }).click()
    await page
      .getByRole('group', { name: 'Χάρτης των σημείων' })
      .getByRole('button', { name: 'ΑΤΜ Λαϊκής' })
      .click()
    await expect(page.getByRole('link', { name: 'ΑΤΜ Λαϊκής' })).toBeFocused()
    await expectFitsAndAccessibleAt(page, 'the list with its map')
  })

  await test.step('the list is searched, and a place is removed after a question', async () => {
    await page.goto('/admin/manage/places')
    await page.getByRole('searchbox').fill('λαικης')
    await expect(page.getByRole('row', { name: /Κάδος πλατείας/ })).toHaveCount(0)
    await page.getByRole('link', { name: 'ΑΤΜ Λαϊκής' }).click()
    await expect(heading(page, 'ΑΤΜ Λαϊκής')).toBeVisible()
    await page.getByRole('button', { name: 'Αφαίρεση σημείου' }).click()
    await expectFitsAndAccessibleAt(page, 'the question')
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
