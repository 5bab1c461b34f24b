/**
 * Stickers: staff issue them and print their labels; participants add theirs in the settings; deliveries wait for an
 * owner.
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { withPartners } from '../partners.ts'
import { openProgram } from './program.ts'
import { elsewhere, enter, newcomer, openAccount, widths } from './steps.ts'

test.use({ environment: withPartners, shared: false })

const field = (page: Page) => page.getByLabel('Κωδικός αυτοκόλλητου', { exact: true })
const add = (page: Page) => page.getByRole('button', { name: 'Προσθήκη', exact: true })
const cards = (page: Page) => page.getByRole('list', { name: 'Στον λογαριασμό σας' }).getByRole('listitem')
const happened_at = '2026-11-02T09:30:00+02:00'

/** Issues stickers as staff, in a separate browser. @returns their codes as printed */
async function issue(clerkPage: Page, count: number): Promise<string[]> {
  await enter(clerkPage, clerk)
  await clerkPage.goto('/admin/stickers')
  await clerkPage.getByLabel('Πόσα αυτοκόλλητα').fill(String(count))
  await clerkPage.getByRole('button', { name: 'Έκδοση παρτίδας' }).click()
  await expect(clerkPage.getByText(/^Η παρτίδα \d+ εκδόθηκε/)).toBeVisible()
  const path = await clerkPage
    .getByRole('link', { name: /^Κωδικοί CSV/ })
    .first()
    .getAttribute('href')
  const csv = await (await clerkPage.request.get(path ?? '')).text()
  return csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[1] ?? '')
}

/** A printed code as typed with a Greek keyboard, in lower case and with spaces. */
function inGreek(code: string): string {
  const greek: Record<string, string> = {
    A: 'α',
    E: 'ε',
    H: 'η',
    K: 'κ',
    M: 'μ',
    N: 'ν',
    P: 'ρ',
    T: 'τ',
    X: 'χ',
    '-': ' ',
  }
  return Array.from(code, (sign) => greek[sign] ?? sign).join('')
}

/** Bottles with a sticker, delivered before the sticker had an owner. */
const bottle = (sticker: string, reference: string) => ({
  reference,
  participant: { sticker },
  description: 'oil_collected',
  points: 20,
  happened_at,
  details: { litres: 2 },
})

test('a clerk issues a batch, and takes its labels and codes', async ({ page }) => {
  await enter(page, clerk)
  await page.goto('/admin/users')
  await page
    .getByRole('navigation', { name: 'Κύριο μενού' })
    .getByRole('link', { name: 'Αυτοκόλλητα' })
    .click()
  await expect(page.getByText('Δεν έχουν εκδοθεί αυτοκόλλητα')).toBeVisible()
  const count = page.getByLabel('Πόσα αυτοκόλλητα')
  const send = page.getByRole('button', { name: 'Έκδοση παρτίδας' })

  await test.step('what is no number, or too many, is rejected in words and stays', async () => {
    for (const [typed, message] of [
      ['', 'Παρακαλώ συμπληρώστε το πεδίο "Πόσα αυτοκόλλητα".'],
      ['εκατό', 'Γράψτε έναν ακέραιο αριθμό, μόνο με ψηφία.'],
      ['0', 'Γράψτε τουλάχιστον 1.'],
      ['10.001', 'Μια παρτίδα έχει έως 10.000 αυτοκόλλητα.'],
    ] as const) {
      await count.fill(typed)
      await send.click()
      await expect(count).toHaveAccessibleDescription(new RegExp(message.replace(/[.?"]/g, '\\$&')))
      await expect(count).toBeFocused()
      await expect(count).toHaveValue(typed)
    }
  })
  await test.step('issued: its files at once, and a line in the list', async () => {
    await count.fill('130')
    await page.getByLabel(/^Σημείωση/).fill('Δημαρχείο')
    await send.click()
    await expect(page.getByText('Η παρτίδα 1 εκδόθηκε: 130 αυτοκόλλητα')).toBeVisible()
    await expect(page.getByRole('row', { name: /^1 .* 130 .*0 .*Δημαρχείο/ })).toBeVisible()
    await expect(count).toHaveValue('')
  })
  await test.step('labels and codes come as files', async () => {
    for (const [name, file] of [
      ['Ετικέτες PDF της παρτίδας 1', 'labels-1.pdf'],
      ['Κωδικοί CSV της παρτίδας 1', 'codes-1.csv'],
    ] as const) {
      const coming = page.waitForEvent('download')
      await page.getByRole('table').getByRole('link', { name }).click()
      expect((await coming).suggestedFilename()).toBe(file)
    }
  })
})

test('a citizen adds a sticker by its code; what waited is credited; lost, found, replaced', async ({
  browser,
  page,
  portal,
}) => {
  const { record } = await openProgram(portal, 'Λάδι')
  const [first = '', second = ''] = await issue(await elsewhere(browser, portal), 3)
  await openAccount(portal)
  expect((await record(bottle(first, 'bottle-1'))).status).toBe('waiting')
  expect((await record(bottle(first, 'bottle-2'))).status).toBe('waiting')
  await enter(page, newcomer)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Τα αυτοκόλλητά μου' }).click()
  await expect(page.getByText('Δεν έχετε ακόμη αυτοκόλλητο')).toBeVisible()

  await test.step('a code that is wrong or nobody’s is rejected in words, and stays to be mended', async () => {
    const unknown = first.endsWith('2') ? `${first.slice(0, -1)}3` : `${first.slice(0, -1)}2`
    for (const [typed, message] of [
      ['', 'Παρακαλώ συμπληρώστε το πεδίο "Κωδικός αυτοκόλλητου".'],
      [
        unknown,
        'Ο κωδικός δεν είναι σωστός. Συγκρίνετέ τον ξανά με το αυτοκόλλητο, χαρακτήρα προς χαρακτήρα.',
      ],
    ] as const) {
      await field(page).fill(typed)
      await add(page).click()
      await expect(page.getByText(message)).toBeVisible()
      await expect(field(page)).toBeFocused()
      await expect(field(page)).toHaveValue(typed)
    }
  })
  await test.step('typed in small Greek letters with blanks it is the same code', async () => {
    await field(page).fill(inGreek(first))
    await field(page).press('Enter')
    const said = page.getByRole('status').filter({ hasText: `Το αυτοκόλλητο ${first} είναι δικό σας` })
    await expect(said).toBeFocused()
    await expect(said).toContainText('2 παραδόσεις που περίμεναν πιστώθηκαν: +40 πόντοι.')
    await expect(field(page)).toHaveValue('')
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText('Σε χρήση από')
  })
  await test.step('lost, after a question; found again, with what was handed in meanwhile', async () => {
    await page.getByRole('button', { name: 'Το έχασα' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Άκυρο' }).click()
    await expect(cards(page)).toContainText('Σε χρήση από')
    await page.getByRole('button', { name: 'Το έχασα' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ναι, το έχασα' }).click()
    await expect(cards(page)).toContainText('Χαμένο από')
    await expect(cards(page)).not.toContainText('περιμένει ήδη')
    const later = { ...bottle(first, 'bottle-3'), happened_at: new Date().toISOString() }
    expect((await record(later)).status).toBe('waiting')
    await page.reload()
    await expect(cards(page)).toContainText('Μία παράδοση περιμένει ήδη.')
    await page.getByRole('button', { name: 'Το βρήκα' }).click()
    await expect(page.getByText('Μία παράδοση που περίμενε πιστώθηκε: +20 πόντοι.')).toBeVisible()
    await expect(cards(page)).toContainText('Σε χρήση από')
  })
  await test.step('another takes its place', async () => {
    await page.getByRole('button', { name: 'Αντικατάσταση' }).click()
    const code = page.getByLabel('Κωδικός του νέου αυτοκόλλητου')
    await expect(code).toBeFocused()
    await code.fill(first)
    await code.press('Enter')
    await expect(page.getByText('Αυτό το αυτοκόλλητο χρησιμοποιείται ήδη.')).toBeVisible()
    await code.fill(second)
    await code.press('Enter')
    await expect(page.getByText(`Το ${second} πήρε τη θέση του ${first}`)).toBeVisible()
    await expect(cards(page).filter({ hasText: `Στη θέση του έχετε το ${second}.` })).toContainText(first)
  })
  await test.step('the points are there, and say by which sticker they came', async () => {
    await page.goto('/')
    const records = page.getByRole('list', { name: 'Πρόσφατες κινήσεις' }).getByRole('button')
    await expect(records).toHaveCount(3)
    await records.last().click()
    await expect(page.getByRole('group', { name: 'Γιατί τόσοι πόντοι;' })).toContainText(first)
  })
  await test.step('nobody else can have it', async () => {
    const other = { ...newcomer, email: 'other@example.gr' }
    await openAccount(portal, other)
    const elsewhen = await elsewhere(browser, portal)
    await enter(elsewhen, other)
    await elsewhen.goto('/settings/stickers')
    await field(elsewhen).fill(second)
    await add(elsewhen).click()
    await expect(elsewhen.getByText('Αυτό το αυτοκόλλητο ανήκει ήδη σε άλλον λογαριασμό.')).toBeVisible()
  })
})

test('a clerk looks a code up, and sees what waits', async ({ browser, page, portal }) => {
  const { record } = await openProgram(portal, 'Λάδι')
  const [first = '', second = ''] = await issue(page, 3)
  await openAccount(portal)
  const search = page.getByRole('region', { name: 'Αναζήτηση κωδικού' })
  const answer = search.getByRole('status')
  const plain = first.replaceAll('-', '')

  await test.step('nothing waits yet', async () => {
    await expect(page.getByText('Καμία παράδοση δεν περιμένει αυτοκόλλητο.')).toBeVisible()
  })
  for (const reference of ['bottle-1', 'bottle-2']) await record(bottle(first, reference))
  await record(bottle('ΛΑ-000123', 'bottle-3'))

  await test.step('how many deliveries wait, and for which codes', async () => {
    await page.reload()
    await expect(
      page.getByText(
        '3 παραδόσεις περιμένουν αυτοκόλλητο: 1 με άγνωστο κωδικό, 2 με αυτοκόλλητο που δεν ανήκει σε κανέναν.',
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Οι 2 κωδικοί' }).click()
    const rows = page.getByRole('table', { name: 'Παραδόσεις που περιμένουν' }).getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText(first)
    await expect(rows.nth(1)).toContainText('Δεν ανήκει σε κανέναν')
    await expect(rows.nth(2)).toContainText('Άγνωστος κωδικός')
    await rows.nth(1).getByRole('link', { name: first }).click()
    await expect(answer).toBeFocused()
    await expect(field(page)).toHaveValue(first)
  })
  await test.step('one that is nobody’s: from which batch, how many wait for it, of which site', async () => {
    await expect(answer.getByRole('heading')).toHaveText(first)
    for (const message of [
      'Δεν ανήκει ακόμη σε κανέναν',
      '2 παραδόσεις, 40 πόντοι',
      '02/11/2026, 09:30',
      'Λάδι (2)',
    ])
      await expect(answer).toContainText(message)
  })
  await test.step('typed or scanned, one after the other, however it is written', async () => {
    await page.goto('/admin/stickers')
    await field(page).fill(inGreek(first))
    await field(page).press('Enter')
    await expect(page).toHaveURL(new RegExp(`\\?code=${plain}$`))
    await expect(answer.getByRole('heading')).toHaveText(first)
    await expect(field(page)).toBeFocused()
    for (const [scanned, message] of [
      ['222222222222', 'Δεν έχει εκδοθεί αυτοκόλλητο με αυτόν τον κωδικό'],
      [`${plain.slice(0, -1)}B`, 'Δεν υπάρχει αυτοκόλλητο με αυτόν τον κωδικό'],
      ['ΛΑ-000123', '1 παράδοση, 20 πόντοι'],
    ] as const) {
      // The last code is selected, so the next one replaces it.
      await expect
        .poll(() => page.evaluate(() => getSelection()?.toString()))
        .toBe(await field(page).inputValue())
      await page.keyboard.type(scanned)
      await page.keyboard.press('Enter')
      await expect(answer).toContainText(message)
    }
  })
  await test.step('nothing and too much are rejected in words, and stay', async () => {
    await field(page).fill(' ')
    await field(page).press('Enter')
    await expect(field(page)).toHaveAccessibleDescription(
      /Παρακαλώ συμπληρώστε το πεδίο "Κωδικός αυτοκόλλητου"\./,
    )
    await field(page).fill('Χ'.repeat(101))
    await field(page).press('Enter')
    await expect(field(page)).toHaveAccessibleDescription(/μπορεί να έχει έως 100 χαρακτήρες/)
    await expect(field(page)).toHaveValue(/^[XΧ]{101}$/)
  })
  await test.step('whose it is, by what it was replaced, and the person’s stickers', async () => {
    const citizen = await elsewhere(browser, portal)
    await enter(citizen, newcomer)
    await citizen.goto('/settings/stickers')
    await field(citizen).fill(first)
    await add(citizen).click()
    await citizen.getByRole('button', { name: 'Αντικατάσταση' }).click()
    await citizen.getByLabel('Κωδικός του νέου αυτοκόλλητου').fill(second)
    await citizen.keyboard.press('Enter')
    await expect(cards(citizen)).toHaveCount(2)

    await page.goto(`/admin/stickers?code=${plain}`)
    await expect(answer).toContainText('Χαμένο, το αντικατέστησε άλλο')
    await expect(answer).toContainText('Καμία παράδοση')
    await answer.getByRole('link', { name: second }).click()
    await expect(answer.getByRole('heading')).toHaveText(second)
    await expect(answer).toContainText('Σε χρήση')
    await expect(answer.getByRole('link', { name: first })).toBeVisible()
    await page.goBack()
    await expect(answer.getByRole('heading')).toHaveText(first)
    await answer.getByRole('link', { name: 'Ελένη Κωνσταντίνου' }).click()
    const stickers = page.getByRole('list', { name: 'Αυτοκόλλητα' }).getByRole('listitem')
    await expect(stickers).toHaveCount(2)
    await expect(stickers.filter({ hasText: first })).toContainText('το αντικατέστησε άλλο')
    await stickers.getByRole('link', { name: second }).click()
    await expect(answer.getByRole('heading')).toHaveText(second)
  })
  await test.step('a reload shows the same', async () => {
    await page.reload()
    await expect(answer.getByRole('heading')).toHaveText(second)
  })
  await test.step('without a mouse: / leads to the field', async () => {
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
  })
})

test('stickers at three widths, in the settings’ frame and without a mouse, and nothing for axe', async ({
  browser,
  page,
  portal,
}) => {
  test.setTimeout(180_000)
  const clerkPage = await elsewhere(browser, portal)
  const [first = '', second = ''] = await issue(clerkPage, 2)
  const { record } = await openProgram(portal, 'Λάδι')
  await record(bottle('ΛΑ-000123', 'bottle-1'))
  await openAccount(portal)
  await enter(page, newcomer)
  await page.goto('/settings')

  await test.step('by the keyboard alone, in the frame of the settings dialog', async () => {
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.goto('/')
    await page.getByRole('button', { name: new RegExp(newcomer.email) }).press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const frame = page.frameLocator('iframe')
    await frame.getByRole('link', { name: 'Τα αυτοκόλλητά μου' }).press('Enter')
    await expect(frame.getByRole('heading', { name: 'Τα αυτοκόλλητά μου' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type(first.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(frame.getByText(`Το αυτοκόλλητο ${first} είναι δικό σας`)).toBeVisible()
    await page.keyboard.press('Escape')
  })
  const whole = async (page: Page, what: string) => {
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${what} is wider than the page`).toBe(0)
    await expectAccessible(page)
  }
  for (const width of widths)
    await test.step(`${width} px`, async () => {
      for (const one of [page, clerkPage]) await one.setViewportSize({ width, height: 860 })
      await page.goto('/settings/stickers')
      await page.getByRole('button', { name: 'Αντικατάσταση' }).click()
      await field(page).fill('x')
      await add(page).click()
      await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
      await whole(page, 'the citizen’s stickers')
      await clerkPage.goto(`/admin/stickers?code=${first}`)
      await clerkPage.getByRole('button', { name: 'Ο κωδικός' }).click()
      await expect(clerkPage.getByRole('row')).toHaveCount(4)
      await whole(clerkPage, 'the staff’s stickers')
      await clerkPage.getByRole('link', { name: 'Ελένη Κωνσταντίνου' }).click()
      await expect(clerkPage.getByRole('list', { name: 'Αυτοκόλλητα' })).toContainText(first)
      await whole(clerkPage, 'a person with a sticker')
    })
  await test.step('768 px: the settings are under Περισσότερα', async () => {
    await clerkPage.setViewportSize({ width: 768, height: 860 })
    await clerkPage.getByRole('button', { name: 'Περισσότερα' }).click()
    await expect(clerkPage.getByRole('link', { name: 'Ρυθμίσεις' })).toBeVisible()
    await whole(clerkPage, 'the header')
  })
  expect(second).not.toBe('')
})
