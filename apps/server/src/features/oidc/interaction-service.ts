import type { IncomingMessage } from 'node:http'
import type { Provider } from 'oidc-provider'
import { findClient, identityScopes } from '#server/features/partners/service.ts'
import type { Portal } from '#server/lib/context/context.ts'
import { noAnswer } from './dispatch.ts'
import { consentPage, staffPage } from './pages.ts'
import { interactionPath, issuerOf, mountPath } from './provider.ts'
import * as queries from './queries.ts'
import type { Visitor } from './request-context.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** What comes next for a visitor on the way to a partner's site. @param leadsTo where the page's form may lead in the end */
export type Step = { go: string } | { page: string; status: number; leadsTo: string[] }

/** A visitor who came by an address of an interaction. */
export type Passage = {
  provider: Provider
  request: IncomingMessage
  uid: string
  /** The site that the address names, for when the interaction is over. */
  clientId: string
  visitor: Visitor | undefined
  /** What a form of the portal's has to repeat. */
  csrf: string
}

/** The interaction, if it is this browser's: its cookie says so. */
async function findInteraction({ provider, request, uid }: Passage): Promise<Interaction | undefined> {
  const { cookies } = provider.createContext(request, noAnswer(request))
  const own = cookies.get(provider.cookieName('interaction'), { signed: true })
  return own === uid ? provider.Interaction.find(uid) : undefined
}

/**
 * Takes a visitor onward who came to sign in for a partner's site: to the portal's sign-in, back to the site, or to a
 * page that has to be answered first. An interaction that is over, or another browser's, leads to the site all the same:
 * people activate their account hours after they left it, or on the telephone.
 */
export async function resumeInteraction(portal: Portal, passage: Passage): Promise<Step> {
  const { visitor, uid, clientId } = passage
  const interaction = await findInteraction(passage)
  if (!interaction) return { go: await addressOfSite(portal, clientId, 'login') }
  if (!visitor) return { go: signInPath(uid, interaction) }
  if (visitor.isStaff) return staffStep(portal, interaction)
  if (interaction.prompt.name === 'login' && (await needsNewSignIn(portal, visitor, interaction))) {
    if (!(await isNewer(portal, visitor, interaction)))
      return { go: signInPath(uid, interaction, { anew: true }) }
    return finish(passage, interaction, {
      error: 'login_required',
      error_description: 'the End-User signed in with another account',
    })
  }
  const isOwnConsent = interaction.prompt.name === 'consent' && interaction.session?.accountId === visitor.sub
  if (!isOwnConsent) return signIn(portal, passage, interaction, visitor)
  const client = await passage.provider.Client.find(String(interaction.params.client_id))
  if (!client?.['first_party']) return consentStep(portal, passage, interaction, visitor)
  return finish(passage, interaction, { ...interaction.lastSubmission, consent: {} })
}

/** What the visitor says to a site's wish to know them. @param allows false: the site is told that it may not */
export async function decideConsent(portal: Portal, passage: Passage, allows: boolean): Promise<Step> {
  const { provider, visitor, clientId } = passage
  const interaction = await findInteraction(passage)
  if (!interaction) return { go: await addressOfSite(portal, clientId, 'login') }
  if (!visitor || interaction.prompt.name !== 'consent' || interaction.session?.accountId !== visitor.sub)
    return resumeInteraction(portal, passage)
  if (!allows) return reject(passage, interaction)
  const found = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  const grant =
    found ?? new provider.Grant({ accountId: visitor.sub, clientId: String(interaction.params.client_id) })
  const { identity, others } = askedScopes(interaction)
  if (identity.length > 0) grant.addOIDCScope(identity.join(' '))
  if (others.length > 0) grant.rejectOIDCScope(others.join(' '))
  return finish(passage, interaction, {
    ...interaction.lastSubmission,
    consent: { grantId: await grant.save() },
  })
}

/** The visitor turns back on the way to signing in. */
export async function abortInteraction(portal: Portal, passage: Passage): Promise<Step> {
  const interaction = await findInteraction(passage)
  return interaction
    ? reject(passage, interaction)
    : { go: await addressOfSite(portal, passage.clientId, 'home') }
}

const reject = (passage: Passage, interaction: Interaction) =>
  finish(passage, interaction, { error: 'access_denied', error_description: 'the End-User turned back' })

/**
 * Where a site is entered: there where it begins a sign-in of its own accord (OpenID Connect Core, 4), or else its front
 * page. Addresses that the operator has registered, and no others.
 */
async function addressOfSite(
  { db, config }: Portal,
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

/** @param anew signs out first: whoever is signed in has to show again who they are */
function signInPath(uid: string, { params }: Interaction, { anew = false } = {}): string {
  const clientId = String(params.client_id)
  const query = new URLSearchParams({
    next: interactionPath(uid, clientId),
    cancelTo: abortPath(uid, clientId),
    ...(typeof params.login_hint === 'string' && { login_hint: params.login_hint.slice(0, 254) }),
    ...(anew && { logout: '' }),
  })
  return `/login?${query.toString()}`
}

const abortPath = (uid: string, clientId: string) =>
  `${mountPath}/interaction/${uid}/abort?${new URLSearchParams({ client: clientId }).toString()}`

const isNewer = async ({ db }: Portal, visitor: Visitor, { uid }: Interaction) => {
  const began = await queries.findBeginning(db, 'Interaction', uid)
  return began !== undefined && visitor.since > began
}

/** Whether the site wants to be shown anew who it is, or somebody else than who is signed in. */
async function needsNewSignIn(portal: Portal, visitor: Visitor, interaction: Interaction): Promise<boolean> {
  const { params, prompt } = interaction
  if (params.id_token_hint !== undefined && subOf(params.id_token_hint) !== visitor.sub) return true
  const age = (portal.clock.now().getTime() - visitor.since.getTime()) / 1000
  const isTooOld = params.max_age !== undefined && age > Number(params.max_age)
  const wantsAnew = prompt.reasons.includes('login_prompt') || isTooOld
  return wantsAnew && !(await isNewer(portal, visitor, interaction))
}

/** Of an ID token that the provider has found to be its own. */
function subOf(token: unknown): unknown {
  const [, claims = ''] = String(token).split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { sub?: unknown }).sub
}

/** The portal's session is taken over into the provider's. */
async function signIn(
  portal: Portal,
  passage: Passage,
  interaction: Interaction,
  visitor: Visitor,
): Promise<Step> {
  const { provider, request } = passage
  const context = provider.createContext(request, noAnswer(request))
  const before = await provider.Session.get(context)
  if (before.accountId && before.accountId !== visitor.sub) {
    // Somebody else was signed in at sites by this browser: there, too, they leave now.
    const sids = Object.values(before.authorizations ?? {}).flatMap(({ sid }) => sid ?? [])
    await queries.deleteSignIns(portal.db, sids)
    await before.destroy()
  }
  return finish(passage, interaction, {
    ...interaction.lastSubmission,
    login: { accountId: visitor.sub, ts: Math.floor(visitor.since.getTime() / 1000), amr: ['pwd'] },
  })
}

/** Says how it went, and leads back to the provider, which goes on from there. */
async function finish(
  { provider }: Passage,
  interaction: Interaction,
  result: Interaction['result'],
): Promise<Step> {
  // The session in which it began may have ended meanwhile, e.g. because the visitor had to sign in anew.
  const uid = interaction.session?.uid
  const began = uid ? await provider.Session.findByUid(uid) : undefined
  if (!began || began.accountId !== interaction.session?.accountId) delete interaction.session
  if (result === undefined) delete interaction.result
  else interaction.result = result
  await interaction.persist()
  return { go: interaction.returnTo }
}

async function staffStep({ db, config }: Portal, interaction: Interaction): Promise<Step> {
  const clientId = String(interaction.params.client_id)
  const partner = await findClient({ db }, clientId)
  const page = staffPage(config.brand, {
    site: partner?.name ?? clientId,
    signInAgain: signInPath(interaction.uid, interaction, { anew: true }),
    back: abortPath(interaction.uid, clientId),
  })
  return { page, status: 403, leadsTo: [] }
}

async function consentStep(
  { db, config }: Portal,
  passage: Passage,
  interaction: Interaction,
  visitor: Visitor,
): Promise<Step> {
  const { params, uid } = interaction
  const clientId = String(params.client_id)
  const partner = await findClient({ db }, clientId)
  const page = consentPage(config.brand, {
    site: partner?.name ?? clientId,
    email: visitor.email,
    scopes: askedScopes(interaction).identity,
    action: interactionPath(uid, clientId),
    csrf: passage.csrf,
  })
  return { page, status: 200, leadsTo: [String(params.redirect_uri)] }
}

function askedScopes({ params }: Interaction): { identity: string[]; others: string[] } {
  const asked = typeof params.scope === 'string' ? params.scope.split(' ') : []
  const isIdentity = (scope: string) => (identityScopes as readonly string[]).includes(scope)
  return { identity: asked.filter(isIdentity), others: asked.filter((scope) => !isIdentity(scope)) }
}
