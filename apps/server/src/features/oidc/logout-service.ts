import { post, reachOf } from '#server/lib/http-client/http-client.ts'
import type { Portal } from '#server/lib/context/context.ts'
import { newToken } from '#server/lib/security/tokens.ts'
import { signToken } from './keys-service.ts'
import { issuerOf } from './provider.ts'
import * as queries from './queries.ts'

type Context = Pick<Portal, 'db' | 'clock' | 'config'>

/** A pending back-channel logout. */
type PartnerLogout = { partnerId: number; sid: string; sub: string }

/** Called with the error of a failed logout request. */
type Report = (error: unknown) => void

/** Concurrent logout requests. */
const maxConcurrent = 20

/** Timeout of a logout request in milliseconds; it is retried later. */
const siteTimeoutMs = 5_000

/**
 * Sends the pending back-channel logouts. Later calls retry failed ones for four days. Does not use the job queue,
 * because signing out waits for these requests (`notifySitesFor`).
 */
export async function notifySites(context: Context, report: Report): Promise<void> {
  for (;;) {
    const logouts = await queries.takeLogouts(context.db, maxConcurrent)
    await Promise.all(
      logouts.map(async ({ id, ...logout }) => {
        try {
          await notifySite(context, logout, report)
          await queries.deleteLogout(context.db, id)
        } catch (error) {
          report(error)
        }
      }),
    )
    if (logouts.length < maxConcurrent) return
  }
}

/** Maximum time in milliseconds that a sign-out waits for the logout requests; slower ones continue afterwards. */
const visitorTimeoutMs = 1_500

/** As `notifySites`, with a timeout for the visitor who signs out. Never throws: the session has already ended. */
export async function notifySitesFor(context: Context, report: Report): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, visitorTimeoutMs)
  })
  await Promise.race([notifySites(context, report).catch(report), waited])
  clearTimeout(timer)
}

/**
 * Sends a logout token to a site (OpenID Connect Back-Channel Logout, 2.5). If the site rejects the token, reports the
 * error and does not retry.
 * @throws if the site cannot be reached or responds with 408, 429, 5xx or a 2xx status other than 200 and 204
 */
async function notifySite(
  context: Context,
  { partnerId, sid, sub }: PartnerLogout,
  report: Report,
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
  const error = new Error(
    `Back-channel logout failed: partner ${site.clientId} responded with status ${status}.`,
  )
  const isFinal = status >= 300 && status < 500 && status !== 408 && status !== 429
  if (!isFinal) throw error
  report(error)
}
