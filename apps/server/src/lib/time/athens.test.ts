import { expect, it } from 'vitest'
import { athensTime } from './athens.ts'

const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Athens',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'longOffset',
})

/** The time of Athens by Intl. */
function expected(time: Date): string {
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
  const fraction = part['fractionalSecond'] === '000' ? '' : `.${part['fractionalSecond']}`
  return (
    `${part['year']?.padStart(4, '0')}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}` +
    `${fraction}${part['timeZoneName']?.replace('GMT', '')}`
  )
}

it.each([
  ['2024-03-31T00:59:59.999Z', '2024-03-31T02:59:59.999+02:00'],
  ['2024-03-31T01:00:00Z', '2024-03-31T04:00:00+03:00'],
  ['2024-10-27T00:59:59Z', '2024-10-27T03:59:59+03:00'],
  ['2024-10-27T01:00:00.050Z', '2024-10-27T03:00:00.050+02:00'],
  ['1969-12-31T23:59:59.001Z', '1970-01-01T01:59:59.001+02:00'],
  ['1919-12-31T21:59:59Z', '1919-12-31T23:59:59+02:00'],
  ['1915-12-31T12:00:00Z', '1915-12-31T12:00:00+00:00'],
  ['9999-12-31T21:59:59Z', '9999-12-31T23:59:59+02:00'],
  ['9999-12-31T23:00:00Z', '9999-12-31T23:00:00+00:00'],
])('formats %s as %s', (time, text) => {
  // Twice: the second time with the known hour.
  for (const _ of [1, 2]) expect(athensTime(new Date(time))).toBe(text)
})

it('formats the hours of 130 years as Intl does', () => {
  const step = 7 * 3_600_000 + 1_234_567
  for (let at = Date.UTC(1920); at < Date.UTC(2050); at += step * 13)
    expect(athensTime(new Date(at))).toBe(expected(new Date(at)))
})
