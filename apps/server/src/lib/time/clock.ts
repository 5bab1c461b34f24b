/** Source of the current time; tests replace it. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000
export const days = (n: number) => n * 86_400_000

/** Returns the time `ms` milliseconds after `time`. */
export const later = (time: Date, ms: number) => new Date(time.getTime() + ms)
