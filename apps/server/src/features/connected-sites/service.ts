import { type ConnectedSite, identityScopes } from '@portal/contract/partners.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>
type Scope = ConnectedSite['scopes'][number]
type Site = Pick<ConnectedSite, 'name' | 'scopes' | 'company' | 'purpose'> & {
  clientId: string
  homeUrl: string
  purposeEn: string | null
  privacyUrl: string | null
  firstParty: boolean
  since: Date
}

/**
 * Lists the partner sites where the actor is signed in, in any session: each once, with the time of the earliest sign-in
 * and what it may read by any of them.
 */
export async function listConnectedSites({ db, clock }: Context, actor: Pick<Actor, 'id'>): Promise<Site[]> {
  const signIns = await queries.listSignIns(db, actor.id, clock.now())
  const byClient = Map.groupBy(signIns, ({ clientId }) => clientId)
  return [...byClient.values()].flatMap((ofSite) => {
    const earliest = ofSite.at(-1)
    if (!earliest) return []
    const { granted: _, rejected: __, registered: ___, ...site } = earliest
    const readable = new Set(ofSite.flatMap(scopesOf))
    const scopes = identityScopes.filter((scope) => readable.has(scope))
    return { ...site, scopes }
  })
}

type SignIn = Awaited<ReturnType<typeof queries.listSignIns>>[number]

/** Scopes that are granted, not rejected, and for which the partner is still registered, as in `has_live_consent`. */
function scopesOf({ granted, rejected, registered }: SignIn): Scope[] {
  const words = (text: string | null) => text?.split(' ') ?? []
  return identityScopes.filter(
    (scope) =>
      words(granted).includes(scope) && !words(rejected).includes(scope) && registered.includes(scope),
  )
}

/**
 * Withdraws a site's access: ends its grants, tokens and sign-ins in all sessions of the actor.
 * @throws ApiError not_found if the actor is not signed in there
 */
export async function withdrawConsent(context: Context, actor: Actor, clientId: string): Promise<void> {
  await changeAs(context.db, actor, async (trx) => {
    // First, like the provider, which stores a session before its sign-ins.
    await queries.forgetAuthorizations(trx, actor.id, clientId)
    const sites = await listConnectedSites({ ...context, db: trx }, actor)
    const site = sites.find((one) => one.clientId === clientId)
    const ended = await queries.deleteSignIns(trx, actor.id, clientId)
    if (ended.length === 0) throw new ApiError('not_found')
    await queries.withdrawConsents(trx, actor.id, clientId, context.clock.now())
    await writeAudit({ ...context, db: trx }, byActor(actor), {
      action: 'consent.withdraw',
      subjectId: actor.id,
      details: { partner: clientId, scope: site?.scopes.join(' ') ?? null, sign_ins: ended.length },
    })
  })
}
