import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from './list/endpoint-list.ts'
import { errorDetailsOf } from './fields.ts'
import { newRecord } from './partner-record-fields.ts'
import { breaks, isPattern, plainLatin } from './password-rules.ts'
import { emailPattern, isPersonName, isTelephone } from './words/person-fields.ts'
import { readStickerCode } from './sticker-codes.ts'
import { fold, toLatin } from './words/greek-letters.ts'
import { vocativeOf } from './words/vocative.ts'

/** Texts on which patterns with two ways to read a character take time that grows with the square of the length. */
const units = [
  ...[
    '\u0301',
    ' ',
    '.',
    '-',
    'a',
    'α',
    '1',
    '/',
    '@',
    '(',
    '+',
    ':',
    '?',
    '#',
    '!',
    '{',
    '%',
    '\n',
    '\u200c',
  ],
  ...[
    '\u00a0',
    'ΐ',
    'ﷺ',
    '㎏',
    '👩\u200d',
    '。',
    'a.',
    'a-',
    'a@',
    'a/',
    '1.',
    '1 ',
    ' 1',
    's/',
    'ς/',
    '://',
  ],
  ...['www.', 'a ', '- ', '{a}', 'x.gr', 'ab', 'αυ', '%CE%B1', 'a@a.'],
]
const surroundings = [
  ['', ''],
  ['', '!'],
  ['a@', ' x'],
] as const

const length = 4_096
/** Milliseconds for four times the length. A square takes a hundred; below, growth cannot be measured on a busy machine. */
const harmless = 25

const textOf = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length))

/** @returns milliseconds of this thread's processor time: not those of other processes on a busy machine */
function timeOf(run: () => unknown): number {
  const start = process.threadCpuUsage()
  run()
  // The kernel updates the sum by ticks of 4 ms, and estimates its parts.
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}

function fastest(run: () => unknown): number {
  let least = Infinity
  for (let times = 0; times < 3 && least > harmless; times += 1) least = Math.min(least, timeOf(run))
  return least
}

/** @returns the times for 1, 4 and 16 times the length, if they grow faster than linear: by 16 for a square */
function growthOf(run: (length: number) => () => unknown): string | undefined {
  const long = run(4 * length)
  let four = fastest(long)
  if (four < harmless) return undefined
  const short = run(length)
  let one = fastest(short)
  // Other processes slow down single runs by the caches that they share: the fastest of several, in turn.
  for (let times = 0; times < 8 && four > 8 * one; times += 1) {
    four = Math.min(four, timeOf(long))
    one = Math.min(one, timeOf(short))
  }
  if (four < harmless || four < 8 * one) return undefined
  // What no longer fits into a busy machine's cache takes nine times as long, but only once.
  const sixteen = fastest(run(16 * length))
  return sixteen > 8 * four ? [one, four, sixteen].map((ms) => ms.toFixed(1)).join(', ') : undefined
}

/** Parts that were read in an earlier schema: most fields are of a few kinds, and each kind takes a second of a core. */
const known = new Set<z.core.$ZodType>()

/** The input with `value` in each of its fields, one after the other, without fields of a kind that is known. */
function placesOf(schema: z.core.$ZodType): ((value: unknown) => unknown)[] {
  if (known.has(schema)) return []
  known.add(schema)
  const within = (part: z.core.$ZodType, place: (value: unknown) => unknown) =>
    placesOf(part).map((inner) => (value: unknown) => place(inner(value)))
  const here = (value: unknown) => value
  if (schema instanceof z.ZodObject)
    return [
      here,
      ...Object.entries(schema.shape).flatMap(([key, part]) =>
        within(part as z.ZodType, (value) => ({ [key]: value })),
      ),
    ]
  if (schema instanceof z.ZodArray) return [here, ...within(schema.element, (value) => [value])]
  if (schema instanceof z.ZodRecord) return [here, ...within(schema.valueType, (value) => ({ a: value }))]
  if (schema instanceof z.ZodDiscriminatedUnion)
    return schema.options.flatMap((part) => {
      const kind = part instanceof z.ZodObject ? part.shape['kind'] : undefined
      return placesOf(part).map((place) => (value: unknown) => {
        const input = place(value)
        return kind instanceof z.ZodLiteral && typeof input === 'object'
          ? { kind: kind.value, ...input }
          : input
      })
    })
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((part) => placesOf(part))
  if (schema instanceof z.ZodPipe) return [here, ...placesOf(schema.in)]
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return isWrapped ? placesOf(schema.unwrap()) : [here]
}

/** Values of a length, of the kinds that JSON knows. */
const values: ((unit: string, length: number) => unknown)[] = [
  ...['', '!', 'a'].map((end) => (unit: string, length: number) => `${textOf(unit, length)}${end}`),
  (unit, length) => ({ [textOf(unit, length)]: 1 }),
]
const lists: ((length: number) => unknown)[] = [
  (length) => Array.from({ length }, () => 'a'),
  (length) => Object.fromEntries(Array.from({ length }, (_, place) => [`a${place}`, place])),
]

const schemas: [string, z.ZodType][] = [
  ...Object.entries(endpoints).flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]): [string, z.ZodType][] =>
      schema ? [[`${name} ${part}`, schema]] : [],
    ),
  ),
  ['newRecord', newRecord],
]

it.each(schemas)(
  '%s is read in time that grows with the length of each field at most [security linear time]',
  (_, schema) => {
    const parse = (input: unknown) => () => {
      const { error } = schema.safeParse(input)
      return error && errorDetailsOf(error, input)
    }
    const found = placesOf(schema).flatMap((place, at) => [
      ...units.flatMap((unit) =>
        values.map((value) => [
          `field ${at}: ${unit}`,
          growthOf((length) => parse(place(value(unit, length)))),
        ]),
      ),
      ...lists.map((list, kind) => [
        `field ${at}: list ${kind}`,
        growthOf((length) => parse(place(list(length)))),
      ]),
    ])
    expect(found.filter(([, growth]) => growth !== undefined)).toEqual([])
  },
  60_000,
)

const owner = { email: 'maria@example.gr', firstName: 'Μαρία', lastName: 'Παππά' }
const functions: [string, (text: string) => unknown][] = [
  ['emailPattern', (text) => emailPattern.test(text)],
  ['isPersonName', isPersonName],
  ['isTelephone', isTelephone],
  ['readStickerCode', readStickerCode],
  ['isPattern', (text) => isPattern(text)],
  ['plainLatin', plainLatin],
  ['fold', fold],
  ['toLatin', toLatin],
  ['vocativeOf', vocativeOf],
  // The rules about the first and last name have the function of the one about the address.
  ...Object.entries(breaks)
    .filter(([rule]) => !rule.endsWith('_name'))
    .map(([rule, isBroken]): [string, (text: string) => unknown] => [rule, (text) => isBroken(text, owner)]),
]

it.each(functions)(
  '%s takes time that grows with the length at most [security linear time]',
  (_, read) => {
    const found = surroundings.flatMap(([beginning, end]) =>
      units.map((unit) => [
        JSON.stringify([beginning, unit, end]),
        growthOf((length) => {
          const text = `${beginning}${textOf(unit, length)}${end}`
          return () => read(text)
        }),
      ]),
    )
    expect(found.filter(([, growth]) => growth !== undefined)).toEqual([])
  },
  120_000,
)
