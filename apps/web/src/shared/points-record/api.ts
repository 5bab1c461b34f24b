import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import * as endpoints from '#web/api/endpoints.ts'
import { call } from '#web/api/call.ts'
import { wider } from '#web/api/route.ts'
import { ofRecords } from './shown-record.ts'

const ownRoute = wider(endpoints.explainOwnPoints, ofRecords)
const anyonesRoute = wider(endpoints.explainPoints, ofRecords)

/** Origin of a record as the pages accept it. */
export type ShownOrigin = ReplyOf<typeof ownRoute>

/** 'owner': a participant's own record; 'clerk': anyone's record. */
export type AskedBy = 'owner' | 'clerk'

/** A record with its origin. */
export const originOptions = (by: AskedBy, id: number) =>
  queryOptions({
    queryKey: ['points', 'origin', by, id],
    queryFn: ({ signal }) => {
      const input = { params: { id: String(id) } }
      return by === 'owner' ? call(ownRoute, input, signal) : call(anyonesRoute, input, signal)
    },
    refetchOnWindowFocus: false,
  })
