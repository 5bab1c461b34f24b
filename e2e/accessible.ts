import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.0 to 2.2, levels A and AA: required by law for public bodies' sites (Ν. 4727/2020, EN 301 549). */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Expects no axe violations on the page. Fails with each rule, its reason and the elements. The page must belong to a
 * context (`browser.newContext()`, or the test's own `page`).
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Legacy mode skips the second page for aggregation, which takes longer than the analysis; all frames are
  // same-origin.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(wcag).analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target }) => target.join(' ')),
  }))
  expect(found, `axe on ${page.url()}`).toEqual([])
}
