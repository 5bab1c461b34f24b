/** Staff export participants and points as Excel files; each cell is compared with the portal's API. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import type { PointsPage } from '@portal/contract/points.ts'
import type { Participant } from '@portal/contract/participants.ts'
import { readSheet } from 'read-excel-file/node'
import { expectAccessible } from '../accessible.ts'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'
import { alone, slow } from '../tags.ts'
import type { Portal } from '../portal.ts'
import { openFaultyProxy, type FaultyProxy } from '../faulty-proxy.ts'
import { signInByApi, widths } from './steps.ts'

const people = [
  ['maria@example.gr', '=1+1', 'Παπαδοπούλου', '0030 2461 012345'],
  ['nikos@example.gr', 'Νίκος', '@Παπαδόπουλος', '+30 6944 111222'],
  ['eleni@example.gr', '"Ελένη"', 'Ζήση & Υιοί', '0'],
] as const
const records = [
  ['maria@example.gr', 1240, 'oil_collected', '2026-10-25T03:30:00+03:00'],
  ['maria@example.gr', -200, 'coupon_created', '2026-10-25T03:30:00+02:00'],
  ['nikos@example.gr', 40, 'item_reused', '2024-02-29T23:59:59+02:00'],
  ['nikos@example.gr', 80, 'item_delivered', '2024-03-01T00:00:00+02:00'],
  ['nikos@example.gr', -100, 'coupon_created', '2024-03-02T00:00:00+02:00'],
  ['nikos@example.gr', 50, 'coupon_reimbursed', '2024-03-03T00:00:00+02:00'],
  ['eleni@example.gr', 500, 'oil_collected', '2023-07-03T12:00:00+03:00'],
  ['eleni@example.gr', -500, 'collection_cancelled', '2023-07-04T12:00:00+03:00'],
] as const

const descriptions: Record<string, string> = {
  oil_collected: 'Παράδοση ελαίου',
  collection_cancelled: 'Ακύρωση παράδοσης ελαίου',
  item_reused: 'Επαναχρησιμοποίηση αντικειμένου',
  item_delivered: 'Παράδοση αντικειμένου για επαναχρησιμοποίηση',
  coupon_created: 'Έκδοση κουπονιού',
  coupon_cancelled: 'Ακύρωση κουπονιού',
  coupon_reimbursed: 'Ακύρωση κουπονιού',
}

async function importAll(portal: Portal, folder: (name: string) => string) {
  const quote = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`
  const file = async (name: string, rows: (string | number)[][]) => {
    await writeFile(folder(name), rows.map((row) => row.map(quote).join(',')).join('\n'))
    return folder(name)
  }
  const participants = await file('people.csv', [
    ['email', 'first_name', 'last_name', 'telephone', 'municipality', 'password_hash', 'created_at'],
    ...people.map((person) => [...person, 'Κοζάνης', '', '']),
  ])
  const points = await file('points.csv', [
    ['email', 'points', 'description', 'created_at', 'reference'],
    ...records.map((record, at) => [...record, `r-${at}`]),
  ])
  for (const [what, path] of [
    ['participants', participants],
    ['points', points],
  ] as const) {
    const result = await portal.cli(['import', what, path])
    expect(result.code, result.stderr).toBe(0)
  }
}

const exportButton = (page: Page) => page.getByRole('button', { name: 'Εξαγωγή σε Excel' })

/** Clicks the button and waits for the download. */
async function fileOf(page: Page): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()])
  return file
}
const cellsOf = async (file: Download) => readSheet(await readFile(await file.path()), { trim: false })

async function ask<Reply>(page: Page, path: string): Promise<Reply> {
  const answer = await page.request.get(path)
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Reply
}

const expectedPeople = (list: Participant[]) => [
  [
    'Επώνυμο',
    'Όνομα',
    'Email',
    'Τηλέφωνο',
    'Δήμος',
    'Κινήσεις',
    'Διαθέσιμοι πόντοι',
    'Συγκεντρωμένοι πόντοι',
    'Πόντοι από τηγανέλαιο',
    'Πόντοι από επαναχρησιμοποίηση',
    'Εξαργυρωμένοι πόντοι',
  ],
  ...list.map(({ points_summary: sums, ...one }) => [
    one.last_name,
    one.first_name,
    one.email,
    one.telephone,
    one.municipality_name,
    one.points_transactions,
    sums.available,
    sums.collected,
    sums.cookingoils,
    sums.reuse,
    sums.redeemed,
  ]),
]

const expectedPoints = ({ results }: PointsPage, names: Map<string, string>) => [
  ['Email', 'Ονοματεπώνυμο', 'Ημερομηνία και ώρα', 'Περιγραφή', 'Πόντοι', 'Λίτρα', 'Αντικείμενα'],
  ...results.map(({ participant, created_at, description, points }) => [
    participant?.email,
    names.get(participant?.email ?? ''),
    created_at.slice(0, 19),
    descriptions[description],
    points,
    null,
    null,
  ]),
]
/** Timestamps as local time to the second; a cell's fraction of a day is rounded. */
const roundTimestamps = (rows: Awaited<ReturnType<typeof cellsOf>>) =>
  rows.map((row) =>
    row.map((cell) =>
      cell instanceof Date
        ? new Date(Math.round(cell.getTime() / 1e3) * 1e3).toISOString().slice(0, 19)
        : cell,
    ),
  )

test(
  'exports contain the rows of the lists, cell by cell, with and without filters [§2 exports]',
  alone,
  async ({ page, portal }, testInfo) => {
    await importAll(portal, (name) => testInfo.outputPath(name))
    await signInByApi(page, clerk)
    const everyone = await ask<Participant[]>(page, '/api/participants/')
    const names = new Map(everyone.map(({ email, full_name }) => [email, full_name]))

    await test.step('users', async () => {
      await page.goto('/admin/users')
      const file = await fileOf(page)
      expect(file.suggestedFilename()).toBe('users.xlsx')
      expect(await cellsOf(file)).toEqual(expectedPeople(everyone))
      await expect(page.getByText('Η λήψη του αρχείου users.xlsx ολοκληρώθηκε.')).toBeAttached()
    })
    await test.step('users of a search', async () => {
      await page.getByRole('searchbox', { name: 'Αναζήτηση χρήστη' }).fill('papad')
      await expect(page).toHaveURL(/search=papad/)
      const list = await ask<Participant[]>(page, '/api/participants/?search=papad')
      expect(list).toHaveLength(2)
      expect(await cellsOf(await fileOf(page))).toEqual(expectedPeople(list))
    })
    await test.step('points', async () => {
      await page.goto('/admin/points/page/1')
      const file = await fileOf(page)
      expect(file.suggestedFilename()).toBe('points.xlsx')
      const list = await ask<PointsPage>(page, '/api/points/?page_size=100')
      expect(list.count).toBe(records.length)
      expect(roundTimestamps(await cellsOf(file))).toEqual(expectedPoints(list, names))
    })
    await test.step('points of a participant and of two days', async () => {
      const nikos = everyone.find(({ email }) => email === 'nikos@example.gr')
      await page.goto(`/admin/points/${nikos?.id}/page/1?from=2024-03-01&to=2024-03-02`)
      const query = `participant=${nikos?.id}&created_at_after=2024-03-01&created_at_before=2024-03-02`
      const list = await ask<PointsPage>(page, `/api/points/?${query}`)
      expect(list.count).toBe(2)
      expect(roundTimestamps(await cellsOf(await fileOf(page)))).toEqual(expectedPoints(list, names))
    })
    await test.step('all four exports are recorded, without the search text', async () => {
      const { stdout } = await portal.cli(['exports'])
      const lines = stdout.trim().split('\n').slice(1)
      expect(
        lines.map((line) => /(points|participants) .* (\d+) +complete$/.exec(line)?.slice(1, 3)),
      ).toEqual([
        ['points', '2'],
        ['points', '8'],
        ['participants', '2'],
        ['participants', '3'],
      ])
      expect(lines.every((line) => line.includes(clerk.email))).toBe(true)
      expect(stdout).not.toContain('papad')
    })
  },
)

test.describe('export in progress', () => {
  // Each imports 4,000 records.
  test.use({ shared: false })
  let proxy: FaultyProxy
  let saved: string[]
  test.beforeEach(async ({ page, portal }) => {
    const made = await portal.cli(['demo', '--participants', '60', '--records', '4000', '--seed', '3'])
    expect(made.code, made.stderr).toBe(0)
    proxy = await openFaultyProxy(portal)
    saved = []
    page.on('download', (file) => saved.push(file.suggestedFilename()))
    await page.request.post(`${proxy.url}/api/auth/token/login`, { data: clerk })
    await page.goto(`${proxy.url}/admin/points/page/1`)
    await expect(page.getByRole('table')).toBeVisible()
  })
  test.afterEach(() => proxy.close())

  /** Starts a download that stalls after its first part. */
  async function startExport(page: Page) {
    proxy.stallAfter(60_000)
    await exportButton(page).focus()
    await page.keyboard.press('Enter')
    const bar = page.getByRole('progressbar', { name: 'Λήψη του αρχείου Excel' })
    await expect(bar).toHaveAttribute('aria-valuetext', /^Λήψη… [1-9]\d?%$/)
    return bar
  }

  test(
    'shows its progress, is cancelled by leaving the page, and cancelled and restarted by keyboard [exports progress]',
    slow,
    async ({ page }) => {
      await test.step('leaving the page', async () => {
        const menu = page.getByRole('banner')
        // The users' page is loaded by then, and does not need the stalled connection.
        await menu.getByRole('link', { name: 'Χρήστες' }).click()
        await expect(page.getByRole('link', { name: /@/ }).first()).toBeVisible()
        await menu.getByRole('link', { name: 'Πόντοι', exact: true }).click()
        const bar = await startExport(page)
        await menu.getByRole('link', { name: 'Χρήστες' }).click()
        await expect(page).toHaveURL(/\/admin\/users$/)
        // The address changes before the page: until it is gone, its file may still arrive.
        await expect(bar).toBeHidden()
        proxy.resume()
        await expect(page.getByRole('link', { name: /@/ }).first()).toBeVisible()
        expect(saved).toEqual([])
        await menu.getByRole('link', { name: 'Πόντοι', exact: true }).click()
        await expect(page.getByRole('table')).toBeVisible()
      })
      const bar = await startExport(page)
      await expect(page.getByText('Η λήψη του αρχείου Excel ξεκίνησε.')).toBeAttached()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 860 })
        await expectAccessible(page)
      }
      await expect(exportButton(page)).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Ακύρωση', exact: true })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(bar).toBeHidden()
      await expect(exportButton(page)).toBeFocused()
      await expect(page.getByText('Η λήψη ακυρώθηκε. Δεν αποθηκεύτηκε αρχείο.')).toBeAttached()
      proxy.resume()
      const file = await fileOf(page)
      expect(await cellsOf(file)).toHaveLength(4_001)
      expect(saved).toEqual(['points.xlsx'])
    },
  )

  test(
    'fails without a file if the server is killed, and can be retried [exports progress]',
    slow,
    async ({ page, portal }) => {
      await startExport(page)
      await portal.kill9()
      const problem = page.getByRole('alert')
      await expect(problem).toContainText('Η εξαγωγή δεν ολοκληρώθηκε')
      await expect(problem).toContainText('Δεν αποθηκεύτηκε αρχείο.')
      await expectAccessible(page)
      expect(saved).toEqual([])
      await portal.start()
      proxy.resume()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        problem.getByRole('button', { name: 'Νέα προσπάθεια' }).click(),
      ])
      expect(await cellsOf(file)).toHaveLength(4_001)
      await expect(problem).toBeHidden()
    },
  )
})

test('a rejected export shows the reason, and an ended session redirects to /login', async ({ page }) => {
  await signInByApi(page, clerk)
  await page.goto('/admin/points/999999/page/1')
  await exportButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Η εξαγωγή' })).toContainText(
    'Τα φίλτρα που έχετε επιλέξει δεν ισχύουν. Επιλέξτε άλλα.',
  )
  await page.route('**/api/participants/export/**', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'X-Error-Code': 'throttled;seconds=15' },
      json: { detail: '?' },
    }),
  )
  await page.goto('/admin/users')
  await exportButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Γίνονται ήδη άλλες εξαγωγές.')
  await page.unroute('**/api/participants/export/**')
  await page.context().clearCookies()
  await exportButton(page).click()
  await expect(page).toHaveURL(/\/login/)
})
