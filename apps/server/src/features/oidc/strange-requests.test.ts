import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ListeningApp, openListeningApp, openSite, type Site } from '#test/partner-site.ts'

let testApp: ListeningApp
let site: Site
beforeAll(async () => {
  testApp = await openListeningApp()
  site = await openSite(testApp)
})
afterAll(async () => {
  await site.close()
  await testApp.close()
})

const get = (path: string | URL, init: RequestInit = {}) => fetch(path, { redirect: 'manual', ...init })
const begun = async (params: Record<string, string> = {}) => (await site.begin(params)).address

describe('the OpenID provider [security strange requests]', () => {
  it.each(['state', 'nonce', 'login_hint', 'scope', 'client_id', 'redirect_uri', 'colour'])(
    'rejects a NUL in %s with 400 and a page',
    async (name) => {
      const address = await begun()
      address.searchParams.set(name, 'one\0two')
      const answer = await get(address)
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('Το αίτημα δεν ολοκληρώθηκε')
    },
  )

  it.each([
    '',
    '/',
    '/nothing',
    '/%00',
    '/auth/%00',
    '/auth/unknown',
    '/session/end?id_token_hint=%00',
    '//auth',
  ])('returns no internal error for /oauth%s', async (path) => {
    expect((await get(`${testApp.issuer}${path}`)).status).not.toBe(500)
  })

  it('accepts a form with characters that are not allowed in a URL', async () => {
    const { search } = await begun()
    const state = 'Κοζάνη; ok'
    const body = `${search.slice(1).replace(/state=[^&]*/, '')}&state=${state}`
    const answer = await get(`${testApp.issuer}/auth`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site.url },
    })
    expect(answer.status).toBe(303)
    const led = new URL(answer.headers.get('location') ?? '', testApp.url)
    expect(led.searchParams.get('state')).toBe(state)
    expect((await get(led)).headers.get('location')).toContain('/oauth/interaction/')
  })

  it('rejects a form that is longer than any URL with 413', async () => {
    const answer = await get(`${testApp.issuer}/auth`, {
      method: 'POST',
      body: new URLSearchParams({ state: 'x'.repeat(10_000) }),
    })
    expect(answer.status).toBe(413)
  })

  it('limits sign-ins by network, so that the database does not grow [security strange requests]', async () => {
    const strict = await openListeningApp({ LIMIT_SITE_SIGN_IN_NETWORK: '3/1h' })
    const busy = await openSite(strict)
    onTestFinished(async () => {
      await busy.close()
      await strict.close()
    })
    const answers = []
    for (const path of ['/auth', '/auth/', '/AUTH', '/auth', '/Auth/']) {
      const { address } = await busy.begin()
      address.pathname = `/oauth${path}`
      answers.push(await get(address))
    }
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 429, 429])
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answers.at(-1)?.text()).toContain(
      'Ήρθαν πάρα πολλά αιτήματα σύνδεσης ή αποσύνδεσης από το δίκτυό σας.',
    )
    const { n } = await strict.db
      .selectFrom('oidcPayloads')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('model', '=', 'Interaction')
      .executeTakeFirstOrThrow()
    expect(n).toBe(3)
  })

  it('counts only unfinished sign-ins: people behind one address do not block each other', async () => {
    const strict = await openListeningApp({ LIMIT_SITE_SIGN_IN_NETWORK: '3/1h' })
    const busy = await openSite(strict, { firstParty: true })
    onTestFinished(async () => {
      await busy.close()
      await strict.close()
    })
    for (let n = 0; n < 5; n += 1)
      expect((await busy.signIn(strict.browser(), await strict.make.customer())).access_token).toBeTruthy()
  })

  it('returns neither tokens nor claims to a browser on another site, even with valid credentials', async () => {
    const { access_token: token } = await site.signIn(testApp.browser(), await testApp.make.customer())
    const basic = `Basic ${Buffer.from(`${site.clientId}:${site.secret}`).toString('base64')}`
    const origin = 'https://evil.example'
    const answers = [
      await get(`${testApp.issuer}/me`, { headers: { origin, authorization: `Bearer ${token}` } }),
      await get(`${testApp.issuer}/token/introspection`, {
        method: 'POST',
        body: new URLSearchParams({ token }),
        headers: { origin, authorization: basic },
      }),
      await get(`${testApp.issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'points:read' }),
        headers: { origin, authorization: basic },
      }),
    ]
    for (const { status, headers } of answers) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  const codeGrant = (params: Record<string, string>) =>
    new URLSearchParams({ grant_type: 'authorization_code', code: 'x', code_verifier: 'y', ...params })

  it.each(['/token', '/token/revocation'])(
    'says to a client without a secret that %s requires one',
    async (path) => {
      const descriptions = []
      for (const client of [site.clientId, 'unknown']) {
        const body = codeGrant({ client_id: client, token: 'x' })
        const answer = await get(testApp.issuer + path, { method: 'POST', body })
        const { error, error_description: text } = (await answer.json()) as Record<string, string>
        expect([answer.status, error]).toEqual([401, 'invalid_client'])
        descriptions.push(text)
      }
      expect(descriptions[0]).toMatch(/^send the client secret.* without a secret .*are not supported$/)
      expect(descriptions[1]).toBe(descriptions[0])
    },
  )

  it('does not say that a secret is missing to a client that sent a wrong one', async () => {
    const body = codeGrant({ client_id: site.clientId, client_secret: 'wrong' })
    const answer = await get(`${testApp.issuer}/token`, { method: 'POST', body })
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { error: 'invalid_client', error_description: 'client authentication failed' },
    ])
  })

  it.each(['/token', '/token/introspection', '/token/revocation'])(
    "says to another site's page that %s is called from a server, so that its script can read it",
    async (path) => {
      const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
      const body = codeGrant({ client_id: site.clientId, token: 'x' })
      const answer = await get(testApp.issuer + path, { method: 'POST', body, headers })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, '*'])
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      expect(await answer.json()).toEqual({
        error: 'invalid_request',
        error_description: expect.stringMatching(/^call this address from a server.*of other sites/),
      })
    },
  )

  it('returns 404 for development and dynamic registration endpoints', async () => {
    for (const path of ['/reg', '/request', '/device', '/device/auth', '/backchannel', '/par', '/challenge'])
      expect([path, (await get(`${testApp.issuer}${path}`, { method: 'POST' })).status]).toEqual([path, 404])
  })
})
