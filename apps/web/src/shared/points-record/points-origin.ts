import type { PointsOrigin } from '@portal/contract/points-origin.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { recordChecks, type ShownRecord } from '#web/api/points-checks.ts'
import {
  type Check,
  day,
  figure,
  listOf,
  mapOf,
  timestamp,
  objectOf,
  oneOf,
  orNull,
  text,
} from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import * as calls from '#web/api/calls.ts'

type OtherRecord = Pick<ShownRecord, 'id' | 'points' | 'description' | 'created_at'>

/** Origin of a record as the pages accept it: wider than the contract, like `ShownRecord`. */
export type ShownOrigin = Omit<PointsOrigin, keyof ShownRecord | 'reverses' | 'reversals' | 'reversed_by'> &
  ShownRecord & { reverses: OtherRecord | null; reversals: OtherRecord[]; reversed_by: OtherRecord | null }

const detail: Check<string | number> = (value) => text(value) || figure(value)
const { participant: _, place: _place, ...otherChecks } = recordChecks
const other = objectOf<OtherRecord>(otherChecks)

export const origin = objectOf<ShownOrigin>({
  ...recordChecks,
  received_at: timestamp,
  reference: text,
  site: orNull(text),
  details: mapOf(detail),
  rate: orNull(
    objectOf<NonNullable<PointsOrigin['rate']>>({
      points_per_unit: figure,
      unit: oneOf('litre', 'item'),
      material: orNull(text),
      valid_from: day,
      valid_to: orNull(day),
      note: text,
    }),
  ),
  reverses: orNull(other),
  reversals: listOf(other),
  reversed_by: orNull(other),
})

const ownRoute = route(calls.explainOwnPoints, origin)
const anyonesRoute = route(calls.explainPoints, origin)

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
