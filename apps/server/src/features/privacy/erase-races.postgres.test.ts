import { login, updateMe } from '@portal/contract/accounts.ts'
import { bindSticker } from '@portal/contract/stickers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { foldCounters } from '#server/ledger/counters.ts'
import { importPoints } from '#server/ledger/import/import-records.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { fileOf } from '#test/files.ts'
import { byCommand } from '#server/lib/audit/audit.ts'
import { openProgram } from '#test/programs.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { backendOf, untilBlocked } from '#test/locks.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { carryOutRetention } from './retention-service.ts'
import { eraseParticipant } from './erase-service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const delivery = (participant: object) => ({
  participant,
  reference: crypto.randomUUID(),
  description: 'oil_collected',
  points: 10,
  happened_at: testApp.portal.clock.now().toISOString(),
})

const newSticker = async () => {
  const code = crypto.randomUUID().toUpperCase()
  await testApp.db
    .insertInto('stickerBatches')
    .values({ count: 1, createdAt: new Date(), createdBy: null })
    .execute()
  await sql`insert into stickers (code, batch_id) select ${code}, max(id) from sticker_batches`.execute(
    testApp.db,
  )
  return code
}

/** Starts an erasure and, once it waits for the balance, another call that waits for the same; then lets both run. */
async function duringErasure<T>(person: { id: number }, call: () => Promise<T>): Promise<T> {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<number>()
  const holding = testApp.db.transaction().execute(async (trx) => {
    await sql`select from balances where participant_id = ${person.id} for update`.execute(trx)
    locked(await backendOf(trx))
    await mayEnd
  })
  const holder = await isLocked
  const erasing = eraseParticipant(testApp.portal, person.id, 'request')
  await untilBlocked(testApp.db, holder, 1)
  const calling = call()
  await untilBlocked(testApp.db, holder, 2)
  end()
  await holding
  expect(await erasing).toBeDefined()
  return calling
}

describe('while a person is erased', () => {
  it('partners book nothing for the account any more [privacy erasure]', async () => {
    const person = await testApp.make.customer()
    const program = await openProgram(testApp)
    const answer = await duringErasure(person, () => program.record(delivery({ id: person.id })))
    expect(answer).toMatchObject({ status: 400 })
    expect(await recordsOf(person)).toBe(0)
  })

  it('no sticker stays with the person [privacy erasure]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    const code = await newSticker()
    const answer = await duringErasure(person, () => client.send(bindSticker, { body: { code } }))
    // The call holds the session that the erasure ends, and waits for its balance: PostgreSQL makes one of the two begin again.
    expect([200, 401]).toContain(answer.statusCode)
    const { boundTo } = await testApp.db
      .selectFrom('stickers')
      .select('boundTo')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    expect(boundTo).toBeNull()
  })

  it('a second erasure does nothing [privacy erasure]', async () => {
    const person = await testApp.make.customer()
    const second = await duringErasure(person, () => eraseParticipant(testApp.portal, person.id, 'letter'))
    expect(second).toBeUndefined()
  })
})

test('an inactive account whose owner signs in while the job runs is not erased [privacy retention]', async () => {
  const { db, clock } = testApp.portal
  const person = await testApp.make.customer()
  const longAgo = later(clock.now(), -days(6 * 365))
  await db
    .updateTable('users')
    .set({ createdAt: longAgo, activatedAt: longAgo })
    .where('id', '=', person.id)
    .execute()
  const warnedAt = later(clock.now(), -days(100))
  const warned = { userId: person.id, lastSignInOn: null, warnedAt, warningAcceptedAt: warnedAt }
  await db.insertInto('accountActivity').values(warned).execute()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<number>()
  const holding = db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${person.id} for no key update`.execute(trx)
    locked(await backendOf(trx))
    await mayEnd
  })
  const holder = await isLocked
  const signingIn = testApp.visitor().call(login, { body: person })
  await untilBlocked(testApp.db, holder, 1)
  const running = carryOutRetention({ ...testApp.portal, mailer: testApp.mailer }, () => {})
  await untilBlocked(testApp.db, holder, 2)
  end()
  await holding
  await signingIn
  expect(await running).toEqual({ warned: 0, erased: 0 })
})

const recordsOf = async ({ id }: { id: number }) =>
  (
    await testApp.db
      .selectFrom('balances')
      .select('nRecords')
      .where('participantId', '=', id)
      .executeTakeFirstOrThrow()
  ).nRecords

test('erasures among bookings, claims, edits and an import leave the ledger consistent [privacy erasure]', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => testApp.make.customer()))
  const clients = await Promise.all(people.map((person) => testApp.signIn(person)))
  const codes = await Promise.all(people.map(newSticker))
  const program = await openProgram(testApp)
  const lines = people.flatMap(({ email }) =>
    Array.from({ length: 40 }, () => `${email},5,oil_collected,2026-01-02T10:00Z,${crypto.randomUUID()}`),
  )
  const file = fileOf(['email,points,description,created_at,reference', ...lines].join('\n'))
  const importing = importPoints(
    { ...testApp.portal, progress: () => {} },
    file,
    byCommand('import points'),
  ).catch(() => 'rejected')
  const booking = Array.from({ length: 20 }, () =>
    program.recordAll(people.flatMap(({ id }, at) => [delivery({ id }), delivery({ sticker: codes[at] })])),
  )
  const claiming = clients.map((client, at) => client.send(bindSticker, { body: { code: codes[at] } }))
  const editing = clients.map((client) => client.send(updateMe, { body: { telephone: '6944000000' } }))
  const erased = people.slice(0, 8)
  const erasing = erased.map(({ id }) => eraseParticipant(testApp.portal, id, 'request'))
  expect((await Promise.all(erasing)).every((one) => one !== undefined)).toBe(true)
  const answers = await Promise.all([...claiming, ...editing])
  expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
  await Promise.all([importing, ...booking])
  await foldCounters(testApp)
  await verifyLedger(testApp)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from stickers s join users u on u.id = s.bound_to where u.erased_at is not null`.execute(
    testApp.db,
  )
  expect(rows).toEqual([{ n: 0 }])
})
