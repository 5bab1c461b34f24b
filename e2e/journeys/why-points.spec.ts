/** 'Why this many points?': a record opens to show its origin, for participants and staff. */
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsAndAccessible } from '../accessible.ts'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { alone, slow } from '../tags.ts'
import type { Portal } from '../portal.ts'
import { openProgram } from './partner-program.ts'
import { createAccount, newcomer, openOtherBrowser, signInByApi, widths } from './steps.ts'

const site = 'Ανακύκλωση τηγανελαίου Κοζάνης'
const record = (page: Page, what: string | RegExp) =>
  page.getByRole('list', { name: 'Πρόσφατες κινήσεις' }).getByRole('button', { name: what })
const origin = (page: Page) => page.getByRole('group', { name: /^(Γιατί τόσοι πόντοι;|Στοιχεία κουπονιού)$/ })
const fact = (page: Page, term: string) =>
  origin(page)
    .first()
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(term, { exact: true }) })
    .first()
    .locator('dd')

/** Creates an account, imports its records and signs in. Returns the participant's number. */
async function importRecords(page: Page, portal: Portal, file: string, imported: string[]): Promise<number> {
  await createAccount(portal)
  const header = 'email,points,description,created_at,reference'
  await writeFile(file, [header, ...imported.map((line) => `${newcomer.email},${line}`)].join('\n'))
  const { code, stderr } = await portal.cli(['import', 'points', file])
  expect(code, stderr).toBe(0)
  await signInByApi(page, newcomer)
  const { results } = (await (await page.request.get('/api/points/mine/')).json()) as {
    results: { participant: { id: number } }[]
  }
  return results[0]?.participant.id ?? 0
}

// Alone, because it adds a rate.
test('a record opens to show the origin of its points', alone, async ({ page, portal }, testInfo) => {
  const id = await importRecords(page, portal, testInfo.outputPath('old.csv'), [
    '50,oil_collected,2024-02-01T10:00:00+02:00,old-1',
  ])
  const rate = ['oil_collected', '--unit', 'litre', '--points', '12.5', '--from', '2026-01-01']
  const added = await portal.cli(['rates', 'add', ...rate, '--note', 'Επινοημένη τιμή'])
  expect(added.code, added.stderr).toBe(0)
  const { record: deliver, reverse } = await openProgram(portal, site)
  const happened_at = '2026-11-02T09:30:00+02:00'
  await deliver({
    reference: 'bin-3',
    participant: { id },
    description: 'oil_collected',
    measure: { litres: 0.75 },
    happened_at: '2026-11-01T08:00:00+02:00',
    details: { collection_point: 'Πορτοκαλί κάδος' },
  })
  await deliver({
    reference: 'atm-7-1',
    participant: { id },
    description: 'oil_collected',
    points: 25,
    happened_at,
    details: { litres: 2.5, material: 'τηγανέλαιο', collection_point: 'ΑΤΜ Πλατείας', sticker: 'ΛΑ-000123' },
  })
  await deliver({
    reference: 'plain',
    participant: { id },
    description: 'oil_collected',
    points: 7,
    happened_at: '2026-11-03T09:30:00+02:00',
  })
  await deliver({
    reference: 'coupon-1',
    participant: { id },
    description: 'coupon_created',
    points: -30,
    happened_at: '2026-11-04T12:00:00+02:00',
    details: { coupon: 'K-2026-77', shop: 'Αρτοποιείο Νίκου' },
  })
  await reverse('coupon-1', { as: 'coupon_cancelled', reason: 'Το κατάστημα έκλεισε' })
  await page.goto('/')

  await test.step('the origin is requested only when a record is opened [origins details]', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.reload()
    await expect(record(page, /^Παράδοση ελαίου 02\/11\/2026, 09:30/)).toHaveAttribute(
      'aria-expanded',
      'false',
    )
    expect(asked.filter((path) => /\/mine\/\d/.test(path))).toEqual([])
  })
  await test.step('a delivery shows quantity, material, place, site and times [origins details]', async () => {
    await record(page, /^Παράδοση ελαίου 02\/11\/2026, 09:30/).click()
    for (const [term, value] of [
      ['Ποσότητα', '2,5 λίτρα'],
      ['Υλικό', 'τηγανέλαιο'],
      ['Σημείο συλλογής', 'ΑΤΜ Πλατείας'],
      ['Αυτοκόλλητο', 'ΛΑ-000123'],
      ['Υπολογισμός', `Τους πόντους όρισε ο ιστότοπος «${site}».`],
      ['Προέλευση', site],
      ['Έγινε', '02/11/2026, 09:30'],
    ] as const)
      await expect(fact(page, term)).toHaveText(value)
    await expect(fact(page, 'Καταχωρίστηκε')).toHaveText(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d$/)
    await record(page, /^Παράδοση ελαίου 02\/11\/2026, 09:30/).click()
    await expect(origin(page)).toHaveCount(0)
  })
  await test.step('points computed by the portal show the sum, and the rate of that day [origins rates]', async () => {
    await record(page, /^Παράδοση ελαίου 01\/11\/2026/).click()
    await expect(origin(page)).toContainText(
      '0,75 λίτρα × 12,5 πόντοι ανά λίτρο = 9,375, με στρογγυλοποίηση 9 πόντοι',
    )
    await expect(origin(page)).toContainText('Πόντοι ανά λίτρο, από 01/01/2026 · Επινοημένη τιμή')
    await expect(fact(page, 'Σημείο συλλογής')).toHaveText('Πορτοκαλί κάδος')
    await record(page, /^Παράδοση ελαίου 01\/11\/2026/).click()
  })
  await test.step('a cancelled coupon shows its shop and its reversal, which opens in place [origins links]', async () => {
    await record(page, /^Έκδοση κουπονιού/).click()
    await expect(page.getByRole('group', { name: 'Στοιχεία κουπονιού' })).toContainText(
      'Το κουπόνι κόστισε 30 πόντους.',
    )
    await expect(fact(page, 'Κουπόνι')).toHaveText('K-2026-77')
    await expect(fact(page, 'Κατάστημα')).toHaveText('Αρτοποιείο Νίκου')
    await fact(page, 'Ακύρωση ή διόρθωση')
      .getByRole('button', { name: /^Ακύρωση κουπονιού.*\+30/ })
      .click()
    await expect(origin(page)).toHaveCount(2)
    await expect(origin(page).nth(1)).toContainText('Το κατάστημα έκλεισε')
    await expect(origin(page).nth(1).getByRole('button'), 'no link back to the record around it').toHaveCount(
      0,
    )
    await record(page, /^Έκδοση κουπονιού/).click()
    await record(page, /^Ακύρωση κουπονιού/).click()
    await expect(fact(page, 'Αρχική κίνηση').getByRole('button', { name: /^Έκδοση κουπονιού/ })).toBeVisible()
    await record(page, /^Ακύρωση κουπονιού/).click()
  })
  await test.step('a record without details has a message [origins none]', async () => {
    await record(page, /^Παράδοση ελαίου 03\/11/).click()
    await expect(origin(page)).toContainText(
      `Ο ιστότοπος «${site}» έστειλε μόνο τους πόντους, χωρίς άλλα στοιχεία.`,
    )
    await record(page, /^Παράδοση ελαίου 03\/11/).click()
    await record(page, /^Παράδοση ελαίου 01\/02\/2024/).click()
    await expect(origin(page)).toContainText('μεταφέρθηκε από παλαιότερο αρχείο')
    await expect(origin(page)).not.toContainText('old-1')
  })

  await test.step('a new delivery appears without a reload [live points]', async () => {
    await deliver({
      reference: 'atm-7-2',
      participant: { id },
      description: 'oil_collected',
      points: 12,
      happened_at: '2026-11-05T09:30:00+02:00',
    })
    await expect(record(page, /^Παράδοση ελαίου\s*Νέα 05\/11\/2026, 09:30/)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Παράδοση ελαίου +12' })).toBeAttached()
    await expectAccessible(page)
  })

  await test.step('staff see the same, and the reference [origins reference]', async () => {
    await signInByApi(page, clerk)
    await page.goto('/admin/points/page/1')
    await page
      .getByRole('row', { name: /02\/11\/2026, 09:30/ })
      .getByText('+25')
      .click()
    await expect(fact(page, 'Ποσότητα')).toHaveText('2,5 λίτρα')
    await expect(fact(page, 'Κωδικός κίνησης')).toHaveText('atm-7-1')
  })
})

test('a citizen can page through all records [origins pages]', slow, async ({ page, portal }, testInfo) => {
  const two = (n: number) => String(n).padStart(2, '0')
  await importRecords(
    page,
    portal,
    testInfo.outputPath('many.csv'),
    Array.from(
      { length: 70 },
      (_, n) =>
        `${n + 1},oil_collected,2026-01-${two(1 + Math.floor(n / 24))}T${two(n % 24)}:00:00+02:00,many-${n}`,
    ),
  )
  const rows = page.getByRole('list', { name: 'Πρόσφατες κινήσεις' }).getByRole('listitem')
  const more = page.getByRole('button', { name: 'Περισσότερες κινήσεις' })
  await page.goto('/')
  await expect(rows).toHaveCount(10)
  await expect(page.getByText('Εμφανίζονται 10 από 70')).toBeVisible()
  await more.press('Enter')
  await expect(rows).toHaveCount(50)
  await expect(rows.nth(10).getByRole('button'), 'the first added record is focused').toBeFocused()
  await page.route('**/api/points/mine/?*', (route) => route.fulfill({ status: 500, json: { detail: '?' } }))
  await more.click()
  await expect(page.getByRole('alert')).toContainText('Οι υπόλοιπες κινήσεις δεν είναι διαθέσιμες')
  await page.unroute('**/api/points/mine/?*')
  await more.click()
  await expect(rows).toHaveCount(70)
  await expect(more).toHaveCount(0)
  await expect(rows.nth(50).getByRole('button')).toBeFocused()
})

test('staff open records by keyboard [staff keys]', async ({ page, portal }, testInfo) => {
  const id = await importRecords(page, portal, testInfo.outputPath('few.csv'), [
    '50,oil_collected,2024-02-01T10:00:00+02:00,key-1',
    '60,oil_collected,2024-02-02T10:00:00+02:00,key-2',
  ])
  await signInByApi(page, clerk)
  await page.goto(`/admin/points/${id}/page/1`)
  const openers = page.getByRole('table').getByRole('button', { name: 'Παράδοση ελαίου' })
  await expect(openers).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(openers.nth(0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(origin(page)).toHaveCount(1)
  await expect(fact(page, 'Κωδικός κίνησης')).toHaveText('key-2')
  await page.keyboard.press('j')
  await expect(openers.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(origin(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(origin(page), 'the focused record closes').toHaveCount(1)
  await expect(openers.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Escape')
  await expect(origin(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/points\/\d+\/page\/1$/)
})

test('open records fit at three widths, without axe violations [origins widths]', async ({
  page,
  browser,
  portal,
}, testInfo) => {
  const id = await importRecords(page, portal, testInfo.outputPath('old.csv'), [
    '50,oil_collected,2024-02-01T10:00:00+02:00,old-5',
  ])
  const { record: deliver, reverse } = await openProgram(portal, site)
  await deliver({
    reference: 'atm-7-3',
    participant: { id },
    description: 'oil_collected',
    points: 25,
    happened_at: '2026-11-02T09:30:00+02:00',
    details: { litres: 2.5, collection_point: 'ΑΤΜ Πλατείας' },
  })
  await reverse('atm-7-3')
  const office = await openOtherBrowser(browser, portal)
  await signInByApi(office, clerk)
  for (const width of widths)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 860 })
      await page.goto('/')
      await record(page, /^Παράδοση ελαίου 02/).click()
      await fact(page, 'Ακύρωση ή διόρθωση').getByRole('button').click()
      await expect(origin(page)).toHaveCount(2)
      await expect(origin(page).nth(1)).toContainText('Καταχωρίστηκε')
      await expectFitsAndAccessible(page, 'the citizen’s list')
      await office.setViewportSize({ width, height: 860 })
      await office.goto(`/admin/points/${id}/page/1`)
      await office.getByRole('button', { name: 'Παράδοση ελαίου', exact: true }).first().click()
      await expect(fact(office, 'Κωδικός κίνησης')).toBeVisible()
      await expectFitsAndAccessible(office, 'the clerk’s table')
    })
})
