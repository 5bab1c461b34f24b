import { confirmPasswordReset, setPassword } from '@portal/contract/passwords.ts'
import { verifyCode } from '@portal/contract/second-factor.ts'
import { sql } from 'kysely'
import * as oidc from 'openid-client'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { days, minutes } from '#server/lib/time/clock.ts'
import { deleteExpiredSessions } from '#server/features/sessions/service.ts'
import { linkTo } from '#test/mailed-links.ts'
import type { Browser, Page } from '#test/browser.ts'
import type { Person } from '#test/factories.ts'
import { rejectionOf, type ListeningApp, openListeningApp, openSite } from '#test/partner-site.ts'
import { addApp, codeNow, toNextCode } from '#test/second-factor.ts'
import { until } from '#test/until.ts'
import { partnerLogouts } from './logout-service.ts'

let testApp: ListeningApp
beforeAll(async () => {
  testApp = await openListeningApp()
})
afterAll(() => testApp.close())

const siteOf = async (given: Parameters<typeof openSite>[1] = {}) => {
  const site = await openSite(testApp, given)
  onTestFinished(() => site.close())
  return site
}
/** Returns the number of pending logouts of a site. */
async function pendingLogouts({ id }: { id: number }) {
  const { rows } = await sql`
    select from pgboss.job where name = ${partnerLogouts.name} and group_id = ${String(id)} and state < 'completed'`.execute(
    testApp.db,
  )
  return rows.length
}
const isSignedIn = async (browser: Browser) => (await browser.request('/api/auth/users/me/')).status === 200

/** Signs a user in to the portal and at a site. */
async function signInAtSite(given: Parameters<typeof openSite>[1] = {}, person?: Person) {
  const [site, browser] = [await siteOf(given), testApp.browser()]
  const customer = person ?? (await testApp.make.customer())
  const tokens = await site.signIn(browser, customer)
  return { site, browser, person: customer, tokens, sub: tokens.claims()?.sub }
}

/** Verifies a logout token (OpenID Connect Back-Channel Logout, 2.6) and returns its claims. */
async function claimsOf(token: string | undefined, clientId: string) {
  const keys = createRemoteJWKSet(new URL(`${testApp.issuer}/jwks`))
  const given = { issuer: testApp.issuer, audience: clientId, typ: 'logout+jwt', algorithms: ['RS256'] }
  return (await jwtVerify(token ?? '', keys, given)).payload
}

describe('a new sign-in that a site requires', () => {
  it.each([
    ['prompt=login', { prompt: 'login' }],
    ['max_age', { max_age: '0' }],
  ])('by %s ends no session at other sites, and has a new auth_time [partners step-up]', async (_, asked) => {
    const { site, browser, person, tokens } = await signInAtSite()
    const other = await siteOf()
    const before = await other.signIn(browser, person)
    testApp.clock.forward(minutes(10))
    const begun = await site.begin(asked)
    const login = await browser.open(begun.address)
    expect(await isSignedIn(browser)).toBe(true)
    const renewed = await site.complete(begun, await browser.answerSignIn(login, person))
    expect(renewed.claims()?.auth_time).toBeGreaterThan(Number(tokens.claims()?.auth_time))
    expect(await pendingLogouts(other)).toBe(0)
    const refreshed = await oidc.refreshTokenGrant(other.config, before.refresh_token ?? '')
    expect(refreshed.access_token).toBeDefined()
    // The page that asks may be left: the person stays signed in.
    await browser.open((await site.begin(asked)).address)
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('with a second factor, too, unless it is never finished [partners step-up]', async () => {
    const [site, other, browser] = [await siteOf(), await siteOf(), testApp.browser()]
    const person = await testApp.make.customer()
    const { secret } = await addApp(testApp, person)
    const finish = async (login: Page) => {
      toNextCode(testApp)
      await browser.call(verifyCode.path, { code: codeNow(testApp, secret) })
      return browser.open(login.url.searchParams.get('next') ?? '')
    }
    const begun = await other.begin()
    const first = await browser.open(begun.address)
    await browser.signIn(person)
    const before = await other.complete(begun, await finish(first))
    const isActive = async () => {
      testApp.clock.forward(minutes(6))
      await deleteExpiredSessions(testApp.portal)
      return (await oidc.tokenIntrospection(other.config, before.refresh_token ?? '')).active
    }
    const again = async () => {
      const login = await browser.open((await site.begin({ prompt: 'login' })).address)
      await browser.signIn(person)
      return login
    }
    await finish(await again())
    expect(await isActive()).toBe(true)
    await again()
    expect(await isActive()).toBe(false)
  })

  it('as another person ends the session of the first at all sites', async () => {
    const { site, browser, person } = await signInAtSite()
    const other = await siteOf()
    const before = await other.signIn(browser, person)
    const begun = await site.begin({ prompt: 'login' })
    await browser.answerSignIn(await browser.open(begun.address), await testApp.make.customer())
    expect(await other.logouts()).toHaveLength(1)
    expect(await rejectionOf(oidc.refreshTokenGrant(other.config, before.refresh_token ?? ''))).toMatchObject(
      { error: 'invalid_grant' },
    )
  })

  it('does not ask for the consent of a third party again', async () => {
    const [site, browser, person] = [
      await siteOf({ firstParty: false }),
      testApp.browser(),
      await testApp.make.customer(),
    ]
    await browser.signIn(person)
    const page = await browser.open((await site.begin()).address)
    await browser.submit(page, { decision: 'allow' })
    const begun = await site.begin({ prompt: 'login' })
    const back = await browser.answerSignIn(await browser.open(begun.address), person)
    expect((await site.complete(begun, back)).id_token).toBeDefined()
  })
})

describe('logout at the portal', () => {
  it('sends a separate logout token to every site', async () => {
    const { site, browser, person, tokens, sub } = await signInAtSite()
    const other = await siteOf()
    await other.signIn(browser, person)
    await browser.signOut()
    const { sid, events, nonce, jti } = await claimsOf((await site.logouts())[0], site.clientId)
    expect({ sid, sub, events, nonce, jti }).toEqual({
      sid: tokens.claims()?.sid,
      sub: (await claimsOf((await other.logouts())[0], other.clientId)).sub,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      nonce: undefined,
      jti: expect.any(String),
    })
  })

  it('revokes the tokens of that session immediately, and of no other', async () => {
    const { site, browser, person, tokens } = await signInAtSite()
    const elsewhere = await site.signIn(testApp.browser(), person)
    await browser.signOut()
    expect((await oidc.tokenIntrospection(site.config, tokens.access_token)).active).toBe(false)
    expect(await rejectionOf(oidc.refreshTokenGrant(site.config, tokens.refresh_token ?? ''))).toMatchObject({
      error: 'invalid_grant',
    })
    expect((await oidc.tokenIntrospection(site.config, elsewhere.access_token)).active).toBe(true)
    const page = await browser.open((await site.begin({ prompt: 'none' })).address)
    expect(page.url.searchParams.get('error')).toBe('login_required')
  })

  it('is sent again to a site that fails, until the site accepts it', async () => {
    const { site, browser } = await signInAtSite()
    site.answerWith(503)
    await browser.signOut()
    await site.logouts()
    const failed = (await site.logouts()).length
    site.answerWith(200)
    await until(async () => {
      await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(testApp.db)
      return (await pendingLogouts(site)) === 0
    })
    expect((await site.logouts()).length).toBeGreaterThan(failed)
  })

  it('is not repeated to a site that rejects the token', async () => {
    const { site, browser } = await signInAtSite()
    site.answerWith(400)
    await browser.signOut()
    // Poll: signing out does not wait for the row to be deleted longer than its timeout.
    await until(async () => (await pendingLogouts(site)) === 0)
    expect(await site.logouts()).toHaveLength(1)
  })

  it('is not sent to a private address unless PRIVATE_WEBHOOKS allows it [security private network]', async () => {
    testApp.portal.config.privateWebhooks = false
    onTestFinished(() => {
      testApp.portal.config.privateWebhooks = true
    })
    for (const [protocol, error] of [
      ['http:', 'The address must not be called: address_insecure.'],
      ['https:', 'The address must not be called: address_private.'],
    ] as const) {
      const { site, person } = await signInAtSite()
      const backchannelLogoutUri = site.url.replace('http:', protocol)
      await testApp.db
        .updateTable('partners')
        .set({ backchannelLogoutUri })
        .where('id', '=', site.id)
        .execute()
      await sql`delete from pgboss.job where name = ${partnerLogouts.name}`.execute(testApp.db)
      testApp.jobErrors.splice(0)
      await testApp.db.deleteFrom('sessions').where('userId', '=', person.id).execute()
      await until(() => testApp.jobErrors.some((one) => String(one) === `HttpClientError: ${error}`))
      expect([await site.logouts(0), await pendingLogouts(site)]).toEqual([[], 1])
    }
  })

  it('does not wait for a site that does not answer', async () => {
    const { site, browser, person } = await signInAtSite()
    const other = await siteOf()
    await other.signIn(browser, person)
    site.answerWith('later')
    expect((await browser.signOut()).status).toBe(204)
    expect(await other.logouts()).toHaveLength(1)
    expect(await pendingLogouts(site)).toBe(1)
    // The first request is still pending.
    site.answerWith(200)
    await until(async () => (await pendingLogouts(site)) === 0)
    // Two if this took longer than the timeout of a request.
    expect((await site.logouts()).length).toBeGreaterThanOrEqual(1)
  })
})

describe('back-channel logout', () => {
  it('follows a new password, for every other session', async () => {
    const { site, tokens, person } = await signInAtSite()
    const here = await testApp.signIn(person)
    await here.call(setPassword, {
      body: { current_password: person.password, new_password: 'ελιά-κι-αλάτι-73' },
    })
    expect((await oidc.tokenIntrospection(site.config, tokens.access_token)).active).toBe(false)
    expect(await site.logouts()).toHaveLength(1)
  })

  it('follows a password reset', async () => {
    const { site, person } = await signInAtSite()
    const visitor = testApp.visitor()
    await visitor.inject({
      method: 'POST',
      url: '/api/auth/users/reset_password/',
      payload: { email: person.email },
    })
    const [mail] = await testApp.mails.to(person.email)
    const link = linkTo('password/reset/confirm', mail)
    await visitor.call(confirmPasswordReset, { body: { ...link, new_password: 'ελιά-κι-αλάτι-73' } })
    expect(await site.logouts()).toHaveLength(1)
  })

  it('follows the closing of an account', async () => {
    const { site, browser, tokens, person } = await signInAtSite()
    await testApp.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute()
    expect(await rejectionOf(oidc.refreshTokenGrant(site.config, tokens.refresh_token ?? ''))).toMatchObject({
      error: 'invalid_grant',
    })
    expect((await oidc.tokenIntrospection(site.config, tokens.access_token)).active).toBe(false)
    const page = await browser.open((await site.begin({ prompt: 'none' })).address)
    expect(page.url.searchParams.get('error')).toBe('login_required')
  })
})

describe('a logout that is not delivered', () => {
  it('has the retries and the lifetime of the other jobs', async () => {
    const { site, browser } = await signInAtSite()
    site.answerWith(503)
    await browser.signOut()
    const { rows } = await sql`
      select retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds,
        extract(day from keep_until - created_on)::int as days
      from pgboss.job where name = ${partnerLogouts.name} and group_id = ${String(site.id)}`.execute(
      testApp.db,
    )
    expect(rows).toEqual([
      {
        retryLimit: 400,
        retryDelay: 5,
        retryBackoff: true,
        retryDelayMax: 900,
        expireSeconds: 60,
        deletionSeconds: 3_600,
        days: 4,
      },
    ])
  })
})

describe('/oauth/session/end', () => {
  it('signs out of the portal and of the other sites, and redirects back', async () => {
    const { site, browser, person, tokens } = await signInAtSite()
    const other = await siteOf()
    await other.signIn(browser, person)
    const address = oidc.buildEndSessionUrl(site.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: `${site.url}/goodbye`,
      state: 'αντίο',
    })
    const page = await browser.open(address)
    expect(page.url.href).toBe(`${site.url}/goodbye?${new URLSearchParams({ state: 'αντίο' }).toString()}`)
    expect(await isSignedIn(browser)).toBe(false)
    expect(browser.cookies().map(({ name }) => name)).not.toContain('sessionid')
    expect(await other.logouts()).toHaveLength(1)
  })

  it('asks the user if the request names no site', async () => {
    const { browser, person } = await signInAtSite()
    const page = await browser.open(`${testApp.issuer}/session/end`)
    expect([page.status, page.body.includes(person.email)]).toEqual([200, true])
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self';")
    expect(await isSignedIn(browser)).toBe(true)
    expect((await browser.submit(page, { logout: 'yes' })).url.href).toBe(`${testApp.url}/`)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('asks the user without id_token_hint, and redirects back to the site also if the user stays signed in', async () => {
    const { site, browser } = await signInAtSite()
    const address = oidc.buildEndSessionUrl(site.config, { post_logout_redirect_uri: `${site.url}/goodbye` })
    const page = await browser.open(address)
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${site.url};`)
    expect((await browser.submit(page, {})).url.href).toBe(`${site.url}/goodbye`)
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('asks the user if another account has signed in since', async () => {
    const { site, browser, tokens } = await signInAtSite()
    const other = await testApp.make.customer()
    await browser.signIn(other)
    const page = await browser.open(
      oidc.buildEndSessionUrl(site.config, { id_token_hint: tokens.id_token ?? '' }),
    )
    expect([page.status, page.body.includes(other.email)]).toEqual([200, true])
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('redirects back if the user is already signed out', async () => {
    const { site, browser, tokens } = await signInAtSite()
    await browser.signOut()
    const address = oidc.buildEndSessionUrl(site.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: `${site.url}/goodbye`,
    })
    expect((await browser.open(address)).url.href).toBe(`${site.url}/goodbye`)
  })

  it('accepts a POST of the site', async () => {
    const { site, browser, tokens } = await signInAtSite()
    const page = await browser.open(`${testApp.issuer}/session/end`, {
      method: 'POST',
      headers: { origin: site.url, 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: `${site.url}/goodbye`,
      }),
    })
    expect(page.url.href).toBe(`${site.url}/goodbye`)
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('a session at a site', () => {
  it('ends after fourteen days, and the site receives a logout token', async () => {
    const { site, browser, tokens } = await signInAtSite()
    testApp.clock.forward(days(14))
    expect((await oidc.tokenIntrospection(site.config, tokens.access_token)).active).toBe(false)
    const page = await browser.open((await site.begin({ prompt: 'none' })).address)
    expect(page.url.searchParams.get('error')).toBe('login_required')
    await deleteExpiredSessions(testApp.portal)
    expect(await site.logouts()).toHaveLength(1)
  })
})
