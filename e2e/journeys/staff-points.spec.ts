/** The staff's points history: participant, days, pages (portal.md §2, Admin points history). */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { clerk } from '../seed.ts'
import { expect } from '../fixtures.ts'
import { slow } from '../tags.ts'
import { eleni, eleniRecords, noon, people, petros, records, test, within } from './staff-seed.ts'
import { openOtherBrowser, serverTime, signInByApi, pathOf, widths } from './steps.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Κατάλογος χρηστών' })
const table = (page: Page) => page.getByRole('table', { name: 'Ιστορικό πόντων' })
const period = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Χρονικό διάστημα' }).getByRole('radio', { name })
const shown = (page: Page) => page.getByText(/^[\d.]+–[\d.]+ από [\d.]+$/)
const cells = async (page: Page) =>
  Promise.all(
    (await table(page).getByRole('row').all()).slice(1).map((row) => row.getByRole('cell').allInnerTexts()),
  )

// A time zone in which the next day has begun: the periods use the day in Athens.
test.use({ timezoneId: 'Pacific/Kiritimati' })
test.beforeEach(async ({ page }) => {
  await serverTime(page, noon)
  await signInByApi(page, clerk)
})

async function openEleni(page: Page): Promise<void> {
  await page.goto('/admin/points')
  await page.getByRole('searchbox', { name: 'Αναζήτηση χρήστη' }).fill(eleni.email)
  await expect(list(page).getByRole('link')).toHaveCount(1)
  await list(page).getByRole('link', { name: eleni.name }).click()
  await expect(shown(page)).toHaveText(`1–${within.all} από ${within.all}`)
}

test('the points history shows all records or those of one participant [§6 staff]', async ({ page }) => {
  await page.goto('/admin/points')
  await expect(page).toHaveURL(/\/admin\/points\/page\/1$/)

  await test.step('the list shows the number of records, in total and of each participant [§2 points counts]', async () => {
    await expect(page.getByRole('link', { name: 'Όλοι οι χρήστες' })).toContainText(`${records} κινήσεις`)
    await expect(page.getByRole('link', { name: 'Όλοι οι χρήστες' })).toHaveAttribute('aria-current', 'true')
    await expect(list(page).getByRole('link', { name: eleni.name })).toContainText(
      `${eleniRecords.length} κινήσεις`,
    )
    await expect(list(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(people))
    await expect(shown(page)).toHaveText(`1–20 από ${records}`)
  })
  await test.step('the records have the texts of §4, signed points and the time of Athens [§2 points table]', async () => {
    await openEleni(page)
    expect(await cells(page)).toEqual([
      [eleni.email, '10/03/2026, 08:42', 'Παράδοση ελαίου', '+1.240'],
      [eleni.email, '04/03/2026, 00:10', 'Επαναχρησιμοποίηση αντικειμένου', '+40'],
      [eleni.email, '03/03/2026, 23:50', 'Έκδοση κουπονιού', '−200'],
      [eleni.email, '11/02/2026, 00:05', 'Ακύρωση κουπονιού', '+150'],
      [eleni.email, '10/02/2026, 23:55', 'Ακύρωση παράδοσης ελαίου', '−60'],
      [eleni.email, '11/09/2025, 00:01', 'Παράδοση αντικειμένου για επαναχρησιμοποίηση', '+50'],
      [eleni.email, '10/09/2025, 23:59', 'Ακύρωση κουπονιού', '+30'],
      [eleni.email, '11/03/2025, 00:01', 'Παράδοση ελαίου', '+70'],
      [eleni.email, '10/03/2025, 23:59', 'Παράδοση ελαίου', '+80'],
    ])
  })
  await test.step('the totals are those of the filter [points totals]', () =>
    expect(page.locator('main dl').first()).toHaveText('Προστέθηκαν+1.660Αφαιρέθηκαν−260Διαφορά+1.400'))
  await test.step('each part of an email address stays on one line', async () => {
    const lines = await table(page)
      .getByRole('link')
      .first()
      .evaluate((link) =>
        [...link.querySelectorAll('span > span')].map((part) => part.getClientRects().length),
      )
    expect(lines).toEqual([1, 1])
  })
  await test.step('the email address links to the user [§2 points table]', async () => {
    await table(page).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/admin\/users\/\d+$/)
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(eleni.name)
  })
})

test(
  'the periods are whole days of Athens in any time zone of the browser [§2 periods]',
  slow,
  async ({ page }) => {
    await openEleni(page)
    for (const [name, count, days, address] of [
      ['Τελευταία εβδομάδα', within.week, '04/03/2026 – 10/03/2026', 'last-week'],
      ['Τελευταίος μήνας', within.month, '11/02/2026 – 10/03/2026', 'last-month'],
      ['Προηγούμενος μήνας', within.previousMonth, '01/02/2026 – 28/02/2026', 'previous-month'],
      ['Τελευταίοι 6 μήνες', within.sixMonths, '11/09/2025 – 10/03/2026', 'last-six-months'],
      ['Τελευταίο έτος', within.year, '11/03/2025 – 10/03/2026', 'last-year'],
    ] as const)
      await test.step(name, async () => {
        await period(page, name).check()
        await expect(shown(page)).toHaveText(`1–${count} από ${count}`)
        await expect(page.getByText(days)).toBeVisible()
        expect(new URL(page.url()).searchParams.get('period')).toBe(address)
      })
    await test.step('Όλο το διάστημα', async () => {
      await period(page, 'Όλο το διάστημα').check()
      await expect(shown(page)).toHaveText(`1–${within.all} από ${within.all}`)
      expect(new URL(page.url()).searchParams.has('period')).toBe(false)
    })
    await test.step('Άλλο διάστημα: two date pickers, both optional [§2 custom period] [§9 dates]', async () => {
      await period(page, 'Άλλο διάστημα').check()
      const [from, to] = [page.getByLabel('Από', { exact: true }), page.getByLabel('Έως', { exact: true })]
      await expect(from).toHaveAttribute('placeholder', 'αρχή')
      await expect(to).toHaveAttribute('placeholder', 'σήμερα')
      await from.fill('11/02/2026')
      await from.press('Enter')
      await expect(shown(page)).toHaveText(`1–${within.month} από ${within.month}`)
      await to.fill('3/3/26')
      await to.press('Enter')
      await expect(shown(page)).toHaveText('1–2 από 2')
      const asked = new URL(page.url()).searchParams
      expect([asked.get('period'), asked.get('from'), asked.get('to')]).toEqual([
        'custom',
        '2026-02-11',
        '2026-03-03',
      ])
      await test.step('a day before the start, after the end or after today is rejected with the reason [§5 date range]', async () => {
        const asIs = pathOf(page)
        for (const [field, typed, reason] of [
          [from, '04/03/2026', 'επιλέξτε έως και 03/03/2026'],
          [to, '10/02/2026', 'επιλέξτε από 11/02/2026'],
          [to, '11/03/2026', 'επιλέξτε έως και 10/03/2026'],
        ] as const) {
          await field.fill(typed)
          await field.press('Enter')
          await expect(page.getByText(reason)).toBeVisible()
          // An invalid day filters nothing.
          await expect(field).toHaveValue(typed)
          expect(pathOf(page)).not.toContain(field === from ? 'from=' : 'to=')
          await page.goto(asIs)
          await expect(shown(page)).toHaveText('1–2 από 2')
        }
      })
      await page.reload()
      await expect(from).toHaveValue('11/02/2026')
      await expect(to).toHaveValue('03/03/2026')
      await expect(shown(page)).toHaveText('1–2 από 2')
    })
  },
)

test(
  'the address of the points history contains the whole view: reload, Back, a shared link [§2 points address]',
  slow,
  async ({ page, browser, portal }) => {
    await page.goto('/admin/points')
    await expect(shown(page)).toHaveText(`1–20 από ${records}`)
    const pages = Math.ceil(records / 20)

    await test.step('a page adds a history entry, a filter replaces it [§2 points pages]', async () => {
      await page.getByRole('link', { name: 'Σελίδα 2', exact: true }).click()
      await expect(shown(page)).toHaveText(`21–40 από ${records}`)
      await page.getByRole('link', { name: 'Επόμενη σελίδα' }).click()
      await expect(shown(page)).toHaveText(`41–60 από ${records}`)
      await period(page, 'Τελευταίος μήνας').check()
      await expect(shown(page)).toHaveText('1–4 από 4')
      expect(pathOf(page)).toBe('/admin/points/page/1?period=last-month')
      await period(page, 'Τελευταία εβδομάδα').check()
      await expect(shown(page)).toHaveText('1–2 από 2')
      await page.goBack()
      await expect(shown(page)).toHaveText(`21–40 από ${records}`)
      await expect(period(page, 'Όλο το διάστημα')).toBeChecked()
    })
    await test.step('another browser shows the same view for the link [§2 points filter]', async () => {
      await page.getByRole('searchbox', { name: 'Αναζήτηση χρήστη' }).fill('ωραιοπουλος')
      await expect(list(page).getByRole('link')).toHaveCount(1)
      await list(page).getByRole('link', { name: petros.name }).click()
      await period(page, 'Άλλο διάστημα').check()
      await page.getByLabel('Έως', { exact: true }).fill('01/05/2024')
      await page.getByLabel('Έως', { exact: true }).press('Enter')
      await expect(shown(page)).toHaveText('1–1 από 1')
      const colleague = await openOtherBrowser(browser, portal, { timezoneId: 'America/New_York' })
      await signInByApi(colleague, clerk)
      for (const view of [colleague, page]) {
        await (view === page ? page.reload() : view.goto(pathOf(page)))
        await expect(shown(view)).toHaveText('1–1 από 1')
        await expect(view.getByRole('searchbox', { name: 'Αναζήτηση χρήστη' })).toHaveValue('ωραιοπουλος')
        await expect(list(view).getByRole('link', { name: petros.name })).toHaveAttribute(
          'aria-current',
          'true',
        )
        await expect(period(view, 'Άλλο διάστημα')).toBeChecked()
        await expect(view.getByLabel('Έως', { exact: true })).toHaveValue('01/05/2024')
      }
    })
    await test.step('a page beyond the last redirects to the last, an invalid or missing one to the first [§2 points pages]', async () => {
      await page.goto('/admin/points/page/999')
      await expect(shown(page)).toHaveText(`241–${records} από ${records}`)
      expect(pathOf(page)).toBe(`/admin/points/page/${pages}`)
      await expect(
        page.getByRole('navigation', { name: 'Σελίδες' }).getByRole('link', { name: /^Σελίδα/ }),
      ).toHaveText(['1', '9', '10', '11', '12', '13'])
      for (const none of ['/admin/points', '/admin/points/page/0', '/admin/points/page/two']) {
        await page.goto(`${none}?period=last-year`)
        await expect(page).toHaveURL(/\/admin\/points\/page\/1\?period=last-year$/)
      }
    })
  },
)

test('the points history has messages for no results and for a failure [§2 points states]', async ({
  page,
}) => {
  await page.goto('/admin/points/page/1?period=custom&from=2001-01-01&to=2001-01-31')
  await expect(
    page.getByText('Δεν εντοπίστηκαν στοιχεία που ικανοποιούν τα φίλτρα που έχετε επιλέξει.', {
      exact: true,
    }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Καθαρισμός φίλτρων' }).click()
  await expect(shown(page)).toHaveText(`1–20 από ${records}`)
  expect(pathOf(page)).toBe('/admin/points/page/1')

  const failed = page.getByText('Οι πληροφορίες ιστορικού πόντων δεν είναι διαθέσιμες αυτή τη στιγμή.', {
    exact: true,
  })
  await page.goto('/admin/points/999999/page/1')
  await expect(failed).toBeVisible()
  await page.getByRole('button', { name: 'Καθαρισμός φίλτρων' }).click()
  await expect(shown(page)).toHaveText(`1–20 από ${records}`)

  await page.route('**/api/points/?*', (route) => route.fulfill({ status: 500, json: { detail: 'Error.' } }))
  await page.reload()
  await expect(failed).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/points/?*')
  await page.getByRole('button', { name: 'Νέα προσπάθεια' }).click()
  await expect(shown(page)).toHaveText(`1–20 από ${records}`)
})

test('keyboard only: a participant, their points of the last month, the Excel export, at three widths [§9 breakpoints] [staff keys] [§2 points cards]', async ({
  page,
}) => {
  test.slow()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  for (const width of widths)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 860 })
      await page.goto('/admin/users')
      await expect(list(page).getByRole('link').first()).toBeVisible()
      await press('/')
      await page.keyboard.type('κωνσταντ')
      await expect(list(page).getByRole('link')).toHaveCount(1)
      await press('ArrowDown', 'Enter')
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(eleni.name)
      await press('h')
      await expect(shown(page)).toHaveText(`1–${within.all} από ${within.all}`)
      await expectAccessible(page)

      if (width < 992) {
        await page.getByRole('combobox', { name: 'Χρονικό διάστημα' }).focus()
        await press('ArrowDown', 'ArrowDown')
        await expect(page.getByRole('combobox', { name: 'Χρονικό διάστημα' })).toHaveValue('last-month')
      } else {
        await period(page, 'Όλο το διάστημα').focus()
        await press('ArrowRight', 'ArrowRight')
        await expect(period(page, 'Τελευταίος μήνας')).toBeFocused()
      }
      await expect(shown(page)).toHaveText(`1–${within.month} από ${within.month}`)
      await press('Shift+Tab')
      await expect(page.getByRole('button', { name: 'Εξαγωγή σε Excel' })).toBeFocused()
      const download = page.waitForEvent('download')
      await press('Enter')
      const name = 'points_konstantinou_2026-02-11_2026-03-10.xlsx'
      expect((await download).suggestedFilename()).toBe(name)
      await page.getByRole('heading', { level: 1 }).focus()
      await press('j', 'j')
      await expect(table(page).getByRole('button').nth(1)).toBeFocused()
      await expectAccessible(page)
      await press('Enter')
      await expect(page.getByRole('group', { name: 'Γιατί τόσοι πόντοι;' })).toBeVisible()
      await press('Escape')
      await expect(page.getByRole('group', { name: 'Γιατί τόσοι πόντοι;' })).toHaveCount(0)
      await press('Shift+Tab', 'Enter')
      await expect(page).toHaveURL(/\/admin\/users\/\d+$/)

      // The pages, and another participant: the list opens with the same state.
      await page.keyboard.type('gp')
      await expect(shown(page)).toHaveText(`1–20 από ${records}`)
      await press('n')
      await expect(shown(page)).toHaveText(`21–40 από ${records}`)
      await press('n')
      await expect(shown(page)).toHaveText(`41–60 από ${records}`)
      await press('p')
      await expect(shown(page)).toHaveText(`21–40 από ${records}`)
      await press('/')
      await expect(page.getByRole('searchbox', { name: 'Αναζήτηση χρήστη' })).toBeFocused()
      await expectAccessible(page)
      await press('Escape')
      if (width >= 992) await expect(list(page).getByRole('link').first()).toBeFocused()
      else {
        await press('Escape')
        await expect(list(page)).toBeHidden()
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, `wider than ${width} px`).toBe(0)
    })
})
