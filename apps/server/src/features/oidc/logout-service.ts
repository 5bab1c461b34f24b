import { post, reachOf } from '#server/lib/http-client/http-client.ts'
import type { JobQueue } from '#server/lib/jobs/jobs.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { newToken } from '#server/lib/security/tokens.ts'
import { signToken } from './keys-service.ts'
import { issuerOf } from './provider.ts'
import * as queries from './queries.ts'

/** A session that ended at a partner. The trigger partner_sign_ins_ended enqueues it. */
type PartnerLogout = { partnerId: number; sid: string; sub: string }

export const partnerLogouts: JobQueue<PartnerLogout> = {
  name: 'partner-logouts',
  concurrency: 40,
  retryConcurrency: 10,
  groupConcurrency: 10,
  groupOf: ({ partnerId }) => String(partnerId),
}

/** Timeout of a logout request in milliseconds. */
const siteTimeoutMs = 5_000

/** Maximum time in milliseconds that a sign-out waits for the logout requests; slower ones continue afterwards. */
const visitorTimeoutMs = 1_500

/** Sends the new back-channel logouts, for a visitor who signs out. Never throws: the session has already ended. */
export const notifySitesNow = ({ jobs }: Pick<AppContext, 'jobs'>): Promise<void> =>
  jobs.runNew(partnerLogouts, visitorTimeoutMs)

/**
 * Sends a logout token to a site (OpenID Connect Back-Channel Logout, 2.5).
 * @throws if the site cannot be reached or does not respond with 200 or 204. Redirects and 4xx statuses other than 408
 * and 429 are permanent errors.
 */
export async function notifySite(
  context: Pick<AppContext, 'db' | 'clock' | 'config'>,
  { partnerId, sid, sub }: PartnerLogout,
): Promise<void> {
  const site = await queries.findLogoutAddress(context.db, partnerId)
  if (!site?.backchannelLogoutUri) return
  const iat = Math.floor(context.clock.now().getTime() / 1000)
  const token = await signToken(context, 'logout+jwt', {
    iss: issuerOf(context),
    aud: site.clientId,
    iat,
    exp: iat + 120,
    jti: newToken(),
    sub,
    sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  const reach = reachOf(context.config)
  const status = await post(site.backchannelLogoutUri, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
    // Registration accepts http only for loopback addresses, which count as private.
    reach: { ...reach, http: reach.inside },
    timeoutMs: siteTimeoutMs,
  })
  if (status === 200 || status === 204) return
  const permanent = status >= 300 && status < 500 && status !== 408 && status !== 429
  const message = `Back-channel logout failed: partner ${site.clientId} responded with status ${status}.`
  throw Object.assign(new Error(message), { permanent })
}
