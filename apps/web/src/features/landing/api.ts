import type { listOwnPoints, summarizePoints } from '@portal/contract/points.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { route } from '#web/lib/route.ts'

const summaryRoute = route<typeof summarizePoints>({ method: 'GET', path: '/api/points/summary/' })
const ownPointsRoute = route<typeof listOwnPoints>({ method: 'GET', path: '/api/points/mine/' })

/** How many of the latest records the first page shows. */
const latest = 10

/** The five sums of who is signed in. */
export const summaryOptions = queryOptions({
  queryKey: ['points', 'summary'],
  queryFn: ({ signal }) => call(summaryRoute, {}, signal),
  refetchOnWindowFocus: false,
})

/** The latest records of who is signed in. */
export const latestPointsOptions = queryOptions({
  queryKey: ['points', 'mine', 'latest'],
  queryFn: ({ signal }) => call(ownPointsRoute, { query: { page_size: String(latest) } }, signal),
  refetchOnWindowFocus: false,
})
