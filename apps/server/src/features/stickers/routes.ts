import {
  bindSticker,
  downloadStickerCodes,
  downloadStickerLabels,
  issueStickers,
  listOwnStickers,
  listStickerBatches,
  replaceSticker,
  reportStickerFound,
  reportStickerLost,
  type StickerBatch,
} from '@portal/contract/stickers.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { handle, handleFor, type Routes } from '#server/http/handle.ts'
import * as batches from './batch-service.ts'
import * as stickers from './service.ts'
import { stickerOf } from './sticker-reply.ts'

export const ownStickerRoutes: Routes = (scope, portal) => {
  handleFor(scope, listOwnStickers, async ({ actor }) =>
    (await stickers.listOwnStickers(portal, actor)).map(stickerOf),
  )
  handleFor(scope, bindSticker, async ({ actor, body }) =>
    boundOf(await stickers.bindSticker(portal, actor, body.code)),
  )
  handleFor(scope, reportStickerLost, async ({ actor, body }) => {
    const { sticker } = await stickers.reportStickerLost(portal, actor, body.code)
    return { sticker: stickerOf(sticker) }
  })
  handleFor(scope, reportStickerFound, async ({ actor, body }) =>
    boundOf(await stickers.reportStickerFound(portal, actor, body.code)),
  )
  handleFor(scope, replaceSticker, async ({ actor, body }) =>
    boundOf(await stickers.replaceSticker(portal, actor, { code: body.code, newCode: body.new_code })),
  )
}

export const stickerBatchRoutes: Routes = (scope, portal) => {
  handleFor(scope, issueStickers, async ({ actor, body }) =>
    batchOf(await batches.issueStickers(portal, actor, { count: body.count, note: body.note ?? '' })),
  )
  handle(scope, listStickerBatches, async () => (await batches.listStickerBatches(portal)).map(batchOf))
  handle(scope, downloadStickerLabels, ({ params }) => batches.downloadStickerLabels(portal, params.id))
  handle(scope, downloadStickerCodes, ({ params }) => batches.downloadStickerCodes(portal, params.id))
}

const boundOf = ({ sticker, credited }: Awaited<ReturnType<typeof stickers.bindSticker>>) => ({
  sticker: stickerOf(sticker),
  credited,
})

const batchOf = ({ id, count, bound, note, createdAt }: batches.Batch): StickerBatch => ({
  id,
  count,
  bound,
  note,
  created_at: athensTime(createdAt),
})
