import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { rejectionOf, type ListeningApp, openListeningApp, openSite, type Site } from '#test/partner-site.ts'
import { adapterFor } from './adapter.ts'

let testApp: ListeningApp
let site: Site
beforeAll(async () => {
  testApp = await openListeningApp({ LIMIT_PARTNER_SECRET_NETWORK: '30/15m' })
  site = await openSite(testApp, { descriptions: ['oil_collected'] })
})
afterAll(async () => {
  await site.close()
  await testApp.close()
})

const person = () => testApp.make.customer()
const disable = (disabledAt: Date | null) =>
  testApp.db.updateTable('partners').set({ disabledAt }).where('id', '=', site.id).execute()
/** Returns the status of the endpoint that describes the token's partner. */
const describePartner = async (token: string) =>
  (await fetch(`${testApp.url}/api/partner/`, { headers: { authorization: `Bearer ${token}` } })).status
const isActive = async (token: string) => (await oidc.tokenIntrospection(site.config, token)).active

/** A request that was answered with a code, which is not used yet. */
async function withCode() {
  const browser = testApp.browser()
  await browser.signIn(await person())
  const begun = await site.begin()
  return { begun, page: await browser.open(begun.address) }
}

describe('authorization code grant', () => {
  it('returns the claims of the requested scopes', async () => {
    const municipality = await testApp.make.municipality()
    const customer = await testApp.make.customer({ municipality: municipality.id, telephone: '6944123456' })
    await testApp.make.record(customer, { points: 70 })
    const tokens = await site.signIn(testApp.browser(), customer, {
      scope: 'openid profile email phone municipality points',
    })
    const { sub } = tokens.claims() ?? {}
    expect(await oidc.fetchUserInfo(site.config, tokens.access_token, sub ?? '')).toEqual({
      sub,
      name: 'Μαρία Παπαδοπούλου',
      given_name: 'Μαρία',
      family_name: 'Παπαδοπούλου',
      email: customer.email,
      email_verified: true,
      phone_number: '6944123456',
      phone_number_verified: false,
      municipality: { id: municipality.id, name: municipality.name },
      points: { available: 70, collected: 70, reuse: 0, cookingoils: 70, redeemed: 0 },
    })
  })

  it('omits the name claims of an account without a name [operations import names]', async () => {
    const userInfoOf = async (firstName: string, lastName: string) => {
      const customer = await testApp.make.customer({ firstName, lastName, telephone: '' })
      const tokens = await site.signIn(testApp.browser(), customer, { scope: 'openid profile phone' })
      return oidc.fetchUserInfo(site.config, tokens.access_token, tokens.claims()?.sub ?? '')
    }
    expect(await userInfoOf('', '')).toEqual({ sub: expect.any(String) })
    expect(await userInfoOf('', 'Νίκου')).toEqual({
      sub: expect.any(String),
      name: 'Νίκου',
      family_name: 'Νίκου',
    })
  })

  it("returns the same sub at every site and sign-in, which is not the account's id", async () => {
    const customer = await person()
    const other = await openSite(testApp)
    const subs = [
      (await site.signIn(testApp.browser(), customer)).claims()?.sub,
      (await site.signIn(testApp.browser(), customer)).claims()?.sub,
      (await other.signIn(testApp.browser(), customer)).claims()?.sub,
    ]
    expect(new Set(subs).size).toBe(1)
    expect(subs[0]).toMatch(/^[\da-f-]{36}$/)
    await other.close()
  })

  it('returns only claims of the granted scopes, and grants people no scopes of programs', async () => {
    const tokens = await site.signIn(testApp.browser(), await person(), { scope: 'openid points:write' })
    expect(tokens.scope).toBe('openid')
    const { sub } = tokens.claims() ?? {}
    expect(await oidc.fetchUserInfo(site.config, tokens.access_token, sub ?? '')).toEqual({ sub })
    expect(await describePartner(tokens.access_token)).toBe(401)
  })

  it('returns no claims of scopes that the operator has withdrawn, also for earlier grants [security removed scopes]', async () => {
    const customer = await person()
    const narrowed = await openSite(testApp)
    const tokens = await narrowed.signIn(testApp.browser(), customer, {
      scope: 'openid profile email points',
    })
    const { sub = '' } = tokens.claims() ?? {}
    const partner = testApp.db.updateTable('partners').where('id', '=', narrowed.id)
    await partner.set({ scopes: ['openid', 'email'] }).execute()
    const left = { sub, email: customer.email, email_verified: true }
    expect(await oidc.fetchUserInfo(narrowed.config, tokens.access_token, sub)).toEqual(left)
    const next = await oidc.refreshTokenGrant(narrowed.config, tokens.refresh_token ?? '')
    expect(await oidc.fetchUserInfo(narrowed.config, next.access_token, sub)).toEqual(left)
    await narrowed.close()
  })

  it.each([
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['an implicit response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['an unknown response mode', { response_mode: 'web_message' }, 'unsupported_response_mode'],
  ] as const)('rejects a request with %s: %j returns %s', async (_, params, error) => {
    const { address } = await site.begin()
    for (const [name, value] of Object.entries(params)) {
      if (value) address.searchParams.set(name, value)
      else address.searchParams.delete(name)
    }
    const page = await testApp.browser().open(address)
    expect(page.url.href).toMatch(new RegExp(`^${site.url}/callback[?#]`))
    expect(new URLSearchParams(page.url.search || page.url.hash.slice(1)).get('error')).toBe(error)
  })

  it('rejects a scope that the partner is not registered for', async () => {
    const narrow = await openSite(testApp, { scopes: ['openid', 'email'] })
    const { address } = await narrow.begin({ scope: 'openid email phone' })
    expect((await testApp.browser().open(address)).url.searchParams.get('error')).toBe('invalid_scope')
    await narrow.close()
  })

  it('rejects a code with the verifier of another request, or without a verifier', async () => {
    const customer = await person()
    const browser = testApp.browser()
    await browser.signIn(customer)
    for (const pkceCodeVerifier of [oidc.randomPKCECodeVerifier(), '']) {
      const begun = await site.begin()
      const page = await browser.open(begun.address)
      const checks = { ...begun.checks, pkceCodeVerifier }
      const error = await rejectionOf(oidc.authorizationCodeGrant(site.config, page.url, checks))
      expect(error).toMatchObject({ error: 'invalid_grant' })
    }
  })

  it('accepts a code once; a second use revokes its tokens', async () => {
    const { begun, page } = await withCode()
    const tokens = await site.complete(begun, page)
    expect(await isActive(tokens.access_token)).toBe(true)
    expect(await rejectionOf(site.complete(begun, page))).toMatchObject({ error: 'invalid_grant' })
    expect(await isActive(tokens.access_token)).toBe(false)
    expect(await rejectionOf(oidc.refreshTokenGrant(site.config, tokens.refresh_token ?? ''))).toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('rejects a code that is older than a minute', async () => {
    const { begun, page } = await withCode()
    testApp.clock.forward(61_000)
    expect(await rejectionOf(site.complete(begun, page))).toMatchObject({ error: 'invalid_grant' })
  })

  it('returns tokens to at most one of eight concurrent calls with a code, and revokes them', async () => {
    const { begun, page } = await withCode()
    const uses = Array.from({ length: 8 }, () => site.complete(begun, page))
    const given = (await Promise.allSettled(uses)).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value.access_token] : [],
    )
    expect(given.length).toBeLessThan(2)
    for (const token of given) expect(await isActive(token)).toBe(false)
  })

  it('consumes a code once if two calls have read it; the second call revokes the tokens of the first', async () => {
    const codes = adapterFor(testApp.portal, 'AuthorizationCode')
    const given = adapterFor(testApp.portal, 'AccessToken')
    const [code, token, grantId] = [newToken(), newToken(), newToken()]
    await codes.upsert(code, { kind: 'AuthorizationCode', grantId }, 60)
    await given.upsert(token, { kind: 'AccessToken', grantId }, 60)
    const both = await Promise.allSettled([codes.consume(code), codes.consume(code)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await given.find(token)).toBeUndefined()
  })

  it('rejects a code of another partner', async () => {
    const other = await openSite(testApp)
    const { begun, page } = await withCode()
    expect(
      await rejectionOf(oidc.authorizationCodeGrant(other.config, page.url, begun.checks)),
    ).toMatchObject({
      error: 'invalid_grant',
    })
    await other.close()
  })
})

describe('refresh token grant', () => {
  it('returns a new refresh token at each use', async () => {
    const first = await site.signIn(testApp.browser(), await person())
    const second = await oidc.refreshTokenGrant(site.config, first.refresh_token ?? '')
    const third = await oidc.refreshTokenGrant(site.config, second.refresh_token ?? '')
    expect(new Set([first, second, third].map((tokens) => tokens.refresh_token)).size).toBe(3)
    expect(third.claims()?.sub).toBe(first.claims()?.sub)
    expect(await isActive(third.access_token)).toBe(true)
  })

  it('revokes all tokens of the grant if a refresh token is used twice', async () => {
    const first = await site.signIn(testApp.browser(), await person())
    const second = await oidc.refreshTokenGrant(site.config, first.refresh_token ?? '')
    expect(await rejectionOf(oidc.refreshTokenGrant(site.config, first.refresh_token ?? ''))).toMatchObject({
      error: 'invalid_grant',
    })
    expect(await isActive(second.access_token)).toBe(false)
    expect(await rejectionOf(oidc.refreshTokenGrant(site.config, second.refresh_token ?? ''))).toMatchObject({
      error: 'invalid_grant',
    })
  })
})

describe('client credentials grant', () => {
  it('returns an access token for the points API with the requested scopes', async () => {
    const tokens = await oidc.clientCredentialsGrant(site.config, { scope: 'points:write points:read' })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 600, scope: 'points:write points:read' })
    expect(tokens.refresh_token).toBeUndefined()
    expect(await describePartner(tokens.access_token)).toBe(200)
    expect(await oidc.tokenIntrospection(site.config, tokens.access_token)).toMatchObject({
      active: true,
      client_id: site.clientId,
      scope: 'points:write points:read',
    })
  })

  it('returns tokens that another partner cannot inspect or revoke', async () => {
    const other = await openSite(testApp)
    const tokens = await oidc.clientCredentialsGrant(site.config, { scope: 'points:read' })
    expect((await oidc.tokenIntrospection(other.config, tokens.access_token)).active).toBe(false)
    await oidc.tokenRevocation(other.config, tokens.access_token)
    expect(await isActive(tokens.access_token)).toBe(true)
    await other.close()
  })

  it('rejects a scope that the partner is not registered for', async () => {
    const reader = await openSite(testApp, { scopes: ['openid', 'points:read'] })
    const error = await rejectionOf(oidc.clientCredentialsGrant(reader.config, { scope: 'points:write' }))
    expect(error).toMatchObject({ error: 'invalid_scope' })
    await reader.close()
  })

  it('returns tokens that the partner can revoke', async () => {
    const tokens = await oidc.clientCredentialsGrant(site.config, { scope: 'points:read' })
    await oidc.tokenRevocation(site.config, tokens.access_token)
    expect(await isActive(tokens.access_token)).toBe(false)
    expect(await describePartner(tokens.access_token)).toBe(401)
  })
})

describe('a disabled partner', () => {
  it('gets no tokens, and its existing tokens are rejected', async () => {
    const browser = testApp.browser()
    const tokens = await site.signIn(browser, await person())
    const program = await oidc.clientCredentialsGrant(site.config, { scope: 'points:read' })
    await disable(new Date())
    try {
      for (const ask of [
        () => oidc.clientCredentialsGrant(site.config),
        () => oidc.refreshTokenGrant(site.config, tokens.refresh_token ?? ''),
        () => oidc.tokenIntrospection(site.config, tokens.access_token),
        () => oidc.fetchUserInfo(site.config, tokens.access_token, tokens.claims()?.sub ?? ''),
      ])
        expect(await rejectionOf(ask())).toMatchObject({ status: 401 })
      expect(await describePartner(program.access_token)).toBe(401)
      const page = await browser.open((await site.begin()).address)
      expect([page.status, page.url.origin]).toEqual([400, testApp.url])
    } finally {
      await disable(null)
    }
  })
})

describe("the provider's tables", () => {
  it('contain no secret, code, token or cookie in plain text', async () => {
    const browser = testApp.browser()
    const begun = await site.begin()
    const page = await browser.answerSignIn(await browser.open(begun.address), await person())
    const tokens = await site.complete(begun, page)
    const program = await oidc.clientCredentialsGrant(site.config, { scope: 'points:read' })
    const session = browser.cookies().find(({ name }) => name === '_session')?.value
    // The payload of a pending interaction would contain a cookie.
    const { address } = await site.begin({ prompt: 'login' })
    await browser.open(address)

    const tables = ['oidcPayloads', 'partners', 'partnerSignIns', 'signingKeys'] as const
    const rows = await Promise.all(tables.map((table) => testApp.db.selectFrom(table).selectAll().execute()))
    const all = JSON.stringify(rows)
    const secrets = {
      secret: site.secret,
      code: page.url.searchParams.get('code'),
      program: program.access_token,
      access: tokens.access_token,
      refresh: tokens.refresh_token,
      session,
      key: '"d":',
    }
    expect(Object.entries(secrets).filter(([, secret]) => !secret)).toEqual([])
    expect(Object.entries(secrets).filter(([, secret]) => all.includes(secret ?? ''))).toEqual([])
    expect(all).toContain(hashToken(tokens.access_token))
  })
})

describe('POST /oauth/token with a wrong secret', () => {
  const ask = (clientId: string, secret: string, path = '/token') =>
    fetch(`${testApp.issuer}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    })

  it('answers as for an unknown partner, and counts by address; right secrets are not counted [partners wrong secrets]', async () => {
    for (let count = 0; count < 40; count += 1)
      expect((await ask(site.clientId, site.secret)).status).toBe(200)
    const answers: number[] = []
    for (let count = 0; count < 32; count += 1)
      answers.push((await ask(count % 2 ? site.clientId : 'unknown', `wrong-${count}`)).status)
    expect(answers.filter((status) => status === 401).length).toBeGreaterThan(20)
    expect(answers.at(-1)).toBe(429)
    const rejected = await ask(site.clientId, site.secret)
    expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true])
    // In every notation of the path that the provider accepts.
    for (const path of ['/token/', '/TOKEN', '/Token/Introspection', '/token/revocation/'])
      expect([path, (await ask(site.clientId, 'wrong', path)).status]).toEqual([path, 429])
  })
})
