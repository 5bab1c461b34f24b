/** What the smoke needs of a browser: pages, scripts in them, and real clicks and keys. */
export type Driver = {
  open: (url: string) => Promise<void>
  /** Runs the body of a function in the page. @returns its value, as JSON */
  run: (body: string) => Promise<unknown>
  /** Clicks into the middle of the element that the page stores as `window.found`. */
  click: () => Promise<void>
  /** Types into the focused element. */
  type: (text: string) => Promise<void>
  close: () => Promise<void>
}

const waitMs = 40_000

/** Repeats `look` until it returns a value other than undefined, null and false. @throws Error after 40 seconds */
export async function until<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> {
  const end = performance.now() + waitMs
  for (;;) {
    const found = await look().catch(() => undefined)
    if (found !== undefined && found !== null && found !== false) return found
    if (performance.now() > end) throw new Error(`Not there after ${waitMs / 1000} s: ${what}`)
    await new Promise((done) => setTimeout(done, 100))
  }
}
