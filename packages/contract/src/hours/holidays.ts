const dayMs = 86_400_000

/** Days since 1970 of a calendar day YYYY-MM-DD, and back. */
export const dayNumberOf = (day: string): number => Date.parse(`${day}T00:00Z`) / dayMs
export const dayOfNumber = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)

/** Easter Sunday of the Orthodox Church, as days since 1970: Meeus' rule, and the 13 days of the calendars until 2099. */
function easterOf(year: number): number {
  const d = (19 * (year % 19) + 15) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
  const [month, day] = [Math.floor((d + e + 114) / 31), ((d + e + 114) % 31) + 1]
  return Date.UTC(year, month - 1, day + 13) / dayMs
}

const fixed = new Set(['01-01', '01-06', '03-25', '05-01', '08-15', '10-28', '12-25', '12-26'])
/** Clean Monday, Good Friday, Easter Sunday and Monday, Whit Monday, in days from Easter Sunday. */
const movable = new Set([-48, -2, 0, 1, 50])

/**
 * Whether a day is a public holiday in Greece. May Day counts on 1 May, also if a ministry moves it. No local holidays.
 * @param number days since 1970
 */
export function isHoliday(number: number): boolean {
  const day = dayOfNumber(number)
  return fixed.has(day.slice(5)) || movable.has(number - easterOf(Number(day.slice(0, 4))))
}
