import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import * as endpoints from './endpoints.ts'

/** Number of open claims, for the menu of staff. */
export const openClaimsOptions = queryOptions({
  queryKey: ['claims', 'count'],
  queryFn: async ({ signal }) => (await call(endpoints.countClaims, {}, signal)).open,
  staleTime: 60_000,
})
