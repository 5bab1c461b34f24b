import { createHash } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { identityScopes, scopes } from '#server/features/partners/service.ts'
import type { Portal } from '#server/lib/context/context.ts'
import { keyFor, secretOf } from '#server/lib/security/encryption.ts'
import { claims, findAccount } from './account.ts'
import { adapterFor } from './adapter.ts'
import { countBeginnings } from './interaction-limit.ts'
import { findKeys, type SigningKey } from './keys-service.ts'
import { endsSession } from './logout.ts'
import { allowForms, errorPage } from './pages.ts'
import { checkSecret, countWrongSecrets } from './wrong-secrets.ts'
import { currentVisit, currentVisitor, type Middleware } from './request-context.ts'

/** Where the provider lives, and the first part of every path of it. */
export const mountPath = '/oauth'

export const issuerOf = ({ config }: Pick<Portal, 'config'>) => `${config.publicUrl}${mountPath}`

const minute = 60
const day = 86_400

/** What is given out, and for how long, in seconds. Sessions, and all that people's sign-ins give, end with the portal's. */
const lifetimes = {
  AccessToken: 10 * minute,
  AuthorizationCode: minute,
  ClientCredentials: 10 * minute,
  Grant: 14 * day,
  IdToken: 60 * minute,
  Interaction: 60 * minute,
  RefreshToken: 14 * day,
  Session: 14 * day,
}

/** A partner learns of its own tokens alone, and revokes no others. */
const isItsOwn = (_ctx: unknown, client: { clientId: string }, token: { clientId?: string | undefined }) =>
  token.clientId === client.clientId

/** oidc-provider on the portal's database and session. What it is set up for is in docs/decisions/014. */
function buildProvider(portal: Portal, keys: SigningKey[]): Provider {
  const { config } = portal
  const secret = secretOf(config) ?? ''
  const cookie = { httpOnly: true, sameSite: 'lax', secure: portal.cookies.secure, signed: true } as const
  const setUp: Configuration = {
    adapter: (model) => adapterFor(portal, model),
    jwks: { keys },
    cookies: {
      keys: [keyFor(secret, 'provider cookies').toString('base64url')],
      long: { ...cookie, path: mountPath },
      short: cookie,
    },
    claims,
    scopes: [...scopes],
    extraClientMetadata: { properties: ['first_party'] },
    responseTypes: ['code'],
    subjectTypes: ['public'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    // One algorithm, and none that would use a partner's secret as a key: only its hash is here.
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    pkce: { required: () => true },
    ttl: {
      ...lifetimes,
      // Without a signed-in person it is needed as long as its interaction.
      Session: (_ctx: unknown, session: { accountId?: string | undefined }) =>
        session.accountId ? lifetimes.Session : lifetimes.Interaction,
    },
    // Also for sites that keep a secret, and from the first sign-in on: nobody needs to ask for offline_access, since none
    // of them outlives the portal's session.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: async () => true,
    findAccount: (ctx, sub) => findAccount(portal, sub, ctx.oidc.client?.scope?.split(' ')),
    loadExistingGrant: grantToFirstParty,
    interactions: {
      policy: policy(),
      url: (_ctx, { uid, params }) => interactionPath(uid, String(params.client_id)),
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = errorPage(config.brand, out)
    },
    discovery: {
      claim_types_supported: ['normal'],
      ui_locales_supported: ['el'],
      service_documentation: `${config.publicUrl}/api/docs`,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      backchannelLogout: { enabled: true },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: isItsOwn },
      revocation: { enabled: true, allowedPolicy: isItsOwn },
      // Its pages are drawn in logout.ts.
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => {
          ctx.body = ''
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.redirect(`${config.publicUrl}/`)
        },
      },
    },
  }
  const provider = new Provider(issuerOf(portal), setUp)
  // What the dispatch writes into the forwarded headers is the portal's own address.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(
    this: { clientId: string },
    given: string,
  ) {
    return checkSecret(portal, this.clientId, given)
  }
  // The database notes which sites are to be told, and a job tells them: also where nobody's browser asked for it.
  provider.Client.prototype.backchannelLogout = async () => {}
  provider.use(rejectsNul(portal))
  provider.use(countBeginnings(portal))
  provider.use(countWrongSecrets(portal))
  provider.use(endsSession(portal))
  provider.use(allowsFormPost)
  provider.on('server_error', (_ctx, error) => {
    currentVisit().error = error
  })
  // Koa's own listener would print the error as it is.
  const emitter: EventEmitter = provider
  emitter.on('error', (error: unknown) => {
    currentVisit().error ??= error
  })
  return provider
}

/** No parameter of an honest request holds a NUL, and no text of the database could. */
const rejectsNul =
  ({ config }: Portal): Middleware =>
  async (ctx, next) => {
    if (!ctx.url.includes('%00')) {
      await next()
      return
    }
    ctx.status = 400
    ctx.type = 'html'
    ctx.body = errorPage(config.brand, {
      error: 'invalid_request',
      error_description: 'a parameter holds a NUL character',
    })
  }

/** An answer that a form carries to the site (response_mode=form_post) may leave for that site. */
const allowsFormPost: Middleware = async (anyContext, next) => {
  await next()
  const ctx = anyContext as KoaContextWithOIDC
  if (ctx.status !== 200 || !['authorization', 'resume'].includes(ctx.oidc?.route ?? '')) return
  const target = ctx.oidc.params?.redirect_uri
  if (typeof target === 'string' && ctx.oidc.client?.redirectUriAllowed(target)) allowForms(ctx, [target])
}

/** With the site in the address: a visitor who comes back when the interaction is over is still led to it. */
export const interactionPath = (uid: string, clientId: string) =>
  `${mountPath}/interaction/${uid}?${new URLSearchParams({ client: clientId }).toString()}`

/** Who isn't signed in to the portal, or is so as somebody else, isn't signed in here either. */
function policy() {
  const { base, Check } = interactionPolicy
  const all = base()
  const differs = new Check('portal_session', 'the portal has no such session', 'login_required', (ctx) => {
    const visitor = currentVisitor()
    return visitor && !visitor.isStaff && visitor.sub === ctx.oidc.session?.accountId
      ? Check.NO_NEED_TO_PROMPT
      : Check.REQUEST_PROMPT
  })
  all.get('login')?.checks.add(differs)
  return all
}

/**
 * The operator's own sites get what they ask for, as far as they are registered for it. What belongs to the points API
 * is for programs: no person can grant it.
 */
const grantToFirstParty: NonNullable<Configuration['loadExistingGrant']> = async (ctx) => {
  const { client, session, result, provider, account } = ctx.oidc
  if (!client || !session || !account) return undefined
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const found = grantId ? await provider.Grant.find(grantId) : undefined
  const grant = found?.accountId === account.accountId ? found : undefined
  if (!client['first_party']) return grant
  const given = grant ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  const asked = [...ctx.oidc.requestParamOIDCScopes]
  const isIdentity = (scope: string) => (identityScopes as readonly string[]).includes(scope)
  given.addOIDCScope(asked.filter(isIdentity).join(' '))
  const others = asked.filter((scope) => !isIdentity(scope))
  if (others.length > 0) given.rejectOIDCScope(others.join(' '))
  await given.save()
  return given
}

/** For so long a process works with the keys that it has read: less than a new key is published ahead. */
const keysLast = 5_000

/**
 * The provider with the keys of the hour. It is built anew where they have changed, so that a rotation needs no restart
 * and two processes on one database go together.
 */
export function providerOf(portal: Portal): () => Promise<Provider> {
  let current: { provider: Provider; print: string; until: number } | undefined
  return async () => {
    const now = portal.clock.now().getTime()
    if (current && now < current.until) return current.provider
    const keys = await findKeys(portal)
    const print = createHash('sha256')
      .update(JSON.stringify(keys.map(({ kid }) => kid)))
      .digest('base64url')
    const provider = current?.print === print ? current.provider : buildProvider(portal, keys)
    current = { provider, print, until: now + keysLast }
    return provider
  }
}
