import type {
  listWaitingDeliveries,
  lookUpSticker,
  StickerLookUp,
  WaitingDeliveries,
} from '@portal/contract/sticker-look-up.ts'
import type { issueStickers, listStickerBatches, StickerBatch } from '@portal/contract/stickers.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import { flag, listOf, timestamp, objectOf, oneOf, orNull, text, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'

const batch = objectOf<StickerBatch>({
  id: whole,
  count: whole,
  bound: whole,
  note: text,
  created_at: timestamp,
})

const found = objectOf<StickerLookUp>({
  code: text,
  printed: text,
  issued: orNull(objectOf<NonNullable<StickerLookUp['issued']>>({ batch: whole, note: text, at: timestamp })),
  owner: orNull(objectOf<NonNullable<StickerLookUp['owner']>>({ id: whole, full_name: text, active: flag })),
  bound_at: orNull(timestamp),
  lost_at: orNull(timestamp),
  replaced_by: orNull(text),
  replaces: listOf(text),
  waiting: objectOf<StickerLookUp['waiting']>({
    deliveries: whole,
    points: whole,
    oldest: orNull(timestamp),
    sites: listOf(objectOf<StickerLookUp['waiting']['sites'][number]>({ name: text, deliveries: whole })),
  }),
})

const waiting = objectOf<WaitingDeliveries>({
  deliveries: whole,
  stickers: whole,
  by_reason: objectOf<WaitingDeliveries['by_reason']>({
    sticker_unknown: whole,
    sticker_unbound: whole,
    sticker_lost: whole,
  }),
  codes: listOf(
    objectOf<WaitingDeliveries['codes'][number]>({
      code: text,
      printed: text,
      waits_for: oneOf('sticker_unknown', 'sticker_unbound', 'sticker_lost'),
      deliveries: whole,
      points: whole,
      oldest: timestamp,
    }),
  ),
})

const listRoute = route<typeof listStickerBatches>(routes.listStickerBatches, listOf(batch))
const issueRoute = route<typeof issueStickers>(routes.issueStickers, batch)

/** Issued batches, newest first. */
export const batchesOptions = queryOptions({
  queryKey: ['stickers', 'batches'],
  queryFn: ({ signal }) => call(listRoute, {}, signal),
  refetchOnWindowFocus: false,
})

const lookUpRoute = route<typeof lookUpSticker>(routes.lookUpSticker, found)
const waitingRoute = route<typeof listWaitingDeliveries>(routes.listWaitingDeliveries, waiting)

/** The sticker of a code, as given in the address. */
export const lookUpOptions = (code: string) =>
  queryOptions({
    queryKey: ['stickers', 'code', code],
    queryFn: ({ signal }) => call(lookUpRoute, { query: { code } }, signal),
    refetchOnWindowFocus: false,
  })

/** Number of deliveries that wait for a sticker, and the codes with the most waiting deliveries. */
export const waitingOptions = queryOptions({
  queryKey: ['stickers', 'waiting'],
  queryFn: ({ signal }) => call(waitingRoute, {}, signal),
  refetchOnWindowFocus: false,
})

/** Issues a batch, then reloads the list. An empty note is omitted. */
export function useIssueStickers() {
  const client = useQueryClient()
  return async ({ count, note }: { count: number; note: string }) => {
    const batch = await call(issueRoute, { body: { count, ...(note.trim() !== '' && { note }) } })
    await client.invalidateQueries({ queryKey: batchesOptions.queryKey })
    return batch
  }
}

/** Addresses of a batch's files (the contract's downloadStickerLabels and downloadStickerCodes). */
export const filesOf = (id: number) => ({
  labels: `/api/stickers/batches/${id}/labels.pdf`,
  codes: `/api/stickers/batches/${id}/codes.csv`,
})
