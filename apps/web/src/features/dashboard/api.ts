import type { showDashboard } from '@portal/contract/dashboard.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { route } from '#web/lib/route.ts'
import type { Days } from '#web/lib/period.ts'

const dashboardRoute = route<typeof showDashboard>({ method: 'GET', path: '/api/dashboard/' })

/** What happened in some days. */
export const dashboardOptions = ({ from, to }: Days) =>
  queryOptions({
    queryKey: ['dashboard', { from, to }],
    queryFn: ({ signal }) => call(dashboardRoute, { query: { from, to } }, signal),
    refetchOnWindowFocus: false,
  })
