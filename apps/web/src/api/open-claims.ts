import type { countClaims } from '@portal/contract/claims.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { objectOf, whole } from './reply-checks.ts'
import { route } from './route.ts'

const countRoute = route<typeof countClaims>(routes.countClaims, objectOf({ open: whole }))

/** Number of open claims, for the menu of staff. */
export const openClaimsOptions = queryOptions({
  queryKey: ['claims', 'count'],
  queryFn: async ({ signal }) => (await call(countRoute, {}, signal)).open,
  staleTime: 60_000,
})
