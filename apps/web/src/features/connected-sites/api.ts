import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/api/call.ts'
import * as calls from '#web/api/calls.ts'

/** Partner sites where the account is signed in, the latest first. */
export const connectedSitesOptions = queryOptions({
  queryKey: ['connected-sites'],
  queryFn: ({ signal }) => call(calls.listConnectedSites, {}, signal),
})

/** Withdraws a site's access, then reloads the list. Also succeeds if the access has already ended. */
export function useWithdrawal() {
  const client = useQueryClient()
  return async (site: string) => {
    await call(calls.withdrawConsent, { body: { site } }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    await client.invalidateQueries({ queryKey: connectedSitesOptions.queryKey })
  }
}
