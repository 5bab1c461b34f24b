import type { BodyOf, ReplyOf } from '@portal/contract/endpoint.ts'
import type {
  askDataRequest,
  liftOwnRestriction,
  listOwnDataRequests,
  OwnDataRequest,
  Restriction,
} from '@portal/contract/privacy.ts'
import { routes } from '@portal/contract/routes.ts'
import { dataRequestKinds } from '@portal/contract/security/request-kinds.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { day, listOf, objectOf, oneOf, orNull, text, timestamp, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'

const request = objectOf<OwnDataRequest>({
  id: whole,
  kind: oneOf(...dataRequestKinds),
  text,
  received_at: timestamp,
  due_on: day,
  extension_reason: text,
  answered_at: orNull(timestamp),
  outcome: orNull(oneOf('done', 'refused', 'withdrawn')),
  answer: text,
})
const listRoute = route<typeof listOwnDataRequests>(
  routes.listOwnDataRequests,
  objectOf<ReplyOf<typeof listOwnDataRequests>>({
    restriction: orNull(objectOf<Restriction>({ at: timestamp, lifts_at: orNull(timestamp) })),
    results: listOf(request),
  }),
)
const askRoute = route<typeof askDataRequest>(routes.askDataRequest, request)
const liftRoute = route<typeof liftOwnRestriction>(routes.liftOwnRestriction)

export const requestsOptions = queryOptions({
  queryKey: ['data-requests'],
  queryFn: ({ signal }) => call(listRoute, {}, signal),
})

export const ask = (body: BodyOf<typeof askDataRequest>) => call(askRoute, { body })
export const lift = () => call(liftRoute, {})
