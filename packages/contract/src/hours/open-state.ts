import { dayNumberOf, dayOfNumber, isHoliday } from './holidays.ts'
import { daysOf, endOf, minutesOf, type OpeningHours } from './opening-hours.ts'

/** Days on which a place is closed, both included, YYYY-MM-DD. */
type Closing = { from: string; until: string | null } | null

/** `change`: when it closes or opens next; undefined if it does not in two weeks. Midnight is 24:00 of a closing day. */
export type OpenState = {
  open: boolean
  change?: { time: string; day: string; inDays: number; weekday: number }
}

/** How far ahead the next change is looked for: more than the days from Christmas to Epiphany. */
const daysAhead = 14
const dayMinutes = 1440

// The Swedish locale formats times as ISO 8601.
const athens = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Athens',
  dateStyle: 'short',
  timeStyle: 'short',
})

/**
 * Whether a place is open at an instant, in Athens, and until when. Hours are those of the clocks on the wall, so the change
 * to summer time and back needs no rule.
 * @param closed wins over the hours
 */
export function openState(hours: OpeningHours, closed: Closing, instant: Date): OpenState {
  const [day = '', time = ''] = athens.format(instant).split(' ')
  const today = dayNumberOf(day)
  const now = today * dayMinutes + minutesOf(time)
  const periods = periodsOf(hours, closed, today)
  const current = periods.find(({ start, end }) => start <= now && now < end)
  const at = current ? current.end : periods.find(({ start }) => start > now)?.start
  const isFar = at === undefined || at >= (today + daysAhead) * dayMinutes
  if (isFar) return { open: Boolean(current) }
  const isMidnight = Boolean(current) && at % dayMinutes === 0
  const number = Math.floor(at / dayMinutes) - Number(isMidnight)
  const minutes = at - number * dayMinutes
  const padded = (part: number) => String(Math.floor(part)).padStart(2, '0')
  return {
    open: Boolean(current),
    change: {
      time: `${padded(minutes / 60)}:${padded(minutes % 60)}`,
      day: dayOfNumber(number),
      inDays: number - today,
      // 1 January 1970 was a Thursday.
      weekday: (number + 3) % 7,
    },
  }
}

/** @see openState */
export const isOpenAt = (hours: OpeningHours, instant: Date): boolean => openState(hours, null, instant).open

/** When a place is open from yesterday on, in minutes since 1970 of the clock on the wall; periods never touch. */
function periodsOf(hours: OpeningHours, closed: Closing, today: number): { start: number; end: number }[] {
  const week = daysOf(hours)
  const periods: { start: number; end: number }[] = []
  const [shut, reopened] = closed
    ? [dayNumberOf(closed.from), closed.until === null ? Infinity : dayNumberOf(closed.until) + 1]
    : [Infinity, Infinity]
  for (let day = today - 1; day <= today + daysAhead; day += 1) {
    if (day >= shut && day < reopened) continue
    if (hours.holidays === 'closed' && isHoliday(day)) continue
    for (const interval of week[(day + 3) % 7] ?? []) {
      const start = day * dayMinutes + minutesOf(interval.opens)
      const whole = day * dayMinutes + endOf(interval)
      // The night before a closing ends at midnight.
      const end = day < shut ? Math.min(whole, shut * dayMinutes) : whole
      const last = periods.at(-1)
      if (last && start <= last.end) last.end = Math.max(last.end, end)
      else periods.push({ start, end })
    }
  }
  return periods
}
