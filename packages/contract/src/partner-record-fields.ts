import { z } from 'zod'
import { descriptions, isRedemption } from './words/descriptions.ts'
import { absentOr, line, stickerCode, whole } from './fields.ts'
import { type ErrorCode, textRules } from './error-codes.ts'
import { cleanLine } from './words/pasted-text.ts'

/** Schemas of partners' requests. Unknown fields are rejected, so that data is not lost silently. */

/** Maximum points per record; guards against typos in records and rates. */
export const maxPointsPerRecord = 1_000_000

/** Whole points. */
const points = whole(-maxPointsPerRecord, maxPointsPerRecord)

/** Litres with at most three decimals. */
export const litres = z
  .number({ error: absentOr('number_invalid') })
  .min(0.001, { error: 'too_small', abort: true })
  .max(10_000, { error: 'too_big', abort: true })
  .refine((litres) => Number.isInteger(Math.round(litres * 1e6) / 1e3), 'decimals')

export const itemCount = whole(1, 10_000)

/**
 * An RFC 3339 timestamp with seconds and offset; fractions are truncated to milliseconds. The service checks the
 * calendar and the allowed range.
 */
export const timestamp = z
  .string({ error: absentOr('moment_invalid') })
  .regex(/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/, 'moment_invalid')

/** Replaces lone surrogates with U+FFFD: PostgreSQL rejects them, and one record must not fail the whole batch. */
const text = (max: number) => line(max).transform((text) => text.toWellFormed())

/**
 * A text that people read: in one line, without control characters and invisible ones, such as those that reverse what follows,
 * and without lone surrogates.
 */
export const cleanText = (text: string): string =>
  cleanLine(
    text
      .toWellFormed()
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/(?![\u200c\u200d])\p{Cf}/gu, ''),
  )

const shownText = (max: number) => line(max, cleanText)

/** The partner's unique key of a record, for idempotency. */
export const reference = text(200)

const dictionary = { error: absentOr('not_a_dictionary') }

/** The participant: exactly one of account id, `sub` (OpenID Connect) and sticker code. */
const participant = z
  .strictObject(
    {
      id: whole(1, 1e15).optional(),
      sub: text(100).optional(),
      sticker: stickerCode.optional(),
    },
    dictionary,
  )
  .refine(
    ({ id, sub, sticker }) => [id, sub, sticker].filter((one) => one !== undefined).length === 1,
    'participant_one',
  )

/** Delivered amount, from which the portal computes the points (rates). Exactly one of litres and item_count. */
const measure = z
  .strictObject(
    { litres: litres.optional(), item_count: itemCount.optional(), material: shownText(100).optional() },
    dictionary,
  )
  .refine(
    ({ litres, item_count }) => (litres === undefined) !== (item_count === undefined),
    'litres_or_items',
  )

/** Additional data of a record, shown in the explanation of its points. */
export const details = z.strictObject(
  {
    litres: litres.optional(),
    item_count: itemCount.optional(),
    material: shownText(100).optional(),
    sticker: stickerCode.optional(),
    collection_point: shownText(200).optional(),
    coupon: text(100).optional(),
    shop: shownText(200).optional(),
  },
  dictionary,
)

/** Last day on which a coupon is accepted, YYYY-MM-DD of Europe/Athens. The service checks the calendar. */
const validUntil = z.string({ error: absentOr('not_a_string') }).regex(/^\d{4}-\d\d-\d\d$/, 'day_invalid')

/** Maximum characters of a coupon's code. */
export const maxCouponCode = 64

/**
 * A coupon that the portal shows to its owner. `code` is a secret of its owner: stored encrypted, shown to its owner only,
 * and kept exactly as sent, because tills read it.
 */
export const coupon = z.strictObject(
  {
    code: text(maxCouponCode),
    title: shownText(200),
    shop: shownText(200).optional(),
    valid_until: validUntil.optional(),
  },
  dictionary,
)
export type NewCoupon = z.output<typeof coupon>

const measureFields = ['litres', 'item_count', 'material'] as const

/** A new points record: `points`, or the `measure` from which the portal computes them. */
export const newRecord = z
  .strictObject({
    reference,
    participant,
    description: z.enum(descriptions, { error: absentOr('choice_invalid') }),
    points: points.optional(),
    measure: measure.optional(),
    happened_at: timestamp,
    details: details.optional(),
    coupon: coupon.optional(),
  })
  .refine(({ points, measure }) => (points === undefined) !== (measure === undefined), 'points_or_measure')
  .refine(
    ({ measure, details }) => !measure || measureFields.every((name) => details?.[name] === undefined),
    'measure_repeated',
  )
  .refine(
    ({ participant, details }) => participant.sticker === undefined || details?.sticker === undefined,
    'sticker_repeated',
  )
  .refine(({ description, coupon }) => !coupon || isRedemption(description), 'coupon_description')
  .refine(
    ({ coupon, details }) => !coupon || (details?.coupon === undefined && details?.shop === undefined),
    'coupon_repeated',
  )
export type NewRecord = z.output<typeof newRecord>

/** Error codes of the validation of a record's fields. */
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
  'day_invalid',
  'coupon_description',
  'coupon_repeated',
] as const satisfies readonly ErrorCode[]
