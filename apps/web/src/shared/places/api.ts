import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Collection points by municipality and name. */
export const placesOptions = queryOptions({
  queryKey: ['places'],
  queryFn: ({ signal }) => call(endpoints.listPlaces, {}, signal),
  staleTime: 300_000,
})
