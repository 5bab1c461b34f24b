import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { askDataRequest } from '@portal/contract/privacy.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as calls from '#web/api/calls.ts'

export const requestsOptions = queryOptions({
  queryKey: ['data-requests'],
  queryFn: ({ signal }) => call(calls.listOwnDataRequests, {}, signal),
})

export const ask = (body: BodyOf<typeof askDataRequest>) => call(calls.askDataRequest, { body })
export const lift = () => call(calls.liftOwnRestriction, {})
