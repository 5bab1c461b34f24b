import { z } from 'zod'
import { endpoint, workbook } from '../endpoint.ts'
import { textRules } from '../error-codes.ts'
import { absentOr, dayText, key, line, moment, qrCode, shortIdParam, whole } from '../fields.ts'
import { version } from '../manage-fields.ts'
import { clientParam } from '../manage-partners.ts'
import { cleanText } from '../partner-record-fields.ts'
import { queryText } from '../points.ts'
import { routes } from '../routes.ts'
import { deskUses, entryKinds } from './desk.ts'

const may = z
  .array(z.enum(deskUses, { error: absentOr('choice_invalid') }), { error: absentOr('list_type') })
  .min(1, 'list_empty')
  .max(deskUses.length, 'list_too_long')
  .overwrite((uses) => [...new Set(uses)])

/** `place`: the `id` of a managed place, or null. */
const facts = { name: line(100, cleanText), place: key.nullable(), may }

/** `waiting`: not enrolled yet. `locked`: after five wrong PINs. */
export const deviceStates = ['waiting', 'enrolled', 'locked', 'revoked'] as const

const device = z.object({
  id: z.int(),
  name: z.string(),
  place: z.object({ id: z.int(), name: z.string() }).nullable(),
  may: z.array(z.enum(deskUses)),
  state: z.enum(deviceStates),
  /** Until when its code enrols it; null: there is no code. */
  enrolment_until: moment.nullable(),
  created_at: moment,
  enrolled_at: moment.nullable(),
  last_seen_at: moment.nullable(),
  revoked_at: moment.nullable(),
  version: z.int(),
})
export type Device = z.output<typeof device>

const link = z.object({
  id: z.int(),
  may: z.array(z.enum(deskUses)),
  devices_left: z.int(),
  created_at: moment,
  expires_at: moment,
})

export const listDevices = endpoint({
  ...routes.listDevices,
  summary: 'Lists the devices of a partner, and the valid links with which it adds devices',
  params: clientParam,
  reply: z.object({ devices: z.array(device), links: z.array(link), held: z.int() }),
  errors: ['not_found'],
})

/** The code is in this reply only. `qr`: of the `link` with the code. */
const withCode = z.object({
  device,
  enrolment: z.object({ code: z.string(), link: z.string(), qr: qrCode, until: moment }),
})

const factErrors = [
  ...textRules,
  'pk_type',
  'pk_unknown',
  'list_type',
  'list_empty',
  'list_too_long',
  'choice_invalid',
] as const

export const addDevice = endpoint({
  ...routes.addDevice,
  summary: 'Adds a device to a partner; the reply has the code that enrols it within 15 minutes, once',
  params: clientParam,
  body: z.object(facts),
  account: true,
  confirmed: true,
  status: 201,
  reply: withCode,
  errors: ['not_found', ...factErrors, 'throttled'],
})

/** Maximum devices of a link. */
export const maxLinkDevices = 20

export const addDeviceLink = endpoint({
  ...routes.addDeviceLink,
  summary:
    'Creates a link with which the contact of a partner adds devices within 7 days; the link is in this reply only',
  params: clientParam,
  body: z.object({
    may,
    devices: whole(1, maxLinkDevices),
  }),
  account: true,
  confirmed: true,
  status: 201,
  reply: link.extend({ link: z.string(), qr: qrCode }),
  errors: [
    'not_found',
    'required',
    'null',
    'list_type',
    'list_empty',
    'list_too_long',
    'choice_invalid',
    'integer_invalid',
    'too_small',
    'too_big',
    'throttled',
  ],
})

export const withdrawDeviceLink = endpoint({
  ...routes.withdrawDeviceLink,
  summary: 'Withdraws a link. Devices that it has added stay',
  params: clientParam.extend(shortIdParam.shape),
  account: true,
  status: 204,
  errors: ['not_found'],
})

export const changeDevice = endpoint({
  ...routes.changeDevice,
  summary: 'Changes the name, the place and what a device may do',
  params: shortIdParam,
  body: z.object({ ...facts, version }),
  account: true,
  reply: device,
  errors: ['not_found', ...factErrors, 'integer_invalid', 'changed_meanwhile', 'device_revoked'],
})

export const enrolDeviceAgain = endpoint({
  ...routes.enrolDeviceAgain,
  summary: 'Returns another code for a device. It replaces the present phone or till when it is used',
  params: shortIdParam,
  account: true,
  confirmed: true,
  reply: withCode,
  errors: ['not_found', 'device_revoked', 'throttled'],
})

export const unlockDevice = endpoint({
  ...routes.unlockDevice,
  summary: 'Unlocks a device after five wrong PINs',
  params: shortIdParam,
  account: true,
  reply: device,
  errors: ['not_found', 'device_revoked'],
})

export const revokeDevice = endpoint({
  ...routes.revokeDevice,
  summary: 'Revokes a device at once and for good. What it sends later is held for an operator',
  params: shortIdParam,
  account: true,
  reply: device,
  errors: ['not_found'],
})

/** A month as YYYY-MM; absent: the present one. */
const month = { month: queryText.meta({ format: 'month' }) }

export const listDeskDays = endpoint({
  ...routes.listDeskDays,
  summary: 'Returns what the devices of a partner did in a month, by day and device, newest day first',
  params: clientParam,
  query: z.object(month),
  reply: z.array(
    z.object({
      day: dayText,
      device: z.object({ id: z.int(), name: z.string() }),
      coupons: z.int(),
      brought: z.int(),
      took: z.int(),
      litres: z.number(),
      /** Given, minus taken. */
      points: z.int(),
    }),
  ),
  errors: ['not_found', 'month_invalid'],
})

/** An entry that a device sent after it was revoked. `by`: whether it names a card or a sticker. */
const heldEntry = z.object({
  id: z.int(),
  device: z.object({ id: z.int(), name: z.string(), revoked_at: moment.nullable() }),
  kind: z.enum(entryKinds),
  by: z.enum(['card', 'sticker']),
  material: z.string().nullable(),
  quantity: z.number(),
  /** By the portal's clock; by the device's. */
  happened_at: moment,
  device_at: moment,
  received_at: moment,
})
export type HeldEntry = z.output<typeof heldEntry>

export const listHeldEntries = endpoint({
  ...routes.listHeldEntries,
  summary:
    'Lists the entries of revoked devices of a partner that wait for a decision, oldest first; at most 200',
  params: clientParam,
  reply: z.object({ count: z.int(), entries: z.array(heldEntry) }),
  errors: ['not_found'],
})

/** If the portal refuses the record, such as by a cap, the entry stays. */
export const decideHeldEntry = endpoint({
  ...routes.decideHeldEntry,
  summary: 'Records a held entry, or refuses it',
  params: shortIdParam,
  body: z.object({ accept: z.boolean({ error: absentOr('invalid') }) }),
  account: true,
  reply: z.object({ state: z.enum(['recorded', 'waiting', 'refused']), points: z.int().nullable() }),
  errors: [
    'not_found',
    'required',
    'null',
    'invalid',
    'already_decided',
    'rate_missing',
    'cap_reached',
    'waiting_full',
    'points_spent',
    'points_not_given',
    'processing_restricted',
    'participant_unknown',
    'description_not_allowed',
    'sticker_code_wrong',
    'moment_too_old',
    'too_big',
  ],
})

export const downloadSettlement = endpoint({
  ...routes.downloadSettlement,
  summary: 'Returns the settlement of a month with a partner: coupons by offer, and what its devices did',
  params: clientParam,
  query: z.object(month),
  file: { name: 'settlement-{client}.xlsx', type: workbook },
  errors: ['not_found', 'month_invalid'],
})

export const downloadSettlementPage = endpoint({
  ...routes.downloadSettlementPage,
  summary: 'Returns the settlement of a month with a partner as a page to print',
  params: clientParam,
  query: z.object(month),
  file: { name: 'settlement-{client}.pdf', type: 'application/pdf' },
  errors: ['not_found', 'month_invalid'],
})
