import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { askDataRequest } from '@portal/contract/privacy.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

export const requestsOptions = queryOptions({
  queryKey: ['data-requests'],
  queryFn: ({ signal }) => call(endpoints.listOwnDataRequests, {}, signal),
})

export const ask = (body: BodyOf<typeof askDataRequest>) => call(endpoints.askDataRequest, { body })
export const lift = () => call(endpoints.liftOwnRestriction, {})
