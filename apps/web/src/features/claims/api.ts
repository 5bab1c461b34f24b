import type { OwnClaim, reportClaim } from '@portal/contract/claims.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Claims of the signed-in account, newest first. */
export const ownClaimsOptions = queryOptions({
  queryKey: ['claims', 'mine'],
  queryFn: ({ signal }) => call(endpoints.listOwnClaims, {}, signal),
})

/** Reports a delivery; afterwards reloads the claims, and the points, which may have increased. */
export function useReport() {
  const client = useQueryClient()
  return async (body: BodyOf<typeof reportClaim>): Promise<OwnClaim> => {
    const reply = await call(endpoints.reportClaim, { body })
    void client.invalidateQueries({ queryKey: ['points'] })
    await client.invalidateQueries({ queryKey: ownClaimsOptions.queryKey })
    return reply
  }
}
