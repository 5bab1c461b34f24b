import { listConnectedSites, withdrawConsent } from '@portal/contract/partners.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as sites from './service.ts'

/** @param afterWithdrawal notifies the partner sites, within a limited time; never throws */
export const connectedSiteRoutes =
  (afterWithdrawal: (context: AppContext) => Promise<void>): Routes =>
  (scope, context) => {
    handle(scope, listConnectedSites, async ({ actor }) =>
      (await sites.listConnectedSites(context, actor)).map(
        ({ clientId, homeUrl, firstParty, since, purposeEn, privacyUrl, ...site }) => ({
          ...site,
          site: clientId,
          home_url: homeUrl,
          purpose_en: purposeEn,
          privacy_url: privacyUrl,
          first_party: firstParty,
          connected_at: athensTime(since),
        }),
      ),
    )

    handle(scope, withdrawConsent, async ({ actor, body }) => {
      await sites.withdrawConsent(context, actor, body.site)
      await afterWithdrawal(context)
    })
  }
