import { type Clock, days, later } from './clock.ts'

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)$/

/**
 * Reads a moment as other systems write it: ISO 8601 with a zone's offset, also with a blank for the T and with
 * microseconds, which are cut to milliseconds as everywhere in the portal.
 * @returns the moment, or what is wrong with the text
 */
export function readMoment(text: string, clock: Clock): Date | string {
  const moment = momentOf(text)
  if (typeof moment === 'string') return moment
  if (moment.getTime() < 0) return 'lies before 1970'
  if (moment > later(clock.now(), days(1))) return 'lies in the future'
  return moment
}

/** As `readMoment`, of any time. */
export function momentOf(text: string): Date | string {
  const match = pattern.exec(text)
  if (!match) return 'is no moment with an offset, such as 2024-07-03T12:00:00+03:00'
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = ''] = match
  const asUtc = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`,
  )
  // A Date turns 30 February into 2 March.
  if (Number.isNaN(asUtc.getTime()) || asUtc.getUTCDate() !== Number(day) || Number(hour) > 23)
    return 'is no day and time of the calendar'
  const offset = offsetOf(zone)
  if (Math.abs(offset) > 18 * 60) return 'has an offset that no zone has'
  return later(asUtc, -offset * 60_000)
}

/** Minutes east of Greenwich. */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return (zone.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)))
}
