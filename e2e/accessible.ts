import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.0 to 2.2, levels A and AA: what the law asks of a public body's site (Ν. 4727/2020, EN 301 549). */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Expects that axe finds nothing on the page as it stands. Fails with each rule, why it matters and where it is broken.
 * The page must be one of a context (`browser.newContext()`, or the test's own `page`).
 */
export async function expectAccessible(page: Page): Promise<void> {
  // 'Legacy' is without a second page for the summing-up, which takes longer than the looking; all frames are our own.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(wcag).analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target }) => target.join(' ')),
  }))
  expect(found, `axe on ${page.url()}`).toEqual([])
}
