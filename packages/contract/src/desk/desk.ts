import { z } from 'zod'
import { couponStates } from '../coupons.ts'
import { endpoint } from '../endpoint.ts'
import { textRules } from '../error-codes.ts'
import { absentOr, dayText, jsonSchemaOf, line, moment, stickerCode, typeChecked } from '../fields.ts'
import { cleanText, itemCount, litres, timestamp } from '../partner-record-fields.ts'
import { routes } from '../routes.ts'
import { readDeskCode } from './desk-codes.ts'
import { maxEntries, pinPattern } from './desk-limits.ts'

/** What a device may do. */
export const deskUses = ['coupons', 'reuse', 'oil'] as const
export type DeskUse = (typeof deskUses)[number]

/** What a device records: items brought or taken, and litres of oil. */
export const entryKinds = ['brought', 'took', 'oil'] as const
export type EntryKind = (typeof entryKinds)[number]

/** `open`: works. `closed`: asks for the PIN. `locked`: after five wrong PINs, until an operator unlocks it. */
export const deskStates = ['open', 'closed', 'locked', 'revoked'] as const

const deskCode = line(100).transform(readDeskCode)
const uuid = z.uuid({ error: absentOr('uuid_invalid') })
const pin = z.string({ error: absentOr('pin_invalid') }).regex(pinPattern, 'pin_invalid')

/**
 * The device and its partner. `time`: the server's, with which the device says how wrong its own is. `rates` of today:
 * points for an item or a litre; `material` null: every other. The points that are recorded are the server's.
 */
const desk = z.object({
  /** Number of the device. */
  id: z.int(),
  partner: z.string(),
  name: z.string(),
  place: z.string().nullable(),
  may: z.array(z.enum(deskUses)),
  state: z.enum(deskStates),
  /** Wrong PINs until it is locked. */
  tries_left: z.int(),
  open_until: moment.nullable(),
  time: moment,
  rates: z.array(
    z.object({ kind: z.enum(entryKinds), material: z.string().nullable(), points_per_unit: z.number() }),
  ),
})
export type Desk = z.output<typeof desk>

/**
 * By the `code` of a device that an operator added, or by a `link`: then with the device's name and place, an `id` of
 * `listPlaces`.
 */
export const enrolDevice = endpoint({
  ...routes.enrolDevice,
  summary:
    'Enrols a device by the code that an operator was given, or by the link of a partner, and sets its cookie',
  body: z
    .strictObject({
      code: deskCode.optional(),
      link: line(100).optional(),
      name: line(100, cleanText).optional(),
      place: line(100).nullable().optional(),
      pin,
    })
    .refine(({ code, link }) => (code === undefined) !== (link === undefined), {
      error: 'required',
      path: ['code'],
    })
    .refine(({ link, name }) => link === undefined || name !== undefined, {
      error: 'required',
      path: ['name'],
    }),
  status: 201,
  reply: desk,
  errors: [
    ...textRules,
    'field_unknown',
    'pin_invalid',
    'desk_code_wrong',
    'desk_link_wrong',
    'pk_unknown',
    'throttled',
  ],
})

export const showDesk = endpoint({
  ...routes.showDesk,
  summary: 'Returns the device of the cookie with its state, and the rates of today',
  reply: desk,
  errors: ['desk_unknown'],
})

export const openDesk = endpoint({
  ...routes.openDesk,
  summary: 'Opens the device with its PIN for 15 minutes, which each later call extends',
  body: z.strictObject({ pin }),
  reply: desk,
  errors: [
    'desk_unknown',
    'field_unknown',
    'required',
    'null',
    'pin_invalid',
    'pin_wrong',
    'desk_locked',
    'desk_revoked',
    'throttled',
  ],
})

export const closeDesk = endpoint({
  ...routes.closeDesk,
  summary: 'Closes the device until its PIN is entered',
  status: 204,
  errors: ['desk_unknown'],
})

const deskErrors = ['desk_unknown', 'desk_closed', 'desk_locked', 'desk_revoked', 'desk_not_allowed'] as const

/** `until`: entries of this visit may name the code until then. `printed`: only for what gives points. */
export const readCard = endpoint({
  ...routes.readCard,
  summary: 'Reads the card of a person: the first name and the initial of the last name',
  body: z.strictObject({ code: deskCode }),
  reply: z.object({ name: z.string(), printed: z.boolean(), until: moment }),
  errors: [
    ...deskErrors,
    ...textRules,
    'field_unknown',
    'card_unknown',
    'card_expired',
    'card_used',
    'processing_restricted',
    'throttled',
  ],
})

/** What a person brought or took. Its points follow from the rates; a body with points is refused. */
export const deskEntry = z
  .strictObject({
    /** Chosen by the device when it was recorded. */
    reference: uuid,
    kind: z.enum(entryKinds, { error: absentOr('choice_invalid') }),
    card: deskCode.optional(),
    sticker: stickerCode.optional(),
    material: line(100, cleanText).optional(),
    items: itemCount.optional(),
    litres: litres.optional(),
    /** By the clock of the device. */
    at: timestamp,
  })
  .refine(({ card, sticker }) => (card === undefined) !== (sticker === undefined), {
    error: 'required',
    path: ['card'],
  })
  // A sticker is on a bottle.
  .refine(({ kind, card }) => kind === 'oil' || card !== undefined, { error: 'required', path: ['card'] })
  .refine(({ kind, items }) => (kind === 'oil') === (items === undefined), {
    error: 'litres_or_items',
    path: ['items'],
  })
  .refine(({ kind, litres }) => (kind === 'oil') === (litres !== undefined), {
    error: 'litres_or_items',
    path: ['litres'],
  })
export type DeskEntry = z.output<typeof deskEntry>
export type SentDeskEntry = z.input<typeof deskEntry>

export const resultStates = ['recorded', 'repeated', 'waiting', 'held', 'refused'] as const

/**
 * `repeated`: was recorded before. `waiting`: until somebody adds the sticker. `held`: an operator decides, because the
 * device was revoked. `refused`: `code` and `params` say why. `final` false: the same entry may be accepted later.
 * `reference` null: none was readable.
 */
const entryResult = z.object({
  reference: z.string().nullable(),
  state: z.enum(resultStates),
  points: z.int().nullable(),
  code: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  final: z.boolean().optional(),
})
export type EntryResult = z.output<typeof entryResult>

/** Why one entry is refused, besides the errors of its fields and of partners' records. */
const entryErrors = [
  ...textRules,
  'uuid_invalid',
  'choice_invalid',
  'integer_invalid',
  'number_invalid',
  'decimals',
  'too_small',
  'too_big',
  'litres_or_items',
  'entry_too_old',
  'reference_conflict',
  'desk_not_allowed',
  'desk_revoked',
  'card_unknown',
  'card_expired',
  'card_used',
  'sticker_code_wrong',
  'rate_missing',
  'cap_reached',
  'waiting_full',
  'description_not_allowed',
  'participant_unknown',
] as const

/** The service validates each entry separately, so that an invalid one does not reject the others. */
const entries = typeChecked(
  (value) => (Array.isArray(value) ? value.slice(0, maxEntries + 1) : undefined),
  'list_type',
  z
    .array(z.unknown().meta(jsonSchemaOf(deskEntry, 'input')))
    .min(1, 'list_empty')
    .max(maxEntries, 'list_too_long'),
)

/** Also of a device that is closed: a person was there when the entries were recorded. */
export const sendEntries = endpoint({
  ...routes.sendEntries,
  summary: `Records up to ${maxEntries} entries of a device, with a result for each; \`sent_at\` is the time of its clock`,
  body: z.strictObject({ sent_at: timestamp, entries }),
  reply: z.object({ results: z.array(entryResult) }),
  errors: [
    ...entryErrors,
    'desk_unknown',
    'desk_locked',
    'field_unknown',
    'moment_invalid',
    'list_type',
    'list_empty',
    'list_too_long',
    'throttled',
  ],
})

/** `given_away`: a link that gives it to another person is open. Of another partner's coupon nothing else is said. */
export const deskCouponStates = [...couponStates, 'given_away', 'other_shop', 'unknown'] as const

const shownCoupon = {
  state: z.enum(deskCouponStates),
  id: z.int().optional(),
  title: z.string().optional(),
  valid_until: dayText.nullable().optional(),
  ending: z.string().optional(),
  used_at: moment.optional(),
  used_by: z.object({ device: z.string(), place: z.string().nullable() }).optional(),
  /** Until when this device may undo the use. */
  undo_until: moment.optional(),
}
const deskCoupon = z.object(shownCoupon)
export type DeskCoupon = z.output<typeof deskCoupon>

export const checkDeskCoupon = endpoint({
  ...routes.checkDeskCoupon,
  summary: 'Returns the state of the coupon with a code, for the device of its shop',
  body: z.strictObject({ code: deskCode }),
  reply: deskCoupon,
  errors: [...deskErrors, ...textRules, 'field_unknown', 'throttled'],
})

/**
 * `outcome` `used`: by this call, or by an earlier one with this `submission`. `refused`: by the state of the coupon; of two
 * tills the loser is told when and where it was used.
 */
export const useDeskCoupon = endpoint({
  ...routes.useDeskCoupon,
  summary: 'Uses the coupon with a code. A repeated submission uses it once',
  body: z.strictObject({ code: deskCode, submission: uuid }),
  reply: z.object({ outcome: z.enum(['used', 'refused']), ...shownCoupon }),
  errors: [...deskErrors, ...textRules, 'field_unknown', 'uuid_invalid', 'throttled'],
})

export const undoDeskCoupon = endpoint({
  ...routes.undoDeskCoupon,
  summary: 'Undoes the use of a coupon by this device, within ten minutes',
  body: z.strictObject({ id: z.int({ error: absentOr('integer_invalid') }) }),
  reply: deskCoupon,
  errors: [
    ...deskErrors,
    'field_unknown',
    'required',
    'null',
    'integer_invalid',
    'not_found',
    'undo_late',
    'throttled',
  ],
})

/** Maximum listed entries of the day. */
export const maxToday = 100

/** What the device did today. Names of people are not kept there. */
export const listDeskToday = endpoint({
  ...routes.listDeskToday,
  summary: `Returns the sums of the device's day and its newest entries, at most ${maxToday}`,
  reply: z.object({
    sums: z.object({
      coupons: z.int(),
      brought: z.int(),
      took: z.int(),
      litres: z.number(),
      points: z.int(),
    }),
    entries: z.array(
      z.object({
        reference: z.string(),
        kind: z.enum([...entryKinds, 'coupon']),
        state: z.enum(['recorded', 'waiting', 'held', 'refused', 'undone']),
        at: moment,
        material: z.string().nullable(),
        quantity: z.number().nullable(),
        points: z.int().nullable(),
        code: z.string().nullable(),
        /** Of a coupon. */
        coupon: z
          .object({ id: z.int(), title: z.string(), ending: z.string(), undo_until: moment.nullable() })
          .nullable(),
      }),
    ),
  }),
  errors: ['desk_unknown', 'desk_closed', 'desk_locked', 'desk_revoked'],
})
