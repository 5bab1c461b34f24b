import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParam, stickerCode } from './fields.ts'
import { waitsFor } from './partner-points.ts'
import { textRules } from './error-codes.ts'
import { sticker } from './stickers.ts'
import { routes } from './routes.ts'

/**
 * What the portal knows of a code. `issued` is null where it knows no such sticker; deliveries may wait for it all the same.
 * `owner.active` says whether the staff's list has the person. `replaced_by` and `replaces` are codes. `oldest` is the
 * moment at which the first of the waiting deliveries was handed in, `sites` are the partners that sent them, by name.
 */
const stickerLookUp = z.object({
  code: z.string(),
  printed: z.string(),
  issued: z.object({ batch: z.int(), note: z.string(), at: z.string() }).nullable(),
  owner: z.object({ id: z.int(), full_name: z.string(), active: z.boolean() }).nullable(),
  bound_at: z.string().nullable(),
  lost_at: z.string().nullable(),
  replaced_by: z.string().nullable(),
  replaces: z.array(z.string()),
  waiting: z.object({
    deliveries: z.int(),
    points: z.int(),
    oldest: z.string().nullable(),
    sites: z.array(z.object({ name: z.string(), deliveries: z.int() })),
  }),
})
export type StickerLookUp = z.output<typeof stickerLookUp>

export const lookUpSticker = endpoint({
  ...routes.lookUpSticker,
  summary: 'What the portal knows of a sticker’s code, however it is written, and what waits for it',
  query: z.object({ code: stickerCode }),
  status: 200,
  reply: stickerLookUp,
  errors: textRules,
})

/** So many codes are listed: more are for an export, not for a screen. */
export const mostWaitingCodes = 50

const waitingDeliveries = z.object({
  /** All of them, and for how many codes. */
  deliveries: z.int(),
  stickers: z.int(),
  /** How many deliveries wait, by what for. */
  by_reason: z.object({ sticker_unknown: z.int(), sticker_unbound: z.int(), sticker_lost: z.int() }),
  /** The codes that most wait for. */
  codes: z.array(
    z.object({
      code: z.string(),
      printed: z.string(),
      waits_for: waitsFor,
      deliveries: z.int(),
      points: z.int(),
      oldest: z.string(),
    }),
  ),
})
export type WaitingDeliveries = z.output<typeof waitingDeliveries>

export const listWaitingDeliveries = endpoint({
  ...routes.listWaitingDeliveries,
  summary: 'How many deliveries wait for a sticker and why, and the 50 codes that most wait for',
  status: 200,
  reply: waitingDeliveries,
  errors: [],
})

export const listParticipantStickers = endpoint({
  ...routes.listParticipantStickers,
  summary: 'The stickers of a participant, newest first',
  params: idParam,
  status: 200,
  reply: z.array(sticker),
  errors: ['not_found'],
})
