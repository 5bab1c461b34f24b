/** Layout changes at the breakpoints of portal.md §9, 768 and 992 px, and where a control would not fit. */
import type { Page } from '@playwright/test'
import { clerk } from '../seed.ts'
import { expect } from '../fixtures.ts'
import { test } from './staff-seed.ts'
import { signInByApi } from './steps.ts'

const heightOf = async (page: Page, rows: string) =>
  Math.round((await page.locator(rows).first().boundingBox())?.height ?? 0)

/** Counts the rows that are completely in the window and in the box that scrolls them. */
const rowsInView = (page: Page, rows: string) =>
  page.locator(rows).evaluateAll((all) => {
    const box = all[0]?.closest('[data-rows]')?.getBoundingClientRect()
    const bottom = Math.min(box?.bottom ?? 0, window.innerHeight) + 1
    return all.filter((row) => {
      const place = row.getBoundingClientRect()
      return place.top >= (box?.top ?? 0) && place.bottom <= bottom
    }).length
  })

test('the header, periods and table of the staff adapt to the width [§9 breakpoints]', async ({ page }) => {
  await signInByApi(page, clerk)
  const menu = page.getByRole('navigation', { name: 'Κύριο μενού' })
  const more = menu.getByRole('button', { name: 'Περισσότερα' })
  const all = ['Χρήστες', 'Πόντοι', 'Αυτοκόλλητα', 'Επισκόπηση', 'Αναφορές', 'Ρυθμίσεις']
  const resize = (width: number) => page.setViewportSize({ width, height: 860 })
  await page.goto('/admin/points/page/1')
  await expect(page.getByRole('table', { name: 'Ιστορικό πόντων' })).toBeVisible()

  await test.step('shows each menu item in the bar or under Περισσότερα, by the keyboard too [§2 header overflow]', async () => {
    for (const [width, inBar] of [
      [768, ['Χρήστες', 'Πόντοι']],
      [992, ['Χρήστες', 'Πόντοι', 'Ρυθμίσεις']],
      [1100, ['Χρήστες', 'Πόντοι', 'Ρυθμίσεις']],
      [1280, all],
    ] as const) {
      await resize(width)
      await expect(menu.getByRole('link'), `${width} px`).toHaveText([...inBar])
      await expect(page.getByRole('banner')).toContainText(clerk.email)
      if (inBar.length === all.length) return expect(more).toBeHidden()
      await menu.getByRole('link').last().focus()
      await page.keyboard.press('Tab')
      await expect(more).toBeFocused()
      await page.keyboard.press('Enter')
      const moved = all.filter((item) => !(inBar as readonly string[]).includes(item))
      await expect(menu.getByRole('link'), `${width} px`).toHaveText([...inBar, ...moved])
      await page.keyboard.press('Tab')
      await expect(menu.getByRole('link', { name: moved[0] ?? '' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(more).toBeFocused()
      await expect(menu.getByRole('link')).toHaveText([...inBar])
    }
  })
  await test.step('opens the page of an item under Περισσότερα and closes the menu [§2 header overflow]', async () => {
    await resize(768)
    await more.click()
    await menu.getByRole('link', { name: 'Επισκόπηση' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Επισκόπηση' })).toBeFocused()
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await page.goBack()
  })
  await test.step('shows cards below 768 px and a table from 768 px [§2 points cards]', async () => {
    const row = page.getByRole('row').nth(1)
    for (const [width, display] of [
      [320, 'block'],
      [767, 'block'],
      [768, 'table-row'],
      [992, 'table-row'],
      [1024, 'table-row'],
      [1280, 'table-row'],
    ] as const) {
      await resize(width)
      await expect(row, `${width} px`).toHaveCSS('display', display)
    }
  })
  await test.step('shows the periods as segments where all fit, else as a select [§2 periods]', async () => {
    const segments = page.getByRole('radiogroup', { name: 'Χρονικό διάστημα' })
    const picker = page.getByRole('combobox', { name: 'Χρονικό διάστημα' })
    for (const [width, fit] of [
      [390, false],
      [820, false],
      [992, false],
      [1100, false],
      [1280, true],
    ] as const) {
      await resize(width)
      await expect(segments, `${width} px`).toBeVisible({ visible: fit })
      await expect(picker, `${width} px`).toBeVisible({ visible: !fit })
    }
    await resize(992)
    await picker.selectOption('Άλλο διάστημα')
    const [from, to] = [page.getByLabel('Από', { exact: true }), page.getByLabel('Έως', { exact: true })]
    await expect(from).toBeVisible()
    await resize(1280)
    await expect(segments.getByRole('radio', { name: 'Άλλο διάστημα' })).toBeChecked()
    const before = await to.boundingBox()
    await from.fill('tomorrow')
    await from.press('Enter')
    await expect(from).toHaveAccessibleDescription(/Αυτό που γράψατε δεν είναι ημερομηνία/)
    expect(await to.boundingBox(), 'an error does not move the field beside it').toEqual(before)
  })
  await test.step('shows 12 rows of 40 px at 1280 × 800 and 20 at 1920 × 1080, or higher ones by choice [staff density]', async () => {
    const dense = page.getByRole('button', { name: 'Πυκνές γραμμές' })
    for (const [path, rows] of [
      ['/admin/points/page/1', 'tbody tr'],
      ['/admin/users', 'main ul li'],
    ] as const) {
      await page.goto(path)
      await expect(page.locator(rows).first()).toBeVisible()
      await expect(dense).toHaveAttribute('aria-pressed', 'true')
      for (const [width, height, least] of [
        [1280, 800, 12],
        [1920, 1080, 20],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.evaluate(() => window.scrollTo(0, 0))
        await expect.poll(() => rowsInView(page, rows), `${path}, ${width} px`).toBeGreaterThanOrEqual(least)
        await expect.poll(() => heightOf(page, rows), `${path}, ${width} px`).toBe(40)
        await expect(page.getByRole('button', { name: 'Εξαγωγή σε Excel' })).toBeInViewport()
      }
      const { width = 0 } = (await page.locator('[data-density]').first().boundingBox()) ?? {}
      expect(width, '1,600 px and the margins').toBe(1648)
    }
    await dense.click()
    await expect.poll(() => heightOf(page, 'main ul li')).toBe(64)
    await page.goto('/admin/points/page/1')
    await expect(dense).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => heightOf(page, 'tbody tr')).toBeGreaterThanOrEqual(52)
  })
  await test.step('shows the whole last user by the End key, also where the list is higher than the window', async () => {
    await page.goto('/admin/users')
    const users = page.locator('main ul li')
    for (const width of [390, 1280]) {
      await resize(width)
      await users.first().getByRole('link').focus()
      await page.keyboard.press('End')
      await expect(users.last().getByRole('link'), `${width} px`).toBeFocused()
      await expect(users.last(), `${width} px`).toHaveAttribute('aria-posinset', /^\d{3,}$/)
      await expect(users.last().getByRole('link'), `${width} px`).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Home')
      await expect(users.first().getByRole('link'), `${width} px`).toBeFocused()
    }
  })
})
