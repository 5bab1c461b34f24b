/** The staff's users: list, search, details (portal.md §2, Admin users). */
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsAndAccessible } from '../accessible.ts'
import { clerk } from '../seed.ts'
import { expect } from '../fixtures.ts'
import { eleni, people, petros, test } from './staff-seed.ts'
import { signInByApi, pathOf, widths } from './steps.ts'

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Αναζήτηση χρήστη' })
const list = (page: Page) => page.getByRole('list', { name: 'Κατάλογος χρηστών' })
const details = (page: Page) => page.getByRole('region', { name: 'Στοιχεία χρήστη' })
const named = ({ name, email }: typeof petros) => new RegExp(`^${name} ?, ${email}$`)
const term = (page: Page, name: string) =>
  details(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })

test.beforeEach(({ page }) => signInByApi(page, clerk))

test('the users page searches participants and shows the details of one [§6 staff]', async ({
  page,
  context,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/participants/') asked.push(searchParams.get('search') ?? '')
  })
  await page.goto('/admin/users')

  await test.step('the list is sorted by name, with full name, email and total [§2 users list]', async () => {
    await expect(page.getByRole('status').filter({ hasText: String(people) })).toBeVisible()
    await expect(list(page).getByRole('link').first()).toHaveAccessibleName(named(eleni))
    await expect(details(page)).toContainText('Επιλέξτε έναν χρήστη')
  })
  await test.step('the search starts after a pause in typing [§2 filter box]', async () => {
    asked.length = 0
    await searchBox(page).pressSequentially('ωραιοπ', { delay: 40 })
    await expect(list(page).getByRole('link')).toHaveCount(1)
    await expect(list(page).getByRole('link')).toHaveAccessibleName(named(petros))
    expect(asked.at(-1)).toBe('ωραιοπ')
    // A slow machine may pause between two keys.
    expect(asked.length).toBeLessThan(6)
    expect(decodeURIComponent(pathOf(page))).toBe('/admin/users?search=ωραιοπ')
  })
  await test.step('a comma separates words like a space [§2 search words]', async () => {
    await searchBox(page).fill('Κωνσταντίνου,Ελένη')
    await expect(list(page).getByRole('link')).toHaveCount(1)
    await expect(list(page).getByRole('link')).toHaveAccessibleName(named(eleni))
  })
  await test.step('the indicator is shown only while a search takes long [§2 filter box]', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/participants/*', async (route) => {
      await held
      await route.continue()
    })
    await searchBox(page).fill('κωνσταντ')
    await expect(page.getByText('Αναζήτηση…')).toBeVisible()
    await expect(list(page).getByRole('link'), 'the last answer stays').toHaveCount(1)
    answer()
    await expect(list(page).getByRole('link')).toHaveAccessibleName(named(eleni))
    await expect(page.getByText('Αναζήτηση…')).toBeHidden()
    await page.unroute('**/api/participants/*')
  })
  await test.step('the clear button clears the search [§2 filter box]', async () => {
    await page.getByRole('button', { name: 'Καθαρισμός αναζήτησης' }).click()
    await expect(searchBox(page)).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: String(people) })).toBeVisible()
    expect(pathOf(page)).toBe('/admin/users')
  })

  await test.step('the details are read-only [§2 user details]', async () => {
    await list(page).getByRole('link', { name: eleni.name }).click()
    await expect(page).toHaveURL(/\/admin\/users\/\d+$/)
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(eleni.name)
    for (const [name, value] of [
      ['Όνομα', 'Ελένη'],
      ['Επώνυμο', 'Κωνσταντίνου'],
      ['Τηλέφωνο', eleni.telephone],
      ['Email', eleni.email],
      ['Δήμος', 'Δήμος Κοζάνης'],
      ['Αριθμός λογαριασμού', pathOf(page).split('/').at(-1) ?? ''],
    ] as const)
      await expect(term(page, name).locator('dd')).toContainText(value)
    // Only the notes of calls can be written.
    await expect(details(page).getByRole('textbox')).toHaveCount(1)
    await expect(details(page).getByRole('textbox', { name: 'Νέα σημείωση' })).toBeVisible()
  })
  await test.step('the five sums are drawn as a waterfall [§2 user details]', async () => {
    for (const [name, figure] of [
      ['Τηγανέλαιο', '+1.330'],
      ['Επαναχρησιμοποίηση', '+90'],
      ['Συγκεντρωμένοι', '1.420'],
      ['Εξαργυρωμένοι', '−20'],
      ['Διαθέσιμοι', '1.400'],
    ] as const)
      await expect(term(page, name).getByText(figure, { exact: true })).toBeVisible()
    // Each bar begins where the one above ends.
    const bar = async (name: string) => {
      const box = await term(page, name).locator('[style*="width"]').boundingBox()
      return { left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) }
    }
    const [oil, reuse, collected] = [
      await bar('Τηγανέλαιο'),
      await bar('Επαναχρησιμοποίηση'),
      await bar('Συγκεντρωμένοι'),
    ]
    expect(reuse.left).toBeCloseTo(oil.right, 0)
    expect(collected.left).toBeCloseTo(oil.left, 0)
    expect(collected.right).toBeCloseTo(reuse.right, 0)
  })
  await test.step('email and telephone are copied by a button and by a key [staff copy]', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    // The message is shown for 2.5 seconds.
    await Promise.all([
      expect(page.getByRole('status').filter({ hasText: 'Αντιγράφηκε' })).toBeVisible(),
      page.getByRole('button', { name: 'Αντιγραφή email' }).click(),
    ])
    expect(await copied()).toBe(eleni.email)
    await page.keyboard.press('t')
    await expect.poll(copied).toBe(eleni.telephone)
  })
  await test.step('a negative sum and a missing municipality are shown [§2 user details]', async () => {
    await searchBox(page).fill('petros@')
    await list(page).getByRole('link', { name: petros.name }).click()
    await expect(term(page, 'Επαναχρησιμοποίηση').getByText('−40', { exact: true })).toBeVisible()
    await expect(term(page, 'Συγκεντρωμένοι').getByText('60', { exact: true })).toBeVisible()
    await expect(term(page, 'Εξαργυρωμένοι').getByText('0', { exact: true })).toBeVisible()
    await expect(term(page, 'Δήμος')).toContainText('Δεν έχει δοθεί')
  })
  await test.step('a reload restores search and participant from the address [§2 users address]', async () => {
    await page.reload()
    await expect(searchBox(page)).toHaveValue('petros@')
    await expect(list(page).getByRole('link')).toHaveCount(1)
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(petros.name)
  })
  await test.step('one click opens the points of the participant [§2 user to points]', async () => {
    await details(page).getByRole('link', { name: 'Ιστορικό πόντων' }).click()
    await expect(page).toHaveURL(/\/admin\/points\/\d+\/page\/1$/)
    await expect(page.getByText('1–2 από 2')).toBeVisible()
  })
})

test('the users page loads the parts of the list in view and the next one [§2 users pages]', async ({
  page,
}) => {
  const pieces = new Set<string>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/participants/') pieces.add(searchParams.get('offset') ?? '')
  })
  await page.goto('/admin/users')
  await expect(list(page).getByRole('link').first()).toBeVisible()
  await expect.poll(() => [...pieces]).toEqual(['0', '50'])
  await expect(list(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(people))
  // Only rows in view are rendered.
  expect(await list(page).getByRole('listitem').count()).toBeLessThan(40)

  await list(page).getByRole('link').first().focus()
  await page.keyboard.press('End')
  await expect(list(page).getByRole('link', { name: petros.name })).toBeFocused()
  expect([...pieces]).toContain('100')
})

test('the users page has messages for no users, no results and a failure [§2 users states]', async ({
  page,
}) => {
  const answer = { status: 500, json: { detail: 'Internal server error.' } }
  await page.goto('/admin/users?search=ξψξψ')
  await expect(page.getByText('Δεν βρέθηκαν χρήστες με αυτά τα στοιχεία.')).toBeVisible()
  await page.goto('/admin/users/999999')
  await expect(page.getByText('Ο χρήστης δεν βρέθηκε.')).toBeVisible()

  await page.route('**/api/participants/?*', (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await page.goto('/admin/users')
  await expect(page.getByText('Δεν υπάρχουν εγγεγραμμένοι χρήστες.', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.route('**/api/participants/?*', (route) => route.fulfill(answer))
  await page.reload()
  await expect(
    page.getByText('Οι πληροφορίες για τους χρήστες δεν είναι διαθέσιμες.', { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/participants/?*')
  await page.getByRole('button', { name: 'Νέα προσπάθεια' }).click()
  await expect(list(page).getByRole('link').first()).toBeVisible()
})

test('the users page has keyboard shortcuts [staff keys]', async ({ page }) => {
  await page.goto('/admin/users')
  await expect(list(page).getByRole('link').first()).toBeVisible()
  const row = (at: number) => list(page).getByRole('listitem').nth(at).getByRole('link')

  await test.step('j and k move between rows, also in Greek layout and from an opened participant', async () => {
    await page.keyboard.press('j')
    await expect(row(0)).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(row(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('Μαρία Παπαδοπούλου 000')
    await page.evaluate(() =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ξ', code: 'KeyJ', bubbles: true, cancelable: true }),
      ),
    )
    await expect(row(2)).toBeFocused()
  })
  await test.step('Escape closes the details and leaves the focus on the row', async () => {
    await row(2).evaluate((link) => link.addEventListener('blur', () => link.setAttribute('data-left', '')))
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/admin\/users$/)
    await expect(details(page).getByRole('heading', { level: 2 })).toBeHidden()
    await expect(row(2)).toBeFocused()
    await expect(row(2)).not.toHaveAttribute('data-left')
  })
  await test.step('/ focuses the search, where letters are typed; the arrow key focuses the result', async () => {
    // The details are open and close while the next keys are pressed.
    await page.keyboard.press('Enter')
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('Μαρία Παπαδοπούλου 001')
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.keyboard.type('jjk')
    await expect(searchBox(page)).toHaveValue('jjk')
    await expect(searchBox(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(searchBox(page)).toHaveValue('')
    await page.keyboard.type('κωνστ')
    await expect(list(page).getByRole('link')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(eleni.name)
  })
  await test.step('Enter in the search opens the only result, where the keys are shortcuts again', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('petros@')
    await page.keyboard.press('Enter')
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(petros.name)
    await expect(list(page).getByRole('link')).toBeFocused()
    await page.keyboard.press('/')
    await page.keyboard.type('κωνστ')
    await page.keyboard.press('Enter')
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(eleni.name)
  })
  await test.step('? lists the shortcuts, with a switch that is stored [staff keys]', async () => {
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Συντομεύσεις πληκτρολογίου' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(details(page).getByRole('heading', { level: 2 }), 'only the dialog closed').toBeVisible()

    await page.getByRole('button', { name: 'Συντομεύσεις πληκτρολογίου' }).click()
    await dialog.getByRole('checkbox', { name: /^Συντομεύσεις με γράμματα/ }).uncheck()
    await dialog.getByRole('button', { name: 'Κλείσιμο' }).click()
    await page.reload()
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(eleni.name)
    await page.keyboard.press('/')
    await page.keyboard.press('?')
    await page.keyboard.press('h')
    await expect(searchBox(page)).not.toBeFocused()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Συντομεύσεις πληκτρολογίου' }).click()
    await dialog.getByRole('checkbox', { name: /^Συντομεύσεις με γράμματα/ }).check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('h')
    await expect(page).toHaveURL(/\/admin\/points\/\d+\/page\/1$/)
    await page.keyboard.type('gu')
    await expect(page).toHaveURL(/\/admin\/users$/)
  })
})

test('the users page fits at three widths, without axe violations, as list and as details [§2 users widths]', async ({
  page,
}) => {
  test.slow()
  for (const width of widths)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 860 })
      await page.goto('/admin/users')
      await expect(list(page).getByRole('link').first()).toBeVisible()
      await expectFitsAndAccessible(page, 'the list')
      await list(page)
        .getByRole('link', { name: /Παπαδοπούλου 004/ })
        .click()
      await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('Μαρία Παπαδοπούλου 004')
      await expectFitsAndAccessible(page, 'a person')
      if (width > 390) return expect(list(page)).toBeVisible()
      // List and details replace each other; Back restores the position.
      await expect(list(page)).toBeHidden()
      await details(page).getByRole('link', { name: 'Πίσω στον κατάλογο' }).click()
      await expect(list(page).getByRole('link', { name: /Παπαδοπούλου 004/ })).toBeFocused()
      await expect(details(page)).toBeHidden()
    })
})
