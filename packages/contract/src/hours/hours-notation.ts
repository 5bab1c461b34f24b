import {
  type HoursProblem,
  hoursOfDays,
  type Interval,
  type OpeningHours,
  runsOf,
  sortDay,
} from './opening-hours.ts'

const names = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/**
 * Writes opening hours as OpenStreetMap does: 'Mo-Fr 08:00-14:00,17:00-20:00; Sa 09:00-13:00; PH off'. Not '24/7', which
 * spreadsheets turn into a day of July.
 */
export function writeHours(hours: OpeningHours): string {
  const rules = runsOf(hours)
    .filter(({ intervals }) => intervals.length > 0)
    .map(({ first, last, intervals }) => {
      const days = first === last ? names[first] : `${names[first]}-${names[last]}`
      return `${days} ${intervals.map(({ opens, closes }) => `${opens}-${closes}`).join(',')}`
    })
  if (rules.length === 0) rules.push('Mo-Su off')
  if (hours.holidays === 'closed') rules.push('PH off')
  return rules.join('; ')
}

/** Characters of the longest hours, with room for spaces. */
const maxLength = 500

type Unreadable = { problem: HoursProblem; part: string }
type Week = { days: Interval[][]; holidays: OpeningHours['holidays'] }

/**
 * Reads the part of OpenStreetMap's opening_hours that `writeHours` writes, '24/7', 'off' and 'closed'. As there, a later
 * rule replaces an earlier one of the same day, and other days are closed.
 * @returns the hours, or what is wrong with which part of the text
 */
export function readHours(text: string): OpeningHours | Unreadable {
  if (text.length > maxLength) return { problem: 'hours_invalid', part: text }
  const week: Week = { days: names.map(() => []), holidays: 'usual' }
  for (const rule of text.split(';')) {
    const problem = applyRule(week, rule.trim())
    if (problem) return { problem, part: rule.trim() }
  }
  return hoursOfDays(week.days, week.holidays)
}

function applyRule(week: Week, rule: string): HoursProblem | undefined {
  const plain = rule.replaceAll(/[–—]/g, '-').toLowerCase()
  if (plain === '24/7') {
    week.days = names.map(() => [{ opens: '00:00', closes: '24:00' }])
    return undefined
  }
  const start = /^[a-z][a-z,\- ]* /.exec(plain)?.[0] ?? ''
  const days = start === '' ? { weekdays: [0, 1, 2, 3, 4, 5, 6], holidays: false } : readDays(start)
  const intervals = readIntervals(plain.slice(start.length))
  if (!days || !intervals) return 'hours_invalid'
  const sorted = sortDay(intervals)
  if (typeof sorted === 'string') return sorted
  // Other hours on public holidays than on weekdays are not kept.
  if (days.holidays && sorted.length > 0) return 'hours_invalid'
  if (days.holidays) week.holidays = 'closed'
  for (const day of days.weekdays) week.days[day] = sorted
  return undefined
}

function readDays(text: string): { weekdays: number[]; holidays: boolean } | undefined {
  const days = { weekdays: [] as number[], holidays: false }
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === 'ph') {
      days.holidays = true
      continue
    }
    const ends = part.split('-').map((one) => names.findIndex((name) => name.toLowerCase() === one.trim()))
    const [first = -1, last = first] = ends
    if (ends.length > 2 || first < 0 || last < 0) return undefined
    // A range may pass the end of the week: 'Sa-Mo'.
    for (let day = first; day <= (last < first ? last + 7 : last); day += 1) days.weekdays.push(day % 7)
  }
  return days
}

function readIntervals(text: string): Interval[] | undefined {
  if (text === 'off' || text === 'closed') return []
  const intervals = text.split(',').map((part): Interval | undefined => {
    const [, opens, closes] = /^(\d{1,2}:\d\d) ?- ?(\d{1,2}:\d\d)$/.exec(part.trim()) ?? []
    return opens && closes ? { opens: opens.padStart(5, '0'), closes: closes.padStart(5, '0') } : undefined
  })
  return intervals.every((one) => one !== undefined) ? intervals : undefined
}
