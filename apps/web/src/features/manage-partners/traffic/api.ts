import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

const keyOf = (client: string) => ['manage', 'partner-traffic', client] as const

/** @param outcome undefined: all */
export const callsOptions = (client: string, outcome: string | undefined) =>
  queryOptions({
    queryKey: [...keyOf(client), 'calls', outcome ?? 'all'],
    queryFn: ({ signal }) =>
      call(
        endpoints.listPartnerCalls,
        { params: { client }, query: outcome === undefined ? {} : { outcome } },
        signal,
      ),
  })

export const recordsOptions = (client: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(client), 'records'],
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoints.listPartnerRecords,
        { params: { client }, query: pageParam === undefined ? {} : { before: String(pageParam) } },
        signal,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const deliveriesOptions = (client: string) =>
  queryOptions({
    queryKey: [...keyOf(client), 'deliveries'],
    queryFn: ({ signal }) => call(endpoints.listPartnerDeliveries, { params: { client } }, signal),
  })
