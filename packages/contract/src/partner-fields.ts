import { z } from 'zod'
import { absentOr, line, stickerCode } from './fields.ts'
import { descriptions } from './points.ts'
import { type ErrorCode, textRules } from './error-codes.ts'

/** The fields of what partner sites send. Unknown fields are rejected: what would be dropped in silence is lost. */

/** So many points a record at most: a slip of the keyboard, in a record or in a rate, shall be nobody's fortune. */
export const mostPoints = 1_000_000

/** Whole points. */
const points = z
  .int({ error: absentOr('integer_invalid') })
  .min(-mostPoints, 'too_small')
  .max(mostPoints, 'too_big')

/** Litres to the millilitre. */
const litres = z
  .number({ error: absentOr('number_invalid') })
  .min(0.001, { error: 'too_small', abort: true })
  .max(10_000, { error: 'too_big', abort: true })
  .refine((litres) => Number.isInteger(Math.round(litres * 1e6) / 1e3), 'decimals')

const itemCount = z
  .int({ error: absentOr('integer_invalid') })
  .min(1, 'too_small')
  .max(10_000, 'too_big')

/**
 * A moment by RFC 3339, with seconds and the zone's offset; a fraction is cut to milliseconds. Whether it is of the
 * calendar and near enough to now, the service says.
 */
export const moment = z
  .string({ error: absentOr('moment_invalid') })
  .regex(/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/, 'moment_invalid')

/** Half a character, which no database takes, becomes the sign for it: one record shall not sink the others. */
const text = (max: number) => line(max).transform((text) => text.toWellFormed())

/** The partner's own name for a record: the same one twice is the same record. */
export const reference = text(200)

const dictionary = { error: absentOr('not_a_dictionary') }

/** Who delivered or redeems: by the account's number, by its `sub` (OpenID Connect), or by a sticker of theirs. */
const whose = z
  .strictObject(
    {
      id: z
        .int({ error: absentOr('integer_invalid') })
        .min(1, 'too_small')
        .max(1e15, 'too_big')
        .optional(),
      sub: text(100).optional(),
      sticker: stickerCode.optional(),
    },
    dictionary,
  )
  .refine(
    ({ id, sub, sticker }) => [id, sub, sticker].filter((one) => one !== undefined).length === 1,
    'participant_one',
  )

/** What was handed in, for the portal to say how many points it gives (rates). Exactly one of litres and item_count. */
const measure = z
  .strictObject(
    { litres: litres.optional(), item_count: itemCount.optional(), material: text(100).optional() },
    dictionary,
  )
  .refine(
    ({ litres, item_count }) => (litres === undefined) !== (item_count === undefined),
    'litres_or_items',
  )

/** What is kept beside the points and shown where somebody asks why there are so many. */
export const details = z.strictObject(
  {
    litres: litres.optional(),
    item_count: itemCount.optional(),
    material: text(100).optional(),
    sticker: stickerCode.optional(),
    collection_point: text(200).optional(),
    coupon: text(100).optional(),
    shop: text(200).optional(),
  },
  dictionary,
)

const doubled = ['litres', 'item_count', 'material'] as const

/** A record as a partner sends it: `points`, or the `measure` from which the portal computes them. */
export const newRecord = z
  .strictObject({
    reference,
    participant: whose,
    description: z.enum(descriptions, { error: absentOr('choice_invalid') }),
    points: points.optional(),
    measure: measure.optional(),
    happened_at: moment,
    details: details.optional(),
  })
  .refine(({ points, measure }) => (points === undefined) !== (measure === undefined), 'points_or_measure')
  .refine(
    ({ measure, details }) => !measure || doubled.every((name) => details?.[name] === undefined),
    'measure_repeated',
  )
  .refine(
    ({ participant, details }) => participant.sticker === undefined || details?.sticker === undefined,
    'sticker_repeated',
  )
export type NewRecord = z.output<typeof newRecord>

/** The error codes that reading a record's fields can return. */
export const recordFieldRules = [
  ...textRules,
  'field_unknown',
  'not_a_dictionary',
  'integer_invalid',
  'number_invalid',
  'decimals',
  'too_small',
  'too_big',
  'choice_invalid',
  'moment_invalid',
  'participant_one',
  'points_or_measure',
  'litres_or_items',
  'measure_repeated',
  'sticker_repeated',
  'sticker_code_wrong',
] as const satisfies readonly ErrorCode[]
