import { printedStickerCode } from '@portal/contract/sticker-codes.ts'
import {
  listParticipantStickers,
  listWaitingDeliveries,
  lookUpSticker,
  type StickerLookUp,
  type WaitingDeliveries,
} from '@portal/contract/sticker-look-up.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { assertShown } from '#server/lib/restrictions/restrictions.ts'
import * as lookUps from './look-up-service.ts'
import { stickerOf } from '#server/ledger/stickers/sticker-reply.ts'

export const stickerLookUpRoutes: Routes = (scope, context) => {
  handle(scope, lookUpSticker, async ({ actor, query }) => {
    const found = await lookUps.lookUpSticker(context, query.code)
    await auditRead(context, actor, {
      action: 'stickers.read',
      subjectId: found.sticker?.ownerId ?? undefined,
      // An unknown code is any typed text.
      ...(found.sticker ? { details: { sticker: found.code } } : { text: found.code }),
    })
    return lookUpOf(found)
  })
  handle(scope, listWaitingDeliveries, async ({ actor }) => {
    await auditRead(context, actor, { action: 'stickers.read', details: { waiting: true } })
    return waitingOf(await lookUps.listWaitingDeliveries(context))
  })
  handle(scope, listParticipantStickers, async ({ actor, params }) => {
    await auditRead(context, actor, { action: 'stickers.read', subjectId: params.id })
    await assertShown(context.db, actor, params.id)
    return (await lookUps.listParticipantStickers(context, params.id)).map(stickerOf)
  })
}

const timeOf = (time: Date | null | undefined) => (time ? athensTime(time) : null)
const sumOf = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0)

function lookUpOf({ code, sticker, replaces, waiting }: lookUps.LookUp): StickerLookUp {
  const [oldest] = waiting.map((site) => site.oldest).sort((a, b) => a.getTime() - b.getTime())
  return {
    code,
    printed: printedStickerCode(code),
    replaces,
    issued: sticker ? { batch: sticker.batchId, note: sticker.note, at: athensTime(sticker.issuedAt) } : null,
    owner: ownerOf(sticker),
    bound_at: timeOf(sticker?.boundAt),
    lost_at: timeOf(sticker?.lostAt),
    replaced_by: sticker?.replacedBy ?? null,
    waiting: {
      deliveries: sumOf(waiting.map(({ deliveries }) => deliveries)),
      points: sumOf(waiting.map(({ points }) => points)),
      oldest: timeOf(oldest),
      sites: waiting.map(({ name, deliveries }) => ({ name, deliveries })),
    },
  }
}

const ownerOf = (sticker: lookUps.LookUp['sticker']): StickerLookUp['owner'] =>
  sticker && sticker.ownerId !== null
    ? {
        id: sticker.ownerId,
        active: sticker.isListed ?? false,
        full_name: `${sticker.firstName ?? ''} ${sticker.lastName ?? ''}`.trim(),
      }
    : null

function waitingOf({ reasons, codes }: lookUps.Waiting): WaitingDeliveries {
  const by = (reason: string) => reasons.find(({ waitsFor }) => waitsFor === reason)?.deliveries ?? 0
  return {
    deliveries: sumOf(reasons.map(({ deliveries }) => deliveries)),
    stickers: sumOf(reasons.map(({ stickers }) => stickers)),
    by_reason: {
      sticker_unknown: by('sticker_unknown'),
      sticker_unbound: by('sticker_unbound'),
      sticker_lost: by('sticker_lost'),
    },
    codes: codes.map((row) => ({ ...toWire(row), printed: printedStickerCode(row.code) })),
  }
}
