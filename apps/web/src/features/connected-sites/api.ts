import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Partner sites where the account is signed in, the latest first. */
export const connectedSitesOptions = queryOptions({
  queryKey: ['connected-sites'],
  queryFn: ({ signal }) => call(endpoints.listConnectedSites, {}, signal),
})

/** Withdraws a site's access, then reloads the list. Also succeeds if the access has already ended. */
export function useWithdrawal() {
  const client = useQueryClient()
  return async (site: string) => {
    await call(endpoints.withdrawConsent, { body: { site } }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    await client.invalidateQueries({ queryKey: connectedSitesOptions.queryKey })
  }
}
