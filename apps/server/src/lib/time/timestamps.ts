import { type Clock, days, later } from './clock.ts'

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)$/

/** Why a text is not accepted, by its code. */
export const timestampErrors = {
  timestamp_unreadable: 'is not a timestamp with an offset, such as 2024-07-03T12:00:00+03:00',
  timestamp_invalid: 'is not a valid date and time',
  timestamp_offset: 'has an invalid offset',
  timestamp_early: 'is before 1970',
  timestamp_future: 'is in the future',
}
export type TimestampError = keyof typeof timestampErrors

/**
 * Parses a timestamp between 1970 and tomorrow: ISO 8601 with an offset, with 'T' or a space. Fractions are truncated
 * to milliseconds.
 * @returns the time, or the code of an error
 */
export function parseRecentTimestamp(text: string, clock: Clock): Date | TimestampError {
  const time = parseTimestamp(text)
  if (typeof time === 'string') return time
  if (time.getTime() < 0) return 'timestamp_early'
  if (time > later(clock.now(), days(1))) return 'timestamp_future'
  return time
}

/** Like `parseRecentTimestamp`, without limits of the range. */
export function parseTimestamp(text: string): Date | TimestampError {
  const match = pattern.exec(text)
  if (!match) return 'timestamp_unreadable'
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = ''] = match
  const asUtc = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`,
  )
  // Date converts 30 February to 2 March.
  if (Number.isNaN(asUtc.getTime()) || asUtc.getUTCDate() !== Number(day) || Number(hour) > 23)
    return 'timestamp_invalid'
  const offset = offsetOf(zone)
  if (Math.abs(offset) > 18 * 60) return 'timestamp_offset'
  return later(asUtc, -offset * 60_000)
}

/** Returns the offset in minutes east of UTC. */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return (zone.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)))
}
