import { listPlaces } from '@portal/contract/places.ts'
import { listEvents } from '@portal/contract/partner-points.ts'
import { bindSticker, issueStickers, listOwnStickers } from '@portal/contract/stickers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockAsWriter, lockBalances } from '#server/ledger/transaction/transaction.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { insert } from '#test/rows.ts'
import { until } from '#test/until.ts'

let testApp: TestApp
let site: Program
beforeAll(async () => {
  testApp = await openTestApp()
  site = await openProgram(testApp)
})
afterAll(() => testApp.close())

const concurrency = 64
const inParallel = <T>(work: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: concurrency }, (_, turn) => work(turn)))

const record = (person: Person, points: number, reference: string = crypto.randomUUID()) => ({
  reference,
  participant: { id: person.id },
  points,
  description: points < 0 ? 'coupon_created' : 'oil_collected',
  happened_at: '2026-03-01T10:00:00+02:00',
})

const balanceOf = async ({ id }: Person) =>
  testApp.db
    .selectFrom('balances')
    .select(['available', 'nRecords'])
    .where('participantId', '=', id)
    .executeTakeFirstOrThrow()

describe('64 concurrent clients', () => {
  it('redeem the last points once [partners races]', async () => {
    const maria = await testApp.make.customer()
    await site.record(record(maria, 100))
    const answers = await inParallel(() => site.record(record(maria, -100)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(concurrency - 1)
    expect(await balanceOf(maria)).toEqual({ available: 0, nRecords: 2 })
  })

  it('repeat a batch without waiting for those who write, and get its answers', async () => {
    const maria = await testApp.make.customer()
    const records = [record(maria, 40), record(maria, -10)]
    const recorded = await site.recordAll(records)
    const repeated = recorded.map((answer) => ({ ...answer, status: 'repeated' }))
    await testApp.db.transaction().execute(async (trx) => {
      await lockBalances(trx, [maria.id])
      for (const answers of await inParallel(() => site.recordAll(records))) expect(answers).toEqual(repeated)
    })
    const [known, changed] = records
    const answers = await site.recordAll([known, { ...changed, points: -20 }])
    expect(answers).toMatchObject([{ status: 'repeated' }, { code: 'reference_conflict' }])
    expect(await balanceOf(maria)).toEqual({ available: 30, nRecords: 2 })
  })

  it('send the same reference: one record is stored, and all receive its answer [partners races]', async () => {
    const maria = await testApp.make.customer()
    const sent = record(maria, 40)
    const answers = await inParallel(() => site.record(sent))
    const ids = new Set(answers.map(({ body }) => body.id))
    expect([...ids]).toEqual([expect.any(Number)])
    expect(answers.map(({ body }) => body.status).sort()).toEqual([
      'recorded',
      ...Array.from({ length: concurrency - 1 }, () => 'repeated'),
    ])
    expect(await balanceOf(maria)).toEqual({ available: 40, nRecords: 1 })
  })

  it('send one reference with different contents: one is recorded, the others are rejected', async () => {
    const people = await inParallel(() => testApp.make.customer())
    const reference = crypto.randomUUID()
    const answers = await inParallel((turn) => site.record(record(people[turn] as Person, 5, reference)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(concurrency - 1)
  })

  it('send the same delivery for an unknown sticker: it is stored once', async () => {
    const reference = crypto.randomUUID()
    const sent = {
      reference,
      participant: { sticker: 'A4KX-97TE-H2MX' },
      description: 'oil_collected',
      points: 5,
      happened_at: '2026-03-01T10:00:00+02:00',
    }
    const answers = await inParallel(() => site.record(sent))
    expect(new Set(answers.map(({ body }) => body.status))).toEqual(new Set(['waiting']))
    const { rows } = await sql`select id from waiting_deliveries where reference = ${reference}`.execute(
      testApp.db,
    )
    expect(rows).toHaveLength(1)
  })

  it('reverse the same record once [partners reversals]', async () => {
    const maria = await testApp.make.customer()
    const sent = record(maria, 40)
    await site.record(sent)
    const answers = await inParallel((turn) =>
      site.reverse({
        reference: sent.reference,
        reversal_reference: `${sent.reference}-${turn}`,
        happened_at: '2026-03-02T10:00:00+02:00',
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(concurrency - 1)
    expect(await balanceOf(maria)).toEqual({ available: 0, nRecords: 2 })
  })

  it('reverse parts of the same record: at most its points in total [partners partial reversals]', async () => {
    const maria = await testApp.make.customer()
    await site.record(record(maria, 1_000))
    const coupon = record(maria, -1_000)
    await site.record(coupon)
    const answers = await inParallel((turn) =>
      site.reverse({
        reference: coupon.reference,
        reversal_reference: `${coupon.reference}-${turn}`,
        points: 90,
        happened_at: '2026-03-02T10:00:00+02:00',
        as: 'coupon_cancelled',
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(11)
    const detail = 'Only 10 points of this record are left to reverse.'
    for (const rejected of answers.filter(({ status }) => status !== 200))
      expect(rejected).toMatchObject({ status: 409, body: { detail } })
    expect(await balanceOf(maria)).toEqual({ available: 990, nRecords: 13 })
  })

  it('claim stickers for one account: at most its limit [partners sticker claims]', async () => {
    const strict = await openTestApp({ LIMIT_STICKER_ADDED_ACCOUNT: '20/1d' })
    try {
      const clerk = await strict.signIn(await strict.make.staff())
      await clerk.call(issueStickers, { body: { count: 90 } })
      const codes = (await strict.db.selectFrom('stickers').select('code').execute()).map(({ code }) => code)
      const [maria, program] = [await strict.make.customer(), await openProgram(strict)]
      const client = await strict.signIn(maria)
      const [claims] = await Promise.all([
        Promise.all(codes.slice(0, 60).map((code) => client.send(bindSticker, { body: { code } }))),
        // Records claim stickers, too: three per request.
        ...Array.from({ length: 10 }, (_, call) =>
          program.recordAll(
            codes.slice(60 + call * 3, 63 + call * 3).map((sticker) => ({
              ...record(maria, 1),
              details: { sticker },
            })),
          ),
        ),
      ])
      const owned = await client.call(listOwnStickers)
      expect(owned).toHaveLength(20)
      const statuses = claims.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20)
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    } finally {
      await strict.close()
    }
  })

  it('send batches for the same people in opposite orders, some of them twice, without deadlocks', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => testApp.make.customer()))
    const batches = Array.from({ length: 8 }, (_, batch) =>
      people.map((person, place) => record(person, 1, `ring-${batch}-${place}`)),
    )
    const answers = await inParallel((turn) => {
      const batch = batches[turn % batches.length] ?? []
      return site.recordAll(turn % 3 === 0 ? batch.toReversed() : batch)
    })
    expect(answers.flat().filter(({ status }) => status === 'recorded')).toHaveLength(8 * 20)
    expect(answers.flat().every(({ status }) => status === 'recorded' || status === 'repeated')).toBe(true)
    for (const person of people) expect(await balanceOf(person)).toEqual({ available: 8, nRecords: 8 })
  })

  it('read the events without gaps while they write [partners events]', async () => {
    const mine = await openProgram(testApp)
    const maria = await testApp.make.customer()
    let writing = true
    const seen: number[] = []
    const follow = async () => {
      let after = 0
      for (let last = false; ;) {
        const { body } = await mine.send(listEvents, { query: { after: String(after), limit: '50' } })
        const { events, next } = body as { events: { cursor: number }[]; next: number }
        seen.push(...events.map(({ cursor }) => cursor))
        after = next
        if (events.length === 0 && last) return
        last = !writing
      }
    }
    const following = follow()
    await inParallel(async () => {
      await mine.recordAll([record(maria, 1), record(maria, 1)])
    })
    writing = false
    await following
    expect(seen).toHaveLength(concurrency * 2)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
  })
})

describe('recordPoints with a waiting delivery', () => {
  it('does not block other calls of the same partner below the limit', async () => {
    const waiting = (reference: string) => ({
      reference,
      participant: { sticker: 'A4KX-97TE-H2MX' },
      description: 'oil_collected',
      points: 5,
      happened_at: '2026-03-01T10:00:00+02:00',
    })
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The first request waits for its reference, which a concurrent transaction has inserted.
    const slow = testApp.db.transaction().execute(async (trx) => {
      await sql`
        insert into partner_references (partner_id, reference, content, received_at)
        values (${site.partner.id}, 'held', '', now())`.execute(trx)
      begun.resolve()
      await ended.promise
      throw new Error('rolled back')
    })
    await begun.promise
    const held = site.record(waiting('held'))
    await until(() => isLockAwaited('transactionid'))
    const seen = { isAnswered: false }
    const free = site.record(waiting('free')).finally(() => (seen.isAnswered = true))
    await until(async () => seen.isAnswered || (await isLockAwaited()))
    const { isAnswered } = seen
    ended.resolve()
    await expect(slow).rejects.toThrow('rolled back')
    expect(isAnswered).toBe(true)
    for (const { body } of [await held, await free]) expect(body.status).toBe('waiting')
  })
})

describe('listEvents', () => {
  it('waits for a record that was inserted earlier and is committed later', async () => {
    const mine = await openProgram(testApp)
    const maria = await testApp.make.customer()
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // A writer whose record has an id but is not committed.
    const slow = testApp.db.transaction().execute(async (trx) => {
      await lockAsWriter(trx)
      const { id: participantId } = await testApp.make.customer()
      const slow = { source: 'slow', reference: 'slow', partnerId: mine.partner.id, createdAt: new Date() }
      await insert(trx, 'pointsRecords', { ...slow, participantId, points: 1, description: 'oil_collected' })
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    await mine.record(record(maria, 1, 'fast'))

    const seen = { isListed: false }
    const listing = mine.send(listEvents).finally(() => (seen.isListed = true))
    await until(async () => seen.isListed || (await isLockAwaited()))
    ended.resolve()
    await slow
    const { body } = await listing
    const { events } = body as { events: { record: { reference: string } }[] }
    expect(events.map((event) => event.record.reference)).toEqual(['slow', 'fast'])
  })

  it('blocks no other calls if many programs call it during a write [partners events]', async () => {
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = testApp.db.transaction().execute(async (trx) => {
      await lockAsWriter(trx)
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    const listing = inParallel(() => site.send(listEvents))
    await until(() => isLockAwaited())
    // As many requests as the pool has connections: a participant's request needs a connection, too.
    for (let turn = 0; turn < 10; turn += 1)
      expect((await testApp.visitor().send(listPlaces)).statusCode).toBe(200)
    ended.resolve()
    await slow
    expect((await listing).map(({ status }) => status)).toEqual(
      Array.from({ length: concurrency }, () => 200),
    )
  })
})

async function isLockAwaited(lockType: 'advisory' | 'transactionid' = 'advisory'): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_locks l join pg_stat_activity a using (pid)
    where locktype = ${lockType} and not granted and a.datname = current_database()
      and a.application_name = 'portal'`.execute(testApp.db)
  return rows.length > 0
}
