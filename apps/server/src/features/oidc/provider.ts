import { languageIn } from '#server/lib/html/page-language.ts'
import { createHash } from 'node:crypto'
import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { identityScopes, scopes } from '#server/features/partners/service.ts'
import { subAt } from '#server/features/connected-sites/consent-service.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { networkOf } from '#server/lib/rate-limit/rate-limit.ts'
import { keyFor, secretOf } from '#server/lib/security/encryption.ts'
import { claims, findAccount } from './claims-by-scope.ts'
import { adapterFor } from './adapter.ts'
import { limitInteractions } from './interaction-limit.ts'
import { findKeys, type SigningKey } from './keys-service.ts'
import { handleLogout } from './rp-initiated-logout.ts'
import { allowForms, errorPage } from './pages.ts'
import { checkSecret, limitWrongSecrets } from './client-secret-limit.ts'
import { contextOf, type Middleware } from './request-context.ts'

/** Mount path of the provider. */
export const mountPath = '/oauth'

export const issuerOf = ({ config }: Pick<AppContext, 'config'>) => `${config.publicUrl}${mountPath}`

const minute = 60
const day = 86_400

/** Lifetimes in seconds. Sessions and everything issued at a user's sign-in also end with the portal session. */
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

/** Limits token introspection and revocation to the client's own tokens. */
const isOwn = (_ctx: unknown, client: { clientId: string }, token: { clientId?: string | undefined }) =>
  token.clientId === client.clientId

/** Builds oidc-provider on the portal's database and session. Configuration: docs/decisions/014. */
function buildProvider(portal: AppContext, keys: SigningKey[]): Provider {
  const { config } = portal
  const secret = secretOf(config) ?? ''
  const cookie = { httpOnly: true, sameSite: 'lax', secure: portal.cookies.secure, signed: true } as const
  const configuration: Configuration = {
    adapter: (model) => adapterFor(portal, model),
    jwks: { keys },
    cookies: {
      keys: [keyFor(secret, 'provider cookies').toString('base64url')],
      long: { ...cookie, path: mountPath },
      short: cookie,
    },
    claims,
    scopes: [...scopes],
    extraClientMetadata: { properties: ['first_party', 'partner_id'] },
    responseTypes: ['code'],
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: (_ctx, sub, client) => subAt(portal, Number(client['partner_id']), sub),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    // Only RS256. Algorithms that use the client secret as a key are impossible: only its hash is stored.
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    pkce: { required: () => true },
    ttl: {
      ...lifetimes,
      // Without an account, a session is needed only as long as its interaction.
      Session: (_ctx: unknown, session: { accountId?: string | undefined }) =>
        session.accountId ? lifetimes.Session : lifetimes.Interaction,
    },
    // Issue refresh tokens without the scope offline_access: none outlives the portal session.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: async () => true,
    findAccount: (ctx, sub) => findAccount(portal, sub, readerOf(ctx)),
    loadExistingGrant: grantToFirstParty,
    interactions: {
      policy: policy(),
      url: (_ctx, { uid, params }) => interactionPath(uid, String(params.client_id)),
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = errorPage({ ...config.brand, language: languageIn(ctx.req.headers.cookie) }, out)
    },
    discovery: {
      claim_types_supported: ['normal'],
      ui_locales_supported: ['el', 'en'],
      service_documentation: `${config.publicUrl}/api/docs`,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      backchannelLogout: { enabled: true },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: isOwn },
      revocation: { enabled: true, allowedPolicy: isOwn },
      // rp-initiated-logout.ts renders the pages.
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
  const provider = new Provider(issuerOf(portal), configuration)
  // routes.ts sets the forwarded headers.
  provider.proxy = true
  // Otherwise Koa prints errors of connections.
  provider.silent = true
  provider.Client.prototype.compareClientSecret = function compare(
    this: { clientId: string },
    given: string,
  ) {
    return checkSecret(portal, this.clientId, given)
  }
  // A database trigger queues back-channel logouts and a background job sends them, also for sessions that end without
  // a request.
  provider.Client.prototype.backchannelLogout = async () => {}
  provider.use(respondByFastify)
  provider.use(rejectNul(portal))
  provider.use(limitInteractions(portal))
  provider.use(limitWrongSecrets(portal))
  provider.use(handleLogout(portal))
  provider.use(allowFormPost)
  provider.on('server_error', (ctx, error) => {
    contextOf(ctx).error = error
  })
  provider.on('grant.error', (ctx, { error_detail: detail = '' }) => {
    // Texts of oidc-provider and adapter.ts; http/log.test.ts notices if an update changes them.
    if (/already (used|consumed)/.test(detail))
      contextOf(ctx).securityEvent = { name: 'token.reuse', client: ctx.oidc.client?.clientId }
  })
  return provider
}

/** Returns the client of a request as a partner. */
function readerOf({ oidc: { client }, ip }: KoaContextWithOIDC) {
  if (!client) return undefined
  const scopes = client.scope?.split(' ') ?? []
  return { id: Number(client['partner_id']), scopes, network: networkOf(ip) }
}

/** Prevents Koa from sending the response: routes.ts sends it with the portal's headers. */
const respondByFastify: Middleware = async (ctx, next) => {
  const context = contextOf(ctx)
  ctx.respond = false
  try {
    await next()
    context.body = ctx.body
  } catch (error) {
    context.error = error
  }
}

/** Rejects NUL characters, which PostgreSQL cannot store in text. */
const rejectNul =
  ({ config }: AppContext): Middleware =>
  async (ctx, next) => {
    if (!ctx.url.includes('%00')) {
      await next()
      return
    }
    ctx.status = 400
    ctx.type = 'html'
    ctx.body = errorPage(
      { ...config.brand, language: languageIn(ctx.req.headers.cookie) },
      {
        error: 'invalid_request',
        error_description: 'a parameter contains a NUL character',
      },
    )
  }

/** Allows the page of response_mode=form_post to submit its form to the site. */
const allowFormPost: Middleware = async (anyContext, next) => {
  await next()
  const ctx = anyContext as KoaContextWithOIDC
  if (ctx.status !== 200 || !['authorization', 'resume'].includes(ctx.oidc?.route ?? '')) return
  const target = ctx.oidc.params?.redirect_uri
  if (typeof target === 'string' && ctx.oidc.client?.redirectUriAllowed(target)) allowForms(ctx, [target])
}

/**
 * Includes the client id, so that a visitor who returns after the interaction expired can be redirected to the site.
 */
export const interactionPath = (uid: string, clientId: string) =>
  `${mountPath}/interaction/${uid}?${new URLSearchParams({ client: clientId }).toString()}`

/** Adds a check to the login prompt: the provider session must match the portal session. */
function policy() {
  const { base, Check } = interactionPolicy
  const prompts = base()
  const portalSession = new Check(
    'portal_session',
    'the portal has no such session',
    'login_required',
    (ctx) => {
      const { visitor } = contextOf(ctx)
      return visitor && !visitor.isStaff && visitor.sub === ctx.oidc.session?.accountId
        ? Check.NO_NEED_TO_PROMPT
        : Check.REQUEST_PROMPT
    },
  )
  prompts.get('login')?.checks.add(portalSession)
  return prompts
}

/**
 * Grants first-party sites the requested scopes that they are registered for. Scopes of the points API are rejected:
 * they are only for client credentials.
 */
const grantToFirstParty: NonNullable<Configuration['loadExistingGrant']> = async (ctx) => {
  const { client, session, result, provider, account } = ctx.oidc
  if (!client || !session || !account) return undefined
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const found = grantId ? await provider.Grant.find(grantId) : undefined
  const grant = found?.accountId === account.accountId ? found : undefined
  if (!client['first_party']) return grant
  const newGrant = grant ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  const requested = [...ctx.oidc.requestParamOIDCScopes]
  const isIdentity = (scope: string) => (identityScopes as readonly string[]).includes(scope)
  newGrant.addOIDCScope(requested.filter(isIdentity).join(' '))
  const others = requested.filter((scope) => !isIdentity(scope))
  if (others.length > 0) newGrant.rejectOIDCScope(others.join(' '))
  await newGrant.save()
  return newGrant
}

/** Cache lifetime of the signing keys in milliseconds; less than the time a new key is published ahead. */
const keysMaxAgeMs = 5_000

/**
 * Returns a function that returns the provider with the current keys. It is rebuilt when the keys change, so that a
 * rotation needs no restart, also with several processes on one database.
 */
export function providerOf(portal: AppContext): () => Promise<Provider> {
  let current: { provider: Provider; fingerprint: string; until: number } | undefined
  return async () => {
    const now = portal.clock.now().getTime()
    if (current && now < current.until) return current.provider
    const keys = await findKeys(portal)
    const fingerprint = createHash('sha256')
      .update(JSON.stringify(keys.map(({ kid }) => kid)))
      .digest('base64url')
    const provider = current?.fingerprint === fingerprint ? current.provider : buildProvider(portal, keys)
    current = { provider, fingerprint, until: now + keysMaxAgeMs }
    return provider
  }
}
