import { connect } from 'node:net'
import { login } from '@portal/contract/accounts.ts'
import { listPlaces } from '@portal/contract/places.ts'
import { recordPoints } from '@portal/contract/partner-points.ts'
import { exportPoints } from '@portal/contract/points.ts'
import { describeSite } from '@portal/contract/site.ts'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { withoutTimeouts } from '#server/db/direct.ts'
import type { Config } from '#server/lib/config/config.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { openProgram } from '#test/programs.ts'
import { until } from '#test/until.ts'

let testApp: TestApp
let other: pg.Client
beforeAll(async () => {
  // Short, so that waiting for a lock fails within the test. Only `other` holds locks.
  testApp = await openTestApp({ DATABASE_LOCK_TIMEOUT: '0.3' })
  const { databaseOwner: database } = testApp.portal.config
  other = new pg.Client({ connectionString: database?.url ?? '' })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await testApp.close()
})

/** Builds an app on the same database with these timeouts in milliseconds. */
async function openWithTimeouts(timeouts: Partial<Config['databaseTimeouts']>) {
  const { portal } = testApp
  const noTimeouts = { connect: 0, statement: 0, lock: 0 }
  const { db, close } = await openDatabase({
    ...portal.config,
    databaseTimeouts: { ...noTimeouts, ...timeouts },
  })
  const app = await buildApp({ ...portal, db })
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  return { db, app }
}

/** Runs work while another connection holds a lock on a table. */
async function whileLocked<T>(
  table: string,
  work: () => Promise<T>,
  mode: 'access exclusive' | 'share' = 'access exclusive',
): Promise<T> {
  await other.query('begin')
  await other.query(`lock table ${table} in ${mode} mode`)
  try {
    return await work()
  } finally {
    await other.query('rollback')
  }
}

const unavailable = { detail: 'Service temporarily unavailable, try again later.' }
const answerOf = ({ statusCode, headers, body }: LightMyRequestResponse) => ({
  status: statusCode,
  retryAfter: headers['retry-after'],
  body: JSON.parse(body) as unknown,
})
const rejected = { status: 503, retryAfter: '2', body: unavailable }

describe('a call while the database is unavailable', () => {
  it('is answered 503 with Retry-After if a lock is not granted in time', async () => {
    const answer = await whileLocked('places', () => testApp.visitor().send(listPlaces))
    expect(answerOf(answer)).toEqual(rejected)
    expect((await testApp.visitor().send(listPlaces)).statusCode).toBe(200)
  })

  it('is answered 503 if all connections are in use [operations 503]', async () => {
    const { app } = await openWithTimeouts({ connect: 300, lock: 2_000 })
    const list = () => app.inject({ url: listPlaces.path })
    const answers = await whileLocked('places', () => {
      const waiting = Array.from({ length: 10 }, list)
      return Promise.all([list(), ...waiting])
    })
    for (const answer of answers) expect(answerOf(answer)).toEqual(rejected)
  })

  it('is answered 503 if the disk is full', async () => {
    await sql`create function fill_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
      testApp.db,
    )
    await sql`create trigger fill_disk before insert on sessions execute function fill_disk()`.execute(
      testApp.db,
    )
    const { email, password } = await testApp.make.customer()
    const signIn = () => testApp.visitor().send(login, { body: { email, password } })
    expect(answerOf(await signIn())).toEqual(rejected)
    await sql`drop trigger fill_disk on sessions`.execute(testApp.db)
    expect((await signIn()).statusCode).toBe(200)
  })

  it('is answered 503 if a statement exceeds its timeout', async () => {
    const { email, password } = await testApp.make.customer()
    await sql`create function doze() returns trigger language plpgsql as
      $$ begin perform pg_sleep(60); return new; end $$`.execute(testApp.db)
    await sql`create trigger doze before insert on sessions for each row execute function doze()`.execute(
      testApp.db,
    )
    const { app } = await openWithTimeouts({ statement: 500 })
    const payload = { email, password }
    expect(answerOf(await app.inject({ method: 'POST', url: login.path, payload }))).toEqual(rejected)
    await sql`drop trigger doze on sessions`.execute(testApp.db)
  })

  it('is answered 503 to a partner, whose repeated record is then recorded', async () => {
    const site = await openProgram(testApp)
    const { id } = await testApp.make.customer()
    const record = {
      reference: 'again',
      participant: { id },
      description: 'oil_collected',
      points: 5,
      happened_at: '2026-03-01T10:00:00+02:00',
    }
    const send = () => site.send(recordPoints, { body: record })
    // The lock allows reads: the call fails after it has inserted the reference.
    expect(await whileLocked('points_records', send, 'share')).toMatchObject({
      status: 503,
      body: unavailable,
      error: { final: false },
    })
    expect(await send()).toMatchObject({ status: 200, body: { status: 'recorded' } })
  })

  it('is answered 503 with a Greek page under /oauth/ if a browser asks for HTML', async () => {
    const { clientId } = await testApp.make.partner()
    const query = new URLSearchParams({ client_id: clientId, response_type: 'code', scope: 'openid' })
    const url = `/oauth/auth?${query.toString()}`
    const [page, call] = await whileLocked('partners', async () => [
      await testApp.visitor().inject({ url, headers: { accept: 'text/html' } }),
      await testApp.visitor().inject({ url }),
    ])
    expect([page?.statusCode, page?.headers['retry-after'], page?.body]).toEqual([
      503,
      '2',
      expect.stringContaining('ροσπαθήστε ξανά σε λίγο.'),
    ])
    expect(call && answerOf(call)).toEqual(rejected)
  })

  it('is answered 200 if it needs only the configuration', async () => {
    testApp.clock.forward(60_000)
    const answer = await whileLocked('partners', () => testApp.visitor().send(describeSite))
    expect(answer.statusCode).toBe(200)
  })
})

describe('withoutTimeouts', () => {
  it('removes the statement timeout only for its own work', async () => {
    const limited = await openWithTimeouts({ statement: 1_000 })
    await withoutTimeouts(limited.db, (db) => sql`select pg_sleep(1.5)`.execute(db))
    const after = await Promise.allSettled(
      Array.from({ length: 10 }, () => sql`select pg_sleep(60)`.execute(limited.db)),
    )
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 'rejected'))
  })
})

describe('an export', () => {
  it('may take longer than the statement timeout', async () => {
    const { id } = await testApp.make.customer()
    await sql`insert into points_records (participant_id, points, description, created_at, source, reference)
      select ${id}::bigint, 1, 'oil_collected', now(), 'test', n::text from generate_series(1, 60000) n`.execute(
      testApp.db,
    )
    const staff = await testApp.signIn(await testApp.make.staff())
    const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { app } = await openWithTimeouts({ statement: 3_000 })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const query = new URLSearchParams({ participant: String(id) })
    const answer = await fetch(`${url}${exportPoints.path}?${query.toString()}`, { headers: { cookie } })
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    let size = (await reader.read()).value?.length ?? 0
    await new Promise((done) => setTimeout(done, 3_500))
    for (let part = await reader.read(); !part.done; part = await reader.read()) size += part.value.length
    expect(size).toBeGreaterThan(100_000)
    // How it ended is recorded after the last byte has left.
    const ends = () => testApp.db.selectFrom('exportEnds').select(['outcome', 'nRows']).execute()
    await until(async () => (await ends()).length > 0)
    expect(await ends()).toEqual([{ outcome: 'complete', nRows: 60_000 }])
  })
})

describe('a server that stops', () => {
  it('finishes requests in progress and answers 503 to later ones on open connections [operations stop]', async () => {
    const stopping = await openTestApp()
    const { databaseOwner: database } = stopping.portal.config
    const holder = new pg.Client({ connectionString: database?.url ?? '' })
    await holder.connect()
    await holder.query('begin; lock table places in access exclusive mode')
    const url = new URL(await stopping.app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(url.port), url.hostname)
    let received = ''
    socket.on('data', (part) => (received += part.toString('utf8')))
    const over = new Promise<void>((done) => socket.once('close', () => done()))
    const request = `GET ${listPlaces.path} HTTP/1.1\r\nHost: portal\r\n\r\n`
    let arrived = 0
    stopping.app.server.on('request', () => (arrived += 1))
    socket.write(request)
    // Other files' locks are in the same list.
    const waiting = `select 1 from pg_locks join pg_database d on d.oid = database
      where not granted and datname = current_database() and relation = 'places'::regclass`
    await until(async () => (await holder.query(waiting)).rows.length > 0)
    const closed = stopping.app.close()
    socket.write(request)
    // The second request is answered after the first one, which waits for the lock.
    await until(() => arrived === 2)
    await holder.query('rollback')
    await over
    await closed
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503'])
    expect(received).toContain(JSON.stringify(unavailable))
    expect(received.toLowerCase()).toContain('retry-after: 2')
    await holder.end()
    await stopping.close()
  })
})
