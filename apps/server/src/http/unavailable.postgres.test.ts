import { connect } from 'node:net'
import { login } from '@portal/contract/accounts.ts'
import { listMunicipalities } from '@portal/contract/municipalities.ts'
import { recordPoints } from '@portal/contract/partner-points.ts'
import { exportPoints } from '@portal/contract/points.ts'
import { describeSite } from '@portal/contract/site.ts'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutTimeouts } from '#server/db/database.ts'
import { type House, openHouse } from '#test/house.ts'
import { openProgram } from '#test/programs.ts'

let house: House
let other: pg.Client
/** So short that what waits fails within the test. */
const short = { DATABASE_CONNECT_TIMEOUT: '0.3', DATABASE_LOCK_TIMEOUT: '0.3' }
beforeAll(async () => {
  house = await openHouse({ ...short, LOG_LEVEL: 'error' })
  const { database } = house.portal.config
  other = new pg.Client({ connectionString: database.kind === 'postgres' ? database.url : '' })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await house.close()
})

/** While another connection holds a lock on a table. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  await other.query('begin')
  await other.query(`lock table ${table} in access exclusive mode`)
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
const refused = { status: 503, retryAfter: '2', body: unavailable }

describe('a call while the database cannot serve', () => {
  it('is answered 503 with Retry-After if a lock is not granted in time', async () => {
    const answer = await whileLocked('municipalities', () => house.visitor().send(listMunicipalities))
    expect(answerOf(answer)).toEqual(refused)
    expect((await house.visitor().send(listMunicipalities)).statusCode).toBe(200)
  })

  it('is answered 503 if all connections are in use', async () => {
    const answers = await whileLocked('municipalities', async () => {
      const waiting = Array.from({ length: 10 }, () => house.visitor().send(listMunicipalities))
      return [await house.visitor().send(listMunicipalities), ...(await Promise.all(waiting))]
    })
    for (const answer of answers) expect(answerOf(answer)).toEqual(refused)
  })

  it('is answered 503 if the disk is full', async () => {
    await sql`create function fill_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(house.db)
    await sql`create trigger fill_disk before insert on sessions execute function fill_disk()`.execute(
      house.db,
    )
    const { email, password } = await house.make.customer()
    const signIn = () => house.visitor().send(login, { body: { email, password } })
    expect(answerOf(await signIn())).toEqual(refused)
    await sql`drop trigger fill_disk on sessions`.execute(house.db)
    expect((await signIn()).statusCode).toBe(200)
  })

  it('is answered 503 if a statement exceeds its timeout', async () => {
    const impatient = await openHouse({ DATABASE_STATEMENT_TIMEOUT: '0.2', DATABASE_LOCK_TIMEOUT: '0' })
    const { email, password } = await impatient.make.customer()
    await sql`create function doze() returns trigger language plpgsql as
      $$ begin perform pg_sleep(5); return new; end $$`.execute(impatient.db)
    await sql`create trigger doze before insert on sessions for each row execute function doze()`.execute(
      impatient.db,
    )
    expect(answerOf(await impatient.visitor().send(login, { body: { email, password } }))).toEqual(refused)
    await impatient.close()
  })

  it('is answered 503 to a partner, whose repeated record is then recorded', async () => {
    const site = await openProgram(house)
    const { id } = await house.make.customer()
    const record = {
      ...{ reference: 'again', participant: { id }, description: 'oil_collected', points: 5 },
      happened_at: '2026-03-01T10:00:00+02:00',
    }
    const send = () => site.send(recordPoints, { body: record })
    expect(await whileLocked('points_records', send)).toEqual({ status: 503, body: unavailable })
    expect(await send()).toMatchObject({ status: 200, body: { status: 'recorded' } })
  })

  it('is answered 503 with a Greek page under /oauth/ if a browser asks for HTML', async () => {
    const { clientId } = await house.make.partner()
    const query = new URLSearchParams({ client_id: clientId, response_type: 'code', scope: 'openid' })
    const url = `/oauth/auth?${query.toString()}`
    const [page, call] = await whileLocked('partners', async () => [
      await house.visitor().inject({ url, headers: { accept: 'text/html' } }),
      await house.visitor().inject({ url }),
    ])
    expect([page?.statusCode, page?.headers['retry-after'], page?.body]).toEqual([
      ...[503, '2'],
      expect.stringContaining('Παρακαλώ δοκιμάστε ξανά σε λίγο.'),
    ])
    expect(call && answerOf(call)).toEqual(refused)
  })

  it('is answered 200 if it needs only the configuration', async () => {
    house.clock.forward(60_000)
    const answer = await whileLocked('partners', () => house.visitor().send(describeSite))
    expect(answer.statusCode).toBe(200)
  })
})

describe('withoutTimeouts', () => {
  it('removes the statement timeout for its own work alone', async () => {
    const impatient = await openHouse({ DATABASE_STATEMENT_TIMEOUT: '0.2' })
    const doze = sql`select pg_sleep(0.4)`
    await withoutTimeouts(impatient.db, (db) => doze.execute(db))
    const after = await Promise.allSettled(Array.from({ length: 10 }, () => doze.execute(impatient.db)))
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 'rejected'))
    await impatient.close()
  })
})

describe('an export', () => {
  it('may take longer than the statement timeout', { timeout: 60_000 }, async () => {
    const impatient = await openHouse({ DATABASE_STATEMENT_TIMEOUT: '3' })
    const { id } = await impatient.make.customer()
    const insert = sql`insert into points_records (participant_id, points, description, created_at, source, reference)
      select ${id}::bigint, 1, 'oil_collected', now(), 'test', n::text from generate_series(1, 60000) n`
    await withoutTimeouts(impatient.db, (db) => insert.execute(db))
    const staff = await impatient.signIn(await impatient.make.staff())
    const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = await impatient.app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(url + exportPoints.path, { headers: { cookie } })
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    let size = (await reader.read()).value?.length ?? 0
    await new Promise((done) => setTimeout(done, 3_500))
    for (let part = await reader.read(); !part.done; part = await reader.read()) size += part.value.length
    expect(size).toBeGreaterThan(100_000)
    const ends = await impatient.db.selectFrom('exportEnds').select(['outcome', 'nRows']).execute()
    expect(ends).toEqual([{ outcome: 'complete', nRows: 60_000 }])
    await impatient.close()
  })
})

describe('a server that stops', () => {
  it('finishes requests in progress and answers 503 to later ones on open connections', async () => {
    const stopping = await openHouse()
    const { database } = stopping.portal.config
    const holder = new pg.Client({ connectionString: database.kind === 'postgres' ? database.url : '' })
    await holder.connect()
    await holder.query('begin; lock table municipalities in access exclusive mode')
    const url = new URL(await stopping.app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(url.port), url.hostname)
    let said = ''
    socket.on('data', (part) => (said += part.toString('utf8')))
    const over = new Promise<void>((done) => socket.once('close', () => done()))
    const request = `GET ${listMunicipalities.path} HTTP/1.1\r\nHost: portal\r\n\r\n`
    socket.write(request)
    const isWaiting = async () =>
      (await holder.query('select 1 from pg_locks where not granted')).rows.length > 0
    while (!(await isWaiting())) await new Promise((done) => setTimeout(done, 10))
    const closed = stopping.app.close()
    socket.write(request)
    // The answer to the second request stands behind the first one's, which waits for the lock.
    await new Promise((done) => setTimeout(done, 200))
    await holder.query('rollback')
    await over
    await closed
    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503'])
    expect(said).toContain(JSON.stringify(unavailable))
    expect(said.toLowerCase()).toContain('retry-after: 2')
    await holder.end()
    await stopping.close()
  })
})
