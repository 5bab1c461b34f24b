import { me } from '@portal/contract/accounts.ts'
import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProgram } from './programs.ts'
import { type ListeningApp, openListeningApp, openSite, type Site } from './partner-site.ts'

/**
 * Other tokens than partners' access tokens give no access. Together with access.test.ts (sessions) and
 * features/partner-api/scopes.test.ts (programs), covers all endpoints and callers.
 */
let testApp: ListeningApp
let site: Site
/** Kinds of tokens that must not give access to calls with authentication. */
const kinds = [
  "a person's access token",
  "a person's refresh token",
  "a person's ID token",
  "a disabled partner's token",
  "a partner's secret",
] as const
let tokens: Record<(typeof kinds)[number], string>
let sub: string
beforeAll(async () => {
  testApp = await openListeningApp()
  site = await openSite(testApp, { descriptions: ['oil_collected'] })
  const signedIn = await site.signIn(testApp.browser(), await testApp.make.customer(), {
    scope: 'openid profile email points points:read points:write',
  })
  sub = signedIn.claims()?.sub ?? ''
  const disabled = await openProgram(testApp)
  await testApp.db
    .updateTable('partners')
    .set({ disabledAt: new Date() })
    .where('id', '=', disabled.partner.id)
    .execute()
  tokens = {
    "a person's access token": signedIn.access_token,
    "a person's refresh token": signedIn.refresh_token ?? '',
    "a person's ID token": signedIn.id_token ?? '',
    "a disabled partner's token": disabled.token,
    "a partner's secret": site.secret,
  }
})
afterAll(async () => {
  await site.close()
  await testApp.close()
})

const statusOf = async (name: string, headers: Record<string, string>) => {
  const { method, path } = endpoints[name] as (typeof endpoints)[string]
  const { statusCode } = await testApp.app.inject({
    method,
    headers,
    url: path.replace(/\{\w+\}/g, '999999'),
    ...(method !== 'GET' && { payload: {} }),
  })
  return statusCode
}

/** Number of endpoints without authentication; access.test.ts lists them. */
const open = 21

describe("a token that is not a program's", () => {
  it('gives access to public calls only [security tokens]', async () => {
    const names = Object.keys(endpoints)
    const closed = []
    for (const name of names) if ((await statusOf(name, {})) === 401) closed.push(name)
    expect(names.length - closed.length).toBe(open)
    for (const kind of kinds) {
      const opened = []
      for (const name of closed)
        if ((await statusOf(name, { authorization: `Bearer ${tokens[kind]}` })) !== 401) opened.push(name)
      expect([kind, opened]).toEqual([kind, []])
    }
  })

  it('gives no access as a session cookie [security tokens]', async () => {
    for (const kind of kinds) {
      const client = testApp.visitor()
      client.cookies.set('sessionid', tokens[kind])
      expect([kind, (await client.send(me)).statusCode]).toEqual([kind, 401])
    }
  })
})

describe("a program's token", () => {
  it('returns no data of people at the userinfo endpoint', async () => {
    const { access_token: token } = await oidc.clientCredentialsGrant(site.config, { scope: 'points:read' })
    const answer = await fetch(`${testApp.issuer}/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(401)
    expect(await answer.text()).not.toContain(sub)
  })

  it('cannot be inspected or revoked by another partner', async () => {
    const other = await openSite(testApp)
    const { access_token: token } = await oidc.clientCredentialsGrant(site.config, { scope: 'points:read' })
    expect(await oidc.tokenIntrospection(other.config, token)).toEqual({ active: false })
    await oidc.tokenRevocation(other.config, token).catch(() => undefined)
    expect(await oidc.tokenIntrospection(site.config, token)).toMatchObject({ active: true })
    await other.close()
  })

  it('gets only scopes that the partner has', async () => {
    const narrow = await openSite(testApp, { scopes: ['openid', 'points:read'] })
    const asked = oidc.clientCredentialsGrant(narrow.config, { scope: 'points:read points:write' })
    const given = await asked.then(
      ({ scope }) => scope,
      (error: { error?: string }) => error.error,
    )
    expect(['invalid_scope', 'points:read']).toContain(given)
    await narrow.close()
  })
})
