import { z } from 'zod'
import { notMineDays } from './claims.ts'
import { endpoint } from './endpoint.ts'
import { moment, qrCode } from './fields.ts'
import { description } from './points.ts'
import { routes } from './routes.ts'

/** Seconds that a desk accepts a shown code, and after which the page asks for the next one. */
export const [cardSeconds, cardRenewSeconds] = [180, 60]

/** Maximum number of listed visits. */
export const maxVisits = 50

/**
 * A code that its owner shows at a desk. `code`: 8 characters of `stickerAlphabet`, in groups of four; `qr`: the same with
 * the prefix 'K:'. `valid_for`, `renew_after`: seconds from now; the device's clock may be wrong.
 */
const shownCard = z.object({
  code: z.string(),
  qr: qrCode,
  valid_for: z.int(),
  renew_after: z.int(),
})
export type ShownCard = z.output<typeof shownCard>

export const showCard = endpoint({
  ...routes.showCard,
  summary:
    'Makes a code that identifies the signed-in account at a desk: for three minutes, and for nothing else',
  account: true,
  reply: shownCard,
  errors: ['not_signed_in', 'not_permitted', 'processing_restricted', 'throttled'],
})

export const showPrintedCard = endpoint({
  ...routes.showPrintedCard,
  summary: 'Says whether the signed-in account has a printed card, and since when',
  reply: z.object({ printed_at: moment.nullable() }),
  errors: ['not_signed_in'],
})

export const printCard = endpoint({
  ...routes.printCard,
  summary:
    'Makes a card to print as a PDF, with which desks give points and never take any; the earlier one is revoked',
  account: true,
  file: { name: 'card.pdf', type: 'application/pdf' },
  errors: ['not_signed_in', 'not_permitted', 'processing_restricted', 'throttled'],
})

export const revokePrintedCard = endpoint({
  ...routes.revokePrintedCard,
  summary: 'Revokes the printed card of the signed-in account, if it has one',
  account: true,
  status: 204,
  errors: ['not_signed_in'],
})

/**
 * What a desk recorded: a delivery or something taken (`title` null), or a coupon that was used (`title` its own). `id`: the
 * record of the points; of a coupon, that of the coupon. `at`: when it happened. `place`, `device`: names. `points`: of a
 * coupon 0, because it had cost them before.
 */
const visit = z.object({
  id: z.int(),
  description,
  title: z.string().nullable(),
  points: z.int(),
  at: moment,
  partner: z.string(),
  device: z.string(),
  place: z.string().nullable(),
  /** Whether the owner has said that it was somebody else. */
  reported: z.boolean(),
})
export type DeskVisit = z.output<typeof visit>

export const listVisits = endpoint({
  ...routes.listVisits,
  summary: `Lists what desks recorded for the signed-in account in the last ${notMineDays} days, newest first, at most ${maxVisits}`,
  reply: z.array(visit),
  errors: ['not_signed_in'],
})
