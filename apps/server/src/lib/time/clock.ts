/** Where the time comes from, so that a test can say what time it is. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000
export const days = (n: number) => n * 86_400_000

/** The moment `ms` milliseconds after another. */
export const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
