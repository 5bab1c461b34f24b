import type { listWaitingDeliveries, lookUpSticker } from '@portal/contract/sticker-look-up.ts'
import type { issueStickers, listStickerBatches } from '@portal/contract/stickers.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { route } from '#web/lib/route.ts'

const listRoute = route<typeof listStickerBatches>({ method: 'GET', path: '/api/stickers/batches/' })
const issueRoute = route<typeof issueStickers>({ method: 'POST', path: '/api/stickers/batches/' })

/** The batches that were issued, newest first. */
export const batchesOptions = queryOptions({
  queryKey: ['stickers', 'batches'],
  queryFn: ({ signal }) => call(listRoute, {}, signal),
  refetchOnWindowFocus: false,
})

const lookUpRoute = route<typeof lookUpSticker>({ method: 'GET', path: '/api/stickers/' })
const waitingRoute = route<typeof listWaitingDeliveries>({ method: 'GET', path: '/api/stickers/waiting/' })

/** What is known of a code, as the address has it. */
export const lookUpOptions = (code: string) =>
  queryOptions({
    queryKey: ['stickers', 'code', code],
    queryFn: ({ signal }) => call(lookUpRoute, { query: { code } }, signal),
    refetchOnWindowFocus: false,
  })

/** How many deliveries wait for a sticker, and the codes that most wait for. */
export const waitingOptions = queryOptions({
  queryKey: ['stickers', 'waiting'],
  queryFn: ({ signal }) => call(waitingRoute, {}, signal),
  refetchOnWindowFocus: false,
})

/** Issues a batch; then the list is read again. An empty note is none. */
export function useIssueStickers() {
  const client = useQueryClient()
  return async ({ count, note }: { count: number; note: string }) => {
    const batch = await call(issueRoute, { body: { count, ...(note.trim() !== '' && { note }) } })
    await client.invalidateQueries({ queryKey: batchesOptions.queryKey })
    return batch
  }
}

/** Where the files of a batch are (the contract's downloadStickerLabels and downloadStickerCodes). */
export const filesOf = (id: number) => ({
  labels: `/api/stickers/batches/${id}/labels.pdf`,
  codes: `/api/stickers/batches/${id}/codes.csv`,
})
