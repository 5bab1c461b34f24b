import { z } from 'zod'
import { accountLock } from './participants.ts'
import { coupon } from './coupons.ts'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { idParam, line, dayText, moment } from './fields.ts'
import { pointsOrigin } from './points-origin.ts'
import { restriction } from './privacy.ts'
import { routes } from './routes.ts'
import { sticker } from './stickers.ts'

/** A note of staff about a call. The participant reads it in the export of their data. */
export const callNote = z.object({ id: z.int(), at: moment, author: z.string(), text: z.string() })
export type CallNote = z.output<typeof callNote>

/** Maximum characters of a note. */
export const maxCallNote = 500

/** Maximum listed records, coupons and notes of a participant. */
export const maxOverview = { records: 5, coupons: 5, notes: 20 } as const

/**
 * What staff need during a call. `last_sign_in_on`: day of Europe/Athens. `locked`: too many failed sign-ins; it ends by
 * itself. `lock`: by staff. `failed_mails`: mails of the last days that could not be delivered. `waiting`: deliveries with the person's
 * stickers that wait. Coupons are without their codes. `open_claims`: reports of
 * the person that are not decided, oldest first; empty for roles that do not decide them.
 */
const overview = z.object({
  account: z.object({
    activated_at: moment.nullable(),
    last_sign_in_on: dayText.nullable(),
    locked: z.boolean(),
    lock: accountLock.nullable(),
    restriction: restriction.nullable(),
    erasure_due_at: moment.nullable(),
    failed_mails: z.int(),
  }),
  records: z.array(pointsOrigin),
  stickers: z.array(sticker),
  waiting: z.object({ deliveries: z.int(), points: z.int(), oldest: moment.nullable() }),
  coupons: z.array(coupon),
  open_claims: z.array(z.object({ id: z.int(), day: dayText })),
  notes: z.array(callNote),
})
export type Overview = z.output<typeof overview>

export const showOverview = endpoint({
  ...routes.showOverview,
  summary:
    "Returns what staff need during a call: the account's state, latest records, stickers, waiting deliveries, coupons, open claims and notes",
  params: idParam,
  reply: overview,
  errors: ['not_found', 'processing_restricted'],
})

export const addCallNote = endpoint({
  ...routes.addCallNote,
  summary: 'Adds a note about a call, which the participant can read',
  params: idParam,
  body: z.object({ text: line(maxCallNote) }),
  account: true,
  status: 201,
  reply: callNote,
  errors: [...textRules, 'not_found', 'processing_restricted', 'throttled'],
})

export const deleteCallNote = endpoint({
  ...routes.deleteCallNote,
  summary: 'Deletes a note about a call',
  params: idParam,
  account: true,
  status: 204,
  errors: ['not_found'],
})
