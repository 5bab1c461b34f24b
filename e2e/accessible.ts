import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, type CDPSession, expect, type Frame, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import type { Mails } from './mails.ts'

/** WCAG 2.0 to 2.2, levels A and AA: required by law for public bodies' sites (Ν. 4727/2020, EN 301 549). */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Never detached: that would remove the virtual authenticators of the page. */
const sessions = new WeakMap<Page, CDPSession>()

export async function devToolsOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, known)
  return known
}

async function load(frame: Frame) {
  const page = frame.page()
  if (frame !== page.mainFrame()) {
    await frame.evaluate(source)
    return
  }
  await (await devToolsOf(page)).send('Runtime.evaluate', { expression: source })
}

/**
 * Expects no axe violations on the page and in its same-origin frames. Fails with each rule, its reason and the
 * elements.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Loaded once per document, and by the DevTools: 0.16 s of CPU time instead of 0.27.
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await load(frame)
  // Colours in transition, and of results that are being replaced, have a lower contrast.
  await expect(page.locator('.stale')).toHaveCount(0)
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  )
  const violations = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const options = { runOnly: { type: 'tag' as const, values: tags }, resultTypes: ['violations' as const] }
    return (await axe.run(document, options)).violations
  }, wcag)
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target }) => target.join(' ')),
  }))
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/** Expects no horizontal scrolling; and no axe violations, on a phone and a desktop: on a tablet they are the same. */
export async function expectFitsAndAccessible(page: Page, what = page.url()): Promise<void> {
  const { overflow, width } = await page.evaluate(() => {
    // The header stays while the page scrolls; axe measures a field that it half covers as too small a target.
    window.scrollTo(0, 0)
    const { scrollWidth, clientWidth } = document.documentElement
    return { overflow: scrollWidth - clientWidth, width: window.innerWidth }
  })
  expect(overflow, `${what} is wider than ${width} px`).toBe(0)
  if (width < 600 || width > 1000) await expectAccessible(page)
}

/** The same in a window of each width. Leaves it at the last. */
export async function expectFitsAndAccessibleAt(
  page: Page,
  what = page.url(),
  widths: readonly number[] = [390, 1280],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 })
    await expectFitsAndAccessible(page, what)
  }
}

/** Sets the browser's size of text, and waits until the page has it: it is drawn anew after the answer. */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const devTools = await devToolsOf(page)
  await expect(async () => {
    await devTools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      `${standard}px`,
    )
  }).toPass({ timeout: 40_000 })
}

/**
 * Expects no horizontal scrolling on a phone with the browser's text at 200 % (WCAG 1.4.4). Leaves the window at 390 px.
 * What axe measures is stricter for smaller text: contrast, and the size of targets.
 */
export async function expectFitsWithLargeText(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 860 })
  await setTextSize(page, 32)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `large text on ${page.url()}`)
    .toBe(390)
  await setTextSize(page, 16)
}

/** Subjects of mails that a journey of this worker has checked. */
const checked = new Set<string>()

/** Expects that each received mail, once per subject, has no axe violations and is not wider than a phone. */
export async function expectMailsAccessible(context: BrowserContext, { arrived }: Mails): Promise<void> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  for (const { subject = '', html = '' } of arrived) {
    if (checked.has(subject)) continue
    checked.add(subject)
    await page.setContent(html)
    expect(await page.title()).toBe(subject)
    expect(subject).toContain(await page.getByRole('heading', { level: 1 }).innerText())
    expect(await page.evaluate(() => document.documentElement.scrollWidth), subject).toBe(360)
    await expectAccessible(page)
  }
  await page.close()
}
