import { formatHours } from '@portal/contract/hours/hours-text.ts'
import {
  daysOf,
  hoursOfDays,
  type Interval,
  intervalProblem,
  isAlwaysOpen,
  type OpeningHours,
  readTime,
  sortDay,
  weekdays,
} from '@portal/contract/hours/opening-hours.ts'

/** Opening hours while they are typed; each interval has a key of its own. */
export type Draft = {
  mode: 'unknown' | 'always' | 'week'
  /** From Monday. */
  days: (Interval & { key: number })[][]
  holidaysClosed: boolean
}

/** A form keeps it as text, like its other values. */
export const draftOf = (hours: OpeningHours | null): string =>
  writeDraft({
    mode: !hours ? 'unknown' : isAlwaysOpen(hours) ? 'always' : 'week',
    days: (hours && !isAlwaysOpen(hours) ? daysOf(hours) : weekdays.map(() => [])).map((day) =>
      day.map(({ opens, closes }, key) => ({ opens, closes, key })),
    ),
    holidaysClosed: hours?.holidays === 'closed',
  })

export const readDraft = (text: string): Draft => JSON.parse(text) as Draft
export const writeDraft = (draft: Draft): string => JSON.stringify(draft)

const read = ({ opens, closes }: Interval): Interval => ({
  opens: readTime(opens) ?? '',
  closes: readTime(closes) ?? '',
})

/** What the API gets. @returns hours with empty times where a typed one is none: the API's rules reject them */
export function hoursOf(text: string): OpeningHours | null {
  const { mode, days, holidaysClosed } = readDraft(text)
  if (mode === 'unknown') return null
  if (mode === 'always')
    return hoursOfDays(
      weekdays.map(() => [{ opens: '00:00', closes: '24:00' }]),
      'usual',
    )
  return hoursOfDays(
    days.map((day) => day.map(read)),
    holidaysClosed ? 'closed' : 'usual',
  )
}

/** What citizens read; undefined while something is wrong. */
export function shownHours(text: string): string | undefined {
  const hours = hoursOf(text)
  const isRight = hours && daysOf(hours).every((day) => typeof sortDay(day) !== 'string')
  return isRight ? formatHours(hours, 'el') : undefined
}

export type FieldProblem = 'time' | 'same' | 'overlap'

/** What is wrong with each field of a day: of an interval, or both. */
export function problemsOf(day: readonly Interval[]): Partial<Record<'opens' | 'closes', FieldProblem>>[] {
  const intervals = day.map(read)
  const problems = intervals.map((interval): Partial<Record<'opens' | 'closes', FieldProblem>> => {
    const { opens, closes } = interval
    if (opens !== '' && closes !== '' && opens !== '24:00')
      return intervalProblem(interval) ? { closes: 'same' } : {}
    const isWrong = opens === '' || opens === '24:00'
    return { ...(isWrong && { opens: 'time' }), ...(closes === '' && { closes: 'time' }) }
  })
  if (problems.some(({ opens, closes }) => opens ?? closes)) return problems
  // The interval that overlaps an earlier one of the list.
  return intervals.map((_, at) =>
    sortDay(intervals.slice(0, at + 1)) === 'hours_overlap' ? { opens: 'overlap' } : {},
  )
}
