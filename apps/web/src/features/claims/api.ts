import type { listOwnClaims, OwnClaim, reportClaim } from '@portal/contract/claims.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { listOf, objectOf, oneOf } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { reportedChecks } from '#web/shared/claims/claim-checks.ts'

const claim = objectOf<OwnClaim>({ ...reportedChecks, state: oneOf('open', 'credited', 'rejected') })

const listRoute = route<typeof listOwnClaims>(routes.listOwnClaims, listOf(claim))
const reportRoute = route<typeof reportClaim>(routes.reportClaim, claim)

/** Claims of the signed-in account, newest first. */
export const ownClaimsOptions = queryOptions({
  queryKey: ['claims', 'mine'],
  queryFn: ({ signal }) => call(listRoute, {}, signal),
})

/** Reports a delivery; afterwards reloads the claims, and the points, which may have increased. */
export function useReport() {
  const client = useQueryClient()
  return async (body: BodyOf<typeof reportClaim>): Promise<OwnClaim> => {
    const reply = await call(reportRoute, { body })
    void client.invalidateQueries({ queryKey: ['points'] })
    await client.invalidateQueries({ queryKey: ownClaimsOptions.queryKey })
    return reply
  }
}
