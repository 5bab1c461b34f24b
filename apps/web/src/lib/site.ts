import type { describeSite } from '@portal/contract/site.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { route } from './route.ts'

const siteRoute = route<typeof describeSite>({ method: 'GET', path: '/api/site/' })

export const siteOptions = queryOptions({
  queryKey: ['site'],
  queryFn: () => call(siteRoute, {}),
  // The server reads the brand when it starts; a page that is open need not ask again.
  staleTime: Infinity,
})

/** The brand and the mode of this portal; `undefined` until the first answer. */
export const useSite = () => useQuery(siteOptions).data
