/** Opening hours of a collection point. Without zod, because the pages use them, too. */

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
type Weekday = (typeof weekdays)[number]

/** Local times, HH:MM; `closes` up to 24:00. Earlier than `opens`: on the next day. */
export type Interval = { opens: string; closes: string }

/** `holidays`: on public holidays closed, or as on the same weekday. */
export const holidayRules = ['usual', 'closed'] as const
export type OpeningHours = Record<Weekday, Interval[]> & { holidays: (typeof holidayRules)[number] }

/** Intervals of a day. */
export const maxIntervals = 3

export type HoursProblem = 'hours_invalid' | 'hours_many' | 'hours_overlap'

const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Minutes since midnight of a time HH:MM. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** When an interval ends, in minutes since the midnight before it; up to twice 24 hours. */
export const endOf = ({ opens, closes }: Interval): number =>
  minutesOf(closes) + (minutesOf(closes) <= minutesOf(opens) ? 1440 : 0)

/** Reads a time as people type it: '8', '830', '8.30' or '08:30'. @returns HH:MM; undefined if it is none */
export function readTime(typed: string): string | undefined {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:.,]?(\d\d))?$/.exec(typed.trim()) ?? []
  const time = `${hour.padStart(2, '0')}:${minute}`
  return hour !== '' && (timePattern.test(time) || time === '24:00') ? time : undefined
}

/** @returns the problem of an interval; undefined if it has none */
export function intervalProblem({ opens, closes }: Interval): HoursProblem | undefined {
  const isValid = timePattern.test(opens) && (timePattern.test(closes) || closes === '24:00')
  return isValid && opens !== closes ? undefined : 'hours_invalid'
}

/** @returns the intervals in their order, midnight as 24:00; or what is wrong */
export function sortDay(intervals: readonly Interval[]): Interval[] | HoursProblem {
  if (intervals.length > maxIntervals) return 'hours_many'
  const problem = intervals.map(intervalProblem).find(Boolean)
  if (problem) return problem
  const sorted = intervals
    .map(({ opens, closes }) => ({ opens, closes: closes === '00:00' ? '24:00' : closes }))
    .toSorted((a, b) => minutesOf(a.opens) - minutesOf(b.opens))
  const overlaps = sorted.some((one, at) => {
    const next = sorted[at + 1]
    return next && endOf(one) > minutesOf(next.opens)
  })
  return overlaps ? 'hours_overlap' : sorted
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks opening hours of any origin. @returns them with sorted intervals and no other fields, or what is wrong */
export function checkHours(value: unknown): OpeningHours | HoursProblem {
  if (!isRecord(value)) return 'hours_invalid'
  const holidays = holidayRules.find((rule) => rule === value['holidays'])
  if (!holidays || Object.keys(value).length !== weekdays.length + 1) return 'hours_invalid'
  const days: [Weekday, Interval[]][] = []
  for (const weekday of weekdays) {
    const given = value[weekday]
    if (!Array.isArray(given)) return 'hours_invalid'
    const intervals = given.slice(0, maxIntervals + 1).map((one: unknown) => {
      const { opens, closes } = isRecord(one) ? one : {}
      return {
        opens: typeof opens === 'string' ? opens : '',
        closes: typeof closes === 'string' ? closes : '',
      }
    })
    const sorted = sortDay(intervals)
    if (typeof sorted === 'string') return sorted
    days.push([weekday, sorted])
  }
  return { ...(Object.fromEntries(days) as Record<Weekday, Interval[]>), holidays }
}

/** The week from Monday. */
export const daysOf = (hours: OpeningHours): Interval[][] => weekdays.map((weekday) => hours[weekday])

export const hoursOfDays = (
  days: readonly Interval[][],
  holidays: OpeningHours['holidays'],
): OpeningHours => ({
  ...(Object.fromEntries(weekdays.map((weekday, at) => [weekday, days[at] ?? []])) as Record<
    Weekday,
    Interval[]
  >),
  holidays,
})

const dayKey = (intervals: readonly Interval[]) =>
  intervals.map(({ opens, closes }) => `${opens}-${closes}`).join(',')

/** Whether two days have the same hours. */
export const sameDay = (a: readonly Interval[], b: readonly Interval[]): boolean => dayKey(a) === dayKey(b)

/** Days of the same hours in a row, numbered from Monday, 0. */
export function runsOf(hours: OpeningHours): { first: number; last: number; intervals: Interval[] }[] {
  const runs: { first: number; last: number; intervals: Interval[] }[] = []
  for (const [day, intervals] of daysOf(hours).entries()) {
    const run = runs.at(-1)
    if (run && sameDay(run.intervals, intervals)) run.last = day
    else runs.push({ first: day, last: day, intervals })
  }
  return runs
}

/** Whether it never closes. */
export const isAlwaysOpen = (hours: OpeningHours): boolean =>
  hours.holidays === 'usual' &&
  daysOf(hours).every((day) => sameDay(day, [{ opens: '00:00', closes: '24:00' }]))
