import { post, reachOf } from '#server/lib/http-client/http-client.ts'
import type { Portal } from '#server/lib/context/context.ts'
import { newToken } from '#server/lib/security/tokens.ts'
import { signToken } from './keys-service.ts'
import { issuerOf } from './provider.ts'
import * as queries from './queries.ts'

type Context = Pick<Portal, 'db' | 'clock' | 'config'>

/** A site that is to be told that a session of a person has ended there. */
type PartnerLogout = { partnerId: number; sid: string; sub: string }

/** Is told where a site couldn't be told. */
type Report = (error: unknown) => void

/** So many sites are told side by side. */
const atOnce = 20

/** A site that answers no faster is told again later. */
const patienceWithSite = 5_000

/**
 * Tells the sites what the database has noted of ended sessions. What fails is tried again by a later call, for four days.
 * Not by the job queue: the sign-out waits for these calls (`notifySitesFor`).
 */
export async function notifySites(context: Context, report: Report): Promise<void> {
  for (;;) {
    const logouts = await queries.takeLogouts(context.db, atOnce)
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
    if (logouts.length < atOnce) return
  }
}

/** For so long somebody who signs out waits for the sites to be told; slower ones are told behind their back. */
const patienceOfVisitor = 1_500

/** As `notifySites`, for somebody who is waiting. Never throws: they are signed out in any case. */
export async function notifySitesFor(context: Context, report: Report): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceOfVisitor)
  })
  await Promise.race([notifySites(context, report).catch(report), waited])
  clearTimeout(timer)
}

/**
 * Tells a site by a logout token (OpenID Connect Back-Channel Logout, 2.5). A site that rejects the token is reported and
 * left: asking again would not help.
 * @throws where the site can't be reached or has a error of its own
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
    // Registration takes http on loopback addresses alone, which are inside.
    reach: { ...reach, http: reach.inside },
    timeoutMs: patienceWithSite,
  })
  if (status === 200 || status === 204) return
  const error = new Error(`The partner ${site.clientId} answered ${status} to a back-channel logout.`)
  const isFinal = status >= 300 && status < 500 && status !== 408 && status !== 429
  if (!isFinal) throw error
  report(error)
}
