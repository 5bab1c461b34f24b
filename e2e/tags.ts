/** Whether `npm test` runs without `--full`: omit journeys tagged @slow, and most widths. */
export const isQuick = process.env['TEST_QUICK'] !== undefined

/** A sweep that `npm test` runs only with `--full`. */
export const slow = { tag: '@slow' }

/** A journey that needs its own portal in a file whose other journeys share one. */
export const alone = { tag: '@alone' }
