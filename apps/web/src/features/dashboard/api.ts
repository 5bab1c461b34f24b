import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import type { Days } from '#web/shared/period/period.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Dashboard data of a range of days. */
export const dashboardOptions = ({ from, to }: Days) =>
  queryOptions({
    queryKey: ['dashboard', { from, to }],
    queryFn: ({ signal }) => call(endpoints.showDashboard, { query: { from, to } }, signal),
    refetchOnWindowFocus: false,
  })
