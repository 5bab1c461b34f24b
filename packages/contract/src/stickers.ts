import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { line, moment, shortIdParam, stickerCode, whole } from './fields.ts'
import { textRules } from './error-codes.ts'
import { routes } from './routes.ts'

/** A sticker, for its owner and for staff. `printed` is the code in groups of four. */
export const sticker = z.object({
  code: z.string(),
  printed: z.string(),
  bound_at: moment,
  lost_at: moment.nullable(),
  /** Code of the sticker that replaces it. */
  replaced_by: z.string().nullable(),
  /** Number of waiting deliveries, if it was reported lost. */
  waiting: z.int(),
})
export type Sticker = z.output<typeof sticker>

/** `credited`: number and points of the waiting deliveries that were credited. */
const bound = z.object({ sticker, credited: z.object({ records: z.int(), points: z.int() }) })

const byCode = z.object({ code: stickerCode })

export const listOwnStickers = endpoint({
  ...routes.listOwnStickers,
  summary: 'Lists the stickers of the signed-in account, newest first',
  reply: z.array(sticker),
  errors: ['not_signed_in'],
})

export const bindSticker = endpoint({
  ...routes.bindSticker,
  summary: 'Adds a sticker to the signed-in account and credits its waiting deliveries',
  body: byCode,
  account: true,
  reply: bound,
  errors: [
    ...textRules,
    'sticker_code_wrong',
    'sticker_unknown',
    'sticker_taken',
    'sticker_lost',
    'throttled',
  ],
})

export const reportStickerLost = endpoint({
  ...routes.reportStickerLost,
  summary: 'Reports a sticker lost: later deliveries with it wait',
  body: byCode,
  account: true,
  reply: z.object({ sticker }),
  errors: [...textRules, 'sticker_code_wrong', 'sticker_not_yours'],
})

export const reportStickerFound = endpoint({
  ...routes.reportStickerFound,
  summary: 'Reports a lost sticker found and credits its waiting deliveries',
  body: byCode,
  account: true,
  reply: bound,
  errors: [...textRules, 'sticker_code_wrong', 'sticker_not_yours'],
})

export const replaceSticker = endpoint({
  ...routes.replaceSticker,
  summary: 'Replaces a lost or worn-out sticker with another one',
  body: z.object({ code: stickerCode, new_code: stickerCode }),
  account: true,
  reply: bound,
  errors: [
    ...textRules,
    'sticker_code_wrong',
    'sticker_not_yours',
    'sticker_unknown',
    'sticker_taken',
    'sticker_lost',
    'throttled',
  ],
})

/** Maximum stickers per batch: 154 sheets. */
export const maxBatchSize = 10_000

/** `bound`: number of stickers that have an owner. */
export const stickerBatch = z.object({
  id: z.int(),
  count: z.int(),
  bound: z.int(),
  note: z.string(),
  created_at: moment,
})
export type StickerBatch = z.output<typeof stickerBatch>

export const issueStickers = endpoint({
  ...routes.issueStickers,
  summary: 'Creates a batch of new stickers',
  body: z.object({
    count: whole(1, maxBatchSize),
    note: line(200).optional(),
  }),
  account: true,
  status: 201,
  reply: stickerBatch,
  errors: [...textRules, 'integer_invalid', 'too_small', 'too_big', 'throttled'],
})

export const listStickerBatches = endpoint({
  ...routes.listStickerBatches,
  summary: 'Lists the batches of stickers, newest first',
  reply: z.array(stickerBatch),
  errors: [],
})

export const downloadStickerLabels = endpoint({
  ...routes.downloadStickerLabels,
  summary: 'Returns printable labels of a batch as a PDF: A4, 65 labels of 38.1 × 21.2 mm per sheet',
  params: shortIdParam,
  file: { name: 'labels-{id}.pdf', type: 'application/pdf' },
  errors: ['not_found', 'throttled'],
})

export const downloadStickerCodes = endpoint({
  ...routes.downloadStickerCodes,
  summary: 'Returns the codes of a batch as CSV, for other label layouts',
  params: shortIdParam,
  file: { name: 'codes-{id}.csv', type: 'text/csv; charset=utf-8' },
  errors: ['not_found'],
})
