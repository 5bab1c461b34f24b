import { recordPoints } from '@portal/contract/partner-points.ts'
import { listMunicipalities } from '@portal/contract/municipalities.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person } from '#test/factories.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { setWebhook } from './webhook-service.ts'

/** Large batches, which the bulk thread records if nothing about them has to be decided. */
let testApp: TestApp
let program: Program
let person: Person
beforeAll(async () => {
  testApp = await openTestApp()
  program = await openProgram(testApp)
  person = await testApp.make.customer()
})
afterAll(() => testApp.close())

let serial = 0
const batchOf = (count: number, { id } = person) =>
  Array.from({ length: count }, () => ({
    reference: ` batch-${(serial += 1)} `,
    participant: { id },
    description: 'oil_collected',
    points: 5,
    happened_at: '2026-02-03T10:00:00+02:00',
    details: { litres: 2.5, collection_point: 'Πράσινο ATM, Δημαρχείο' },
  }))

/** Names of the connections to the database whose last statement recorded a batch. */
const recorders = async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and query like '%select record_accepted(%' and pid <> pg_backend_pid()`.execute(
    testApp.db,
  )
  return rows.map(({ name }) => name)
}

/** Batches are those of the thread while people use the portal. */
const useAsPerson = () => testApp.visitor().call(listMunicipalities)

const sendBody = async (payload: string | Buffer) => {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: recordPoints.path,
    headers: { authorization: `Bearer ${program.token}`, 'content-type': 'application/json' },
    payload,
  })
  return { status: answer.statusCode, type: answer.headers['content-type'], body: answer.json<unknown>() }
}

const stored = (batch: { reference: string }[]) =>
  testApp.db
    .selectFrom('pointsRecords')
    .select(['id', 'reference', 'points', 'details'])
    .where(
      'reference',
      'in',
      batch.map(({ reference }) => reference.trim()),
    )
    .orderBy('id')
    .execute()

describe('a large batch while people use the portal', () => {
  beforeEach(useAsPerson)

  it('is recorded by the bulk thread', async () => {
    let seen: string[] = []
    // On a busy machine, the call of the person may be too long ago.
    await until(async () => {
      await useAsPerson()
      await program.recordAll(batchOf(200))
      seen = await recorders()
      return seen.includes('portal bulk')
    })
    expect(seen).toContain('portal bulk')
  })

  it('is recorded in order, and repeated with the same ids', async () => {
    const batch = batchOf(200)
    const answer = await sendBody(JSON.stringify({ records: batch }))
    const records = await stored(batch)
    expect(records.map(({ reference }) => reference)).toEqual(batch.map(({ reference }) => reference.trim()))
    const results = (status: string) =>
      records.map(({ id, reference, points }) => ({ reference, status, id, points }))
    expect(answer).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: { results: results('recorded') },
    })
    expect(records[0]?.details).toEqual(batch[0]?.details)
    expect(await program.recordAll(batch)).toEqual(results('repeated'))
    expect(await stored(batch)).toHaveLength(200)
  })

  it('is decided record by record if one is rejected', async () => {
    const batch: object[] = batchOf(200)
    batch[7] = { ...batch[7], participant: { id: 999_999_999 } }
    batch[8] = { ...batch[8], points: 'x' }
    const answers = await program.recordAll(batch)
    const refused = answers.filter(({ status }) => status === 'refused')
    expect(refused.map(({ code }) => code)).toEqual(['participant_unknown', 'integer_invalid'])
    expect(answers.filter(({ status }) => status === 'recorded')).toHaveLength(198)
    const codes = (await program.recordAll(batch)).map(({ status }) => status)
    expect(codes.filter((status) => status === 'repeated')).toHaveLength(198)
  })

  it('is recorded once if it is sent twice at the same time', async () => {
    const batch = batchOf(300)
    const answers = await Promise.all([program.recordAll(batch), program.recordAll(batch)])
    const [first, second] = answers
    expect(first.map(({ id }) => id)).toEqual(second.map(({ id }) => id))
    expect(new Set(answers.map(([answer]) => answer?.status))).toEqual(new Set(['recorded', 'repeated']))
    expect(await stored(batch)).toHaveLength(300)
  })

  it('announces its records if the partner has a webhook', async () => {
    const announced = await openTestApp({ DEMO: 'yes' })
    const site = await openProgram(announced)
    const { id } = await announced.make.customer()
    await setWebhook(announced.portal, site.partner.clientId, 'http://127.0.0.1:9/hook')
    const batch = batchOf(200).map((record) => ({ ...record, participant: { id } }))
    const answers = await site.recordAll(batch)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['recorded']))
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pgboss.job where name = 'webhook-messages'`.execute(announced.db)
    expect(rows[0]?.n).toBeGreaterThan(0)
    await announced.close()
  })

  it('is rejected with the errors of a small one if it is not a list of records', async () => {
    const long = JSON.stringify({ records: batchOf(200) })
    const broken = await sendBody(`${long}x`)
    expect([broken.status, broken.body]).toEqual([
      400,
      {
        detail: expect.stringMatching(/^JSON parse error - Expecting value: line 1 column \d+$/) as string,
        code: 'json_unreadable',
        final: true,
        params: { reason: expect.any(String) as string },
      },
    ])
    await useAsPerson()
    const bom = await sendBody(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(long)]))
    expect(bom.status).toBe(200)
    const wide = ' '.repeat(30_000)
    expect(await sendBody(wide)).toEqual({ ...(await sendBody('{}')) })
    expect(await sendBody(`{"records": [${wide}]}`)).toEqual(await sendBody('{"records": []}'))
    expect(await sendBody(`{"records": "${wide}"}`)).toEqual(await sendBody('{"records": "x"}'))
    expect(await sendBody(`[${wide}]`)).toEqual(await sendBody('[]'))
    const [record] = batchOf(1)
    expect(await sendBody(JSON.stringify({ ...record, note: wide }))).toEqual(
      await sendBody(JSON.stringify({ ...record, note: 'x' })),
    )
    const many = await sendBody(JSON.stringify({ records: Array(1_001).fill(1) }).padEnd(40_000))
    expect([many.status, JSON.stringify(many.body)]).toEqual([400, expect.stringContaining('1000') as string])
  })

  it('is answered with 503 if it waits too long for a lock, and recorded when it is repeated', async () => {
    const locked = await openTestApp({ DATABASE_LOCK_TIMEOUT: '1' })
    const other = await openProgram(locked)
    const { id } = await locked.make.customer()
    const batch = batchOf(200).map((record) => ({ ...record, participant: { id } }))
    const answer = await locked.db.transaction().execute(async (trx) => {
      await sql`select from balances where participant_id = ${id} for update`.execute(trx)
      await locked.visitor().call(listMunicipalities)
      return other.send(recordPoints, { body: { records: batch } })
    })
    expect(answer.status).toBe(503)
    expect((await other.recordAll(batch)).every(({ status }) => status === 'recorded')).toBe(true)
    await locked.close()
  })

  it('needs a token', async () => {
    const answer = await testApp.app.inject({
      method: 'POST',
      url: recordPoints.path,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ records: batchOf(200) }),
    })
    expect(answer.statusCode).toBe(401)
  })
})

describe('a large batch for which the bulk thread has no connection', () => {
  it('is recorded while two batches of another partner wait for a lock', async () => {
    const waiting = await testApp.make.customer()
    const [other, batch] = [await openProgram(testApp), batchOf(200)]
    let locked: Promise<unknown>[] = []
    await testApp.db.transaction().execute(async (trx) => {
      await sql`select from balances where participant_id = ${waiting.id} for update`.execute(trx)
      const using = setInterval(() => void useAsPerson(), 100)
      await useAsPerson()
      locked = [1, 2].map(() => other.send(recordPoints, { body: { records: batchOf(200, waiting) } }))
      await until(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and application_name = 'portal bulk' and wait_event_type = 'Lock'`.execute(
          testApp.db,
        )
        return rows.length === 2
      })
      await program.recordAll(batch)
      clearInterval(using)
    })
    await Promise.all(locked)
    expect(await stored(batch)).toHaveLength(200)
  })

  it('is recorded if PostgreSQL accepts no more connections', async () => {
    const app = await openTestApp()
    try {
      const [one, { id }] = [await openProgram(app), await app.make.customer()]
      // Opens the connections of the main thread.
      await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.2)`.execute(app.portal.db)))
      const { rows } = await sql<{ database: string; n: number }>`
        select current_database() as database, count(*)::int as n from pg_stat_activity
        where datname = current_database()`.execute(app.db)
      for (const { database, n } of rows)
        await sql`alter database ${sql.ref(database)} connection limit ${sql.lit(n)}`.execute(app.db)
      await app.visitor().call(listMunicipalities)
      const answers = await one.recordAll(batchOf(200, { ...person, id }))
      expect(answers.every(({ status }) => status === 'recorded')).toBe(true)
    } finally {
      await app.close()
    }
  })
})
