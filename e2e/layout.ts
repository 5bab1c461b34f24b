/**
 * Layout checks at every width and text size: nothing wider than the window, cut off, broken or overlapping, and on touch
 * screens no small target.
 */
import { expect, type Frame, type Page, test } from '@playwright/test'
import { devToolsOf, setTextSize } from './accessible.ts'
import { isQuick } from './tags.ts'

/** Widths between the breakpoints of portal.md §9 (768, 992) and near them, and the extremes; only two without `--full`. */
export const allWidths = isQuick ? ([320, 1280] as const) : ([320, 390, 768, 820, 1024, 1280, 1920] as const)

/** Widths at which the sizes of targets are checked: one for each layout. */
const touched = new Set<number>([320, 768, 1280])

/** Runs in the browser. Returns one line per error. */
function errorsOnPage(): string[] {
  const errors = new Set<string>()
  const root = document.documentElement
  if (root.scrollWidth > window.innerWidth)
    errors.add(`the page is ${root.scrollWidth} px wide in a window of ${window.innerWidth} px`)

  // The smallest text is 0.75 rem. Text in pixels becomes smaller than that when the text size is doubled.
  const smallest = 0.7 * parseFloat(getComputedStyle(root).fontSize)
  const textOf = (element: Element) => (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)
  const controls = 'header, nav, button, [role=radiogroup], th, select'
  const drawn: { owner: Element; layer: Element; rect: DOMRect; words: string }[] = []

  /** Styles as plain values: each is read for many texts below its element. */
  const known = new Map<Element, ReturnType<typeof readStyle>>()
  const readStyle = (element: Element) => {
    const { clipPath, display, fontSize, overflow, overflowX, overflowY, position, textOverflow, zIndex } =
      getComputedStyle(element)
    return { clipPath, display, fontSize, overflow, overflowX, overflowY, position, textOverflow, zIndex }
  }
  const styleOf = (element: Element) => {
    const style = known.get(element) ?? readStyle(element)
    known.set(element, style)
    return style
  }

  /** For screen readers only, or inside a scrollable box. */
  const isOutOfSight = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { clipPath, position } = styleOf(at)
      if (clipPath === 'inset(50%)' || at.tagName === 'OPTION') return true
      if (position === 'fixed') return false
    }
    return false
  }
  /** Cut off with an ellipsis, with the whole text in `title` or `aria-label`. */
  const isTold = (element: Element) => {
    const owner = element.closest('[title], [aria-label]')
    const whole = owner?.getAttribute('title') ?? owner?.getAttribute('aria-label') ?? ''
    return styleOf(element).textOverflow === 'ellipsis' && whole.includes(textOf(element))
  }

  /** Returns the ancestor that cuts off this rectangle; undefined if none, or if it can be scrolled into view. */
  function cutBy(owner: Element, rect: DOMRect): string | undefined {
    for (let at: Element | null = owner; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = styleOf(at)
      const box = at.getBoundingClientRect()
      if ([overflowX, overflowY].some((value) => value === 'auto' || value === 'scroll')) return undefined
      const cutsAcross = overflowX !== 'visible' && (rect.right > box.right + 1 || rect.left < box.left - 1)
      const cutsDown = overflowY !== 'visible' && (rect.bottom > box.bottom + 3 || rect.top < box.top - 3)
      if ((cutsAcross || cutsDown) && !isTold(at))
        return `${at.tagName.toLowerCase()}.${at.classList[0] ?? ''}`
      if (at.tagName === 'HEADER' && (rect.bottom > box.bottom + 1 || rect.top < box.top - 1))
        return 'the header'
      if (position === 'fixed' || position === 'absolute') return undefined
    }
    return undefined
  }

  /** What floats (a menu, the header) may cover what is below. */
  const layerOf = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { position } = styleOf(at)
      if (at.tagName === 'DIALOG' || /fixed|sticky/.test(position)) return at
      if (position === 'absolute' && styleOf(at).zIndex !== 'auto') return at
    }
    return document.body
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const node = walker.currentNode
    const owner = node.parentElement
    const words = (node.textContent ?? '').trim()
    if (!owner || words === '' || owner.closest('script, style, svg, noscript, pre')) continue
    if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isOutOfSight(owner))
      continue
    if (parseFloat(styleOf(owner).fontSize) < smallest)
      errors.add(`'${textOf(owner)}' is too small for the text size`)
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)

    const block =
      owner.closest<HTMLElement>('button, a, label, th, td, dt, dd, li, p, h1, h2, h3, small, div') ?? owner
    const inScroller = (() => {
      for (let at: Element | null = owner; at && at !== document.body; at = at.parentElement)
        if (/auto|scroll/.test(styleOf(at).overflow)) return true
      return false
    })()
    for (const rect of rects) {
      const cut = cutBy(owner, rect)
      if (cut) errors.add(`'${textOf(owner)}' is cut by ${cut}`)
      const box = block.getBoundingClientRect()
      const isInline = styleOf(block).display === 'inline'
      if (
        !isInline &&
        !inScroller &&
        !isTold(owner) &&
        (rect.right > box.right + 1 || rect.left < box.left - 1)
      )
        errors.add(`'${textOf(owner)}' runs out of its ${block.tagName.toLowerCase()}`)
      if (!inScroller && (rect.right > window.innerWidth + 1 || rect.left < -1) && !isTold(owner))
        errors.add(`'${textOf(owner)}' is beyond the window`)
      if (!inScroller) drawn.push({ owner, layer: layerOf(owner), rect, words: textOf(owner) })
    }
    if (owner.closest(controls) && !words.includes('@') && !isTold(owner))
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(/[^\s\-–·/]+/g)) {
        // A soft hyphen marks where a word may be broken.
        if (word.includes('\u00AD')) continue
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) errors.add(`'${word}' is broken inside the word`)
      }
  }

  for (const select of document.querySelectorAll('select'))
    if (select.checkVisibility() && select.scrollHeight > select.clientHeight + 2)
      errors.add(`the select '${textOf(select.selectedOptions[0] ?? select)}' is lower than its text`)
  for (const input of document.querySelectorAll('input'))
    if (
      input.checkVisibility() &&
      parseFloat(styleOf(input).fontSize) * 1.1 > input.clientHeight &&
      !/radio|checkbox|hidden|file/.test(input.type)
    )
      errors.add(`the field '${input.name}' is lower than its text`)

  // Overlapping texts, from top to bottom.
  const sorted = drawn
    .map(({ rect: { left, right, top, bottom, height }, ...text }) => ({
      ...text,
      left,
      right,
      top,
      bottom,
      height,
    }))
    .toSorted((one, other) => one.top - other.top)
  for (const [at, one] of sorted.entries())
    for (const other of sorted.slice(at + 1)) {
      if (other.top >= one.bottom) break
      if (one.layer !== other.layer) continue
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - other.top
      if (across <= 2 || down <= 0.35 * Math.min(one.height, other.height)) continue
      if (!one.owner.contains(other.owner) && !other.owner.contains(one.owner))
        errors.add(`'${one.words}' and '${other.words}' overlap`)
    }

  const brand = document.querySelector('header a')
  if (brand) {
    const mark = brand.querySelector('svg, img')?.getBoundingClientRect()
    const hasMark = !brand.matches('[class]') || (mark && mark.width >= 24 && mark.left >= 0)
    const title = brand.querySelector('span') ?? brand
    const { width, height, left, right } = title.getBoundingClientRect()
    if (!hasMark) errors.add('the logo is not in sight')
    if (width < 20 || height < 10 || left < 0 || right > window.innerWidth)
      errors.add('the title is not in sight')
  }
  return [...errors]
}

/**
 * Runs in the browser. Returns one line per control below 44 px. Exempt: links inside a sentence (WCAG 2.5.8), and fields
 * that only show a value.
 */
function smallTargetsOnPage(): string[] {
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim()
  const controls = document.querySelectorAll(
    'a[href], button, input:not([readonly]), select, textarea, summary',
  )
  return [...controls].flatMap((control) => {
    const target = (control.matches('[type=checkbox], [type=radio]') && control.closest('label')) || control
    const { width, height } = target.getBoundingClientRect()
    const isHidden = !control.checkVisibility({ visibilityProperty: true }) || Math.min(width, height) <= 1
    if (isHidden || isInSentence(control) || Math.min(width, height) > 43.5) return []
    const name = control.getAttribute('aria-label') ?? (control.textContent ?? '').trim().slice(0, 60)
    return [`'${name}' is ${Math.round(width)} × ${Math.round(height)} px`]
  })
}

/** Waits until React has rendered the controls of a changed media query. */
const rendered = (page: Page | Frame) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )

/** Expects nothing cut off, broken, overlapping or wider than the window. Continues after an error. */
async function expectFits(page: Page | Frame, what: string): Promise<void> {
  // The company's name comes with the first answer.
  await expect(page.locator('header a').filter({ hasText: /^$/ })).toHaveCount(0)
  await rendered(page)
  expect.soft(await page.evaluate(errorsOnPage), what).toEqual([])
}

const innerFrame = (page: Page) => page.frames().find((frame) => frame !== page.mainFrame())

/**
 * Expects the same at every width, also by touch, and at twice the text size: as the browser's setting, which media queries in `em`
 * follow, and as a style of the page, which only `rem` follows.
 */
export async function expectFitsEverywhere(
  page: Page,
  what: string,
  widths: readonly number[] = allWidths,
): Promise<void> {
  const look = async (at: string) => {
    await expectFits(page, `${what}, ${at}`)
    const inside = innerFrame(page)
    if (inside) await expectFits(inside, `${what}, in the frame, ${at}`)
  }
  const resize = (width: number) => page.setViewportSize({ width, height: 860 })
  const devTools = await devToolsOf(page)
  const setTouch = (enabled: boolean) => devTools.send('Emulation.setTouchEmulationEnabled', { enabled })
  for (const width of widths) {
    await resize(width)
    await look(`${width} px`)
    if (!touched.has(width)) continue
    await setTouch(true)
    await rendered(page)
    expect.soft(await page.evaluate(smallTargetsOnPage), `${what}, ${width} px, by touch`).toEqual([])
    await setTouch(false)
  }
  if (!widths.includes(1280)) return
  await resize(1280)
  await setTextSize(page, 32)
  await look('1280 px with the browser’s text at 32 px')
  await setTextSize(page, 16)
  const setRoot = (size: string) =>
    page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, size)
  await setRoot('200%')
  await look('1280 px with the text at 200 %')
  await setRoot('')
}

/** Opens a screen at 1280 px and checks it at every width. */
export async function expectScreenFits(
  page: Page,
  path: string,
  ready: () => Promise<unknown>,
  widths?: readonly number[],
) {
  await test.step(path, async () => {
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.goto(path)
    await ready()
    await expectFitsEverywhere(page, path, widths)
  })
}

/** Checks that a page, once its parts are loaded, has not moved what was visible (layout shifts, at most 0.02 in sum). */
export async function expectStill(page: Page, what: string): Promise<void> {
  await expect(page.locator('[data-loading], main [aria-busy="true"]')).toHaveCount(0)
  const shifts = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
        const nameOf = (node: Node | null) => (node instanceof Element ? node.className : node?.nodeName)
        const found: string[] = []
        const observer = new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Shift[])
            found.push(`${value.toFixed(4)} ${sources.map(({ node }) => nameOf(node)).join(' ')}`)
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // Entries are reported after the frame.
        requestAnimationFrame(() => setTimeout(() => resolve(found)))
      }),
  )
  const sum = shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0)
  expect(sum, `layout shifts of ${what}: ${shifts.join(', ')}`).toBeLessThan(0.02)
}
