/** The staff's dashboard: points given and spent, by source and municipality, as totals, charts and tables. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { alone } from '../tags.ts'
import { signInByApi, newcomer, createAccount, pathOf, widths } from './steps.ts'

const demo = ['demo', '--participants', '40', '--records', '1500', '--seed', '3']
const number = (text: string | null | undefined) =>
  Number((text ?? '').replaceAll('.', '').replace(',', '.').replace('−', '-'))

const figure = (page: Page, name: string) => page.getByRole('figure', { name, exact: true })
const toggle = (page: Page, name: string) =>
  figure(page, name).getByRole('button', { name: `Προβολή πίνακα ${name}` })

/** Value of a total, by its label. */
const sumOf = async (page: Page, name: string) =>
  number(
    await page
      .getByRole('region', { name: 'Σύνολα' })
      .locator('div', { has: page.getByRole('term').filter({ hasText: name }) })
      .getByRole('definition')
      .first()
      .textContent(),
  )

/** Numbers of a table by row; the sums of its footer last. */
async function numbersIn(page: Page, name: string): Promise<number[][]> {
  if ((await toggle(page, name).getAttribute('aria-pressed')) === 'false') await toggle(page, name).click()
  const table = figure(page, name).getByRole('table')
  await expect(table).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // In one call: read row by row, a table that is rendered again in between has empty rows.
  const cells = await table.evaluate((drawn: HTMLTableElement) =>
    [...drawn.rows]
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  )
  return cells.map((row) => row.map(number))
}

const added = (rows: number[][], column: number) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0)

test('the dashboard shows points given and spent [§2 dashboard]', alone, async ({ page, portal }) => {
  expect((await portal.cli(demo)).code).toBe(0)
  await signInByApi(page, clerk)
  await page.setViewportSize({ width: 1280, height: 900 })
  const period = (name: string) =>
    page.getByRole('radiogroup', { name: 'Χρονικό διάστημα' }).getByRole('radio', { name })
  const settled = () => expect(page.locator('[aria-busy=true]')).toHaveCount(0)

  await test.step('opens from the menu with the last month', async () => {
    await page.goto('/admin/users')
    await page
      .getByRole('navigation', { name: 'Κύριο μενού' })
      .getByRole('link', { name: 'Επισκόπηση' })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Επισκόπηση' })).toBeFocused()
    await page.keyboard.type('gu')
    await expect(page.getByRole('heading', { level: 1, name: 'Χρήστες' })).toBeFocused()
    await page.keyboard.type('gd')
    await expect.poll(() => pathOf(page)).toBe('/admin/dashboard')
    await expect(period('Τελευταίος μήνας')).toBeChecked()
    await expect(page.getByRole('img', { name: 'Πόντοι που δόθηκαν' })).toBeVisible()
  })

  await test.step('each chart has a summary sentence and is not focusable', async () => {
    const given = figure(page, 'Πόντοι που δόθηκαν')
    await expect(given).toContainText(
      /Δόθηκαν [\d.]+ πόντοι: [\d.]+ για τηγανέλαιο και [\d.]+ για επαναχρησιμοποίηση/,
    )
    await toggle(page, 'Πόντοι που δόθηκαν').focus()
    await page.keyboard.press('Tab')
    await expect(toggle(page, 'Πόντοι που εξαργυρώθηκαν')).toBeFocused()
  })

  await test.step('the address contains the period; reload and Back restore the view', async () => {
    await period('Όλο το διάστημα').check()
    await expect.poll(() => pathOf(page)).toBe('/admin/dashboard?period=all')
    await settled()
    await toggle(page, 'Πόντοι που δόθηκαν').click()
    await expect.poll(() => pathOf(page)).toBe('/admin/dashboard?period=all&tables=given')
    // The address changes before React has rendered it.
    await expect(toggle(page, 'Πόντοι που δόθηκαν')).toHaveAttribute('aria-pressed', 'true')
    const all = await numbersIn(page, 'Πόντοι που δόθηκαν')
    expect(all.length).toBeGreaterThan(40)

    await page.reload()
    await expect.poll(() => numbersIn(page, 'Πόντοι που δόθηκαν')).toEqual(all)
    await expect(period('Όλο το διάστημα')).toBeChecked()

    await period('Τελευταία εβδομάδα').check()
    await settled()
    await expect.poll(() => numbersIn(page, 'Πόντοι που δόθηκαν')).toHaveLength(8)
    await page.goBack()
    await settled()
    await expect.poll(() => pathOf(page)).toBe('/admin/dashboard?period=all&tables=given')
    await expect.poll(() => numbersIn(page, 'Πόντοι που δόθηκαν')).toEqual(all)
  })

  await test.step('tables, totals and the ledger have the same sums', async () => {
    const tables = {
      'Πόντοι που δόθηκαν': 2,
      'Πόντοι που εξαργυρώθηκαν': 0,
      'Λίτρα τηγανελαίου': 0,
      Αντικείμενα: 0,
      'Νέοι λογαριασμοί': 0,
    }
    for (const [name, column] of Object.entries(tables)) {
      const rows = await numbersIn(page, name)
      const foot = rows.at(-1)?.[column] ?? NaN
      expect(added(rows.slice(0, -1), column), name).toBe(foot)
      expect(await sumOf(page, name), name).toBe(foot)
    }
    expect(await sumOf(page, 'Νέοι λογαριασμοί')).toBe(40)

    const towns = await numbersIn(page, 'Πόντοι ανά δήμο')
    const [oil = 0, reuse = 0, spent = 0] = towns.at(-1) ?? []
    expect(oil + reuse).toBe(await sumOf(page, 'Πόντοι που δόθηκαν'))
    expect(spent).toBe(await sumOf(page, 'Πόντοι που εξαργυρώθηκαν'))

    const people = (await (await page.request.get('/api/participants/?limit=100')).json()) as {
      points_summary: { collected: number; cookingoils: number; reuse: number; redeemed: number }
    }[]
    const sum = (name: 'cookingoils' | 'reuse' | 'redeemed') =>
      people.reduce((total, { points_summary }) => total + points_summary[name], 0)
    expect([oil, reuse, spent]).toEqual([sum('cookingoils'), sum('reuse'), sum('redeemed')])
  })

  await test.step('is accessible and not wider than the screen, as charts and as tables', async () => {
    for (const width of [...widths, 768]) {
      await page.setViewportSize({ width, height: 860 })
      for (const tables of ['', '&tables=given.spent.litres.items.accounts.active.towns']) {
        await page.goto(`/admin/dashboard?period=last-year${tables}`)
        await expect(figure(page, 'Πόντοι ανά δήμο')).toBeVisible()
        await expect(page.getByRole('table')).toHaveCount(tables === '' ? 0 : 7)
        await expectAccessible(page)
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(over, `${width} px`).toBeLessThanOrEqual(0)
      }
    }
  })

  await test.step('an empty period has a message and a link to all time', async () => {
    await page.goto('/admin/dashboard?from=2001-01-01&to=2001-01-31')
    await expect(page.getByText('Δεν υπάρχουν κινήσεις ούτε νέοι λογαριασμοί')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('status').getByRole('link', { name: 'Όλο το διάστημα' }).click()
    await expect(figure(page, 'Πόντοι ανά δήμο')).toBeVisible()
  })

  await test.step('shows a failure and a retry button', async () => {
    await page.route('**/api/dashboard/**', (route) => route.abort())
    await page.goto('/admin/dashboard?period=last-week')
    await expect(page.getByRole('alert')).toContainText('δεν είναι διαθέσιμα αυτή τη στιγμή')
    await expectAccessible(page)
    await page.unroute('**/api/dashboard/**')
    await page.getByRole('button', { name: 'Νέα προσπάθεια' }).click()
    await expect(figure(page, 'Πόντοι ανά δήμο')).toBeVisible()
  })
})

test('the dashboard is closed to customers, and its code is not loaded', async ({ page, portal }) => {
  await createAccount(portal)
  await signInByApi(page, newcomer)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL(`${portal.url}/`)
  expect(asked.filter((url) => /dashboard-page|api\/dashboard/.test(url))).toEqual([])
  expect((await page.request.get('/api/dashboard/')).status()).toBe(403)
})
