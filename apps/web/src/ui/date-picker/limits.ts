import type { Day } from '#web/lib/days.ts'

/** Constraints of selected and typed days. Both ends are included; `filterDate` rejects single days. */
export type Limits = {
  minDate?: Day | undefined
  maxDate?: Day | undefined
  filterDate?: ((day: Day) => boolean) | undefined
}

export type Obstacle = 'too early' | 'too late' | 'not offered'

/** Returns why a day cannot be selected; undefined if it can. */
export function obstacleOf(day: Day, { minDate, maxDate, filterDate }: Limits): Obstacle | undefined {
  if (minDate !== undefined && day < minDate) return 'too early'
  if (maxDate !== undefined && day > maxDate) return 'too late'
  return filterDate && !filterDate(day) ? 'not offered' : undefined
}
