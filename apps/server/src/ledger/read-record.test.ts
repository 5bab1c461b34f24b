import { isDeepStrictEqual } from 'node:util'
import { descriptions } from '@portal/contract/descriptions.ts'
import { newRecord } from '@portal/contract/partner-fields.ts'
import { describe, expect, it } from 'vitest'
import { readPlain } from './read-record.ts'

/** Values of each field, right and wrong; the first ones are read without the schema. */
const lines = [
  'bin-17',
  'Πράσινο ATM, "Δημαρχείο" \\',
  'x'.repeat(100),
  '👍',
  ' padded ',
  '',
  '\0',
  '\ud800',
  7,
  null,
]
const numbers = [
  50,
  1,
  10_000,
  -0,
  0,
  -50,
  1_000_000,
  1_000_001,
  1e15,
  1e16,
  2.5,
  0.001,
  0.0004,
  2.0005,
  10_000.001,
  '50',
]
const others: unknown[] = [undefined, null, true, [], {}, { toString: 1 }, Number.NaN]
const of = <T>(...lists: T[][]) => lists.flat()
const details = [
  'litres',
  'item_count',
  'material',
  'sticker',
  'collection_point',
  'coupon',
  'shop',
  'unknown',
  '__proto__',
]
const fields: Record<string, unknown[]> = {
  reference: of<unknown>(lines, ['x'.repeat(200), 'x'.repeat(201)], numbers, others),
  participant: of<unknown>(
    numbers.map((id) => ({ id })),
    lines.map((sub) => ({ sub })),
    [
      { sticker: 'A4KX97TEH2MX' },
      { id: 1, sub: 'x' },
      { id: 1, sub: undefined },
      { sub: 'x'.repeat(101) },
      { other: 1 },
    ],
    others,
  ),
  description: of<unknown>([...descriptions], ['other', 'constructor', ''], others),
  points: of<unknown>(numbers, others),
  measure: of<unknown>([{ litres: 2.5 }, { item_count: 2 }, {}], others),
  happened_at: of<unknown>(
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.123456789+02:00', '2026-02-30T10:00:00-05:30'],
    ['2026-03-01t10:00:00z', '2026-03-01T10:00:00', '2026-03-01T10:00:00Z\n', '2026-03-01', ''],
    others,
  ),
  details: of<unknown>(
    details.flatMap((name) =>
      of<unknown>(lines, ['x'.repeat(201)], numbers, others).map((value) => ({ [name]: value })),
    ),
    [{ litres: 2.5, collection_point: 'Δημαρχείο' }],
    others,
  ),
  coupon: of<unknown>([{ code: 'x', title: 'y' }], others),
  unknown: [1, undefined],
}
const plain = {
  reference: 'bin-17',
  participant: { id: 1 },
  description: 'oil_collected',
  points: 50,
  happened_at: '2026-03-01T10:00:00Z',
}

/** Of a fixed seed, so that a failure repeats. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

/** Whether the input is left to the schema, or read as the schema reads it. */
function isRight(input: unknown): boolean {
  const read = readPlain(input)
  return read === undefined || isDeepStrictEqual(newRecord.safeParse(input).data, read)
}

describe('readPlain', () => {
  it('reads the usual records', () => {
    for (const record of [
      plain,
      { ...plain, details: { litres: 2.5, collection_point: 'Πράσινο ATM, Δημαρχείο' } },
      { ...plain, participant: { sub: crypto.randomUUID() }, description: 'coupon_created', points: -400 },
    ]) {
      expect(readPlain(record)).toEqual(record)
      expect(isRight(record)).toBe(true)
    }
  })

  it('returns what the schema returns, with each value of each field', () => {
    const inputs = Object.entries(fields).flatMap(([name, values]) =>
      values.map((value) => ({ ...plain, [name]: value })),
    )
    expect([...inputs, ...of<unknown>(others, lines, numbers)].filter((input) => !isRight(input))).toEqual([])
  })

  it('returns what the schema returns, with several values', () => {
    const random = randomOf(20_260_301)
    const names = Object.keys(fields)
    const inputs = Array.from({ length: 20_000 }, () => {
      const input: Record<string, unknown> = { ...plain }
      for (let change = random(4); change > 0; change -= 1) {
        const name = names[random(names.length)] ?? ''
        const values = fields[name] ?? []
        if (random(8) === 0) delete input[name]
        else input[name] = values[random(values.length)]
      }
      return input
    })
    expect(inputs.filter((input) => !isRight(input))).toEqual([])
    expect(inputs.filter((input) => readPlain(input) !== undefined).length).toBeGreaterThan(5_000)
  })
})
