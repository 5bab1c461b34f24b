import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { wider } from '#web/api/route.ts'
import { ofRecords } from '#web/shared/points-record/shown-record.ts'
import type { Days } from '#web/shared/period/period.ts'
import * as endpoints from '#web/api/endpoints.ts'

const listRoute = wider(endpoints.listPoints, ofRecords)

/** Records per page (portal.md §9). */
export const pageSize = 20

/** Participant, days and page of a request. */
export type PointsQuery = Days & { participantId: string | undefined; page: number }

/** One page of the records. */
export const pointsOptions = ({ participantId, page, from, to }: PointsQuery) =>
  queryOptions({
    queryKey: ['points', 'list', { participantId, page, from, to }],
    queryFn: ({ signal }) =>
      call(
        listRoute,
        {
          query: {
            page: String(page),
            page_size: String(pageSize),
            participant: participantId,
            created_at_after: from,
            created_at_before: to,
          },
        },
        signal,
      ),
    refetchOnWindowFocus: false,
  })

/** Sums of the records that match the filters, on all pages. */
export const totalsOptions = (filters: Omit<PointsQuery, 'page'>) =>
  queryOptions({
    queryKey: ['points', 'totals', filters],
    queryFn: ({ signal }) => call(endpoints.totalPoints, exportInput(filters), signal),
    refetchOnWindowFocus: false,
  })

/** Total number of records, for the entry 'Όλοι οι χρήστες'. */
export const totalOptions = queryOptions({
  queryKey: ['points', 'total'],
  queryFn: async ({ signal }) => (await call(listRoute, { query: { page_size: '1' } }, signal)).count,
  refetchOnWindowFocus: false,
})

/** Excel export of all records that match the filters. */
export const exportRoute = endpoints.exportPoints

export const exportInput = ({ participantId, from, to }: Omit<PointsQuery, 'page'>) => ({
  query: { participant: participantId, created_at_after: from, created_at_before: to },
})
