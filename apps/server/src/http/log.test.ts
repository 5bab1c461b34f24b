import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { activate, login, updateMe } from '@portal/contract/accounts.ts'
import { listEvents, recordPoints } from '@portal/contract/partner-points.ts'
import { listParticipants } from '@portal/contract/participants.ts'
import { setPassword } from '@portal/contract/passwords.ts'
import { exportOwnData, requestErasure } from '@portal/contract/privacy.ts'
import { confirmPassword, verifyCode } from '@portal/contract/second-factor.ts'
import type { InjectOptions } from 'fastify'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openErasureLog } from '#server/features/privacy/repeat-service.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { securityEvents } from '#server/lib/log/security-events.ts'
import { type ListeningApp, openListeningApp, openSite, rejectionOf, type Site } from '#test/partner-site.ts'
import { openProgram } from '#test/programs.ts'
import { addApp, beginSignIn, codeNow } from '#test/second-factor.ts'
import { openTestApp } from '#test/test-app.ts'

type Line = Record<string, unknown> & { event?: string }

const lines: string[] = []
let testApp: ListeningApp
let site: Site
beforeAll(async () => {
  const settings = {
    LOG_LEVEL: 'info',
    LIMIT_SIGN_IN_ACCOUNT: '2/15m',
    LIMIT_PASSWORD_ACCOUNT: '2/15m',
    LIMIT_DATA_ACCOUNT: '1/1d',
  }
  testApp = await openListeningApp(settings, { write: (line) => void lines.push(line) })
  site = await openSite(testApp)
})
afterAll(async () => {
  await site.close()
  await testApp.close()
})

const seen = new Set<string>()

/** Returns the security events of `work`, without the fields of the logger. */
async function eventsOf(work: () => Promise<unknown>): Promise<Line[]> {
  lines.length = 0
  await work()
  return lines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'security event')
    .map(({ time, msg, reqId, ...line }) => {
      expect([typeof time, msg, typeof reqId]).toEqual(['number', 'security event', 'string'])
      seen.add(String(line.event))
      return line
    })
}

const network = '127.0.0.1'
const address: unknown = expect.stringMatching(/^[\w-]{22}$/)

/** Returns the lines that a portal with these settings writes for these calls. */
async function linesOf(settings: Record<string, string>, calls: InjectOptions[]): Promise<string[]> {
  const written: string[] = []
  const app = await openTestApp(settings, { write: (line) => void written.push(line) })
  for (const call of calls) await app.app.inject(call)
  await app.close()
  return written
}

describe('request ids', () => {
  it.each([
    ['1', '0123456789abcdef0123456789abcdef', true],
    ['127.0.0.0/8', '4f9b2c52-5b0a-4b8e-9f0a-52e1f1f1a2b3', true],
    ['198.51.100.7', '0123456789abcdef0123456789abcdef', false],
    ['', '0123456789abcdef0123456789abcdef', false],
    ['1', 'maria@example.gr is not an id', false],
  ])(
    'with TRUST_PROXY=%s and X-Request-Id %s: taken from the proxy: %s [operations request ids]',
    async (proxies, given, isTaken) => {
      const written = await linesOf({ LOG_LEVEL: 'info', TRUST_PROXY: proxies }, [
        { url: '/healthz', headers: { 'x-request-id': given } },
      ])
      const ids = written.map((line) => (JSON.parse(line) as { reqId?: string }).reqId)
      expect(ids.includes(given)).toBe(isTaken)
      expect(ids.every((id) => id === undefined || /^[\w-]{16,64}$/.test(id))).toBe(true)
    },
  )
})

it('has a line for each call, without its address', async () => {
  const written = await linesOf({ LOG_LEVEL: 'info' }, [
    { url: '/api/participants/17/?search=maria' },
    { method: 'POST', url: '/api/nothing/"/' },
  ])
  const calls = written.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'answered')
  const line = (facts: object) => ({
    level: 30,
    time: expect.any(Number) as unknown,
    reqId: expect.stringMatching(/^[\w-]{36}$/) as unknown,
    ...facts,
    ms: expect.any(Number) as unknown,
    msg: 'answered',
  })
  expect(calls).toEqual([
    line({ method: 'GET', route: '/api/participants/:id/', status: 401 }),
    line({ method: 'POST', route: 'none', status: 404 }),
  ])
  expect(written.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
})

it('has no line for calls above the level of their lines', async () => {
  expect(await linesOf({ LOG_LEVEL: 'warn' }, [{ url: '/healthz' }])).toEqual([])
})

it('has a line for an erasure: with the number of the account, and nothing that names the person [security events]', async () => {
  const person = await testApp.make.customer()
  await testApp.signIn(person, { withPassword: true })
  lines.length = 0
  await eraseParticipant(testApp.portal, person.id, 'request')
  const printed: string[] = []
  await openErasureLog(testApp.portal, (line) => void printed.push(line))()
  expect(printed.map((line) => JSON.parse(line) as Line)).toContainEqual({
    level: 30,
    time: expect.any(Number) as unknown,
    event: 'erasure',
    account: person.id,
  })
  for (const named of [person.email, person.firstName, person.lastName])
    expect([...lines, ...printed].join('\n')).not.toContain(named)
})

describe('security events', () => {
  it('of second factors name the account [security events]', async () => {
    const person = await testApp.make.customer()
    const { secret } = await addApp(testApp, person)
    const client = await beginSignIn(testApp, person)
    const events = await eventsOf(async () => {
      await client.send(verifyCode, { body: { code: '000000' } })
      await client.call(verifyCode, { body: { code: codeNow(testApp, secret) } })
    })
    const facts = { network, account: person.id, route: verifyCode.path }
    expect(events).toEqual([
      { ...facts, level: 40, event: 'auth.second_factor_failed' },
      { ...facts, level: 30, event: 'auth.sign_in' },
    ])
  })

  it('of sign-ins have a hash of the typed address, the same for each try [security events]', async () => {
    const person = await testApp.make.customer()
    const client = testApp.visitor()
    const tryWith = (password: string) =>
      client.send(login, { body: { email: person.email.toUpperCase(), password } })
    const events = await eventsOf(async () => {
      await client.call(login, { body: person })
      for (const password of ['a', 'b', 'c']) await tryWith(password)
    })
    const failed = { level: 40, route: login.path, network, address }
    expect(events).toEqual([
      { ...failed, level: 30, event: 'auth.sign_in' },
      { ...failed, event: 'auth.sign_in_failed' },
      { ...failed, event: 'auth.sign_in_failed' },
      { ...failed, event: 'auth.locked_out' },
    ])
    expect(new Set(events.map((event) => event['address'])).size).toBe(1)
  })

  it('of rejected calls have the route and the account [security events]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const body = { current_password: 'λάθος-κωδικός-1', new_password: 'ελιά-κι-αλάτι-73' }
    const events = await eventsOf(async () => {
      await client.send(listParticipants)
      await client.inject({
        method: 'PATCH',
        url: updateMe.path,
        payload: {},
        headers: { 'x-csrftoken': '' },
      })
      await client.inject({
        method: 'PATCH',
        url: updateMe.path,
        payload: {},
        headers: { origin: 'https://other.example.gr' },
      })
      for (let tries = 0; tries < 3; tries += 1) await client.send(setPassword, { body })
      await testApp.visitor().send(activate, { body: { uid: 'unknown', token: 'none' } })
    })
    const byAccount = { level: 40, network, account: person.id }
    // A call from another site is rejected before its session is read.
    const unknown = { level: 40, network }
    expect(events).toEqual([
      { ...byAccount, event: 'access.denied', route: listParticipants.path },
      { ...byAccount, event: 'csrf.rejected', route: updateMe.path },
      { ...unknown, event: 'csrf.rejected', route: updateMe.path },
      { ...byAccount, event: 'auth.password_wrong', route: setPassword.path },
      { ...byAccount, event: 'auth.password_wrong', route: setPassword.path },
      { ...byAccount, event: 'auth.locked_out', route: setPassword.path },
      { ...unknown, event: 'link.rejected', route: activate.path },
    ])
  })

  it('tell tries of passwords and factors from other calls that a limit rejects [security events]', async () => {
    const body = { current_password: 'λάθος-κωδικός-1' }
    for (const endpoint of [confirmPassword, exportOwnData, requestErasure]) {
      const client = await testApp.signIn(await testApp.make.customer())
      for (let tries = 0; tries < 2; tries += 1) await client.send(endpoint, { body })
      const events = await eventsOf(() => client.send(endpoint, { body }))
      expect(events).toMatchObject([{ event: 'auth.locked_out', route: endpoint.path }])
    }
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const right = { body: { current_password: person.password } }
    await client.send(exportOwnData, right)
    const events = await eventsOf(() => client.send(exportOwnData, right))
    expect(events).toMatchObject([{ event: 'limit.reached', route: exportOwnData.path }])
  })

  it("of partners' tokens and secrets name a known partner [security events]", async () => {
    const program = await openProgram(testApp, { may: ['points:read'] })
    const events = await eventsOf(async () => {
      await testApp.app.inject({ url: listEvents.path, headers: { authorization: 'Bearer unknown' } })
      await program.send(recordPoints, { body: {} })
      const config = await oidc.discovery(new URL(testApp.issuer), site.clientId, 'wrong', undefined, {
        execute: [oidc.allowInsecureRequests],
      })
      await rejectionOf(oidc.clientCredentialsGrant(config, {}))
    })
    const unknown = { level: 40, network }
    expect(events).toEqual([
      { ...unknown, event: 'partner.token_rejected', route: listEvents.path },
      {
        ...unknown,
        event: 'partner.scope_missing',
        route: recordPoints.path,
        partner: program.partner.clientId,
      },
      { ...unknown, event: 'partner.secret_rejected', route: '/oauth/token', partner: site.clientId },
    ])
  })

  it('of reused refresh tokens and authorization codes name the partner [security events]', async () => {
    const { refresh_token: token = '' } = await site.signIn(testApp.browser(), await testApp.make.customer())
    await oidc.refreshTokenGrant(site.config, token)
    const browser = testApp.browser()
    await browser.signIn(await testApp.make.customer())
    const begun = await site.begin()
    const page = await browser.open(begun.address)
    await site.complete(begun, page)
    const events = await eventsOf(async () => {
      await rejectionOf(oidc.refreshTokenGrant(site.config, token))
      await rejectionOf(site.complete(begun, page))
      await rejectionOf(oidc.refreshTokenGrant(site.config, 'unknown'))
    })
    const reuse = { level: 40, network, event: 'token.reuse', route: '/oauth/token', partner: site.clientId }
    expect(events).toEqual([reuse, reuse])
  })

  it('are all in the list of docs/operations.md, and no others [security events]', () => {
    const guide = readFileSync(resolve(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')
    const rows = Array.from(guide.matchAll(/^- `([a-z]+\.[a-z._]+)`: (.+)$/gm), ([, name, meaning]) => [
      name,
      meaning,
    ])
    expect(rows).toEqual(Object.entries(securityEvents))
    expect([...seen].sort()).toEqual(Object.keys(securityEvents).sort())
  })

  it('contain no e-mail address and no name [security events]', async () => {
    const person = await testApp.make.customer({ lastName: 'Μοναδικοπούλου' })
    const client = await testApp.signIn(person)
    lines.length = 0
    await client.send(login, { body: { email: person.email, password: 'x' } })
    await client.send(listParticipants, { query: { search: person.lastName } })
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.filter((line) => line.includes('Μοναδικοπ') || line.includes('@'))).toEqual([])
  })
})
