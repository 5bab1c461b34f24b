import { languageIn } from '#server/lib/html/page-language.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import {
  type ConsentWords,
  consentWordsOf,
  findSubAt,
  recordConsent,
  redeemScope,
  subAt,
  takeBackScope,
} from '#server/features/connected-sites/consent-service.ts'
import { findClient, identityScopes, type RegisteredPartner } from '#server/features/partners/service.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { consentPage, staffPage } from './pages.ts'
import { interactionPath, issuerOf, mountPath } from './provider.ts'
import * as queries from './queries.ts'
import type { Visitor } from './request-context.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/**
 * The next step of an interaction: a redirect or a page.
 * `leadsTo`: URLs to which submitting the page's form may redirect.
 */
export type Step = { go: string } | { page: string; status: number; leadsTo: string[] }

/** A request to an interaction URL. */
export type InteractionContext = {
  provider: Provider
  request: IncomingMessage
  response: ServerResponse
  uid: string
  /** Client id from the URL, used if the interaction has expired. */
  clientId: string
  visitor: Visitor | undefined
  /** Network of the request (`networkOf`), for the audit log. */
  network: string
  /** CSRF token for forms. */
  csrf: string
}

/** Finds the interaction if the browser's signed cookie matches it. */
async function findInteraction(context: InteractionContext): Promise<Interaction | undefined> {
  const { provider, request, response, uid } = context
  const { cookies } = provider.createContext(request, response)
  const cookie = cookies.get(provider.cookieName('interaction'), { signed: true })
  return cookie === uid ? provider.Interaction.find(uid) : undefined
}

/**
 * Resumes a sign-in for a partner site: redirects to the portal's sign-in or back to the site, or returns a page that
 * requires an answer. An expired interaction, or one of another browser, redirects to the site: users activate their
 * account hours later or on another device.
 */
export async function resumeInteraction(portal: AppContext, context: InteractionContext): Promise<Step> {
  const { visitor, uid, clientId } = context
  const interaction = await findInteraction(context)
  if (!interaction) return { go: await addressOfSite(portal, clientId, 'login') }
  if (!visitor) return { go: signInPath(uid, interaction) }
  if (visitor.isStaff) return staffStep(portal, interaction)
  if (interaction.prompt.name === 'login' && (await needsNewSignIn(portal, visitor, interaction))) {
    if (!(await isNewer(portal, visitor, interaction))) return { go: signInPath(uid, interaction, 'again') }
    return finish(context, interaction, {
      error: 'login_required',
      error_description: 'the End-User signed in with another account',
    })
  }
  const isOwnConsent = interaction.prompt.name === 'consent' && interaction.session?.accountId === visitor.sub
  if (!isOwnConsent) return signIn(portal, context, interaction, visitor)
  const client = await context.provider.Client.find(String(interaction.params.client_id))
  if (!client?.['first_party']) return consentStep(portal, context, interaction, visitor)
  return finish(context, interaction, { ...interaction.lastSubmission, consent: {} })
}

/** What the consent form sends. `words`: the hash of the words that were shown. */
type ConsentForm = { allows: boolean; redeem: boolean; words: unknown }

/**
 * Handles the consent form. Shows it again if its words have changed meanwhile. Without `allows` the site receives
 * `error=access_denied`.
 */
export async function decideConsent(
  portal: AppContext,
  context: InteractionContext,
  { allows, redeem, words: shown }: ConsentForm,
): Promise<Step> {
  const { provider, visitor, clientId, network } = context
  const interaction = await findInteraction(context)
  if (!interaction) return { go: await addressOfSite(portal, clientId, 'login') }
  if (!visitor || interaction.prompt.name !== 'consent' || interaction.session?.accountId !== visitor.sub)
    return resumeInteraction(portal, context)
  // The form was sent before: the provider has not continued yet.
  if (interaction.result?.consent) return { go: interaction.returnTo }
  if (!allows) return reject(context, interaction)
  const asked = await askedConsent(portal, context, interaction, visitor)
  if (!asked || asked.words.hash !== shown) return consentStep(portal, context, interaction, visitor)
  const { site, words, scopes, others } = asked
  const refused = scopes.filter((scope) => scope === redeemScope && !redeem)
  const given = scopes.filter((scope) => !refused.includes(scope))
  // Before the grant: the grant ends with the session, the evidence stays.
  const actor = { ...byActor({ ...visitor, network }), id: visitor.id }
  await recordConsent(portal, actor, site, words, { scopes: given, refused })
  for (const scope of refused) await takeBackScope(portal, visitor, site.id, scope)
  const found = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  const grant = found ?? new provider.Grant({ accountId: visitor.sub, clientId: site.clientId })
  decideScopes(grant, given, [...refused, ...others])
  return finish(context, interaction, {
    ...interaction.lastSubmission,
    consent: { grantId: await grant.save() },
  })
}

/** Sets what a grant gives and rejects; `addOIDCScope` would leave a scope rejected that was rejected before. */
function decideScopes(grant: InstanceType<Provider['Grant']>, given: string[], rejected: string[]): void {
  const decide = (current: string | undefined, more: string[], less: string[]) =>
    [...new Set([...(current?.split(' ') ?? []), ...more])]
      .filter((scope) => scope && !less.includes(scope))
      .join(' ')
  grant.openid = { ...grant.openid, scope: decide(grant.openid?.scope, given, rejected) }
  const before = grant.rejected?.openid
  grant.rejected = { ...grant.rejected, openid: { ...before, scope: decide(before?.scope, rejected, given) } }
}

/** Cancels the sign-in. The site receives `error=access_denied`. */
export async function abortInteraction(portal: AppContext, context: InteractionContext): Promise<Step> {
  const interaction = await findInteraction(context)
  return interaction
    ? reject(context, interaction)
    : { go: await addressOfSite(portal, context.clientId, 'home') }
}

const reject = (context: InteractionContext, interaction: Interaction) =>
  finish(context, interaction, {
    error: 'access_denied',
    error_description: 'the End-User cancelled the sign-in',
  })

/**
 * Returns the URL at which the site starts a sign-in (OpenID Connect Core, 4), or else its home page. Uses only
 * registered URLs.
 */
async function addressOfSite(
  { db, config }: AppContext,
  clientId: string,
  place: 'login' | 'home',
): Promise<string> {
  const partner = await findClient({ db }, clientId)
  if (!partner) return `${config.publicUrl}/`
  if (place === 'home' || !partner.initiateLoginUri) return partner.homeUrl
  const address = new URL(partner.initiateLoginUri)
  address.searchParams.set('iss', issuerOf({ config }))
  return address.href
}

/**
 * @param first `again`: the user has to authenticate again, and stays signed in until then and, as the same person, after it;
 *   `logout`: signs out before
 */
function signInPath(uid: string, { params }: Interaction, first?: 'again' | 'logout'): string {
  const clientId = String(params.client_id)
  const query = new URLSearchParams({
    next: interactionPath(uid, clientId),
    cancelTo: abortPath(uid, clientId),
    ...(typeof params.login_hint === 'string' && { login_hint: params.login_hint.slice(0, 254) }),
    ...(first && { [first]: '' }),
  })
  return `/login?${query.toString()}`
}

const abortPath = (uid: string, clientId: string) =>
  `${mountPath}/interaction/${uid}/abort?${new URLSearchParams({ client: clientId }).toString()}`

const isNewer = async ({ db }: AppContext, visitor: Visitor, { uid }: Interaction) => {
  const startedAt = await queries.findCreatedAt(db, 'Interaction', uid)
  return startedAt !== undefined && visitor.since > startedAt
}

/** Whether the request requires authentication again (prompt=login, max_age) or another account (id_token_hint). */
async function needsNewSignIn(
  portal: AppContext,
  visitor: Visitor,
  interaction: Interaction,
): Promise<boolean> {
  const { params, prompt } = interaction
  if (params.id_token_hint !== undefined) {
    const site = await findClient(portal, String(params.client_id))
    if (site && subOf(params.id_token_hint) !== (await subAt(portal, site.id, visitor.sub))) return true
  }
  const age = (portal.clock.now().getTime() - visitor.since.getTime()) / 1000
  const isTooOld = params.max_age !== undefined && age > Number(params.max_age)
  const requiresSignIn = prompt.reasons.includes('login_prompt') || isTooOld
  return requiresSignIn && !(await isNewer(portal, visitor, interaction))
}

/** Reads `sub` from an ID token whose signature the provider has already verified. */
function subOf(token: unknown): unknown {
  const [, claims = ''] = String(token).split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { sub?: unknown }).sub
}

/** Signs the portal's user in to the provider. */
async function signIn(
  portal: AppContext,
  context: InteractionContext,
  interaction: Interaction,
  visitor: Visitor,
): Promise<Step> {
  const { provider, request, response } = context
  const before = await provider.Session.get(provider.createContext(request, response))
  if (before.accountId && before.accountId !== visitor.sub) {
    // Another account was signed in at sites in this browser: sign it out there.
    const sids = Object.values(before.authorizations ?? {}).flatMap(({ sid }) => sid ?? [])
    await queries.deleteSignIns(portal.db, sids)
    await before.destroy()
  }
  return finish(context, interaction, {
    ...interaction.lastSubmission,
    login: { accountId: visitor.sub, ts: Math.floor(visitor.since.getTime() / 1000), amr: ['pwd'] },
  })
}

/** Stores the result and redirects to the provider, which continues the interaction. */
async function finish(
  { provider }: InteractionContext,
  interaction: Interaction,
  result: Interaction['result'],
): Promise<Step> {
  // The session in which it began may have ended, e.g. because the visitor had to sign in again.
  const uid = interaction.session?.uid
  const session = uid ? await provider.Session.findByUid(uid) : undefined
  if (!session || session.accountId !== interaction.session?.accountId) delete interaction.session
  if (result === undefined) delete interaction.result
  else interaction.result = result
  await interaction.persist()
  return { go: interaction.returnTo }
}

async function staffStep({ db, config }: AppContext, interaction: Interaction): Promise<Step> {
  const clientId = String(interaction.params.client_id)
  const partner = await findClient({ db }, clientId)
  const page = staffPage(config.brand, {
    site: partner?.name ?? clientId,
    signInAgain: signInPath(interaction.uid, interaction, 'logout'),
    back: abortPath(interaction.uid, clientId),
  })
  return { page, status: 403, leadsTo: [] }
}

async function consentStep(
  portal: AppContext,
  context: InteractionContext,
  interaction: Interaction,
  visitor: Visitor,
): Promise<Step> {
  const { params, uid } = interaction
  const asked = await askedConsent(portal, context, interaction, visitor)
  // Disabled meanwhile.
  if (!asked) return { go: `${portal.config.publicUrl}/` }
  const page = consentPage(
    { ...portal.config.brand, language: asked.words.language },
    {
      site: asked.site.name,
      email: visitor.email,
      words: asked.words,
      action: interactionPath(uid, asked.site.clientId),
      csrf: context.csrf,
    },
  )
  return { page, status: 200, leadsTo: [String(params.redirect_uri)] }
}

/** `others`: requested scopes of the points API, which are for client credentials only. */
type ConsentQuestion = { site: RegisteredPartner; words: ConsentWords; scopes: string[]; others: string[] }

/** Returns what an interaction asks a person to agree to; undefined if the site is disabled. */
async function askedConsent(
  portal: AppContext,
  { request }: InteractionContext,
  { params }: Interaction,
  { sub }: Visitor,
): Promise<ConsentQuestion | undefined> {
  const site = await findClient(portal, String(params.client_id))
  if (!site) return undefined
  const requested = typeof params.scope === 'string' ? params.scope.split(' ') : []
  // Sites that do not name the scope yet: `points` allowed them to redeem before it existed.
  const redeems = requested.includes('points') && site.scopes.includes(redeemScope)
  const scopes = identityScopes.filter(
    (scope) => requested.includes(scope) || (scope === redeemScope && redeems),
  )
  const others = requested.filter((scope) => !(identityScopes as readonly string[]).includes(scope))
  // Whom a site knew before it got pairwise subs, it still knows by the common one.
  const isCommon = (await findSubAt(portal.db, site.id, sub)) === sub
  const asking = isCommon ? { ...site, subjectType: 'public' as const } : site
  return { site, scopes, others, words: consentWordsOf(languageIn(request.headers.cookie), asking, scopes) }
}
