import { login, logout, me } from '@portal/contract/accounts.ts'
import { sessionSecondsHeader, unattendedHeader } from '@portal/contract/endpoint.ts'
import { setPassword } from '@portal/contract/passwords.ts'
import { endAllSessions, endSession, listSessions } from '@portal/contract/sessions.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { days, hours, minutes } from '#server/lib/time/clock.ts'
import { auditOf } from '#test/audit-entries.ts'
import type { Person } from '#test/factories.ts'
import { type ListeningApp, openListeningApp, openSite } from '#test/partner-site.ts'
import { type Client, openTestApp, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { deleteExpiredSessions } from './service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

/** Signs in with a User-Agent from an address. */
async function signInFrom(
  { email, password }: Person,
  userAgent = firefox,
  remoteAddress = '203.0.113.57',
  client: Client = testApp.visitor(),
) {
  const answer = await client.inject({
    method: 'POST',
    url: login.path,
    payload: { email, password },
    headers: { 'user-agent': userAgent },
    remoteAddress,
  })
  expect(answer.statusCode).toBe(200)
  return client
}
const statusOf = async (client: Client) => (await client.send(me)).statusCode
const sessionOf = (person: Person) =>
  testApp.db.selectFrom('sessions').selectAll().where('userId', '=', person.id).executeTakeFirstOrThrow()

describe('limits of a session', () => {
  it('end a staff session 30 minutes after its last use [security session limits]', async () => {
    const client = await testApp.signIn(await testApp.make.staff())
    for (let n = 0; n < 3; n += 1) {
      testApp.clock.forward(minutes(29))
      expect(await statusOf(client)).toBe(200)
    }
    testApp.clock.forward(minutes(30))
    expect(await statusOf(client)).toBe(401)
  })

  it('end a staff session 12 hours after the sign-in, also if it is used [security session limits]', async () => {
    const client = await testApp.signIn(await testApp.make.staff())
    for (let n = 0; n < 25; n += 1) {
      testApp.clock.forward(minutes(28))
      expect(await statusOf(client)).toBe(200)
    }
    testApp.clock.forward(minutes(20))
    expect(await statusOf(client)).toBe(401)
  })

  it('end a citizen’s session by the configured idle and absolute limit [security session limits]', async () => {
    const other = await openTestApp({ SESSION_IDLE_CITIZENS: '2d', SESSION_LENGTH_CITIZENS: '3d' })
    onTestFinished(() => other.close())
    const person = await other.make.customer()
    const [idle, used] = [await other.signIn(person), await other.signIn(person)]
    other.clock.forward(days(2) - minutes(1))
    expect(await statusOf(used)).toBe(200)
    other.clock.forward(minutes(1))
    expect([await statusOf(idle), await statusOf(used)]).toEqual([401, 200])
    other.clock.forward(days(1))
    expect(await statusOf(used)).toBe(401)
  })

  it('set the lifetime of the cookie: 14 days for citizens, 12 hours for staff', async () => {
    for (const [person, seconds] of [
      [await testApp.make.customer(), 14 * 86_400],
      [await testApp.make.staff(), 12 * 3_600],
    ] as const) {
      const answer = await testApp.visitor().send(login, { body: person })
      expect(answer.cookies.find(({ name }) => name === 'sessionid')?.maxAge).toBe(seconds)
      const client = await testApp.signIn(person)
      testApp.clock.forward(minutes(20))
      const change = { current_password: person.password, new_password: 'ελιά-κι-αλάτι-73' }
      const changed = await client.send(setPassword, { body: change })
      expect(changed.cookies.find(({ name }) => name === 'sessionid')?.maxAge).toBeLessThanOrEqual(
        seconds - 20 * 60,
      )
    }
  })

  it('are not extended by calls that no person caused [security session limits]', async () => {
    const client = await testApp.signIn(await testApp.make.staff())
    const unattended = () =>
      client.inject({ method: 'GET', url: me.path, headers: { [unattendedHeader]: 'yes' } })
    testApp.clock.forward(minutes(20))
    const answer = await unattended()
    expect(answer.statusCode).toBe(200)
    expect(Number(answer.headers[sessionSecondsHeader.toLowerCase()])).toBeLessThanOrEqual(600)
    expect(Number(answer.headers[sessionSecondsHeader.toLowerCase()])).toBeGreaterThan(500)
    testApp.clock.forward(minutes(10))
    expect((await unattended()).statusCode).toBe(401)
  })

  it('of staff apply to the sessions of a citizen who becomes staff', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    testApp.clock.forward(hours(1))
    await testApp.db
      .updateTable('users')
      .set({ isStaff: true, role: 'clerk' })
      .where('id', '=', person.id)
      .execute()
    expect(await statusOf(client)).toBe(401)
  })

  it('record a use at most once a minute', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const first = (await sessionOf(person)).lastSeenAt
    testApp.clock.forward(30_000)
    await client.call(me)
    expect((await sessionOf(person)).lastSeenAt).toEqual(first)
    testApp.clock.forward(30_000)
    await client.call(me)
    const second = (await sessionOf(person)).lastSeenAt
    expect(second.getTime() - first.getTime()).toBeGreaterThanOrEqual(60_000)
  })

  it('do not wait for another call that records a use', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    testApp.clock.forward(minutes(2))
    const { tokenHash } = await sessionOf(person)
    const status = await testApp.db.transaction().execute(async (trx) => {
      const rows = trx.selectFrom('sessions').select('id').where('tokenHash', '=', tokenHash)
      await rows.forNoKeyUpdate().execute()
      return statusOf(client)
    })
    expect(status).toBe(200)
  })

  it('remove an idle session from the database', async () => {
    const person = await testApp.make.staff()
    await testApp.signIn(person)
    testApp.clock.forward(minutes(31))
    await deleteExpiredSessions(testApp.portal)
    const rows = await testApp.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', person.id)
      .execute()
    expect(rows).toEqual([])
  })
})

describe('own sessions', () => {
  it('are listed with browser, system, truncated network and times, without those of other accounts [security own sessions]', async () => {
    const [person, other] = [await testApp.make.customer(), await testApp.make.customer()]
    await testApp.signIn(other)
    await signInFrom(person, phone, '2001:db8:12:3456::7')
    testApp.clock.forward(minutes(5))
    const client = await signInFrom(person)
    const sessions = await client.call(listSessions)
    expect(sessions).toMatchObject([
      { browser: 'Firefox', system: 'Windows', network: '203.0.113.*', current: true },
      { browser: 'Safari', system: 'iPhone', network: '2001:db8:12::', current: false },
    ])
    const [newer, older] = sessions.map((session) => Date.parse(session.created_at))
    expect((newer ?? 0) - (older ?? 0)).toBeGreaterThanOrEqual(minutes(5) - 1)
    expect(JSON.stringify(await sessionOf(person))).not.toMatch(/Gecko|Mozilla|203\.0\.113\.57/)
  })

  it('of unknown programs are listed without a browser', async () => {
    const client = await signInFrom(await testApp.make.customer(), 'curl/8.5.0', 'unknown')
    expect(await client.call(listSessions)).toMatchObject([{ browser: '', system: '', network: '' }])
  })

  it('can be ended each; the ended browser is signed out at its next call [security own sessions]', async () => {
    const person = await testApp.make.customer()
    const [here, there] = [await testApp.signIn(person), await testApp.signIn(person)]
    const other = (await here.call(listSessions)).find(({ current }) => !current)
    await here.call(endSession, { params: { id: other?.id ?? '' } })
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
    expect((await here.send(endSession, { params: { id: other?.id ?? '' } })).statusCode).toBe(404)
  })

  it('of another account are answered 404 and remain [security own sessions]', async () => {
    const [person, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const [client, theirs] = [await testApp.signIn(person), await testApp.signIn(other)]
    const [session] = await theirs.call(listSessions)
    const { tokenHash } = await sessionOf(other)
    for (const id of [session?.id, tokenHash, 'x', '1', crypto.randomUUID()]) {
      const answer = await client.send(endSession, { params: { id } })
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not found.' }])
    }
    expect(await statusOf(theirs)).toBe(200)
  })

  it('can be ended by the session itself, which clears the cookie', async () => {
    const client = await testApp.signIn(await testApp.make.customer())
    const [session] = await client.call(listSessions)
    await client.call(endSession, { params: { id: session?.id ?? '' } })
    expect(client.cookies.has('sessionid')).toBe(false)
  })

  it('are all ended by end_all, also the current one, and only those of the account [security own sessions]', async () => {
    const [person, other] = [await testApp.make.staff(), await testApp.make.staff()]
    const [here, there, theirs] = [
      await testApp.signIn(person),
      await testApp.signIn(person),
      await testApp.signIn(other),
    ]
    await here.call(endAllSessions)
    expect(here.cookies.has('sessionid')).toBe(false)
    expect([await statusOf(here), await statusOf(there), await statusOf(theirs)]).toEqual([401, 401, 200])
  })

  it('leave an audit entry when they are ended [security own sessions]', async () => {
    const person = await testApp.make.customer()
    const [here] = [await testApp.signIn(person), await testApp.signIn(person)]
    const other = (await here.call(listSessions)).find(({ current }) => !current)
    await here.call(endSession, { params: { id: other?.id ?? '' } })
    await here.call(endAllSessions)
    const entries = await auditOf(testApp, person.id, 'session.end', 'sessions.end_all')
    const by = { actorKind: 'citizen', actorId: person.id }
    expect(entries).toEqual([
      { action: 'session.end', ...by, details: { current: false } },
      { action: 'sessions.end_all', ...by, details: { count: 1 } },
    ])
  })
})

describe('ending sessions at partner sites', () => {
  let listening: ListeningApp
  beforeAll(async () => {
    listening = await openListeningApp()
  })
  afterAll(() => listening.close())

  it.each([
    ['one session', false],
    ['all sessions', true],
  ])('%s: the site receives the logout [security own sessions]', async (_, all) => {
    const person = await listening.make.customer()
    const site = await openSite(listening)
    onTestFinished(() => site.close())
    const there = listening.browser()
    await there.signIn(person)
    await site.signIn(there, person)
    const here = await listening.signIn(person)
    const other = (await here.call(listSessions)).find(({ current }) => !current)
    if (all) await here.call(endAllSessions)
    else await here.call(endSession, { params: { id: other?.id ?? '' } })
    expect(await site.logouts()).toHaveLength(1)
    expect((await there.request(me.path)).status).toBe(401)
  })

  it('an idle session signs its user in at no site [security session limits]', async () => {
    const strict = await openListeningApp({ SESSION_IDLE_CITIZENS: '10m' })
    onTestFinished(() => strict.close())
    const site = await openSite(strict)
    onTestFinished(() => site.close())
    const person = await strict.make.customer()
    const browser = strict.browser()
    await site.signIn(browser, person)
    const visit = async () => (await browser.open((await site.begin()).address)).url.pathname
    // Each visit of the provider is a use.
    for (let n = 0; n < 2; n += 1) {
      strict.clock.forward(minutes(9))
      expect(await visit()).toBe('/callback')
    }
    strict.clock.forward(minutes(10))
    expect(await visit()).toBe('/login')
  })
})

describe('the mail about a sign-in', () => {
  it('is sent once per new browser, with time, browser and truncated network [security sign-in mail]', async () => {
    const person = await testApp.make.customer()
    const client = await signInFrom(person)
    const [mail] = await testApp.mails.aboutSignIns(person.email)
    expect(mail?.subject).toMatch(/^Νέα σύνδεση στον λογαριασμό σας/)
    for (const part of ['Firefox σε Windows', '203.0.113.*', '/password/reset', 'ώρα Ελλάδας'])
      expect([mail?.text, mail?.html].map((text) => text?.includes(part))).toEqual([true, true])
    expect(mail?.text).not.toContain('203.0.113.57')

    await client.call(logout)
    await signInFrom(person, firefox, '198.51.100.4', client)
    await signInFrom(person, phone)
    const mails = await testApp.mails.aboutSignIns(person.email, 2)
    expect(mails.map(({ text }) => /Περιηγητής: .*/.exec(text ?? '')?.[0])).toEqual([
      'Περιηγητής: Firefox σε Windows',
      'Περιηγητής: Safari σε iPhone',
    ])
  })

  it('is not sent for failed sign-ins', async () => {
    const person = await testApp.make.customer()
    const inactive = await testApp.make.customer({ isActive: false })
    await testApp.visitor().send(login, { body: { email: person.email, password: 'wrong' } })
    await testApp.visitor().send(login, { body: inactive })
    await signInFrom(person)
    await testApp.mails.aboutSignIns(person.email)
    const mails = testApp.mails.sent.filter(({ to }) => to === person.email || to === inactive.email)
    expect(mails).toHaveLength(1)
  })

  it('is limited by account; sign-ins are not [security sign-in mail]', async () => {
    const other = await openTestApp({ LIMIT_SIGN_IN_MAIL_ACCOUNT: '2/1d' })
    onTestFinished(() => other.close())
    const [person, last] = [await other.make.customer(), await other.make.customer()]
    for (let n = 0; n < 3; n += 1) await other.signIn(person, { withPassword: true })
    await other.signIn(last, { withPassword: true })
    await other.mails.aboutSignIns(last.email)
    await until(() => other.mails.sent.length >= 3)
    expect(await other.mails.aboutSignIns(person.email, 2)).toHaveLength(2)
  })
})
