import { listEvents, recordPoints } from '@portal/contract/partner-points.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deleteOldWaiting } from '#server/ledger/waiting/delete-old.ts'
import { days, minutes } from '#server/lib/time/clock.ts'
import { openTestApp } from '#test/test-app.ts'
import { openProgram } from '#test/programs.ts'

describe('RECORD_MAX_AGE', () => {
  it("limits the age of partners' records, by default to 30 days [partners record age]", async () => {
    const plain = await openTestApp({ RECORD_MAX_AGE: '', WAITING_MAX_AGE: '' })
    onTestFinished(() => plain.close())
    const [maria, program] = [await plain.make.customer(), await openProgram(plain)]
    const at = (age: number) => new Date(plain.portal.clock.now().getTime() - age).toISOString()
    const entry = (age: number, reference: string = crypto.randomUUID()) => ({
      reference,
      participant: { id: maria.id },
      description: 'oil_collected',
      points: 40,
      happened_at: at(age),
    })
    const young = entry(days(30) - minutes(5), 'young')
    const answers = await program.recordAll([entry(days(30) + minutes(1)), entry(days(9_000)), young])
    expect(answers.map(({ code, status }) => code ?? status)).toEqual([
      'moment_too_old',
      'moment_too_old',
      'recorded',
    ])
    expect(answers[0]?.errors).toEqual({
      happened_at: [expect.stringMatching(/^This timestamp is too old\. The oldest accepted is 20.*\.$/)],
    })
    const back = { reference: 'young', reversal_reference: 'back', happened_at: at(days(31)) }
    expect(await program.reverse(back)).toMatchObject({
      status: 400,
      body: { happened_at: [expect.any(String)] },
    })

    // Repeated after the age limit, it is still the same record.
    const reversed = { ...back, happened_at: young.happened_at }
    expect((await program.reverse(reversed)).body.status).toBe('recorded')
    plain.clock.forward(days(20))
    const later = await openProgram(plain, { as: program.partner })
    expect((await later.record(young)).body.status).toBe('repeated')
    expect((await later.reverse(reversed)).body.status).toBe('repeated')
  })
})

describe('waiting deliveries', () => {
  const waiting = (reference: string, happened_at = '2026-03-01T10:00:00+02:00') => ({
    reference,
    participant: { sticker: 'A4KX-97TE-H2MX' },
    description: 'oil_collected',
    points: 4,
    happened_at,
  })
  const codesOf = (answers: { code?: string | undefined; status: string }[]) =>
    answers.map(({ code, status }) => code ?? status)

  it('are limited by partner, also in parallel calls; other records are accepted [partners waiting limits]', async () => {
    const strict = await openTestApp({ WAITING_LIMIT: '5' })
    onTestFinished(() => strict.close())
    const [maria, program, other] = [
      await strict.make.customer(),
      await openProgram(strict),
      await openProgram(strict),
    ]
    const calls = await Promise.all(
      Array.from({ length: 8 }, (_, call) => program.recordAll([waiting(`${call}-a`), waiting(`${call}-b`)])),
    )
    const codes = codesOf(calls.flat())
    expect(codes.filter((code) => code === 'waiting')).toHaveLength(5)
    expect(codes.filter((code) => code === 'waiting_full')).toHaveLength(11)
    expect(await program.record(waiting('alone'))).toMatchObject({
      status: 409,
      body: { detail: 'Too many of your deliveries wait for their stickers to be added.' },
    })
    const first = calls.flat().find(({ status }) => status === 'waiting')?.reference ?? ''
    const again = await program.recordAll([
      waiting(first),
      { ...waiting('named'), participant: { id: maria.id } },
    ])
    expect(codesOf(again)).toEqual(['waiting', 'recorded'])
    expect((await other.record(waiting('other'))).body.status).toBe('waiting')
  })

  it('of short calls do not wait for each other far from the limit [partners waiting limits]', async () => {
    const testApp = await openTestApp({ WAITING_LIMIT: '', DATABASE_LOCK_TIMEOUT: '' })
    onTestFinished(() => testApp.close())
    const program = await openProgram(testApp)
    const partnerId = program.partner.id
    await testApp.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('waiting deliveries'), ${partnerId}::int)`.execute(trx)
      expect((await program.record(waiting('short'))).body.status).toBe('waiting')
    })
  })

  it('are deleted with their references after their lifetime, also withdrawn ones [partners waiting limits]', async () => {
    const testApp = await openTestApp({ RECORD_MAX_AGE: '1d', WAITING_MAX_AGE: '2d' })
    onTestFinished(() => testApp.close())
    const program = await openProgram(testApp)
    const now = () => testApp.portal.clock.now().toISOString()
    const at = now()
    await program.recordAll([waiting('a', at), waiting('b', at)])
    await program.reverse({ reference: 'b', reversal_reference: 'b-back', happened_at: at })
    testApp.clock.forward(days(2) - minutes(1))
    expect(await deleteOldWaiting(testApp.portal)).toBe(0)
    const later = await openProgram(testApp, { as: program.partner })
    await later.record(waiting('c', now()))
    testApp.clock.forward(minutes(2))
    expect(await deleteOldWaiting(testApp.portal)).toBe(2)
    const kept = await testApp.db.selectFrom('partnerReferences').select('reference').execute()
    expect(kept).toEqual([{ reference: 'c' }])
    expect(codesOf(await later.recordAll([waiting('a', at), waiting('c', now())]))).toEqual([
      'moment_too_old',
      'reference_conflict',
    ])
  })
})

describe('calls of a partner', () => {
  it('are limited over all its tokens: 429 with Retry-After [partners call limits]', async () => {
    const strict = await openTestApp({ LIMIT_PARTNER_CALLS: '3/1m' })
    onTestFinished(() => strict.close())
    const [one, other] = [await openProgram(strict), await openProgram(strict)]
    const second = await openProgram(strict, { as: one.partner, may: ['points:write'] })
    expect((await one.send(listEvents)).status).toBe(200)
    // A batch of two records counts as one request.
    await one.recordAll([{}, {}])
    // Requests without the scope count as well.
    expect((await second.send(listEvents)).status).toBe(403)
    const rejected = await strict.app.inject({
      method: 'POST',
      url: recordPoints.path,
      payload: {},
      headers: { authorization: `Bearer ${second.token}` },
    })
    expect([rejected.statusCode, Number(rejected.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await other.send(listEvents)).status).toBe(200)
    strict.clock.forward(minutes(1))
    expect((await one.send(listEvents)).status).toBe(200)
  })

  it('are limited exactly when they arrive together', async () => {
    const strict = await openTestApp({ LIMIT_PARTNER_CALLS: '3/1m' })
    onTestFinished(() => strict.close())
    const program = await openProgram(strict)
    const answers = await Promise.all(Array.from({ length: 8 }, () => program.send(listEvents)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
  })
})
