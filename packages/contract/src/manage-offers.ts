import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr, dayText, line, moment, shortIdParam, whole } from './fields.ts'
import { base64, calendarDay, version } from './manage-fields.ts'
import {
  maxOfferCount,
  maxOfferDays,
  maxPictureBytes,
  offerKinds,
  offerLengths,
  offerStates,
} from './words/offer-limits.ts'
import { offerFacts } from './offers.ts'
import { cleanText, maxPointsPerRecord } from './partner-record-fields.ts'
import { routes } from './routes.ts'

/** Empty text of a form counts as null. */
const nullIfEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())

/** As `cleanText`, but in several lines. */
const cleanLines = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map(cleanText)
    .join('\n')
    .trim()

const count = (max: number) => whole(1, max)
const description = line(offerLengths.description, cleanLines)
const choice = { error: absentOr('choice_invalid') }

/** What operators write. Empty optional fields are null. */
const facts = z.object({
  title: line(offerLengths.title, cleanText),
  title_en: nullIfEmpty(line(offerLengths.title, cleanText)),
  description: nullIfEmpty(description),
  description_en: nullIfEmpty(description),
  /** Where coupons are accepted, as citizens read it: an address. */
  place: nullIfEmpty(line(offerLengths.place, cleanText)),
  /** Of a coupon its price, of a donation the least. */
  points: count(maxPointsPerRecord),
  /** Days that a coupon is valid, the day of its issue included. Required of coupons, null of donations. */
  coupon_days: nullIfEmpty(count(maxOfferDays)),
  starts_on: calendarDay,
  /** The last day. */
  ends_on: nullIfEmpty(calendarDay),
  stock: nullIfEmpty(count(maxOfferCount)),
  stock_per_day: nullIfEmpty(count(maxOfferCount)),
  per_person: nullIfEmpty(count(maxOfferCount)),
  /** The limit by person counts so many days, today included; null: all. */
  per_person_days: nullIfEmpty(count(maxOfferDays)),
  /** Ids; null: people of all municipalities. */
  municipalities: nullIfEmpty(
    z
      .array(
        z
          .int({ error: absentOr('pk_type') })
          .min(1, 'pk_type')
          .max(2 ** 31 - 1, 'pk_type'),
        {
          error: absentOr('list_type'),
        },
      )
      .min(1, 'list_empty')
      .max(400, 'list_too_long'),
  ),
  /** How many days a coupon may be given back, the day of its issue included; null: never. */
  return_days: nullIfEmpty(count(maxOfferDays)),
  /** Whether the points of a coupon return if it expires unused. */
  returns_when_expired: z.boolean({ error: absentOr('invalid') }),
})

const inOrder = <S extends typeof facts>(schema: S): S =>
  schema
    .refine(({ starts_on, ends_on }) => ends_on === null || ends_on >= starts_on, {
      error: 'period_reversed',
      path: ['ends_on'],
    })
    .refine(({ per_person, per_person_days }) => per_person !== null || per_person_days === null, {
      error: 'required',
      path: ['per_person'],
    })

/** `partner`: its client id. */
export const newOffer = inOrder(facts.extend({ kind: z.enum(offerKinds, choice), partner: line(64) })).refine(
  ({ kind, coupon_days }) => kind === 'donation' || coupon_days !== null,
  {
    error: 'required',
    path: ['coupon_days'],
  },
)

/** Kind and partner stay. */
export const offerChange = inOrder(facts.extend({ version }))

/**
 * What an offer cost and brought. `taken`: exchanges, without coupons given back, and `points` paid for them, without those
 * that returned. `valid`: coupons that may still be used. `returned`: coupons given back. `points_returned`: of coupons
 * given back or expired.
 */
const offerStatistics = z.object({
  taken: z.int(),
  taken_today: z.int(),
  valid: z.int(),
  used: z.int(),
  expired: z.int(),
  returned: z.int(),
  points: z.int(),
  points_returned: z.int(),
})

const managedOffer = z.object({
  ...offerFacts,
  state: z.enum(offerStates),
  partner: z.object({ client_id: z.string(), name: z.string() }),
  starts_on: dayText,
  stock: z.int().nullable(),
  stock_per_day: z.int().nullable(),
  per_person: z.int().nullable(),
  per_person_days: z.int().nullable(),
  municipalities: z.array(z.int()).nullable(),
  version: z.int(),
  created_at: moment,
  published_at: moment.nullable(),
  ended_at: moment.nullable(),
  statistics: offerStatistics,
})
export type ManagedOffer = z.output<typeof managedOffer>

export const listManagedOffers = endpoint({
  ...routes.listManagedOffers,
  summary:
    'Lists the offers with what they cost and brought: published ones first, then drafts, then ended ones, newest first',
  reply: z.array(managedOffer),
  errors: [],
})

export const findManagedOffer = endpoint({
  ...routes.findManagedOffer,
  summary: 'Returns an offer with what it cost and brought',
  params: shortIdParam,
  reply: managedOffer,
  errors: ['not_found'],
})

const factErrors = [
  ...textRules,
  'integer_invalid',
  'too_small',
  'too_big',
  'invalid',
  'day_invalid',
  'period_reversed',
  'list_type',
  'list_empty',
  'list_too_long',
  'pk_type',
  'pk_unknown',
] as const
const changeErrors = ['not_found', 'required', 'null', 'integer_invalid', 'changed_meanwhile'] as const

export const addOffer = endpoint({
  ...routes.addOffer,
  summary: 'Adds an offer as a draft, which citizens do not see',
  body: newOffer,
  account: true,
  status: 201,
  reply: managedOffer,
  errors: [...factErrors, 'choice_invalid'],
})

/** A stock below what is taken is `too_small`; what a published offer keeps is `offer_fixed`. */
export const changeOffer = endpoint({
  ...routes.changeOffer,
  summary:
    'Changes an offer, except its kind and partner. After it was published, its beginning and the rules of giving back stay, too; points and days apply to later exchanges',
  params: shortIdParam,
  body: offerChange,
  account: true,
  reply: managedOffer,
  errors: [...factErrors, ...changeErrors, 'offer_fixed', 'offer_ended'],
})

export const publishOffer = endpoint({
  ...routes.publishOffer,
  summary: 'Publishes a draft: citizens see it from its first day on',
  params: shortIdParam,
  body: z.object({ version }),
  account: true,
  reply: managedOffer,
  errors: [...changeErrors, 'offer_ended', 'day_past', 'portal_secret_missing'],
})

export const endOffer = endpoint({
  ...routes.endOffer,
  summary: 'Ends an offer for good. Coupons that were taken stay valid',
  params: shortIdParam,
  body: z.object({ version }),
  account: true,
  reply: managedOffer,
  errors: changeErrors,
})

export const setOfferPicture = endpoint({
  ...routes.setOfferPicture,
  summary: `Sets the picture of an offer: PNG or JPEG of at most ${maxPictureBytes / 1024} KB. The portal writes it anew, without what cameras add`,
  params: shortIdParam,
  body: z.object({
    version,
    /** The bytes in base64. */
    picture: base64(maxPictureBytes, 'picture_large'),
  }),
  account: true,
  reply: managedOffer,
  errors: [
    ...changeErrors,
    'not_a_string',
    'blank',
    'picture_large',
    'picture_type',
    'picture_damaged',
    'picture_dimensions',
  ],
})

export const removeOfferPicture = endpoint({
  ...routes.removeOfferPicture,
  summary: 'Removes the picture of an offer',
  params: shortIdParam,
  body: z.object({ version }),
  account: true,
  reply: managedOffer,
  errors: changeErrors,
})
