import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParam, moment, stickerCode } from './fields.ts'
import { waitsFor } from './partner-points.ts'
import { textRules } from './error-codes.ts'
import { sticker } from './stickers.ts'
import { routes } from './routes.ts'

/**
 * A sticker and its waiting deliveries. `issued` is null for an unknown sticker, which may have waiting deliveries,
 * too. `owner.active`: whether the owner is in the list of participants. `replaced_by` and `replaces` are codes.
 * `oldest` is the time of the first waiting delivery; `sites` are the partners that sent them, by name.
 */
const stickerLookUp = z.object({
  code: z.string(),
  printed: z.string(),
  issued: z.object({ batch: z.int(), note: z.string(), at: moment }).nullable(),
  owner: z.object({ id: z.int(), full_name: z.string(), active: z.boolean() }).nullable(),
  bound_at: moment.nullable(),
  lost_at: moment.nullable(),
  replaced_by: z.string().nullable(),
  replaces: z.array(z.string()),
  waiting: z.object({
    deliveries: z.int(),
    points: z.int(),
    oldest: moment.nullable(),
    sites: z.array(z.object({ name: z.string(), deliveries: z.int() })),
  }),
})
export type StickerLookUp = z.output<typeof stickerLookUp>

export const lookUpSticker = endpoint({
  ...routes.lookUpSticker,
  summary: 'Returns the sticker with a code, in any notation, and its waiting deliveries',
  query: z.object({ code: stickerCode }),
  reply: stickerLookUp,
  errors: textRules,
})

/** Maximum number of listed codes. */
export const maxWaitingCodes = 50

const waitingDeliveries = z.object({
  /** Total number of waiting deliveries and of their stickers. */
  deliveries: z.int(),
  stickers: z.int(),
  /** Number of waiting deliveries by reason. */
  by_reason: z.object({ sticker_unknown: z.int(), sticker_unbound: z.int(), sticker_lost: z.int() }),
  /** The codes with the most waiting deliveries. */
  codes: z.array(
    z.object({
      code: z.string(),
      printed: z.string(),
      waits_for: waitsFor,
      deliveries: z.int(),
      points: z.int(),
      oldest: moment,
    }),
  ),
})
export type WaitingDeliveries = z.output<typeof waitingDeliveries>

export const listWaitingDeliveries = endpoint({
  ...routes.listWaitingDeliveries,
  summary:
    'Returns the number of waiting deliveries by reason, and the 50 codes with the most waiting deliveries',
  reply: waitingDeliveries,
  errors: [],
})

export const listParticipantStickers = endpoint({
  ...routes.listParticipantStickers,
  summary: 'Lists the stickers of a participant, newest first',
  params: idParam,
  reply: z.array(sticker),
  errors: ['not_found', 'processing_restricted'],
})
