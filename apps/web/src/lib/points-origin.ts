import type { explainOwnPoints, explainPoints } from '@portal/contract/points-origin.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { route } from './route.ts'

const ownRoute = route<typeof explainOwnPoints>({ method: 'GET', path: '/api/points/mine/{id}/' })
const anyonesRoute = route<typeof explainPoints>({ method: 'GET', path: '/api/points/{id}/' })

/** Who asks: a citizen about a record of their own, or a clerk about anyone's. */
export type AskedBy = 'owner' | 'clerk'

/** A record and where it came from. */
export const originOptions = (by: AskedBy, id: number) =>
  queryOptions({
    queryKey: ['points', 'origin', by, id],
    queryFn: ({ signal }) => {
      const input = { params: { id: String(id) } }
      return by === 'owner' ? call(ownRoute, input, signal) : call(anyonesRoute, input, signal)
    },
    refetchOnWindowFocus: false,
  })
