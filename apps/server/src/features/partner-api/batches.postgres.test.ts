import { recordPoints } from '@portal/contract/partner-points.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person } from '#test/factories.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { byCommand } from '#server/lib/audit/audit.ts'
import { setWebhook } from './webhook-service.ts'

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

describe('a large batch', () => {
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
    await setWebhook(
      announced.portal,
      byCommand('partner set-webhook'),
      site.partner.clientId,
      'http://127.0.0.1:9/hook',
    )
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
