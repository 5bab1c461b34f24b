import { activate, login, me, signUp, updateMe } from '@portal/contract/accounts.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { summarizePoints } from '@portal/contract/points.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDatabase } from '#server/db/database.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { readConfig } from '#server/lib/config/config.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { openPlace } from './test-app.ts'
import { makers } from './factories.ts'
import { fileOf } from './files.ts'
import { openMailServer } from './mail-server.ts'
import { run, running, type Server, startServer as startServerWith } from './server-process.ts'
import { until } from './until.ts'

let place: Awaited<ReturnType<typeof openPlace>>
let mailPort: number
let kozani: { id: number }
beforeAll(async () => {
  place = await openPlace()
  mailPort = await freePort()
  await withDatabase(async (db) => {
    const { id } = await makers({ db, clock: systemClock }).municipality('Κοζάνης')
    kozani = { id }
  })
})
afterEach(async () => {
  for (const kill of running) await kill()
})
afterAll(() => place.remove())

const settings = () => ({
  ...place.settings,
  DEMO: 'no',
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  MAIL_FROM: 'portal@example.gr',
})

/** Opens the database while no server runs: not every one supports several processes. */
async function withDatabase(look: (db: Db) => Promise<void>): Promise<void> {
  const open = await openDatabase(readConfig(place.settings))
  await look(open.db).finally(open.close)
}

const startServer = (env: Record<string, string> = {}) => startServerWith({ ...settings(), ...env })

/** A client whose cookies outlive the server process. */
function openBrowser(cookies = new Map<string, string>()) {
  return async ({ url }: Server, { method, path }: Endpoint, body?: unknown) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': cookies.get('csrftoken') ?? '',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  }
}

describe('a server that is killed between two requests', () => {
  it('has every acknowledged account, mail, session, change and record', { tags: ['slow'] }, async () => {
    const cookies = new Map<string, string>()
    const browser = openBrowser(cookies)
    const form = {
      first_name: 'Ελένη',
      last_name: 'Ζήση',
      telephone: '6944000000',
      municipality: kozani.id,
      email: 'eleni@example.gr',
      password: 'πράσινο-λάδι-42',
      re_password: 'πράσινο-λάδι-42',
    }
    // No mail server is running.
    const first = await startServer()
    expect((await browser(first, signUp, form)).status).toBe(201)
    expect(await first.end('SIGKILL')).toBe('SIGKILL')

    // The queue retries some seconds after a failure, and a minute after a worker was killed.
    await withDatabase(async (db) => {
      await sql`update pgboss.job set state = 'retry', start_after = now() where state in ('active', 'retry')`.execute(
        db,
      )
    })
    const mailServer = await openMailServer({ port: mailPort })
    const second = await startServer()
    await until(() => mailServer.received.length > 0)
    const [, uid, token] =
      /\/account\/activate\/([^/\s]+)\/(\S+)/.exec(mailServer.received[0]?.text ?? '') ?? []
    expect((await browser(second, activate, { uid, token })).status).toBe(204)
    expect((await browser(second, login, form)).status).toBe(200)
    await second.end('SIGKILL')

    const file = fileOf(
      'email,points,description,created_at,reference\n' +
        'eleni@example.gr,300,oil_collected,2024-05-01T10:00:00+03:00,A-1\n' +
        'eleni@example.gr,-120,coupon_created,2024-05-02T10:00:00+03:00,A-2\n',
    )
    const importing = run(['cli/cli.ts', 'import', 'points', file, ...place.options], settings())
    expect([await importing.ended, importing.output()]).toEqual([
      0,
      expect.stringContaining('2 points records imported'),
    ])

    const sums = { available: 180, collected: 300, reuse: 0, cookingoils: 300, redeemed: 120 }
    const third = await startServer()
    expect(await browser(third, summarizePoints)).toEqual({ status: 200, body: sums })
    expect((await browser(third, updateMe, { first_name: 'Ελένη-Μαρία' })).status).toBe(200)
    await third.end('SIGKILL')

    const fourth = await startServer({ PUBLIC_URL: 'https://pontoi.example.gr' })
    // With https, the session cookie has another name.
    cookies.set('__Host-sessionid', cookies.get('sessionid') ?? '')
    expect(await browser(fourth, me)).toMatchObject({
      status: 200,
      body: { email: form.email, first_name: 'Ελένη-Μαρία' },
    })
    expect(await browser(fourth, summarizePoints)).toEqual({ status: 200, body: sums })
    expect((await openBrowser()(fourth, login, form)).status).toBe(200)
    expect(mailServer.received).toHaveLength(1)
    await mailServer.close()

    // Only the process decides this: secure cookies with https, and a clean exit.
    const answer = await fetch(`${fourth.url}/api/site/`)
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^csrftoken=.*; Secure/)])
    expect(await fourth.end('SIGTERM')).toBe(0)
  })
})

describe('main.ts', () => {
  it('names every configuration error and exits with 1', async () => {
    const server = run(['main.ts'], {
      ...settings(),
      PORT: 'x',
      PUBLIC_URL: 'pontoi',
      TRUST_PROXY: 'nginx',
      LIMIT_SIGN_IN_ACCOUNT: 'ten',
    })
    expect(await server.ended).toBe(1)
    const [head, ...errors] = server.output().trim().split('\n')
    expect(head).toBe('The configuration has errors:')
    expect(errors.map((error) => /^ {2}- ([A-Z_]+):/.exec(error)?.[1])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'TRUST_PROXY',
      'LIMIT_SIGN_IN_ACCOUNT',
    ])
  })
})
