/** Steps by keyboard alone. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab, or Shift+Tab, until the element has the focus, and expects that one sees it. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key)
    const found = await target.evaluate((element) =>
      element === document.activeElement ? element.matches(':focus-visible') : undefined,
    )
    if (found !== undefined) return expect(found, 'the focus is visible').toBe(true)
  }
  throw new Error(`${key} doesn't reach ${String(target)}`)
}

/** Expects that the focus is neither lost nor behind the header. */
export async function expectFocus(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'none'), 'the focus is lost')
    .not.toMatch(/^(BODY|HTML|none)$/)
}

export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter', by?: 'Shift+Tab') {
  await tabTo(page, target, by)
  await page.keyboard.press(key)
}

export async function type(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}
