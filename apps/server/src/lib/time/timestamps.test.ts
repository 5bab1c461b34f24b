import pg from 'pg'
import { expect, it } from 'vitest'
import { readStored } from './timestamps.ts'

const byDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date

it.each([
  '2024-07-03 12:00:00+00',
  '2024-02-29 23:59:59.999+03',
  '2024-12-31 23:30:00.5-02',
  '2024-12-31 00:30:00.05+14',
  '1969-12-31 23:59:59.001+02',
  '0100-01-01 00:00:00+00',
  '9999-12-31 23:59:59+00',
])('reads %s as the driver does', (text) => {
  expect(readStored(text)).toEqual(byDriver(text))
})

it.each([
  'infinity',
  '-infinity',
  '0099-01-01 00:00:00+00',
  '0044-03-15 12:00:00+00 BC',
  '10000-01-01 00:00:00+00',
  '2024-07-03 12:00:00.1234+00',
  '2024-07-03 12:00:00+05:30',
  '1890-01-01 00:00:00+01:34:52',
  '2024-07-03 12:00:00',
  '',
])('leaves %j to the driver', (text) => {
  expect(readStored(text)).toBeUndefined()
})
