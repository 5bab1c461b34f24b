import { logout } from '@portal/contract/accounts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStream } from '#test/event-stream.ts'
import type { Person } from '#test/factories.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'

/** Two servers on one database. */
let testApp: TestApp
let other: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  const { database } = testApp.portal.config
  if (!database.url) throw new Error('This test needs PostgreSQL.')
  other = await openTestApp({ DATABASE_URL: database.url })
})
afterAll(async () => {
  await other.close()
  await testApp.close()
})

const open = async (person: Person) => {
  const client = await testApp.signIn(person)
  return { client, stream: await openStream(testApp.app, client) }
}

const listeners = () => sql<{ pid: number }>`
  select pid from pg_stat_activity where datname = current_database() and application_name = 'portal listener'`

describe('watchOwnPoints with several servers', () => {
  it('announces records and sign-outs of another server [live points]', async () => {
    const person = await testApp.make.customer()
    const { client, stream } = await open(person)
    await other.make.record(person)
    await stream.sees(1)
    const elsewhere = other.visitor()
    for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value)
    await elsewhere.call(logout)
    await stream.ended
    expect(stream.counts()).toEqual([0, 1])
  })

  it('announces all people of a statement, in notifications below the limit of PostgreSQL', async () => {
    const people: Person[] = []
    for (let n = 0; n < 3; n += 1) people.push(await testApp.make.customer())
    const streams = []
    for (const person of people) streams.push((await open(person)).stream)
    // Further accounts as if their pages were open on a third server.
    await sql`
      with made as (
        insert into users (email, first_name, last_name, is_active, created_at)
        select 'many-' || n || '@example.gr', 'Α', 'Β', true, now() from generate_series(1, 2000) n returning id)
      insert into open_streams select id, ${crypto.randomUUID()}::uuid, now() + interval '1 hour' from made`.execute(
      testApp.db,
    )
    await sql`
      insert into points_records (participant_id, points, description, created_at, source, reference)
      select account_id, 5, 'oil_collected', now(), 'test', 'all-' || account_id from open_streams`.execute(
      testApp.db,
    )
    for (const stream of streams) {
      await stream.sees(1)
      expect(stream.counts()).toEqual([0, 1])
      stream.close()
    }
  })

  it('uses one connection, and sends what it missed while that was broken', async () => {
    const person = await testApp.make.customer()
    const { stream } = await open(person)
    const another = await open(await testApp.make.customer())
    const pids = async () => (await listeners().execute(testApp.db)).rows.map(({ pid }) => pid)
    const [before = 0, ...others] = await pids()
    expect([before > 0, others]).toEqual([true, []])
    await sql`
      with ended as (select pg_terminate_backend(pid) from (${listeners()}) one)
      select count(*) from ended`.execute(testApp.db)
    await until(async () => !(await pids()).includes(before))
    await testApp.make.record(person)
    await stream.sees(1)
    expect(another.stream.counts()).toEqual([0])
    for (const one of [stream, another.stream]) one.close()
  })
})
