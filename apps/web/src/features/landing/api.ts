import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { wider } from '#web/api/route.ts'
import { ofRecords, type ShownRecord } from '#web/shared/points-record/shown-record.ts'
import * as endpoints from '#web/api/endpoints.ts'

const ownPointsRoute = wider(endpoints.listOwnPoints, ofRecords)

/** Page sizes: the first page shows the latest 10; 'more' loads 50 at a time. */
const [latest, more] = [10, 50]

/** The five sums of the signed-in account. */
export const summaryOptions = queryOptions({
  queryKey: ['points', 'summary'],
  queryFn: ({ signal }) => call(endpoints.summarizePoints, {}, signal),
  refetchOnWindowFocus: false,
})

/** Removes duplicates and sorts in the ledger's order: newest first, then by id descending. */
function inOrder(records: ShownRecord[]): ShownRecord[] {
  const each = [...new Map(records.map((record) => [record.id, record])).values()]
  return each.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id)
}

/**
 * Records of the signed-in account, newest first: the latest 10, then 50 at a time. Pages count from the newest record,
 * so the first page of 50 contains the 10 again, and new records shift all pages.
 */
export const ownPointsOptions = infiniteQueryOptions({
  queryKey: ['points', 'mine'],
  queryFn: ({ pageParam: { page, size }, signal }) =>
    call(ownPointsRoute, { query: { page: String(page), page_size: String(size) } }, signal),
  initialPageParam: { page: 1, size: latest },
  getNextPageParam: ({ count }, _, { page, size }) => {
    if (page * size >= count) return undefined
    return size === latest ? { page: 1, size: more } : { page: page + 1, size }
  },
  select: ({ pages }) => ({
    records: inOrder(pages.flatMap(({ results }) => results)),
    count: pages.at(-1)?.count ?? 0,
  }),
  refetchOnWindowFocus: false,
})

/** Ids of the records that were added while the page is open; `latest`: by the last change. */
type Arrived = { all: number[]; latest: number[] }
export const noneArrived: Arrived = { all: [], latest: [] }

export const arrivedOptions = queryOptions<Arrived>({
  queryKey: ['points', 'arrived'],
  queryFn: skipToken,
  initialData: noneArrived,
  staleTime: Infinity,
})
