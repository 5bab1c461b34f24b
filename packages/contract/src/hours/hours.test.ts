import { describe, expect, it } from 'vitest'
import { isHoliday, dayNumberOf } from './holidays.ts'
import { readHours, writeHours } from './hours-notation.ts'
import { formatHours } from './hours-text.ts'
import { isOpenAt, openState } from './open-state.ts'
import { checkHours, type OpeningHours, readTime } from './opening-hours.ts'

function hoursOf(text: string): OpeningHours {
  const hours = readHours(text)
  if ('problem' in hours) throw new Error(`${hours.problem}: ${hours.part}`)
  return hours
}
const shop = 'Mo-Fr 08:00-14:00,17:00-20:00; Sa 09:00-13:00; PH off'
const bar = 'Fr-Sa 22:00-02:00'
/** Winter time of Athens; summer time with '+03:00'. */
const at = (time: string, offset = '+02:00') => new Date(`${time}:00${offset}`)

describe('the notation of files', () => {
  it.each([
    [shop, shop],
    ['24/7', 'Mo-Su 00:00-24:00'],
    ['08:00-20:00', 'Mo-Su 08:00-20:00'],
    ['mo–fr 8:00 - 14:00;su,PH closed', 'Mo-Fr 08:00-14:00; PH off'],
    [
      'Mo,We,Fr 17:00-20:00,08:00-14:00',
      'Mo 08:00-14:00,17:00-20:00; We 08:00-14:00,17:00-20:00; Fr 08:00-14:00,17:00-20:00',
    ],
    ['Sa-Mo 10:00-00:00', 'Mo 10:00-24:00; Sa-Su 10:00-24:00'],
    ['Mo-Su 08:00-20:00; Su off', 'Mo-Sa 08:00-20:00'],
    ['off', 'Mo-Su off'],
    [bar, bar],
  ])('reads %s [places]', (text, written) => {
    expect(writeHours(hoursOf(text))).toBe(written)
    expect(hoursOf(written)).toEqual(hoursOf(text))
  })

  it.each([
    ['Mo-Fr 8-14', 'hours_invalid', 'Mo-Fr 8-14'],
    ['Mo-Fr 08:00-14:00; Sat 09:00-13:00', 'hours_invalid', 'Sat 09:00-13:00'],
    ['Mo 25:00-26:00', 'hours_invalid', 'Mo 25:00-26:00'],
    ['Mo 08:00-08:00', 'hours_invalid', 'Mo 08:00-08:00'],
    ['Mo 24:00-08:00', 'hours_invalid', 'Mo 24:00-08:00'],
    ['PH 10:00-12:00', 'hours_invalid', 'PH 10:00-12:00'],
    ['Mo-Fr 08:00-14:00;', 'hours_invalid', ''],
    ['Mo 08:00-14:00,13:00-15:00', 'hours_overlap', 'Mo 08:00-14:00,13:00-15:00'],
    ['Mo 22:00-02:00,23:00-23:30', 'hours_overlap', 'Mo 22:00-02:00,23:00-23:30'],
    [
      'Mo 08:00-09:00,10:00-11:00,12:00-13:00,14:00-15:00',
      'hours_many',
      'Mo 08:00-09:00,10:00-11:00,12:00-13:00,14:00-15:00',
    ],
    ['Όλο το 24ωρο', 'hours_invalid', 'Όλο το 24ωρο'],
  ])('says what is wrong with %s [places]', (text, problem, part) =>
    expect(readHours(text)).toEqual({ problem, part }),
  )
})

describe('checkHours', () => {
  const hours = hoursOf(shop)
  it('accepts hours, in any order of their intervals [places]', () => {
    const mixed = { ...hours, monday: hours.monday.toReversed() }
    expect(checkHours(mixed)).toEqual(hours)
  })
  it.each([
    null,
    'Mo-Fr',
    [],
    {},
    { ...hours, holidays: 'sunday' },
    { ...hours, monday: null },
    { ...hours, monday: [null] },
    { ...hours, monday: [{ opens: '08:00' }] },
    { ...hours, monday: [{ opens: '8:00', closes: '09:00' }] },
    { ...hours, monday: [{ opens: { length: 5 }, closes: '09:00' }] },
    { ...hours, easter: [] },
  ])('rejects others: %j [places]', (value) => expect(checkHours(value)).toBe('hours_invalid'))
})

it.each([
  ['8', '08:00'],
  ['830', '08:30'],
  ['8.30', '08:30'],
  ['08:30', '08:30'],
  ['2400', '24:00'],
  ['24:30', undefined],
  ['8:60', undefined],
  ['', undefined],
])('a typed time: %s is %s [places]', (typed, time) => expect(readTime(typed)).toBe(time))

it.each([
  [
    shop,
    'Δευ–Παρ 08:00–14:00, 17:00–20:00 · Σάβ 09:00–13:00 · Κυρ κλειστά · Αργίες κλειστά',
    'Mon–Fri 08:00–14:00, 17:00–20:00 · Sat 09:00–13:00 · Sun closed · Public holidays closed',
  ],
  ['24/7', 'Όλο το 24ωρο', 'Open 24 hours'],
  ['24/7; PH off', 'Κάθε μέρα 24 ώρες · Αργίες κλειστά', 'Every day 24 hours · Public holidays closed'],
  ['08:00-20:00', 'Κάθε μέρα 08:00–20:00', 'Every day 08:00–20:00'],
])('people read %s in Greek and English [places]', (text, greek, english) => {
  expect(formatHours(hoursOf(text), 'el')).toBe(greek)
  expect(formatHours(hoursOf(text), 'en')).toBe(english)
})

describe('public holidays', () => {
  // Orthodox Easter: 20 April 2025, 12 April 2026, 2 May 2027, 16 April 2028.
  it.each([
    '2025-04-20',
    '2026-04-12',
    '2027-05-02',
    '2028-04-16',
    '2026-02-23',
    '2026-04-10',
    '2026-04-13',
    '2026-06-01',
    '2026-01-06',
    '2026-10-28',
    '2026-12-26',
  ])('are %s [places]', (day) => expect(isHoliday(dayNumberOf(day))).toBe(true))
  it.each(['2026-04-05', '2026-04-11', '2026-11-17', '2026-12-24'])('are not %s [places]', (day) =>
    expect(isHoliday(dayNumberOf(day))).toBe(false),
  )
})

describe('openState', () => {
  const stateAt = (text: string, time: string, offset?: string) => {
    const { open, change } = openState(hoursOf(text), null, at(time, offset))
    return `${open ? 'open' : 'closed'} ${change ? `${change.day} ${change.time} +${change.inDays}` : '–'}`
  }
  // 27 November 2026 is a Friday.
  it.each([
    ['in the morning', shop, '2026-11-27T08:00', 'open 2026-11-27 14:00 +0'],
    ['before', shop, '2026-11-27T07:59', 'closed 2026-11-27 08:00 +0'],
    ['when it closes', shop, '2026-11-27T14:00', 'closed 2026-11-27 17:00 +0'],
    ['in the evening', shop, '2026-11-27T20:30', 'closed 2026-11-28 09:00 +1'],
    ['before a Sunday', shop, '2026-11-28T13:00', 'closed 2026-11-30 08:00 +2'],
    ['on a holiday', shop, '2026-10-28T10:00', 'closed 2026-10-29 08:00 +1'],
    ['before Christmas', shop, '2026-12-24T20:00', 'closed 2026-12-28 08:00 +4'],
    ['always', '24/7', '2026-11-27T03:00', 'open –'],
    ['never', 'off', '2026-11-27T03:00', 'closed –'],
    ['past midnight', bar, '2026-11-28T01:59', 'open 2026-11-28 02:00 +0'],
    ['before midnight', bar, '2026-11-27T23:00', 'open 2026-11-28 02:00 +1'],
    ['after the night', bar, '2026-11-29T02:00', 'closed 2026-12-04 22:00 +5'],
    ['until midnight', 'Mo-Su 08:00-24:00', '2026-11-27T23:59', 'open 2026-11-27 24:00 +0'],
    [
      'two days without a break',
      'Fr 08:00-24:00; Sa 00:00-13:00',
      '2026-11-27T23:59',
      'open 2026-11-28 13:00 +1',
    ],
  ])('%s [places]', (_when, text, time, state) => expect(stateAt(text, time)).toBe(state))

  it('follows the clocks of Athens in the nights of their change [places]', () => {
    const night = 'Su 02:00-05:00'
    // 29 March 2026, 03:00 becomes 04:00; 25 October 2026, 04:00 becomes 03:00.
    expect(stateAt(night, '2026-03-29T02:59')).toBe('open 2026-03-29 05:00 +0')
    expect(stateAt(night, '2026-03-29T04:59', '+03:00')).toBe('open 2026-03-29 05:00 +0')
    expect(stateAt(night, '2026-03-29T05:00', '+03:00')).toBe('closed 2026-04-05 02:00 +7')
    expect(stateAt(night, '2026-10-25T03:30', '+03:00')).toBe('open 2026-10-25 05:00 +0')
    expect(stateAt(night, '2026-10-25T03:30')).toBe('open 2026-10-25 05:00 +0')
    expect(isOpenAt(hoursOf(shop), at('2026-07-01T08:00', '+03:00'))).toBe(true)
    expect(isOpenAt(hoursOf(shop), at('2026-07-01T08:00'))).toBe(true)
    expect(isOpenAt(hoursOf(shop), at('2026-07-01T14:00', '+03:00'))).toBe(false)
  })

  it('a closing wins, from its first midnight to its last [places]', () => {
    const of = (closed: { from: string; until: string | null }, time: string) =>
      openState(hoursOf('24/7'), closed, at(time))
    const weekend = { from: '2026-11-28', until: '2026-11-29' }
    expect(of(weekend, '2026-11-27T23:59')).toMatchObject({
      open: true,
      change: { time: '24:00', inDays: 0 },
    })
    expect(of(weekend, '2026-11-28T00:00')).toMatchObject({
      open: false,
      change: { time: '00:00', day: '2026-11-30', inDays: 2, weekday: 0 },
    })
    expect(of(weekend, '2026-11-30T00:00')).toEqual({ open: true })
    expect(of({ from: '2026-11-01', until: null }, '2026-11-27T12:00')).toEqual({ open: false })
    const night = openState(hoursOf(bar), weekend, at('2026-11-28T01:00'))
    expect(night.open).toBe(false)
  })
})
