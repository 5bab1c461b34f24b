import type { ConnectedSite, listConnectedSites, withdrawConsent } from '@portal/contract/partners.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/api/call.ts'
import { flag, listOf, objectOf, oneOf, orNull, text, timestamp } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'

const site = objectOf<ConnectedSite>({
  site: text,
  name: text,
  home_url: text,
  company: orNull(text),
  purpose: orNull(text),
  purpose_en: orNull(text),
  privacy_url: orNull(text),
  first_party: flag,
  connected_at: timestamp,
  scopes: listOf(oneOf('openid', 'profile', 'email', 'phone', 'municipality', 'points', 'points:redeem')),
})

const listRoute = route<typeof listConnectedSites>(routes.listConnectedSites, listOf(site))
const withdrawRoute = route<typeof withdrawConsent>(routes.withdrawConsent)

/** Partner sites where the account is signed in, the latest first. */
export const connectedSitesOptions = queryOptions({
  queryKey: ['connected-sites'],
  queryFn: ({ signal }) => call(listRoute, {}, signal),
})

/** Withdraws a site's access, then reloads the list. Also succeeds if the access has already ended. */
export function useWithdrawal() {
  const client = useQueryClient()
  return async (site: string) => {
    await call(withdrawRoute, { body: { site } }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    await client.invalidateQueries({ queryKey: connectedSitesOptions.queryKey })
  }
}
