import { login, logout, me, updateMe } from '@portal/contract/accounts.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { days, later, minutes } from '#server/lib/time/clock.ts'
import type { Config } from '#server/lib/config/config.ts'
import { maxWaiting, queueHash } from '#server/lib/security/hash-queue.ts'
import { hashPassword, isOutdated, verifyPassword } from '#server/lib/security/passwords.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import { withLimits } from '#test/limited-app.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { maxSessions } from './service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const signIn = (person: { email: string; password: string }) => testApp.signIn(person, { withPassword: true })

const rejected = [400, { non_field_errors: ['Unable to log in with provided credentials.'] }]

const tryLogin = async (email: string, password: string) => {
  const answer = await testApp.visitor().send(login, { body: { email, password } })
  return [answer.statusCode, answer.json()]
}
const passwordHashOf = async ({ id }: { id: number }) =>
  (await testApp.db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow())
    .passwordHash

/** Signs in at an app with other limits or with trusted proxies. @returns the status, and the seconds of Retry-After */
async function withSettings(limits: Partial<Config['limits']>, more?: Pick<Config, 'trustProxy'>) {
  const post = await withLimits(testApp, limits, more)
  /** @param from IP address of the client @param forwarded value of X-Forwarded-For */
  return async (
    email: string,
    password: string,
    remoteAddress = '192.0.2.1',
    forwarded?: string,
    cookies: Record<string, string> = {},
  ) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const answer = await post(login, { email, password }, { remoteAddress, headers, cookies })
    return { status: answer.statusCode, wait: Number(answer.headers['retry-after'] ?? 0) }
  }
}
const address = () => `unknown-${crypto.randomUUID()}@example.gr`

describe('login', () => {
  it('gives the same answer for an unknown address, a wrong password and an account that is closed or has no password', async () => {
    const known = await testApp.make.customer()
    const inactive = await testApp.make.customer({ isActive: false })
    const imported = await testApp.make.customer({ passwordHash: null })
    const spoiled = await testApp.make.customer({ passwordHash: '!no-hash-at-all' })
    const tries: [string, string][] = [
      [address(), known.password],
      [known.email, `${known.password}x`],
      [known.email, known.password.toUpperCase()],
      [known.email, ` ${known.password}`],
      [inactive.email, inactive.password],
      [imported.email, imported.password],
      [imported.email, 'x'],
      [spoiled.email, '!no-hash-at-all'],
      ['no address', 'x'],
      [`${known.email}' or 1=1 --`, known.password],
    ]
    for (const [email, password] of tries) expect(await tryLogin(email, password)).toEqual(rejected)
  })

  it('names fields that are missing, empty or not a string [§3 payloads]', async () => {
    expect(await tryLogin('', 'a\0b')).toEqual([
      400,
      { email: ['This field may not be blank.'], password: ['Null characters are not allowed.'] },
    ])
  })

  it('ignores the letter case of the address, Latin or Greek', async () => {
    const { email, password } = await testApp.make.customer({ email: 'Eleni.ΚΏΣΤΑΣ@Example.GR' })
    for (const written of [email, 'eleni.κώστας@example.gr', 'ELENI.ΚΏΣΤΑΣ@EXAMPLE.GR', ` ${email} `])
      expect(await tryLogin(written, password)).toEqual([200, {}])
  })

  it('creates a new session each time, and never uses a session id that the browser sends', async () => {
    const person = await testApp.make.customer()
    const client = testApp.visitor()
    client.cookies.set('sessionid', 'planted')
    await client.call(login, { body: person })
    const first = client.cookies.get('sessionid')
    await client.call(login, { body: person })
    expect(new Set(['planted', first, client.cookies.get('sessionid')]).size).toBe(3)
  })

  it('ends the session of the request, of any account, unless it fails [security sessions]', async () => {
    const [person, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const [client, elsewhere] = [await signIn(person), await signIn(person)]
    const before = testApp.visitor()
    for (const [name, value] of client.cookies) before.cookies.set(name, value)
    await client.send(login, { body: { ...other, password: 'wrong' } })
    expect((await before.send(me)).statusCode).toBe(200)
    await client.call(login, { body: other })
    expect((await before.send(me)).statusCode).toBe(401)
    expect(await client.call(me)).toMatchObject({ email: other.email })
    expect((await elsewhere.send(me)).statusCode).toBe(200)
  })

  it('creates no session if the password is replaced while it is verified', async () => {
    const person = await testApp.make.customer()
    const passwordHash = await hashPassword('ανεμόμυλος-στο-λόφο')
    const gate = Promise.withResolvers<void>()
    const queue = Array.from({ length: 4 }, () => queueHash(() => gate.promise))
    const countTries = async () =>
      (await testApp.db.selectFrom('rateLimits').select('tries').execute()).reduce(
        (n, { tries }) => n + tries,
        0,
      )
    const before = await countTries()
    const answer = tryLogin(person.email, person.password)
    // Limits by network, by account and network, by account: after the third, the password is queued for its check.
    while ((await countTries()) < before + 3) await new Promise((resolve) => setImmediate(resolve))
    await testApp.db.updateTable('users').set({ passwordHash }).where('id', '=', person.id).execute()
    gate.resolve()
    expect(await answer).toEqual(rejected)
    await Promise.all(queue)
    expect(await tryLogin(person.email, 'ανεμόμυλος-στο-λόφο')).toEqual([200, {}])
  })
})

describe('login with an imported password hash', () => {
  it('accepts a Django hash, and replaces it by argon2id', async () => {
    const person = await testApp.make.customer({
      // Hash of 'λάδι-και-φως-9', made with Python's hashlib in Django's format.
      passwordHash: 'pbkdf2_sha256$30000$seasalt9$D58AHj5P+zlIBX5/tQZ9W11DN+xyiqxcIFfUEf2mb4k=',
    })
    expect(await tryLogin(person.email, 'λάδι-και-φως-8')).toEqual(rejected)
    expect(await passwordHashOf(person)).toMatch(/^pbkdf2_sha256\$/)
    expect(await tryLogin(person.email, 'λάδι-και-φως-9')).toEqual([200, {}])
    expect(isOutdated((await passwordHashOf(person)) ?? '')).toBe(false)
    expect(await tryLogin(person.email, 'λάδι-και-φως-9')).toEqual([200, {}])
  })

  it('accepts concurrent sign-ins', async () => {
    const { email } = await testApp.make.customer({
      passwordHash: 'pbkdf2_sha256$30000$seasalt9$D58AHj5P+zlIBX5/tQZ9W11DN+xyiqxcIFfUEf2mb4k=',
    })
    const answers = [1, 2, 3].map(() => tryLogin(email, 'λάδι-και-φως-9'))
    for (const answer of answers) expect(await answer).toEqual([200, {}])
  })

  it('replaces an argon2 hash of lower cost', async () => {
    const person = await testApp.make.customer({
      passwordHash:
        'argon2$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    })
    expect(await tryLogin(person.email, 'password')).toEqual([200, {}])
    expect(isOutdated((await passwordHashOf(person)) ?? '')).toBe(false)
  })

  it('keeps an argon2id hash with current parameters', async () => {
    const person = await testApp.make.customer()
    const before = await passwordHashOf(person)
    expect(await tryLogin(person.email, person.password)).toEqual([200, {}])
    expect(await passwordHashOf(person)).toBe(before)
  })
})

describe('the cookie signedin', () => {
  it('is set and deleted with the session', async () => {
    const maria = await testApp.make.customer()
    const client = await signIn(maria)
    expect(client.cookies.get('signedin')).toBe('yes')
    await client.call(logout)
    expect(client.cookies.has('signedin')).toBe(false)
    const other = await signIn(maria)
    await testApp.db.deleteFrom('sessions').where('userId', '=', maria.id).execute()
    expect((await other.send(me)).statusCode).toBe(401)
    expect(other.cookies.has('signedin')).toBe(false)
  })
})

describe('limits of login', () => {
  const three = { tries: 3, window: minutes(15) }

  it('block an account for one network until the window ends', async () => {
    const attempt = await withSettings({ signInByAccount: three })
    const { email, password } = await testApp.make.customer()
    for (const written of [email, email.toUpperCase(), ` ${email}`])
      expect((await attempt(written, 'wrong')).status).toBe(400)
    const locked = await attempt(email, password)
    expect(locked.status).toBe(429)
    expect(locked.wait).toBeGreaterThan(0)
    expect(locked.wait).toBeLessThanOrEqual(15 * 60)
    // Unknown addresses are counted the same way: the limit does not reveal which accounts exist.
    const unknown = address()
    for (let n = 0; n < 3; n += 1) expect((await attempt(unknown, 'wrong')).status).toBe(400)
    expect((await attempt(unknown, 'wrong')).status).toBe(429)

    testApp.clock.forward(locked.wait * 1_000)
    expect((await attempt(email, password)).status).toBe(200)
  })

  it('do not lock the owner out if a stranger fails from another network [security lock-out]', async () => {
    const attempt = await withSettings({ signInByAccount: three })
    const { email, password } = await testApp.make.customer()
    for (let n = 0; n < 5; n += 1) await attempt(email, 'wrong', '192.0.2.66')
    expect((await attempt(email, password, '192.0.2.66')).status).toBe(429)
    expect((await attempt(email, password, '192.0.2.7')).status).toBe(200)
  })

  it('block an account after failures from all networks together [security lock-out]', async () => {
    const attempt = await withSettings({ signInByAccountTotal: three })
    const { email, password } = await testApp.make.customer()
    for (let n = 0; n < 3; n += 1) expect((await attempt(email, 'wrong', `192.0.2.${n}`)).status).toBe(400)
    expect((await attempt(email, password, '192.0.2.9')).status).toBe(429)
  })

  it('count only failures in the total of an account', async () => {
    const attempt = await withSettings({ signInByAccountTotal: three })
    const { email, password } = await testApp.make.customer()
    for (let n = 0; n < 5; n += 1) expect((await attempt(email, password)).status).toBe(200)
  })

  describe('in a browser that has signed in to the account', () => {
    const all = { signInByAccount: three, signInByNetwork: three, signInByAccountTotal: three }
    const knownBrowser = async (person: { email: string; password: string }) =>
      (await signIn(person)).cookies.get('knownbrowser') ?? ''
    const from = '192.0.2.50'

    it('are separate: tries in other browsers do not use them up [security lock-out]', async () => {
      const attempt = await withSettings(all)
      const person = await testApp.make.customer()
      const knownbrowser = await knownBrowser(person)
      for (let n = 0; n < 5; n += 1) await attempt(person.email, 'wrong', from)
      for (let n = 0; n < 5; n += 1) await attempt(person.email, 'wrong', `10.9.0.${n}`)
      expect((await attempt(person.email, person.password, from)).status).toBe(429)
      const own = await attempt(person.email, person.password, from, undefined, { knownbrowser })
      expect(own.status).toBe(200)
    })

    it('block further tries', async () => {
      const attempt = await withSettings(all)
      const person = await testApp.make.customer()
      const knownbrowser = await knownBrowser(person)
      const statuses = []
      for (let n = 0; n < 4; n += 1)
        statuses.push((await attempt(person.email, 'x', from, undefined, { knownbrowser })).status)
      expect(statuses).toEqual([400, 400, 400, 429])
    })

    it('are not separate for other accounts, forged cookies, or after a new password', async () => {
      const attempt = await withSettings({ signInByAccount: three })
      const [person, other] = [await testApp.make.customer(), await testApp.make.customer()]
      const knownbrowser = await knownBrowser(person)
      const [id = ''] = knownbrowser.split('.')
      const forged = `${id}.${hashToken(`${id}:${other.id}`)}`
      for (let n = 0; n < 3; n += 1) await attempt(other.email, 'x', from)
      for (const cookie of [knownbrowser, forged, 'x', '~~~', 'á'.repeat(200)]) {
        const answer = await attempt(other.email, other.password, from, undefined, {
          knownbrowser: cookie,
        })
        expect(answer.status).toBe(429)
      }
      for (let n = 0; n < 3; n += 1) await attempt(person.email, 'x', from)
      const { passwordHash } = await testApp.db
        .selectFrom('users')
        .select('passwordHash')
        .where('id', '=', (await testApp.make.customer({ password: 'καινούργιο-συνθηματικό-7' })).id)
        .executeTakeFirstOrThrow()
      await testApp.db.updateTable('users').set({ passwordHash }).where('id', '=', person.id).execute()
      const answer = await attempt(person.email, 'x', from, undefined, { knownbrowser })
      expect(answer.status).toBe(429)
    })

    it('are separate for each account that has signed in', async () => {
      const attempt = await withSettings({ signInByAccount: three })
      const family = [await testApp.make.customer(), await testApp.make.customer()]
      const browser = testApp.visitor()
      for (const person of family) await browser.call(login, { body: person })
      const knownbrowser = browser.cookies.get('knownbrowser') ?? ''
      for (const { email, password } of family) {
        for (let n = 0; n < 3; n += 1) await attempt(email, 'x', from)
        expect((await attempt(email, password, from, undefined, { knownbrowser })).status).toBe(200)
      }
    })
  })

  it('start again after a sign-in', async () => {
    const attempt = await withSettings({ signInByAccount: three })
    const { email, password } = await testApp.make.customer()
    for (const given of ['wrong', 'wrong', password, 'wrong', 'wrong', password])
      expect((await attempt(email, given)).status).toBe(given === password ? 200 : 400)
  })

  it('block a network that tries many accounts, with an IPv6 /56 as one network', async () => {
    const attempt = await withSettings({ signInByNetwork: three })
    const { email, password } = await testApp.make.customer()
    for (const from of ['2001:db8:5:6::1', '2001:db8:5:7::2', '2001:db8:5:ff:ffff::3'])
      expect((await attempt(address(), 'wrong', from)).status).toBe(400)
    expect((await attempt(email, password, '2001:db8:5:6::4')).status).toBe(429)
    expect((await attempt(email, password, '2001:db8:5:107::4')).status).toBe(200)
  })

  it(
    'leave 80 people behind one address alone who sign in rightly within a minute [security lock-out]',
    { tags: ['slow'] },
    async () => {
      const attempt = await withSettings({ signInByNetwork: { tries: 40, window: minutes(15) } })
      const people = await Promise.all(Array.from({ length: 80 }, () => testApp.make.customer()))
      const statuses: number[] = []
      for (let from = 0; from < people.length; from += 10) {
        const together = people.slice(from, from + 10)
        const answers = together.map(({ email, password }) => attempt(email, password, '192.0.2.200'))
        statuses.push(...(await Promise.all(answers)).map(({ status }) => status))
        testApp.clock.forward(7_000)
      }
      expect(statuses.filter((status) => status !== 200)).toEqual([])
      // Failures still count: 40 in 15 minutes.
      const { email, password } = await testApp.make.customer()
      const failed = []
      for (let from = 0; from < 40; from += 20) {
        const together = Array.from({ length: 20 }, () => attempt(address(), 'wrong', '192.0.2.200'))
        failed.push(...(await Promise.all(together)).map(({ status }) => status))
      }
      expect(failed.filter((status) => status !== 400)).toEqual([])
      expect((await attempt(email, password, '192.0.2.200')).status).toBe(429)
    },
  )

  it('do not count passwords that a full queue leaves unchecked', async () => {
    const attempt = await withSettings({ signInByNetwork: three })
    const { email, password } = await testApp.make.customer()
    const gate = Promise.withResolvers<void>()
    onTestFinished(() => gate.resolve())
    const queue = Array.from({ length: maxWaiting + 3 }, () => queueHash(() => gate.promise).catch(() => {}))
    for (let n = 0; n < 4; n += 1) expect((await attempt(email, password, '192.0.2.201')).status).toBe(503)
    gate.resolve()
    await Promise.all(queue)
    expect((await attempt(email, password, '192.0.2.201')).status).toBe(200)
  })

  it('ignore X-Forwarded-For if no proxy is trusted', async () => {
    const attempt = await withSettings({ signInByNetwork: three })
    const statuses = []
    for (let n = 1; n <= 4; n += 1)
      statuses.push((await attempt(address(), 'wrong', '198.51.100.1', `203.0.113.${n}`)).status)
    expect(statuses).toEqual([400, 400, 400, 429])
  })

  it('use the address that a trusted proxy adds to X-Forwarded-For, and ignore earlier ones', async () => {
    for (const trustProxy of [1, ['198.51.100.0/24']]) {
      const attempt = await withSettings({ signInByNetwork: three }, { trustProxy })
      const network = Array.isArray(trustProxy) ? '203.0.113' : '203.0.114'
      const statuses = []
      for (let n = 1; n <= 4; n += 1)
        statuses.push(
          (await attempt(address(), 'wrong', '198.51.100.2', `10.1.1.${n}, ${network}.200`)).status,
        )
      expect(statuses).toEqual([400, 400, 400, 429])
      expect((await attempt(address(), 'wrong', '198.51.100.2', `${network}.201`)).status).toBe(400)
    }
  })
})

describe('X-Forwarded-For of a trusted proxy', () => {
  it.each([
    ['IPv4 with a port', ['203.0.113.9:50001', '203.0.113.9:50002', '203.0.113.9'], '203.0.113.*'],
    ['IPv6 with a port', ['[2001:db8::1]:50001', '[2001:db8::1]', '2001:DB8:0::1'], '2001:db8::'],
    ['IPv4 as IPv6', ['::ffff:203.0.113.9', '[::ffff:203.0.113.9]:7', '203.0.113.9'], '203.0.113.*'],
    [
      'no address: that of the proxy',
      ['unknown', '_hidden', '10.1.1.1, unknown', '', 'for=x'],
      '198.51.100.*',
    ],
    ['no IPv4 address', ['999.1.1.1', '1', '0x7f.1', '203.0.113.9:port'], '198.51.100.*'],
  ])('%s is one network for limits and, shortened, the audit log', async (_, written, network) => {
    for (const trustProxy of [1, ['198.51.100.2', '10.0.0.0/8']]) {
      const attempt = await withSettings(
        { signInByNetwork: { tries: written.length, window: minutes(15) } },
        { trustProxy },
      )
      const person = await testApp.make.customer()
      const statuses = []
      for (const forwarded of written)
        statuses.push((await attempt(address(), 'wrong', '198.51.100.2', forwarded)).status)
      expect(statuses).toEqual(written.map(() => 400))
      const last = await attempt(person.email, person.password, '198.51.100.2', written[0])
      expect(last.status).toBe(429)
      await testApp.db.deleteFrom('rateLimits').execute()
      await attempt(person.email, person.password, '198.51.100.2', written[0])
      const entry = await testApp.db
        .selectFrom('auditEntries')
        .select('network')
        .where('subjectId', '=', person.id)
        .executeTakeFirstOrThrow()
      expect(entry.network).toBe(network)
    }
  })
})

describe('the table sessions', () => {
  it('contains hashes of tokens, which do not work as cookies', async () => {
    const person = await testApp.make.customer()
    const client = await signIn(person)
    const token = client.cookies.get('sessionid') ?? ''
    const kept = await testApp.db.selectFrom('sessions').selectAll().where('userId', '=', person.id).execute()
    expect(kept.map(({ tokenHash }) => tokenHash)).toEqual([hashToken(token)])
    expect(JSON.stringify(kept)).not.toContain(token)
    const attacker = testApp.visitor()
    attacker.cookies.set('sessionid', kept[0]?.tokenHash ?? '')
    expect((await attacker.send(me)).statusCode).toBe(401)
  })

  it('has at most 100 rows per account; the oldest session ends [security session limit]', async () => {
    const person = await testApp.make.customer()
    const first = await signIn(person)
    const createdAt = testApp.portal.clock.now()
    const row = { userId: person.id, expiresAt: later(createdAt, days(14)) }
    testApp.clock.forward(1_000)
    for (let n = 0; n < maxSessions - 1; n += 1)
      await testApp.db
        .insertInto('sessions')
        .values({ ...row, tokenHash: `${person.id}-${n}`, createdAt: testApp.portal.clock.now() })
        .execute()
    expect((await first.send(me)).statusCode).toBe(200)
    const last = await signIn(person)
    expect([(await first.send(me)).statusCode, (await last.send(me)).statusCode]).toEqual([401, 200])
    const kept = await testApp.db
      .selectFrom('sessions')
      .select('tokenHash')
      .where('userId', '=', person.id)
      .execute()
    expect(kept).toHaveLength(maxSessions)
  })
})

describe('the CSRF token', () => {
  const wrong = [403, { detail: 'CSRF Failed: CSRF token missing or incorrect.' }]
  const change = async (cookies: Record<string, string | undefined>, header: string | undefined) => {
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const headers = { cookie, ...(header !== undefined && { 'x-csrftoken': header }) }
    const answer = await testApp.app.inject({ method: 'PATCH', url: updateMe.path, payload: {}, headers })
    return [answer.statusCode, answer.json()]
  }

  it('is bound to one session: the token of another session and a planted one are rejected', async () => {
    const mine = (await signIn(await testApp.make.customer())).cookies
    const other = (await signIn(await testApp.make.customer())).cookies
    const sessionid = mine.get('sessionid')
    expect(await change({ sessionid, csrftoken: other.get('csrftoken') }, other.get('csrftoken'))).toEqual(
      wrong,
    )
    expect(await change({ sessionid, csrftoken: 'planted' }, 'planted')).toEqual(wrong)
    expect(await change({ sessionid, csrftoken: 'planted' }, mine.get('csrftoken'))).toEqual(wrong)
    expect((await change({ sessionid, csrftoken: mine.get('csrftoken') }, mine.get('csrftoken')))[0]).toBe(
      200,
    )
  })

  it('is set again for a browser that has lost it or has another one', async () => {
    const client = await signIn(await testApp.make.customer())
    const right = client.cookies.get('csrftoken')
    for (const held of [undefined, 'planted']) {
      if (held === undefined) client.cookies.delete('csrftoken')
      else client.cookies.set('csrftoken', held)
      expect((await client.send(updateMe, { body: {} })).statusCode).toBe(403)
      await client.call(me)
      expect(client.cookies.get('csrftoken')).toBe(right)
      expect((await client.send(updateMe, { body: {} })).statusCode).toBe(200)
    }
  })

  it('does not reveal the session cookie, and changes at logout', async () => {
    const client = await signIn(await testApp.make.customer())
    const before = client.cookies.get('csrftoken') ?? ''
    expect(before.length).toBeGreaterThanOrEqual(32)
    expect(client.cookies.get('sessionid')).not.toContain(before)
    await client.inject({ method: 'POST', url: '/api/auth/token/logout/' })
    expect(client.cookies.get('csrftoken')).not.toBe(before)
  })
})

describe('login with an unknown address', () => {
  it('takes as long as verifying the slowest stored hash [security hash time]', async () => {
    const other = await openTestApp()
    // Argon2 hash of a random password, with 16 times the work of the hash checked for unknown addresses.
    const slow = `argon2$argon2id$v=19$m=65536,t=10,p=1$c29tZXNhbHQ$${'A'.repeat(43)}`
    await other.make.customer({ passwordHash: slow })
    const fail = () => other.visitor().send(login, { body: { email: address(), password: 'x' } })
    await fail()
    const timed = async (work: () => Promise<unknown>) => {
      const start = performance.now()
      await work()
      return performance.now() - start
    }
    // In turn: the machine's load changes.
    const [hashes, failures]: [number[], number[]] = [[], []]
    for (let n = 0; n < 2; n += 1) {
      hashes.push(await timed(() => verifyPassword('x', slow)))
      failures.push(await timed(fail))
    }
    // Expected: 1.5 times the hash with the time budget, 1/16 without; 0.2 tolerates changes of the machine's speed.
    expect(Math.min(...failures)).toBeGreaterThan(0.2 * Math.min(...hashes))
    await other.close()
  })
})
