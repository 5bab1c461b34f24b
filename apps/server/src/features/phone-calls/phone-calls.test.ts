import { addCallNote, deleteCallNote, showOverview } from '@portal/contract/phone-calls.ts'
import { decideClaim, reportClaim } from '@portal/contract/claims.ts'
import { login } from '@portal/contract/accounts.ts'
import { endParticipantSessions } from '@portal/contract/participants.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import { exportOwnData } from '@portal/contract/privacy.ts'
import { bindSticker, reportStickerLost } from '@portal/contract/stickers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonalData } from '#server/features/privacy/export-data-service.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { auditOf } from '#test/audit-entries.ts'
import type { Person } from '#test/factories.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'

let testApp: TestApp
let site: Program
let clerk: Client
let manager: Client
beforeAll(async () => {
  testApp = await openTestApp({ LIMIT_SIGN_IN_ACCOUNT_TOTAL: '2/1h', LIMIT_CALL_NOTES_STAFF: '30/1h' })
  site = await openProgram(testApp)
  clerk = await testApp.signIn(await testApp.make.staff({ firstName: 'Άννα', lastName: 'Λύτρα' }))
  manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
})
afterAll(() => testApp.close())

const idOf = ({ id }: Person) => ({ params: { id: String(id) } })
const overviewOf = (person: Person) => clerk.call(showOverview, idOf(person))
const note = (person: Person, text: string, by = clerk) =>
  by.call(addCallNote, { ...idOf(person), body: { text } })
const record = (person: Person, more: object) =>
  site.record({
    reference: crypto.randomUUID(),
    participant: { id: person.id },
    description: 'oil_collected',
    points: 100,
    happened_at: '2026-03-01T10:00:00+02:00',
    ...more,
  })

describe('showOverview', () => {
  it('answers the usual questions of a call [staff calls]', async () => {
    const maria = await testApp.make.customer()
    const client = await testApp.signIn(maria, { withPassword: true })
    await testApp.db.insertInto('stickerBatches').values({ count: 1, createdAt: new Date() }).execute()
    const { id: batchId } = await testApp.db
      .selectFrom('stickerBatches')
      .select('id')
      .executeTakeFirstOrThrow()
    const code = 'A4KX97TEH2MX'
    await testApp.db.insertInto('stickers').values({ code, batchId }).execute()
    await client.call(bindSticker, { body: { code } })
    await client.call(reportStickerLost, { body: { code } })
    await record(maria, { details: { litres: 5, collection_point: 'ΑΤΜ' } })
    await record(maria, {
      participant: { sticker: code },
      happened_at: later(new Date(), 1_000).toISOString(),
    })
    await record(maria, {
      description: 'coupon_created',
      points: -30,
      happened_at: '2026-03-01T11:00:00+02:00',
      coupon: { code: 'SECRET-123456', title: 'Ψωμί' },
    })
    const found = await overviewOf(maria)
    expect(found).toMatchObject({
      account: { activated_at: expect.any(String), locked: false, erasure_due_at: null, failed_mails: 0 },
      records: [
        { description: 'coupon_created', points: -30 },
        { points: 100, details: { litres: 5, collection_point: 'ΑΤΜ' }, reversals: [] },
      ],
      stickers: [{ code, waiting: 1 }],
      waiting: { deliveries: 1, points: 100, oldest: expect.any(String) },
      coupons: [{ title: 'Ψωμί', state: 'valid', ending: '3456' }],
      open_claims: [],
      notes: [],
    })
    expect(found.account.last_sign_in_on).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(JSON.stringify(found)).not.toContain('SECRET')
  })

  it('names the claims that are not decided [staff calls]', async () => {
    const maria = await testApp.make.customer()
    const client = await testApp.signIn(maria)
    const report = (daysAgo: number) => {
      const day = later(new Date(), days(-daysAgo)).toISOString().slice(0, 10)
      return client.call(reportClaim, {
        body: { submission: crypto.randomUUID(), sticker: 'A4KX97TEH2MX', day },
      })
    }
    const decided = await report(3)
    const { id, day } = await report(2)
    await clerk.call(decideClaim, {
      params: { id: String(decided.id) },
      body: { answer: 'reject', reason: 'not_found' },
    })
    expect((await overviewOf(maria)).open_claims).toEqual([{ id, day }])
    // Claims are read with the permission to decide them.
    const operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    expect((await operator.call(showOverview, idOf(maria))).open_claims).toEqual([])
  })

  it('counts the mails that failed, to the account and to its address [staff calls]', async () => {
    const maria = await testApp.make.customer()
    testApp.mails.stopServer()
    await testApp.visitor().call(resetPassword, { body: { email: maria.email.toUpperCase() } })
    await manager.call(endParticipantSessions, idOf(maria))
    // Jobs that failed once have a lower priority.
    const rejected = sql<{ n: number }>`select count(*)::int as n from pgboss.job where priority < 0`
    await until(async () => Number((await rejected.execute(testApp.db)).rows[0]?.n) >= 2)
    // As after the last retry. Again, if one of the jobs is at work: its end makes it wait for another try.
    await until(async () => {
      await sql`update pgboss.job set state = 'failed' where state <> 'completed'`.execute(testApp.db)
      return (await overviewOf(maria)).account.failed_mails === 2
    })
    testApp.mails.startServer()
    expect((await overviewOf(await testApp.make.customer())).account.failed_mails).toBe(0)
  })

  it('lists the last five records, with what reversed them [staff calls]', async () => {
    const maria = await testApp.make.customer()
    for (let at = 0; at < 6; at += 1)
      await record(maria, { reference: `r-${at}`, happened_at: `2026-03-0${at + 1}T10:00:00+02:00` })
    await site.reverse({
      reference: 'r-4',
      reversal_reference: 'r-4-back',
      happened_at: '2026-03-07T10:00:00+02:00',
      reason: 'Νερό',
    })
    const { records } = await overviewOf(maria)
    expect(records.map(({ reference }) => reference)).toEqual(['r-4-back', 'r-5', 'r-4', 'r-3', 'r-2'])
    expect(records[0]).toMatchObject({ details: { reason: 'Νερό' }, reverses: { id: records[2]?.id } })
    expect(records[2]).toMatchObject({ reversed_by: { id: records[0]?.id }, reversals: [{ points: -100 }] })
    expect(records[1]).toMatchObject({ reverses: null, reversed_by: null, reversals: [] })
  })

  it('says that an account is locked, or will be erased [staff calls]', async () => {
    const maria = await testApp.make.customer()
    const wrong = { body: { email: maria.email, password: 'λάθος-συνθηματικό-1' } }
    for (let tries = 0; tries < 2; tries += 1) await testApp.visitor().send(login, wrong)
    const now = testApp.portal.clock.now()
    await testApp.db
      .insertInto('erasures')
      .values({ userId: maria.id, confirmedAt: now, dueAt: later(now, days(7)) })
      .execute()
    expect((await overviewOf(maria)).account).toMatchObject({
      locked: true,
      erasure_due_at: expect.any(String),
    })
  })

  it('answers 404 for staff and unknown accounts [staff calls]', async () => {
    const other = await testApp.make.staff()
    expect((await clerk.send(showOverview, idOf(other))).statusCode).toBe(404)
    expect((await clerk.send(showOverview, { params: { id: '999999' } })).statusCode).toBe(404)
    const written = await clerk.send(addCallNote, { ...idOf(other), body: { text: 'x' } })
    expect(written.statusCode).toBe(404)
  })
})

describe('notes of calls', () => {
  it('are listed newest first with time and author, and audited [staff call notes]', async () => {
    const maria = await testApp.make.customer()
    await note(maria, 'Ρώτησε για το αυτοκόλλητό της.')
    const second = await note(maria, '  Θα ξαναπάρει. ')
    const { notes } = await overviewOf(maria)
    expect(notes.map(({ text }) => text)).toEqual(['Θα ξαναπάρει.', 'Ρώτησε για το αυτοκόλλητό της.'])
    expect(notes[0]).toEqual({ ...second, author: 'Άννα Λύτρα', at: expect.any(String) })
    await manager.call(deleteCallNote, { params: { id: String(second.id) } })
    expect((await overviewOf(maria)).notes).toHaveLength(1)
    const entries = await auditOf(testApp, maria.id, 'note.add', 'note.delete')
    expect(entries.map(({ action }) => action)).toEqual(['note.add', 'note.add', 'note.delete'])
    expect(JSON.stringify(entries)).not.toContain('αυτοκόλλητό')
  })

  it('are answered each with its own text, also if several are written at the same time', async () => {
    const maria = await testApp.make.customer()
    const busy = await testApp.signIn(await testApp.make.staff())
    const texts = Array.from({ length: 12 }, (_, at) => `Σημείωση ${at}`)
    const added = await Promise.all(texts.map((text) => note(maria, text, busy)))
    expect(added.map(({ text }) => text)).toEqual(texts)
  })

  it('are deleted by managers only [staff call notes]', async () => {
    const maria = await testApp.make.customer()
    const { id } = await note(maria, 'Σημείωση')
    const input = { params: { id: String(id) } }
    expect((await clerk.send(deleteCallNote, input)).statusCode).toBe(403)
    expect((await manager.send(deleteCallNote, input)).statusCode).toBe(204)
    expect((await manager.send(deleteCallNote, input)).statusCode).toBe(404)
  })

  it('have at most 500 characters, and their number per hour is limited [staff call notes]', async () => {
    const maria = await testApp.make.customer()
    const busy = await testApp.signIn(await testApp.make.staff())
    const statuses = new Set<number>()
    const send = (text: string) => busy.send(addCallNote, { ...idOf(maria), body: { text } })
    expect((await send('α'.repeat(501))).statusCode).toBe(400)
    expect((await send(' ')).statusCode).toBe(400)
    for (let at = 0; at < 31; at += 1) statuses.add((await send('α'.repeat(500))).statusCode)
    expect([...statuses]).toEqual([201, 429])
  })

  it('are in the export of the person and erased with them [staff call notes] [privacy erasure]', async () => {
    const maria = await testApp.make.customer()
    await note(maria, 'Για εξαγωγή')
    const client = await testApp.signIn(maria)
    const answer = await client.send(exportOwnData, { body: { current_password: maria.password } })
    expect(answer.json<PersonalData>().call_notes).toEqual([
      { at: expect.any(String), by: 'staff', text: 'Για εξαγωγή' },
    ])
    expect(answer.body).not.toContain('Λύτρα')
    await eraseParticipant(testApp.portal, maria.id, 'request')
    const rows = await testApp.db
      .selectFrom('callNotes')
      .select('text')
      .where('participantId', '=', maria.id)
      .execute()
    expect(rows).toEqual([])
  })
})
