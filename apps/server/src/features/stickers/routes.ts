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
} from '@portal/contract/stickers.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import type { Actor } from '#server/lib/context/app-context.ts'
import * as batches from './batch-service.ts'
import * as stickers from './service.ts'
import { stickerOf } from '#server/ledger/stickers/sticker-reply.ts'

export const stickerRoutes: Routes = (scope, context) => {
  handle(scope, listOwnStickers, async ({ actor }) =>
    (await stickers.listOwnStickers(context, actor)).map(stickerOf),
  )
  handle(scope, bindSticker, async ({ actor, body }) =>
    boundOf(await stickers.bindSticker(context, actor, body.code)),
  )
  handle(scope, reportStickerLost, async ({ actor, body }) => {
    const { sticker } = await stickers.reportStickerLost(context, actor, body.code)
    return { sticker: stickerOf(sticker) }
  })
  handle(scope, reportStickerFound, async ({ actor, body }) =>
    boundOf(await stickers.reportStickerFound(context, actor, body.code)),
  )
  handle(scope, replaceSticker, async ({ actor, body }) =>
    boundOf(await stickers.replaceSticker(context, actor, { code: body.code, newCode: body.new_code })),
  )

  handle(scope, issueStickers, async ({ actor, body }) =>
    toWire(await batches.issueStickers(context, actor, { count: body.count, note: body.note ?? '' })),
  )
  handle(scope, listStickerBatches, async () => (await batches.listStickerBatches(context)).map(toWire))
  const audit = (actor: Actor, batch: number, file: 'labels' | 'codes') =>
    auditRead(context, actor, { action: 'stickers.read', details: { batch, file } })
  handle(scope, downloadStickerLabels, async ({ actor, params: { id } }) => {
    await audit(actor, id, 'labels')
    return batches.downloadStickerLabels(context, id)
  })
  handle(scope, downloadStickerCodes, async ({ actor, params: { id } }) => {
    await audit(actor, id, 'codes')
    return batches.downloadStickerCodes(context, id)
  })
}

const boundOf = ({ sticker, credited }: Awaited<ReturnType<typeof stickers.bindSticker>>) => ({
  sticker: stickerOf(sticker),
  credited,
})
