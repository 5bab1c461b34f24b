import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import * as endpoints from './endpoints.ts'

export const siteOptions = queryOptions({
  queryKey: ['site'],
  queryFn: () => call(endpoints.describeSite, {}),
  // The server reads the brand at startup, so an open page does not need to reload it.
  staleTime: Infinity,
})

/** Returns the brand and mode of this portal; `undefined` until the first response. */
export const useSite = () => useQuery(siteOptions).data
