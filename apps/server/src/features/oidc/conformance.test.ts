import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import type { Person } from '#test/factories.ts'
import { rejectionOf, type ListeningApp, openListeningApp, openSite, type Site } from '#test/partner-site.ts'

/**
 * The OpenID Foundation's certification plans for providers, as far as they can run here: one test per module, named
 * after it. docs/openid-conformance.md lists them.
 */
let testApp: ListeningApp
let site: Site
let person: Person
beforeAll(async () => {
  testApp = await openListeningApp()
  site = await openSite(testApp)
  person = await testApp.make.customer({ municipality: (await testApp.make.municipality()).id })
})
afterAll(async () => {
  await site.close()
  await testApp.close()
})

const errorOf = ({ url }: { url: URL }) => url.searchParams.get('error')

/** Returns a browser with a user signed in to the portal and at the site. */
async function signedIn() {
  const browser = testApp.browser()
  const tokens = await site.signIn(browser, person)
  return { browser, tokens, claims: tokens.claims() ?? fail() }
}
const fail = (): never => {
  throw new Error('No ID token.')
}
const userInfo = (init: RequestInit) => fetch(`${testApp.issuer}/me`, init)

/** Completes a sign-in with additional authorization parameters; '' removes a parameter. */
async function succeedWith(params: Record<string, string>, browser: Browser = testApp.browser()) {
  const begun = await site.begin()
  for (const [name, value] of Object.entries(params)) {
    if (value) begun.address.searchParams.set(name, value)
    else begun.address.searchParams.delete(name)
  }
  const page = await browser.open(begun.address)
  const back = page.url.origin === site.url ? page : await browser.answerSignIn(page, person)
  const { pkceCodeVerifier, expectedState, expectedNonce } = begun.checks
  return oidc.authorizationCodeGrant(site.config, back.url, {
    pkceCodeVerifier,
    expectedState,
    ...(params.nonce !== '' && { expectedNonce }),
  })
}

/** Requests a scope and returns the claims of the userinfo endpoint. */
async function claimsWith(scope: string) {
  const tokens = await succeedWith({ scope })
  const { sub } = tokens.claims() ?? fail()
  return Object.keys(await oidc.fetchUserInfo(site.config, tokens.access_token, sub)).sort()
}

/** A request that was answered with a code, which is not used yet. */
async function withCode() {
  const browser = testApp.browser()
  await browser.signIn(person)
  const begun = await site.begin()
  return { begun, page: await browser.open(begun.address) }
}

describe('oidcc-basic-certification-test-plan', () => {
  it('oidcc-server', async () => {
    const { tokens, claims } = await signedIn()
    expect(tokens.token_type).toBe('bearer')
    expect(claims).toMatchObject({ iss: testApp.issuer, aud: site.clientId, sub: expect.any(String) })
    for (const time of [claims.iat, claims.exp, claims.auth_time]) expect(Number.isInteger(time)).toBe(true)
    expect(claims.exp - claims.iat).toBe(3600)
  })

  it('oidcc-response-type-missing', async () => {
    const { address } = await site.begin()
    address.searchParams.delete('response_type')
    expect(errorOf(await testApp.browser().open(address))).toBe('invalid_request')
  })

  it('oidcc-idtoken-signature', async () => {
    const { tokens } = await signedIn()
    const keys = createRemoteJWKSet(new URL(`${testApp.issuer}/jwks`))
    const { protectedHeader } = await jwtVerify(tokens.id_token ?? '', keys, {
      issuer: testApp.issuer,
      audience: site.clientId,
    })
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) })
  })

  it('oidcc-userinfo-get', async () => {
    const { tokens, claims } = await signedIn()
    const answer = await userInfo({ headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ sub: claims.sub })])
  })

  it('oidcc-userinfo-post-header', async () => {
    const { tokens } = await signedIn()
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await userInfo({ method: 'POST', headers })).status).toBe(200)
  })

  it('oidcc-userinfo-post-body', async () => {
    const { tokens } = await signedIn()
    const body = new URLSearchParams({ access_token: tokens.access_token })
    expect((await userInfo({ method: 'POST', body })).status).toBe(200)
  })

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    expect((await succeedWith({ nonce: '' })).claims()?.nonce).toBeUndefined()
  })

  const profile = ['family_name', 'given_name', 'name', 'sub']
  const email = ['email', 'email_verified']
  const phone = ['phone_number', 'phone_number_verified']
  it('oidcc-scope-profile', async () => expect(await claimsWith('openid profile')).toEqual(profile))
  it('oidcc-scope-email', async () => expect(await claimsWith('openid email')).toEqual([...email, 'sub']))
  it('oidcc-scope-phone', async () => expect(await claimsWith('openid phone')).toEqual([...phone, 'sub']))
  it('oidcc-scope-address', async () => expect(await claimsWith('openid address')).toEqual(['sub']))
  it('oidcc-scope-all', async () =>
    expect(await claimsWith('openid profile email phone address')).toEqual(
      [...profile, ...email, ...phone].sort(),
    ))
  it('oidcc-alternate-happy-flow', async () => expect(await claimsWith('email openid')).toContain('email'))

  it('oidcc-display-page', async () => expect(await succeedWith({ display: 'page' })).toBeDefined())
  it('oidcc-display-popup', async () => expect(await succeedWith({ display: 'popup' })).toBeDefined())
  it('oidcc-ui-locales', async () => expect(await succeedWith({ ui_locales: 'se el' })).toBeDefined())
  it('oidcc-claims-locales', async () => expect(await succeedWith({ claims_locales: 'se' })).toBeDefined())
  it('oidcc-ensure-request-with-acr-values-succeeds', async () =>
    expect(await succeedWith({ acr_values: '1 2' })).toBeDefined())
  it('oidcc-ensure-request-with-unknown-parameter-succeeds', async () =>
    expect(await succeedWith({ extra: 'foobar' })).toBeDefined())
  it('oidcc-claims-essential', async () => {
    // The provider ignores the claims parameter, as its metadata states: claims depend on the registered scopes.
    const tokens = await succeedWith({
      scope: 'openid',
      claims: '{"userinfo":{"email":{"essential":true}}}',
    })
    const { sub } = tokens.claims() ?? fail()
    expect(await oidc.fetchUserInfo(site.config, tokens.access_token, sub)).toEqual({ sub })
  })

  it('oidcc-prompt-login', async () => {
    const { browser, claims } = await signedIn()
    const begun = await site.begin({ prompt: 'login' })
    const page = await browser.open(begun.address)
    expect(page.url.pathname).toBe('/login')
    const again = (await site.complete(begun, await browser.answerSignIn(page, person))).claims()
    expect(again?.sub).toBe(claims.sub)
    expect(Number(again?.auth_time)).toBeGreaterThanOrEqual(Number(claims.auth_time))
  })

  it('oidcc-prompt-none-not-logged-in', async () => {
    const page = await testApp.browser().open((await site.begin({ prompt: 'none' })).address)
    expect(errorOf(page)).toBe('login_required')
  })

  it('oidcc-prompt-none-logged-in', async () => {
    const { browser, claims } = await signedIn()
    const begun = await site.begin({ prompt: 'none' })
    const again = (await site.complete(begun, await browser.open(begun.address))).claims()
    expect([again?.sub, again?.auth_time]).toEqual([claims.sub, claims.auth_time])
  })

  it('oidcc-max-age-1', async () => {
    const { browser, claims } = await signedIn()
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    const begun = await site.begin({ max_age: '1' })
    const page = await browser.open(begun.address)
    expect(page.url.pathname).toBe('/login')
    const again = (
      await site.complete(begun, await browser.answerSignIn(page, person), { maxAge: 60 })
    ).claims()
    expect(Number(again?.auth_time)).toBeGreaterThan(Number(claims.auth_time))
  })

  it('oidcc-max-age-10000', async () => {
    const { browser, claims } = await signedIn()
    const begun = await site.begin({ max_age: '10000' })
    const page = await browser.open(begun.address)
    const again = (await site.complete(begun, page, { maxAge: 10_000 })).claims()
    expect(again?.auth_time).toBe(claims.auth_time)
  })

  it('oidcc-id-token-hint', async () => {
    const { browser, tokens, claims } = await signedIn()
    const begun = await site.begin({ prompt: 'none', id_token_hint: tokens.id_token ?? '' })
    expect((await site.complete(begun, await browser.open(begun.address))).claims()?.sub).toBe(claims.sub)
  })

  it('oidcc-login-hint', async () => {
    const begun = await site.begin({ login_hint: person.email })
    const browser = testApp.browser()
    const page = await browser.open(begun.address)
    expect(page.url.searchParams.get('login_hint')).toBe(person.email)
    expect((await site.complete(begun, await browser.answerSignIn(page, person))).id_token).toBeDefined()
  })

  it('oidcc-codereuse', async () => {
    const { begun, page } = await withCode()
    await site.complete(begun, page)
    expect(await rejectionOf(site.complete(begun, page))).toMatchObject({
      error: 'invalid_grant',
      status: 400,
    })
  })

  it('oidcc-codereuse-30seconds', async () => {
    const { begun, page } = await withCode()
    const tokens = await site.complete(begun, page)
    testApp.clock.forward(30_000)
    expect(await rejectionOf(site.complete(begun, page))).toMatchObject({ error: 'invalid_grant' })
    const answer = await userInfo({ headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect(answer.status).toBe(401)
  })

  it('oidcc-ensure-registered-redirect-uri', async () => {
    const { address } = await site.begin({ redirect_uri: `${site.url}/callback/other` })
    const page = await testApp.browser().open(address)
    expect([page.status, page.url.origin]).toEqual([400, testApp.url])
  })

  it('oidcc-ensure-post-request-succeeds', async () => {
    const browser = testApp.browser()
    await browser.signIn(person)
    const begun = await site.begin()
    const page = await browser.open(`${testApp.issuer}/auth`, {
      method: 'POST',
      body: begun.address.searchParams,
      headers: { origin: site.url, 'sec-fetch-site': 'cross-site' },
    })
    expect((await site.complete(begun, page)).id_token).toBeDefined()
  })

  it('oidcc-server-client-secret-post', async () => {
    const config = await oidc.discovery(
      new URL(testApp.issuer),
      site.clientId,
      undefined,
      oidc.ClientSecretPost(site.secret),
      { execute: [oidc.allowInsecureRequests] },
    )
    const { begun, page } = await withCode()
    const tokens = await oidc.authorizationCodeGrant(config, page.url, begun.checks)
    expect(tokens.id_token).toBeDefined()
  })

  it('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
    const { address } = await site.begin({ request: 'eyJhbGciOiJub25lIn0.e30.' })
    expect(errorOf(await testApp.browser().open(address))).toBe('request_not_supported')
  })

  it('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
    const { address } = await site.begin({ request_uri: `${site.url}/request.jwt` })
    expect(errorOf(await testApp.browser().open(address))).toBe('request_uri_not_supported')
  })

  it('oidcc-ensure-request-object-with-redirect-uri', async () => {
    const payload = Buffer.from(JSON.stringify({ redirect_uri: `${site.url}/other` })).toString('base64url')
    const { address } = await site.begin({ request: `eyJhbGciOiJub25lIn0.${payload}.` })
    const page = await testApp.browser().open(address)
    expect([page.url.pathname, errorOf(page)]).toEqual(['/callback', 'request_not_supported'])
  })

  it('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    expect((await succeedWith({})).id_token).toBeDefined()
  })

  it('oidcc-refresh-token', async () => {
    const { tokens, claims } = await signedIn()
    const again = await oidc.refreshTokenGrant(site.config, tokens.refresh_token ?? '')
    const { sub, iss, aud, auth_time: since } = again.claims() ?? fail()
    expect({ sub, iss, aud, since }).toEqual({
      sub: claims.sub,
      iss: claims.iss,
      aud: claims.aud,
      since: claims.auth_time,
    })
    const other = await openSite(testApp)
    expect(await rejectionOf(oidc.refreshTokenGrant(other.config, again.refresh_token ?? ''))).toMatchObject({
      error: 'invalid_grant',
    })
    await other.close()
  })
})

describe('oidcc-config-certification-test-plan', () => {
  it.each(['oauth-authorization-server', 'openid-configuration'])(
    'rfc8414-metadata-address-of-an-issuer-with-a-path: %s',
    async (name) => {
      const { origin, pathname } = new URL(testApp.issuer)
      const answer = await fetch(`${origin}/.well-known/${name}${pathname}`)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      const usual = await fetch(`${testApp.issuer}/.well-known/openid-configuration`)
      expect(await answer.json()).toEqual(await usual.json())
      const found = await oidc.discovery(new URL(testApp.issuer), 'any', undefined, undefined, {
        algorithm: 'oauth2',
        execute: [oidc.allowInsecureRequests],
      })
      expect(found.serverMetadata().issuer).toBe(testApp.issuer)
    },
  )

  it('oidcc-discovery-endpoint-verification', async () => {
    const answer = await fetch(`${testApp.issuer}/.well-known/openid-configuration`)
    const metadata = (await answer.json()) as Record<string, unknown>
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(metadata).toMatchObject({
      issuer: testApp.issuer,
      authorization_endpoint: `${testApp.issuer}/auth`,
      token_endpoint: `${testApp.issuer}/token`,
      userinfo_endpoint: `${testApp.issuer}/me`,
      jwks_uri: `${testApp.issuer}/jwks`,
      end_session_endpoint: `${testApp.issuer}/session/end`,
      introspection_endpoint: `${testApp.issuer}/token/introspection`,
      revocation_endpoint: `${testApp.issuer}/token/revocation`,
      response_types_supported: ['code'],
      subject_types_supported: ['public', 'pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      grant_types_supported: expect.arrayContaining([
        'authorization_code',
        'refresh_token',
        'client_credentials',
      ]),
      scopes_supported: expect.arrayContaining(['openid', 'municipality', 'points', 'points:write']),
      claims_supported: expect.arrayContaining(['sub', 'email', 'municipality', 'points']),
      claims_parameter_supported: false,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    })
    const { keys } = (await (await fetch(`${testApp.issuer}/jwks`)).json()) as {
      keys: Record<string, unknown>[]
    }
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })
})

describe('oidcc-rp-initiated-logout-certification-test-plan', () => {
  /** Signs in, requests logout, and checks whether the session has ended. */
  async function logOutWith(paramsOf: (idToken: string) => Record<string, string>) {
    const { browser, tokens } = await signedIn()
    const query = new URLSearchParams(paramsOf(tokens.id_token ?? ''))
    const page = await browser.open(`${testApp.issuer}/session/end?${query.toString()}`)
    const silent = await browser.open((await site.begin({ prompt: 'none' })).address)
    return { page, isOut: errorOf(silent) === 'login_required' }
  }
  const goodbye = () => `${site.url}/goodbye`

  it('oidcc-rp-initiated-logout-discovery-endpoint-verification', () => {
    expect(site.config.serverMetadata().end_session_endpoint).toBe(`${testApp.issuer}/session/end`)
  })

  it.each<[string, (hint: string) => Record<string, string>, () => string]>([
    [
      'oidcc-rp-initiated-logout',
      (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: goodbye(), state: 'a b' }),
      () => `${goodbye()}?state=a+b`,
    ],
    [
      'oidcc-rp-initiated-logout-no-state',
      (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: goodbye() }),
      goodbye,
    ],
    [
      'oidcc-rp-initiated-logout-no-post-logout-redirect-uri',
      (hint) => ({ id_token_hint: hint }),
      () => `${testApp.url}/`,
    ],
  ])('%s', async (_, paramsOf, end) => {
    const { page, isOut } = await logOutWith(paramsOf)
    expect([page.url.href, isOut]).toEqual([end(), true])
  })

  it.each<[string, (hint: string) => Record<string, string>, number]>([
    [
      'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
      (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${site.url}/elsewhere` }),
      400,
    ],
    [
      'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
      (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${goodbye()}?more=1` }),
      400,
    ],
    [
      'oidcc-rp-initiated-logout-modified-id-token-hint',
      (hint) => ({
        id_token_hint: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${hint.split('.')[1]}.`,
        post_logout_redirect_uri: goodbye(),
      }),
      400,
    ],
    [
      'oidcc-rp-initiated-logout-bad-id-token-hint',
      (hint) => ({ id_token_hint: `${hint.slice(0, -8)}AAAAAAAA`, post_logout_redirect_uri: goodbye() }),
      400,
    ],
    ['oidcc-rp-initiated-logout-no-id-token-hint', () => ({ post_logout_redirect_uri: goodbye() }), 200],
    ['oidcc-rp-initiated-logout-no-params', () => ({}), 200],
    ['oidcc-rp-initiated-logout-only-state', () => ({ state: 'a' }), 200],
  ])('%s', async (_, paramsOf, status) => {
    const { page, isOut } = await logOutWith(paramsOf)
    // The user stays on the portal, signed in.
    expect([page.url.origin, page.status, isOut]).toEqual([testApp.url, status, false])
  })
})
