/** Whether journeys tagged @slow and most widths are omitted: with them, journeys take 20 minutes on a slow machine. */
export const isQuick = process.env['TEST_SWEEPS'] === undefined

/** A sweep that `npm test -- --sweeps` runs. */
export const slow = { tag: '@slow' }

/** A journey that `npm test -- --full` runs. */
export const full = { tag: '@full' }

/** A journey that needs its own portal in a file whose other journeys share one. */
export const alone = { tag: '@alone' }
