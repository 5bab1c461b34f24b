import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { activate, signUp } from '@portal/contract/accounts.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { accountMails } from '#server/features/accounts/send-mail.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { readConfig } from '#server/lib/config/config.ts'
import { type TestApp, openTestApp, openPlace } from './test-app.ts'
import { openMailServer } from './mail-server.ts'
import { makers } from './factories.ts'
import { post, running, startServer } from './server-process.ts'
import { until } from './until.ts'

const MAIL_FROM = 'portal@example.gr'

const opened: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const kill of running) await kill()
  for (const one of opened.splice(0).toReversed()) await one.close()
})

const openServer = async (options: Parameters<typeof openMailServer>[0]) => {
  const server = await openMailServer(options)
  opened.push(server)
  return server
}

const openTestAppWith = async (SMTP_URL: string) => {
  const testApp = await openTestApp({ SMTP_URL, MAIL_FROM })
  opened.push(testApp)
  return testApp
}

/** Creates accounts with these addresses and enqueues a mail to each. */
const queueMails = async ({ db, portal }: TestApp, addresses: string[]) => {
  const createdAt = new Date()
  const people = addresses.map((email) => ({
    email,
    firstName: 'Ελένη',
    lastName: 'Ζήση',
    municipalityId: null,
    passwordHash: null,
    createdAt,
    isActive: true,
    activatedAt: createdAt,
  }))
  await db.insertInto('users').values(people).execute()
  await db.transaction().execute(async (trx) => {
    for (const email of addresses)
      await portal.jobs.enqueue(trx, accountMails, { kind: 'reset', email, query: '' })
  })
}

const addresses = (count: number, domain: string) =>
  Array.from({ length: count }, (_, place) => `person-${place}@${domain}`)

const countJobs = async ({ db }: TestApp, states: string[], highestPriority = 0) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job
    where name = ${accountMails.name} and state::text = any(${states}) and priority <= ${highestPriority}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

describe('the mail queue', () => {
  it('sends 100 mails behind 100 dead addresses, each once, and never retries a 550 [operations mail]', async () => {
    const server = await openServer({
      onRecipient: (to) => (to.endsWith('@dead.example') ? 550 : undefined),
    })
    const testApp = await openTestAppWith(server.url)
    const [dead, live] = [addresses(100, 'dead.example'), addresses(100, 'live.example')]
    await queueMails(testApp, [...dead, ...live])
    await until(async () => (await countJobs(testApp, ['created', 'active'])) === 0)
    expect(server.received.map(({ to }) => to).sort()).toEqual([...live].sort())
    expect(dead.map((address) => server.attempts.get(address))).toEqual(dead.map(() => 1))
    expect(await countJobs(testApp, ['retry', 'failed'])).toBe(0)
  })

  it('limits simultaneous attempts per receiving domain, so that a slow one delays no other [operations mail]', async () => {
    const gate = Promise.withResolvers<undefined>()
    const server = await openServer({
      onRecipient: (to) => (to.endsWith('@slow.example') ? gate.promise : undefined),
    })
    const testApp = await openTestAppWith(server.url)
    const [slow, live] = [addresses(30, 'slow.example'), addresses(3, 'live.example')]
    await queueMails(testApp, slow)
    await until(() => (server.maxConcurrent.get('slow.example') ?? 0) >= 4)
    await queueMails(testApp, live)
    await until(() => server.received.length >= live.length)
    expect(server.received.every(({ to }) => to.endsWith('@live.example'))).toBe(true)
    gate.resolve(undefined)
    await until(() => server.received.length >= live.length + slow.length)
    expect(server.maxConcurrent.get('slow.example')).toBe(4)
    expect([...server.attempts.values()].every((attempts) => attempts === 1)).toBe(true)
  })

  it('retries temporary rejections without delaying new mails [operations mail]', async () => {
    const gate = Promise.withResolvers<undefined>()
    const [failed, live] = [addresses(12, 'later.example'), addresses(3, 'live.example')]
    // Each address has its own domain, so that the limit per domain does not apply.
    const busy = failed.map((address, place) => `${address}.${place}`)
    let attemptsAgain = 0
    const server = await openServer({
      onRecipient: (to) => {
        if (!busy.includes(to)) return undefined
        if (server.attempts.get(to) === 1) return 450
        attemptsAgain += 1
        return gate.promise
      },
    })
    const testApp = await openTestAppWith(server.url)
    await queueMails(testApp, busy)
    // On a slow machine, the first mails are retried before the last ones have failed.
    await until(async () => (await countJobs(testApp, ['retry', 'active'], -1)) === busy.length)
    await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(testApp.db)
    await until(() => attemptsAgain > 0)
    await queueMails(testApp, live)
    await until(() => server.received.length >= live.length)
    expect(attemptsAgain).toBeLessThanOrEqual(5)
    gate.resolve(undefined)
    await until(() => server.received.length >= live.length + busy.length)
    expect(new Set(server.received.map(({ to }) => to))).toEqual(new Set([...live, ...busy]))
  })
})

describe('the mail queue, after outages of the mail server', () => {
  it('sends everything that waits soon after its return', { tags: ['slow'] }, async () => {
    const first = await openMailServer()
    const port = Number(new URL(first.url).port)
    const testApp = await openTestAppWith(first.url)
    await first.close()
    const waiting = addresses(60, 'later.example').map((address, place) => `${address}.${place}`)
    await queueMails(testApp, waiting)
    // Further outages: the server accepts connections and closes them, or says that it is shutting down.
    const resetting = createServer((socket) => socket.destroy())
    const closing = createServer((socket) => socket.end('421 4.3.2 shutting down\r\n'))
    for (const broken of [resetting, closing]) {
      await sleep(2_000)
      await new Promise<void>((done) => broken.listen(port, '127.0.0.1', () => done()))
      await sleep(2_000)
      await new Promise((done) => broken.close(done))
    }
    const server = await openServer({ port })
    await until(() => new Set(server.received.map(({ to }) => to)).size === waiting.length)
    expect(server.received).toHaveLength(waiting.length)
  })

  it('attempts one mail at a time while the server is unreachable', async () => {
    const server = await openMailServer()
    const testApp = await openTestAppWith(server.url)
    await server.close()
    const waiting = addresses(60, 'later.example').map((address, place) => `${address}.${place}`)
    await queueMails(testApp, waiting)
    await until(() => testApp.jobErrors.length > 0)
    // Attempts that had begun before the first failure fail, too.
    await until(async () => (await countJobs(testApp, ['active'])) === 0)
    const attempts = testApp.jobErrors.length
    await sleep(3_000)
    expect(testApp.jobErrors.length - attempts).toBeLessThanOrEqual(3)
    expect(await countJobs(testApp, ['created', 'retry', 'active'])).toBe(waiting.length)
  })
})

describe('a server process that sends mail', { tags: ['slow'] }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>
  let municipality: number
  beforeAll(async () => {
    place = await openPlace()
    const open = await openDatabase(readConfig(place.settings))
    municipality = (await makers({ db: open.db, clock: systemClock }).municipality()).id
    await open.close()
  })
  afterAll(() => place.remove())

  const start = (SMTP_URL: string) =>
    startServer({
      ...place.settings,
      DEMO: 'no',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      MAIL_FROM,
      SMTP_URL,
    })

  const statusOf = async (url: string, { path }: { path: string }, body: unknown) =>
    (await post(url + path, body)).status

  const formOf = (email: string) => ({
    first_name: 'Ελένη',
    last_name: 'Ζήση',
    telephone: '6944000000',
    municipality,
    email,
    password: 'πράσινο-λάδι-42',
    re_password: 'πράσινο-λάδι-42',
  })

  it('logs a rejected mail by receiving domain, reply, attempt and job, without the address [operations mail]', async () => {
    const mailServer = await openServer({ onRecipient: () => 550 })
    const server = await start(mailServer.url)
    expect(await statusOf(server.url, signUp, formOf('kostas.rejected@rejecting.example'))).toBe(201)
    const line = /^.*MailError.*(?=\n)/m
    await until(() => line.test(server.output()))
    expect(JSON.parse(line.exec(server.output())?.[0] ?? '')).toEqual({
      level: 50,
      time: expect.any(Number),
      queue: 'account-mails',
      job: expect.stringMatching(/^[\da-f-]{36}$/),
      attempt: 1,
      retry: false,
      error: {
        type: 'MailError',
        message: 'Mail to rejecting.example not sent: the mail server replied 550 5.1.1 (RCPT TO).',
      },
    })
    expect(server.output()).not.toContain('kostas')
    expect(await server.end('SIGTERM')).toBe(0)
  })

  it('keeps the link of a mail valid if its acknowledgement was lost [operations mail]', async () => {
    const mailServer = await openServer({ onReceived: () => 'drop' })
    const server = await start(mailServer.url)
    expect(await statusOf(server.url, signUp, formOf('lost@example.gr'))).toBe(201)
    await until(() => server.output().includes('Mail to example.gr not sent: ECONNECTION'))
    const [, uid, token] =
      /\/account\/activate\/([^/\s]+)\/(\S+)/.exec(mailServer.received[0]?.text ?? '') ?? []
    expect(await statusOf(server.url, activate, { uid, token })).toBe(204)
    expect(await server.end('SIGTERM')).toBe(0)
  })

  it('finishes the mails in progress before it exits', async () => {
    const gate = Promise.withResolvers<void>()
    const mailServer = await openServer({ onReceived: () => gate.promise })
    // One connection: the other mail waits in the mailer.
    const server = await start(`${mailServer.url}?maxConnections=1`)
    const emails = addresses(2, 'ending.example')
    for (const email of emails) expect(await statusOf(server.url, signUp, formOf(email))).toBe(201)
    const received = () =>
      mailServer.received.map(({ to }) => to).filter((to) => to.endsWith('@ending.example'))
    await until(() => received().length === 1)
    const ended = server.end('SIGTERM')
    await until(async () => !(await fetch(`${server.url}/healthz`).catch(() => undefined)))
    gate.resolve()
    expect(await ended).toBe(0)
    expect(server.output()).not.toContain('MailError')

    const again = await start(mailServer.url)
    await until(() => received().length >= emails.length)
    expect(await again.end('SIGTERM')).toBe(0)
    expect(received().sort()).toEqual(emails)
  })
})
