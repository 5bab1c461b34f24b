/** Layout changes at the breakpoints of portal.md §9, 768 and 992 px, and where a control would not fit. */
import { clerk } from '../seed.ts'
import { expect } from '../fixtures.ts'
import { test } from './staff-seed.ts'
import { signInByApi } from './steps.ts'

test('the header, periods and table of the staff adapt to the width [§9 breakpoints]', async ({ page }) => {
  await signInByApi(page, clerk)
  const menu = page.getByRole('navigation', { name: 'Κύριο μενού' })
  const more = menu.getByRole('button', { name: 'Περισσότερα' })
  const all = ['Χρήστες', 'Πόντοι', 'Αυτοκόλλητα', 'Επισκόπηση', 'Ρυθμίσεις']
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
  await test.step('shows the periods as segments where all six fit, else as a select [§2 periods]', async () => {
    const segments = page.getByRole('radiogroup', { name: 'Χρονικό διάστημα' })
    const picker = page.getByRole('combobox', { name: 'Χρονικό διάστημα' })
    for (const [width, fit] of [
      [390, false],
      [820, true],
      [992, false],
      [1100, true],
      [1280, true],
    ] as const) {
      await resize(width)
      await expect(segments, `${width} px`).toBeVisible({ visible: fit })
      await expect(picker, `${width} px`).toBeVisible({ visible: !fit })
    }
    await resize(992)
    await picker.selectOption('Προσαρμοσμένο')
    await expect(page.getByLabel('Από', { exact: true })).toBeVisible()
    await resize(1280)
    await expect(segments.getByRole('radio', { name: 'Προσαρμοσμένο' })).toBeChecked()
  })
})
