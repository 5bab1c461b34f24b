import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import * as endpoints from './endpoints.ts'

export const siteOptions = queryOptions({
  queryKey: ['site'],
  queryFn: () => call(endpoints.describeSite, {}),
  // An open page does not need every change of the brand.
  staleTime: Infinity,
})

/** Returns the brand and mode of this portal; `undefined` until the first response. */
export const useSite = () => useQuery(siteOptions).data
