import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { absentOr, idParam, line, stickerCode } from './fields.ts'
import { textRules } from './error-codes.ts'
import { routes } from './routes.ts'

/** A sticker as its owner and the staff see it. `printed` is the code in groups, as it stands on the sticker. */
export const sticker = z.object({
  code: z.string(),
  printed: z.string(),
  bound_at: z.string(),
  lost_at: z.string().nullable(),
  /** The code of the sticker that took its place. */
  replaced_by: z.string().nullable(),
  /** How many deliveries wait for it: some do where it was lost. */
  waiting: z.int(),
})
export type Sticker = z.output<typeof sticker>

/** `credited`: how many deliveries had waited for this sticker, and how many points they gave. */
const bound = z.object({ sticker, credited: z.object({ records: z.int(), points: z.int() }) })

const byCode = z.object({ code: stickerCode })

export const listOwnStickers = endpoint({
  ...routes.listOwnStickers,
  summary: 'The stickers of the account that is signed in, newest first',
  status: 200,
  reply: z.array(sticker),
  errors: ['not_signed_in'],
})

export const bindSticker = endpoint({
  ...routes.bindSticker,
  summary: 'Make a sticker one’s own; deliveries that waited for it are credited at once',
  body: byCode,
  account: true,
  status: 200,
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
  summary: 'Report a sticker lost: what is delivered with it from now on waits',
  body: byCode,
  account: true,
  status: 200,
  reply: z.object({ sticker }),
  errors: [...textRules, 'sticker_code_wrong', 'sticker_not_yours'],
})

export const reportStickerFound = endpoint({
  ...routes.reportStickerFound,
  summary: 'Take back that a sticker was lost; deliveries that waited for it are credited at once',
  body: byCode,
  account: true,
  status: 200,
  reply: bound,
  errors: [...textRules, 'sticker_code_wrong', 'sticker_not_yours'],
})

export const replaceSticker = endpoint({
  ...routes.replaceSticker,
  summary: 'Put another sticker in the place of one that was lost or is worn out',
  body: z.object({ code: stickerCode, new_code: stickerCode }),
  account: true,
  status: 200,
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

/** So many stickers a batch: 154 sheets. */
export const mostStickers = 10_000

/** `bound`: how many of them belong to somebody by now. */
export const stickerBatch = z.object({
  id: z.int(),
  count: z.int(),
  bound: z.int(),
  note: z.string(),
  created_at: z.string(),
})
export type StickerBatch = z.output<typeof stickerBatch>

export const issueStickers = endpoint({
  ...routes.issueStickers,
  summary: 'Issue a batch of new stickers',
  body: z.object({
    count: z
      .int({ error: absentOr('integer_invalid') })
      .min(1, 'too_small')
      .max(mostStickers, 'too_big'),
    note: line(200).optional(),
  }),
  account: true,
  status: 201,
  reply: stickerBatch,
  errors: [...textRules, 'integer_invalid', 'too_small', 'too_big'],
})

export const listStickerBatches = endpoint({
  ...routes.listStickerBatches,
  summary: 'The batches of stickers that were issued, newest first',
  status: 200,
  reply: z.array(stickerBatch),
  errors: [],
})

export const downloadStickerLabels = endpoint({
  ...routes.downloadStickerLabels,
  summary: 'The stickers of a batch as sheets of labels to print: A4, 65 labels of 38.1 × 21.2 mm',
  params: idParam,
  status: 200,
  file: { name: 'labels-{id}.pdf', type: 'application/pdf' },
  errors: ['not_found'],
})

export const downloadStickerCodes = endpoint({
  ...routes.downloadStickerCodes,
  summary: 'The codes of a batch, for a printer’s own layout',
  params: idParam,
  status: 200,
  file: { name: 'codes-{id}.csv', type: 'text/csv; charset=utf-8' },
  errors: ['not_found'],
})
