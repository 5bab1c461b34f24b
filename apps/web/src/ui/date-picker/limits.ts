import type { Day } from '#web/lib/days.ts'

/** What may be picked, and typed. Both ends are included; a filter says no to single days. */
export type Limits = {
  minDate?: Day | undefined
  maxDate?: Day | undefined
  filterDate?: ((day: Day) => boolean) | undefined
}

export type Obstacle = 'too early' | 'too late' | 'not offered'

/** What keeps a day from being chosen. */
export function obstacleOf(day: Day, { minDate, maxDate, filterDate }: Limits): Obstacle | undefined {
  if (minDate !== undefined && day < minDate) return 'too early'
  if (maxDate !== undefined && day > maxDate) return 'too late'
  return filterDate && !filterDate(day) ? 'not offered' : undefined
}
