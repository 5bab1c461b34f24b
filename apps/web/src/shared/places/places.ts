import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as calls from '#web/api/calls.ts'

/** Collection points by municipality and name. */
export const placesOptions = queryOptions({
  queryKey: ['places'],
  queryFn: ({ signal }) => call(calls.listPlaces, {}, signal),
  staleTime: 300_000,
})
