import { describe, expect, it } from 'vitest'
import { createDayText } from './day-format.ts'
import { checkOptions } from './options.ts'
import { formatNumericDay, patternOf } from './pattern.ts'

const options = checkOptions({}, undefined)
const textOf = (format: string) => createDayText(patternOf(format), 'el', options)

describe('createDayText', () => {
  it.each([
    ['11/03/2026', '2026-03-11'],
    ['1/2/2026', '2026-02-01'],
    ['1/2/26', '2026-02-01'],
    [' 01.02.2026 ', '2026-02-01'],
    ['1-2-26', '2026-02-01'],
    ['01 02 2026', '2026-02-01'],
    ['01022026', '2026-02-01'],
    ['010226', '2026-02-01'],
    ['2026-02-01', '2026-02-01'],
    ['29/02/2028', '2028-02-29'],
    ['31/12/9999', '9999-12-31'],
  ])('parses %j as %s', (text, day) => {
    expect(textOf('DD/MM/YYYY').parse(text, 1)).toEqual([day])
  })

  it.each([
    'αύριο',
    '1/2',
    '1/2/6',
    '1/2/202',
    '1/2/20266',
    '01/02/0020',
    '01/02/0999',
    '29/02/2026',
    '0/1/2026',
    '1/13/2026',
    '11/03/2026 - 12/03/2026',
    '1/2/2026 x',
    '0102026',
    '9'.repeat(10_000),
    '/'.repeat(10_000),
  ])('rejects %s', (text) => {
    expect(textOf('DD/MM/YYYY').parse(text, 1)).toBeUndefined()
  })

  it('expands two digits of a year to the nearest such year', () => {
    const year = new Date().getFullYear()
    for (const distance of [-49, -30, 0, 30, 49]) {
      const wanted = String(year + distance)
      expect(textOf('DD/MM/YYYY').parse(`1/2/${wanted.slice(2)}`, 1)).toEqual([`${wanted}-02-01`])
    }
  })

  it.each([
    ['11/03/2026 - 12/03/2026', ['2026-03-11', '2026-03-12']],
    ['12/03/2026-11/03/2026', ['2026-03-11', '2026-03-12']],
    ['1.3.26 – 2.3.26', ['2026-03-01', '2026-03-02']],
    ['1103202612032026', ['2026-03-11', '2026-03-12']],
    ['110326120326', ['2026-03-11', '2026-03-12']],
    ['11032026-12032026', ['2026-03-11', '2026-03-12']],
    ['12032026 – 110326', ['2026-03-11', '2026-03-12']],
    ['1103-12032026', undefined],
    ['01102026 - 25/10/2026', ['2026-10-01', '2026-10-25']],
    ['1/10/26 – 251026', ['2026-10-01', '2026-10-25']],
    ['2026-10-25 01102026', ['2026-10-01', '2026-10-25']],
    ['1/2/010226/2026', undefined],
    ['01102026 - 25/10', undefined],
    ['2026-03-11 - 2026-03-12', ['2026-03-11', '2026-03-12']],
    ['11/03/2026 - ', ['2026-03-11']],
    ['11/03/2026', ['2026-03-11']],
    ['', []],
    ['  ', []],
    ['11/03/2026 - 12/03', undefined],
    ['11/03/2026 - 31/02/2026', undefined],
    ['1/3/2026 - 2/3/2026 - 3/3/2026', undefined],
  ])('parses the range %j as %j [§5 date picker digits]', (text, days) => {
    expect(textOf('DD/MM/YYYY').parse(text, 2)).toEqual(days)
  })

  it.each([
    ['D MMMM YYYY', '11 Μαρτίου 2026'],
    ['D MMMM YYYY', '11 Μαρτίου 26'],
    ["EEEE, D MMM 'του' YYYY", 'Τετάρτη, 11 Μαρ του 2026'],
    ['YYYY-MM-DD', '2026-3-11'],
    ['MM/DD/YYYY', '3/11/26'],
    ['D/M/YY', '11/3/26'],
  ])('parses the format %s: %s', (format, text) => {
    expect(textOf(format).parse(text, 1)).toEqual(['2026-03-11'])
  })

  it.each(['11 Μαρτίου 6', '11 Μαρτίου 0026', 'Μαρτίου', '11 Μαρτίου 2026 - x'])(
    'rejects %s for a format with month names',
    (text) => {
      expect(textOf('D MMMM YYYY').parse(text, 2)).toBeUndefined()
    },
  )

  it('parses two dates with month names, and its own output for each day of a year', () => {
    const { format, parse } = textOf('D MMMM YYYY')
    expect(parse('25 Οκτωβρίου 2026 - 29 Μαρτίου 2026', 2)).toEqual(['2026-03-29', '2026-10-25'])
    for (let at = 0; at < 365; at += 1) {
      const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
      expect(parse(format(day), 1)).toEqual([day])
      expect(textOf('DD/MM/YYYY').parse(formatNumericDay(day, 'dd/MM/yyyy'), 1)).toEqual([day])
    }
  })
})

describe('formatNumericDay', () => {
  it.each(['DD/MM/YYYY', 'D.M.YY', 'YYYY-MM-DD', 'MMDDYYYY'])('formats %s as date-fns does', (format) => {
    for (const day of ['2026-03-01', '1999-12-31'])
      expect(formatNumericDay(day, patternOf(format))).toBe(textOf(format).format(day))
  })

  it.each(['D MMMM YYYY', "DD 'x' MM", 'EEEE'])('returns an empty string for %s', (format) => {
    expect(formatNumericDay('2026-03-01', patternOf(format))).toBe('')
  })
})
