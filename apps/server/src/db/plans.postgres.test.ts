import { routes } from '@portal/contract/routes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { foldCounters } from '#server/ledger/counters.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { growTo, vacuum } from '#test/many-people.ts'
import { openProgram } from '#test/programs.ts'
import { watchPlans, type WatchedStatement } from '#test/watched-plans.ts'
import { compileOnce, type Db, openDatabase } from './database.ts'

let testApp: TestApp
let url: string
beforeAll(async () => {
  testApp = await openTestApp()
  const { databaseOwner: database } = testApp.portal.config
  url = database?.url ?? ''
})
afterAll(() => testApp.close())

const cookieOf = ({ cookies }: Client) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

describe('openDatabase', () => {
  it('turns JIT off for the portal and its job queue, and keeps the options of DATABASE_URL [operations query plans]', async () => {
    const settingsOf = (plan: { Settings?: Record<string, string> }[]) => plan[0]?.Settings
    const address = new URL(url)
    address.searchParams.set('options', '-c enable_tidscan=off')
    const open = await openDatabase({ database: { url: address.href } })
    const { rows } = await sql<{
      'QUERY PLAN': Parameters<typeof settingsOf>[0]
    }>`explain (settings, format json) select 1`.execute(open.db.withoutPlugins())
    const jobs = new pg.Client(open.forJobs)
    await jobs.connect()
    const { rows: jobsRows } = await jobs.query<(typeof rows)[0]>('explain (settings, format json) select 1')
    await jobs.end()
    await open.close()
    for (const [row] of [rows, jobsRows])
      expect(settingsOf(row?.['QUERY PLAN'] ?? [])).toMatchObject({ jit: 'off', enable_tidscan: 'off' })
  })
})

describe('repeated statements', () => {
  const find = (db: TestApp['db'], email: string) =>
    db.selectFrom('users').select(['id', 'lastName']).where('email', '=', email).execute()

  it('are named, but not searches by text or for all columns [operations query plans]', async () => {
    const open = await openDatabase({ database: { url } })
    const { db } = open
    for (const email of ['a@example.gr', 'b@example.gr', 'c@example.gr']) {
      await find(db, email)
      await db.selectFrom('users').select('telephone').where('email', 'like', email).execute()
      await db.selectFrom('users').selectAll().where('email', '=', email).execute()
      await db
        .selectFrom('users')
        .selectAll('users')
        .select('id as number')
        .where('email', '=', email)
        .execute()
      await sql`select 1`.execute(db)
    }
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      db,
    )
    expect(rows.map(({ statement }) => statement)).toEqual([
      'select "id", "last_name" from "users" where "email" = $1',
    ])
    await open.close()
  })

  it('survive a migration that adds a column [operations query plans]', async () => {
    const open = await openDatabase({ database: { url } })
    for (let use = 0; use < 3; use += 1) await find(open.db, 'a@example.gr')
    await sql`alter table users add column favourite text`.execute(testApp.db)
    expect(await find(open.db, 'a@example.gr')).toEqual([])
    await sql`alter table users drop column favourite`.execute(testApp.db)
    expect(await find(open.db, 'a@example.gr')).toEqual([])
    await open.close()
  })

  it('return the same rows at each use, also in transactions, without a row, and after errors [operations query plans]', async () => {
    const open = await openDatabase({ database: { url }, databasePool: 1 })
    const divide = compileOnce(
      (_: Db, { by, at }: { by: number; at: Date | null }) =>
        sql`select 6 / ${by}::int as the_quotient, ${at}::timestamptz as at_time, '{"a_b":1}'::json as the_json
          where ${by} < 100`,
    )
    const at = new Date('2024-02-29T12:00:00.123Z')
    const row = { theQuotient: 2, atTime: at, theJson: { a_b: 1 } }
    for (let use = 0; use < 4; use += 1) {
      expect(await divide(open.db, { by: 3, at })).toEqual([row])
      expect(await divide(open.db, { by: 3, at: null })).toEqual([{ ...row, atTime: null }])
      expect(await divide(open.db, { by: 100, at })).toEqual([])
      await expect(divide(open.db, { by: 0, at })).rejects.toMatchObject({ code: '22012' })
      await open.db.transaction().execute(async (trx) => {
        expect(await divide(trx, { by: 3, at })).toEqual([row])
        expect(await divide(trx, { by: 3, at })).toEqual([row])
        const raw = sql`select 1 as job_id where ${use} < 100`.execute(trx.withoutPlugins())
        expect((await raw).rows).toEqual([{ job_id: 1 }])
      })
    }
    expect(open.connections?.()).toEqual({ idle: 1, used: 0, waiting: 0 })
    await open.close()
  })

  it('fail if their columns have changed, instead of being misread [operations query plans]', async () => {
    const open = await openDatabase({ database: { url }, databasePool: 1 })
    await sql`create table samples (n int, sample text)`.execute(testApp.db)
    await sql`insert into samples values (1, '7')`.execute(testApp.db)
    const read = compileOnce((_: Db, { n }: { n: number }) => sql`select sample from samples where n = ${n}`)
    for (let use = 0; use < 3; use += 1) expect(await read(open.db, { n: 1 })).toEqual([{ sample: '7' }])
    await sql`alter table samples alter sample type int using sample::int`.execute(testApp.db)
    await expect(read(open.db, { n: 1 })).rejects.toThrow('cached plan must not change result type')
    await sql`drop table samples`.execute(testApp.db)
    await open.close()
  })
})

describe('the most frequent calls', () => {
  it('plan their statements a few times, not at each use [operations query plans]', async () => {
    const open = await openDatabase({ database: { url }, databasePool: 1 })
    const app = await buildApp({ ...testApp.portal, db: open.db })
    const maria = await testApp.make.customer()
    // With small tables, all plans cost the same.
    await growTo(testApp.db, { people: 500, records: 2_000 })
    await sql`
      insert into sessions (token_hash, user_id, created_at, expires_at, last_seen_at, browser, system)
      select id::text, id, now(), now() + interval '1 year', now(), '', '' from users
      on conflict do nothing`.execute(testApp.db)
    await vacuum(testApp.db)
    const clerk = { cookie: cookieOf(await testApp.signIn(await testApp.make.staff())) }
    const citizen = { cookie: cookieOf(await testApp.signIn(maria)) }
    const site = { authorization: `Bearer ${(await openProgram(testApp)).token}` }
    for (const [headers, url] of [
      [citizen, '/api/auth/users/me/'],
      [citizen, '/api/points/summary/'],
      [citizen, '/api/points/mine/'],
      [citizen, '/api/points/mine/year/'],
      [citizen, '/api/coupons/mine/'],
      [clerk, '/api/points/'],
      [clerk, `/api/points/?participant=${maria.id}`],
      [clerk, `/api/participants/${maria.id}/`],
      [clerk, '/api/participants/?search=αβγ'],
      [site, '/api/partner/'],
    ] as const)
      for (let use = 0; use < 9; use += 1) {
        const answer = await app.inject({ url, headers })
        expect([url, answer.statusCode]).toEqual([url, 200])
      }
    for (let use = 0; use < 9; use += 1) {
      const record = {
        reference: `r${use}`,
        participant: { id: maria.id },
        description: 'oil_collected',
        points: 1,
      }
      for (const [url, headers, payload] of [
        [routes.login.path, {}, { email: maria.email, password: maria.password }],
        [
          routes.recordPoints.path,
          site,
          { ...record, happened_at: testApp.portal.clock.now().toISOString() },
        ],
      ] as const) {
        const answer = await app.inject({ method: 'POST', url, headers, payload })
        expect([url, answer.statusCode]).toEqual([url, 200])
      }
    }
    // PostgreSQL plans the first five uses with their values, and then compares the costs.
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where custom_plans > 5`.execute(open.db)
    expect(rows).toEqual([])
    await app.close()
    await open.close()
  })
})

describe('set-returning SQL functions', () => {
  it('declare how many rows they return, and points_page turns JIT off [operations query plans]', async () => {
    const { rows } = await sql<{ proname: string; prorows: number; proconfig: string[] | null }>`
      select proname, prorows, proconfig from pg_proc p
      where proretset and pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(
      testApp.db,
    )
    expect(rows.filter(({ prorows }) => prorows >= 1_000)).toEqual([])
    expect(rows.find(({ proname }) => proname === 'points_page')?.proconfig).toContain('jit=off')
  })
})

/**
 * Executed plans of the most frequent statements at two sizes.
 */
describe('the most frequent statements', { tags: ['slow'] }, () => {
  const maxBuffers = 300

  it('read at most 300 buffers per page with 2,000 and 20,000 people [operations query plans]', async () => {
    const watched = watchPlans(url)
    const filling = await openDatabase({ database: { url } })
    const app = await buildApp({ ...testApp.portal, db: watched.db })
    const clerk = { cookie: cookieOf(await testApp.signIn(await testApp.make.staff())) }
    const maria = await testApp.make.customer({ lastName: 'Ξυδάκη', firstName: 'Ωραιοζήλη' })
    const citizen = { cookie: cookieOf(await testApp.signIn(maria)) }
    const site = { authorization: `Bearer ${(await openProgram(testApp)).token}` }

    const worst: string[] = []
    for (const people of [2_000, 20_000]) {
      const records = 10 * people
      await growTo(filling.db, { people, records })
      await vacuum(filling.db)
      const pages = records / 20
      const range = 'created_at_after=2022-02-10&created_at_before=2023-05-21'
      const calls: [headers: Record<string, string>, url: string][] = [
        ...['1', `${pages / 2}`, `${pages}`, 'last'].map(
          (page) => [clerk, `/api/points/?page=${page}`] as const,
        ),
        ...['1', '7', 'last'].map((page) => [clerk, `/api/points/?${range}&page=${page}`] as const),
        ...['', `&${range}`].map((more) => [clerk, `/api/points/?participant=${maria.id}${more}`] as const),
        ...[
          'wraioz',
          'xidaki wraioz',
          'ξυδάκη',
          'ωραιοζήλη ξυδ',
          'ξψ',
          'όπουλ',
          '6900007919',
          'person77@',
          'a.gr',
        ].map(
          (search) => [clerk, `/api/participants/?limit=20&search=${encodeURIComponent(search)}`] as const,
        ),
        [clerk, '/api/participants/?limit=20'],
        [clerk, `/api/participants/${maria.id}/`],
        [clerk, '/api/dashboard/'],
        [citizen, '/api/auth/users/me/'],
        [citizen, '/api/points/summary/'],
        [citizen, '/api/points/mine/'],
        [citizen, '/api/points/mine/?page=last'],
        [site, '/api/partner/'],
      ].map(([headers, path]) => [headers, path] as [Record<string, string>, string])
      // Twice: the first statements of a connection also read the system catalogs.
      for (const isWarm of [false, true]) {
        for (const [headers, path] of calls) {
          const answer = await app.inject({ url: path, headers })
          expect([path, answer.statusCode]).toEqual([path, 200])
          if (isWarm) worst.push(...exceeding(path, watched.take()))
        }
        const { email, password } = maria
        for (const [path, payload] of [
          [routes.login.path, { email, password }],
          [routes.resetPassword.path, { email }],
        ] as const) {
          const answer = await app.inject({ method: 'POST', url: path, payload })
          expect([path, answer.statusCode < 300]).toEqual([path, true])
          if (isWarm) worst.push(...exceeding(path, watched.take()))
        }
        await foldCounters(watched)
        if (isWarm) worst.push(...exceeding('foldCounters', watched.take()))
        watched.take()
      }
    }
    await app.close()
    await watched.close()
    await filling.close()
    expect(worst).toEqual([])
  })

  const exceeding = (call: string, statements: WatchedStatement[]) =>
    statements
      .filter(({ buffers }) => buffers > maxBuffers)
      .map(({ buffers, text }) => `${decodeURIComponent(call)}: ${buffers} buffers: ${text.slice(0, 120)}`)
})
