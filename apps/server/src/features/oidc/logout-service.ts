import type { Portal } from '#server/platform/portal.ts'
import { jobQueue } from '#server/platform/jobs.ts'
import { newToken } from '#server/platform/tokens.ts'
import { signToken } from './keys-service.ts'
import { issuerOf } from './provider.ts'
import * as queries from './queries.ts'

/** A site that is to be told that a session of a person has ended there. */
export type PartnerLogout = { partnerId: number; sid: string; sub: string }

export const partnerLogouts = jobQueue<PartnerLogout>('partner-logouts')

/** So many are handed over in one transaction. */
const atOnce = 100

/**
 * Hands what the database has noted of ended sessions over to the job queue. Called where somebody signs out, so that the
 * sites know within a moment, and every few seconds for what ended otherwise.
 */
export async function tellSites({ db, jobs }: Pick<Portal, 'db' | 'jobs'>): Promise<void> {
  for (;;) {
    const taken = await db.transaction().execute(async (trx) => {
      const logouts = await queries.takeLogouts(trx, atOnce)
      for (const logout of logouts) await jobs.enqueue(trx, partnerLogouts, logout)
      return logouts.length
    })
    if (taken < atOnce) return
  }
}

/** A site that answers no faster is tried again later: others wait behind it. */
const patience = 5_000

/**
 * Tells a site by a logout token (OpenID Connect Back-Channel Logout, 2.5).
 * @param report is told where the site refuses the token; asking again would not help
 * @throws where the site can't be reached or has a fault of its own; the queue tries again
 */
export async function tellSite(
  portal: Pick<Portal, 'db' | 'clock' | 'config'>,
  { partnerId, sid, sub }: PartnerLogout,
  report: (fault: unknown) => void,
): Promise<void> {
  const site = await queries.findLogoutAddress(portal.db, partnerId)
  if (!site?.backchannelLogoutUri) return
  const iat = Math.floor(portal.clock.now().getTime() / 1000)
  const token = await signToken(portal, 'logout+jwt', {
    ...{ iss: issuerOf(portal), aud: site.clientId, iat, exp: iat + 120, jti: newToken(), sub, sid },
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  const { status } = await fetch(site.backchannelLogoutUri, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  })
  if (status === 200 || status === 204) return
  const fault = new Error(`The partner ${site.clientId} answered ${status} to a back-channel logout.`)
  const isFinal = status >= 300 && status < 500 && status !== 408 && status !== 429
  if (!isFinal) throw fault
  report(fault)
}
