import type { Claim, decideClaim } from '@portal/contract/claims.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

export type ListState = 'open' | 'decided'

export const claimsOptions = (state: ListState, page: number) =>
  queryOptions({
    queryKey: ['claims', 'list', state, page],
    queryFn: ({ signal }) => call(endpoints.listClaims, { query: { state, page: String(page) } }, signal),
    placeholderData: keepPreviousData,
  })

export const claimOptions = (id: string) =>
  queryOptions({
    queryKey: ['claims', 'one', id],
    queryFn: ({ signal }) => call(endpoints.findClaim, { params: { id } }, signal),
  })

/** Decides on a claim; afterwards the claims and the number in the menu are loaded again, also after a failure. */
export function useDecision() {
  const client = useQueryClient()
  return async (id: number, body: BodyOf<typeof decideClaim>): Promise<Claim> => {
    try {
      return await call(endpoints.decideClaim, { params: { id: String(id) }, body })
    } finally {
      await client.invalidateQueries({ queryKey: ['claims'] })
    }
  }
}
