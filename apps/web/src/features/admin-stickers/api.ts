import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Issued batches, newest first. */
export const batchesOptions = queryOptions({
  queryKey: ['stickers', 'batches'],
  queryFn: ({ signal }) => call(endpoints.listStickerBatches, {}, signal),
  refetchOnWindowFocus: false,
})

/** The sticker of a code, as given in the address. */
export const lookUpOptions = (code: string) =>
  queryOptions({
    queryKey: ['stickers', 'code', code],
    queryFn: ({ signal }) => call(endpoints.lookUpSticker, { query: { code } }, signal),
    refetchOnWindowFocus: false,
  })

/** Number of deliveries that wait for a sticker, and the codes with the most waiting deliveries. */
export const waitingOptions = queryOptions({
  queryKey: ['stickers', 'waiting'],
  queryFn: ({ signal }) => call(endpoints.listWaitingDeliveries, {}, signal),
  refetchOnWindowFocus: false,
})

/** Issues a batch, then reloads the list. An empty note is omitted. */
export function useIssueStickers() {
  const client = useQueryClient()
  return async ({ count, note }: { count: number; note: string }) => {
    const batch = await call(endpoints.issueStickers, {
      body: { count, ...(note.trim() !== '' && { note }) },
    })
    await client.invalidateQueries({ queryKey: batchesOptions.queryKey })
    return batch
  }
}

/** Addresses of a batch's files (the contract's downloadStickerLabels and downloadStickerCodes). */
export const filesOf = (id: number) => ({
  labels: `/api/stickers/batches/${id}/labels.pdf`,
  codes: `/api/stickers/batches/${id}/codes.csv`,
})
