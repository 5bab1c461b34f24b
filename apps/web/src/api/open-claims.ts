import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import * as calls from './calls.ts'

/** Number of open claims, for the menu of staff. */
export const openClaimsOptions = queryOptions({
  queryKey: ['claims', 'count'],
  queryFn: async ({ signal }) => (await call(calls.countClaims, {}, signal)).open,
  staleTime: 60_000,
})
