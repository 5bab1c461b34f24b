/** A journey that needs its own portal in a file whose other journeys share one. */
export const alone = { tag: '@alone' }
