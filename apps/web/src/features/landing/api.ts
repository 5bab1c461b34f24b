import type { listOwnPoints, summarizePoints } from '@portal/contract/points.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import { pointsPage, pointsSummary, type ShownPage, type ShownRecord } from '#web/api/points-checks.ts'
import { route } from '#web/api/route.ts'

const summaryRoute = route<typeof summarizePoints>({
  ...routes.summarizePoints,
  reply: pointsSummary,
})
const ownPointsRoute = route<typeof listOwnPoints, ShownPage>({
  ...routes.listOwnPoints,
  reply: pointsPage,
})

/** The first page shows the latest; who asks for more gets more at a time. */
const [latest, more] = [10, 50]

/** The five sums of who is signed in. */
export const summaryOptions = queryOptions({
  queryKey: ['points', 'summary'],
  queryFn: ({ signal }) => call(summaryRoute, {}, signal),
  refetchOnWindowFocus: false,
})

/** Each record once, in the ledger's order: newest first, and of one moment the one that came last. */
function inOrder(records: ShownRecord[]): ShownRecord[] {
  const each = [...new Map(records.map((record) => [record.id, record])).values()]
  return each.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id)
}

/**
 * The records of who is signed in, newest first: the latest ten, then fifty at a time. Pages are counted from the newest
 * record, so that the first fifty hold the ten again, and whatever comes in meanwhile moves all of them on.
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
