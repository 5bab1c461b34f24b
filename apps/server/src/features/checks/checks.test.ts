import { decideApproval, listApprovals, listFlags, resolveFlag } from '@portal/contract/checks.ts'
import { explainOwnPoints } from '@portal/contract/points-origin.ts'
import { summarizePoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importPoints } from '#server/ledger/import/import-records.ts'
import { recordManually } from '#server/ledger/manual/record-manually.ts'
import {
  additionOf,
  changeRates,
  closingOf,
  deletionOf,
  replacementOf,
} from '#server/ledger/rates/change-rates.ts'
import { listRates } from '#server/ledger/rates/rates.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { days } from '#server/lib/time/clock.ts'
import type { Person } from '#test/factories.ts'
import { errorOf, fileOf } from '#test/files.ts'
import { openProgram } from '#test/programs.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let managers: [Person, Client][]
let clerk: Person
beforeAll(async () => {
  testApp = await openTestApp({ FOUR_EYES_ABOVE: '1000', CAP_PARTNER_DAY: '500', CAP_PERSON_DAY: '100' })
  testApp.clock.toNoon()
  clerk = await testApp.make.staff()
  const people = [
    await testApp.make.staff({ role: 'manager' }),
    await testApp.make.staff({ role: 'manager' }),
  ]
  managers = []
  for (const person of people) managers.push([person, await testApp.signIn(person)])
})
afterAll(() => testApp.close())

const manager = (place = 0) => (managers[place] as [Person, Client])[1]
const authorOf = ({ id }: Person) => ({ kind: 'command', name: 'test', id }) as const
const decide = (client: Client, id: number, decision = 'approved') =>
  client.send(decideApproval, { params: { id }, body: { decision } })
const idOf = (result: object) => {
  if (!('approval' in result)) throw new Error('There is no request.')
  return result.approval as number
}
const availableOf = async (person: Person) =>
  (await (await testApp.signIn(person)).call(summarizePoints)).available

/** Actions of the audit log about a request or a flag, with their actors. */
const auditOf = async (name: 'approval' | 'flag', id: number) =>
  (
    await testApp.db
      .selectFrom('auditEntries')
      .select(['action', 'actorId', 'subjectId', 'details'])
      .orderBy('id')
      .execute()
  )
    .filter(({ details }) => (details as Record<string, unknown>)[name] === id)
    .map(({ action, actorId, subjectId }) => [action, actorId, subjectId])

const record = (person: Person, points: number) => ({
  participantId: person.id,
  points,
  description: 'oil_collected' as const,
  createdAt: '2026-03-01T10:00:00+02:00',
  reason: 'Η συσκευή δεν κατέγραψε την παράδοση',
})

describe('a manual record', () => {
  it('up to the sum is recorded at once, with its reason', async () => {
    const maria = await testApp.make.customer()
    const author = await testApp.make.staff()
    const done = await recordManually(testApp.portal, authorOf(author), record(maria, 1_000))
    if (!('done' in done)) throw new Error('It was not recorded.')
    const client = await testApp.signIn(maria)
    const origin = await client.call(explainOwnPoints, { params: { id: String(done.done) } })
    expect(origin).toMatchObject({ points: 1_000, site: null, details: { reason: record(maria, 1).reason } })
    const entries = await testApp.db
      .selectFrom('auditEntries')
      .select(['actorId', 'subjectId'])
      .where('action', '=', 'points.record_manually')
      .orderBy('id')
      .execute()
    expect(entries.at(-1)).toEqual({ actorId: author.id, subjectId: maria.id })
  })

  it('above the sum has no effect until a second person approves it [security four eyes]', async () => {
    const maria = await testApp.make.customer()
    const requester = managers[0]?.[0] as Person
    const id = idOf(await recordManually(testApp.portal, authorOf(requester), record(maria, 1_001)))
    expect(await availableOf(maria)).toBe(0)
    expect((await manager().call(listApprovals)).results[0]).toMatchObject({ id, own: true, points: 1_001 })
    const own = await decide(manager(), id)
    expect([own.statusCode, own.json()]).toEqual([
      403,
      { detail: 'A second person has to decide on this request.' },
    ])
    expect(await availableOf(maria)).toBe(0)

    const approved = await decide(manager(1), id)
    expect([approved.statusCode, approved.json()]).toEqual([
      200,
      expect.objectContaining({ decision: 'approved', decided_by: managers[1]?.[0].email, own: false }),
    ])
    expect(await availableOf(maria)).toBe(1_001)
    expect((await decide(manager(1), id)).statusCode).toBe(409)
    expect((await decide(manager(1), id, 'rejected')).statusCode).toBe(409)
    expect(await availableOf(maria)).toBe(1_001)
    expect(await auditOf('approval', id)).toEqual([
      ['approval.request', requester.id, null],
      ['approval.approve', managers[1]?.[0].id, null],
    ])
    await verifyLedger(testApp.portal)
  })

  it('that was rejected never takes effect [security four eyes]', async () => {
    const maria = await testApp.make.customer()
    const id = idOf(await recordManually(testApp.portal, authorOf(clerk), record(maria, 5_000)))
    expect((await decide(manager(), id, 'rejected')).json()).toMatchObject({
      decision: 'rejected',
      executed_at: null,
    })
    expect((await decide(manager(1), id)).statusCode).toBe(409)
    expect(await availableOf(maria)).toBe(0)
  })

  it('takes effect once when managers approve it at the same time [security four eyes]', async () => {
    const maria = await testApp.make.customer()
    const id = idOf(await recordManually(testApp.portal, authorOf(clerk), record(maria, 2_000)))
    const answers = await Promise.all([0, 1, 0, 1].map((place) => decide(manager(place), id)))
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await availableOf(maria)).toBe(2_000)
  })

  it('that became impossible is not made, and can be rejected', async () => {
    const maria = await testApp.make.customer()
    await testApp.make.record(maria, { points: 3_000 })
    const id = idOf(
      await recordManually(testApp.portal, authorOf(clerk), {
        ...record(maria, -2_000),
        description: 'collection_cancelled',
      }),
    )
    await testApp.make.record(maria, { points: -2_500, description: 'coupon_created' })
    const answer = await decide(manager(), id)
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { detail: 'The requested change is not possible any more. Reject it.' },
    ])
    expect(await availableOf(maria)).toBe(500)
    expect((await decide(manager(), id, 'rejected')).statusCode).toBe(200)
  })

  it('is limited by the database, too [security four eyes]', async () => {
    const maria = await testApp.make.customer()
    const id = idOf(await recordManually(testApp.portal, authorOf(clerk), record(maria, 2_000)))
    const decided = { decision: 'approved', decidedBy: clerk.id, decidedAt: new Date() } as const
    const update = testApp.db.updateTable('approvals').set(decided).where('id', '=', id).execute()
    await expect(update).rejects.toThrow('approvals_four_eyes')
  })
})

describe('a rate', () => {
  const rate = {
    description: 'oil_collected',
    material: null,
    unit: 'litre',
    pointsPerUnit: '20',
    validFrom: '2026-01-01',
    validTo: null,
    note: '',
  } as const

  it('is added and closed after an approval [security four eyes]', async () => {
    const added = idOf(await changeRates(testApp.portal, authorOf(clerk), additionOf(rate)))
    expect(await listRates(testApp.portal)).toEqual([])
    expect((await decide(manager(), added)).json()).toMatchObject({
      kind: 'rate_added',
      rate: { description: 'oil_collected', points_per_unit: 20 },
    })
    const [stored] = await listRates(testApp.portal)
    expect(stored).toMatchObject({ pointsPerUnit: '20.0000', validTo: null })
    // The days overlap: rejected at once, not when it is approved.
    expect(await errorOf(changeRates(testApp.portal, authorOf(clerk), additionOf(rate)))).toContain(
      'Another rate',
    )

    const closed = idOf(
      await changeRates(
        testApp.portal,
        authorOf(clerk),
        await closingOf(testApp.portal, stored?.id ?? 0, '2026-12-31'),
      ),
    )
    expect((await listRates(testApp.portal))[0]?.validTo).toBeNull()
    expect((await decide(manager(), closed)).statusCode).toBe(200)
    expect((await listRates(testApp.portal))[0]?.validTo).toBe('2026-12-31')
  })

  it('is replaced and deleted by one request each, which leaves no day without a rate [security four eyes]', async () => {
    const author = authorOf(clerk)
    const material = 'φοινικέλαιο'
    const added = idOf(await changeRates(testApp.portal, author, additionOf({ ...rate, material })))
    await decide(manager(), added)
    const stored = async () =>
      (await listRates(testApp.portal))
        .filter((one) => one.material === material)
        .map(({ id, pointsPerUnit, validFrom, validTo }) => [id, Number(pointsPerUnit), validFrom, validTo])
    const [[first] = []] = await stored()
    const given = { pointsPerUnit: '1200', validFrom: '2027-01-01' }
    const asked = await changeRates(
      testApp.portal,
      author,
      await replacementOf(testApp.portal, Number(first), given),
    )
    // Until the approval, nothing changes.
    expect(await stored()).toEqual([[first, 20, '2026-01-01', null]])
    expect((await decide(manager(), idOf(asked))).json()).toMatchObject({
      kind: 'rate_replaced',
      rate: { material, points_per_unit: 1200, replaces: 20, valid_from: '2027-01-01', valid_to: null },
    })
    const [, [second] = []] = await stored()
    expect(await stored()).toEqual([
      [first, 20, '2026-01-01', '2026-12-31'],
      [second, 1200, '2027-01-01', null],
    ])

    const deleted = await changeRates(
      testApp.portal,
      author,
      await deletionOf(testApp.portal, Number(second)),
    )
    expect(deleted.gaps).toContainEqual({
      description: 'oil_collected',
      unit: 'litre',
      material,
      gap: '2027-01-01',
    })
    expect((await decide(manager(), idOf(deleted))).json()).toMatchObject({
      kind: 'rate_deleted',
      executed_at: expect.any(String),
      // The rate is gone; the request still says which one it was.
      rate: { material, points_per_unit: 1200, valid_from: '2027-01-01', replaces: null },
    })
    expect(await stored()).toEqual([[first, 20, '2026-01-01', '2026-12-31']])
  })

  it('that overlaps a rate added meanwhile is impossible', async () => {
    const other = { ...rate, description: 'item_delivered', unit: 'item' } as const
    const first = idOf(await changeRates(testApp.portal, authorOf(clerk), additionOf(other)))
    const second = idOf(await changeRates(testApp.portal, authorOf(clerk), additionOf(other)))
    expect((await decide(manager(), first)).statusCode).toBe(200)
    expect((await decide(manager(), second)).statusCode).toBe(409)
    expect((await listRates(testApp.portal)).filter((one) => one.unit === 'item')).toHaveLength(1)
  })

  it('needs the name of the requester', async () => {
    const anonymous = changeRates(
      testApp.portal,
      { kind: 'command', name: 'rates add' },
      additionOf({ ...rate, description: 'item_reused', unit: 'item' }),
    )
    expect(await errorOf(anonymous)).toContain('--as EMAIL')
  })
})

describe('an import', () => {
  const linesFor = (person: Person, points: number) =>
    `email,points,description,created_at,reference\n${person.email},${points},oil_collected,2024-07-03T12:00:00+03:00,${crypto.randomUUID()}\n`
  const run = (file: string) => importPoints({ ...testApp.portal, progress: () => {} }, file, authorOf(clerk))

  it('above the sum takes effect once after its approval, for the same content only [security four eyes]', async () => {
    const maria = await testApp.make.customer()
    const content = linesFor(maria, 1_001)
    const file = fileOf(content)
    const id = idOf(await run(file))
    expect(await availableOf(maria)).toBe(0)
    expect(await errorOf(run(file))).toBe(`The import waits for the approval of request ${id}.`)
    expect((await decide(manager(), id)).json()).toMatchObject({
      kind: 'points_imported',
      points: 1_001,
      file: { name: 'file.csv', records: 1 },
      executed_at: null,
    })
    expect(await availableOf(maria)).toBe(0)
    expect(await run(fileOf(linesFor(maria, 1_001)))).toHaveProperty('approval')
    expect(await run(fileOf(content, 'renamed.csv'))).toEqual({ added: 1, present: 0 })
    expect(await availableOf(maria)).toBe(1_001)
    expect(await run(file)).toEqual({ added: 0, present: 1 })
    expect(await auditOf('approval', id)).toEqual([
      ['approval.request', clerk.id, null],
      ['approval.approve', managers[0]?.[0].id, null],
      ['points.import', clerk.id, null],
    ])
  })

  it('counts negative points, too, and takes no effect after a rejection [security four eyes]', async () => {
    const maria = await testApp.make.customer()
    await testApp.make.record(maria, { points: 5_000 })
    const file = fileOf(linesFor(maria, -1_001).replace('oil_collected', 'coupon_created'))
    const id = idOf(await run(file))
    expect((await decide(manager(), id, 'rejected')).statusCode).toBe(200)
    const again = idOf(await run(file))
    expect(again).toBeGreaterThan(id)
    expect(await availableOf(maria)).toBe(5_000)
  })

  it('up to the sum needs no approval', async () => {
    const maria = await testApp.make.customer()
    expect(await run(fileOf(linesFor(maria, 1_000)))).toEqual({ added: 1, present: 0 })
  })
})

describe('a flag', () => {
  it('is listed for managers and resolved once, with a note [security caps]', async () => {
    const maria = await testApp.make.customer({ firstName: 'Μαρία', lastName: 'Δήμου' })
    const site = await openProgram(testApp)
    const delivery = { description: 'oil_collected', points: 101, happened_at: '2026-03-01T10:00:00+02:00' }
    await site.record({ reference: 'a', participant: { id: maria.id }, ...delivery })
    const { count, results } = await manager().call(listFlags)
    expect(count).toBe(1)
    expect(results[0]).toMatchObject({
      partner: null,
      participant: { id: maria.id, full_name: 'Μαρία Δήμου' },
      points: 101,
      cap: 100,
      rejected: false,
      decided_by: null,
    })
    const id = results[0]?.id ?? 0
    const resolve = (client: Client, note = 'Ταβέρνα, το επιβεβαίωσα στο τηλέφωνο') =>
      client.send(resolveFlag, { params: { id }, body: { note } })
    expect((await resolve(manager(), '')).json()).toEqual({ note: ['This field may not be blank.'] })
    expect((await resolve(manager())).json()).toMatchObject({
      decided_by: managers[0]?.[0].email,
      note: 'Ταβέρνα, το επιβεβαίωσα στο τηλέφωνο',
    })
    expect((await resolve(manager(1))).statusCode).toBe(409)
    expect((await manager().call(listFlags)).count).toBe(0)
    expect((await manager().call(listFlags, { query: { state: 'all' } })).results).toHaveLength(1)
    expect(await auditOf('flag', id)).toEqual([['flag.resolve', managers[0]?.[0].id, maria.id]])
  })

  it('that does not exist is not found', async () => {
    const answer = await manager().send(resolveFlag, { params: { id: 999_999 }, body: { note: 'x' } })
    expect(answer.statusCode).toBe(404)
    expect((await manager().send(listFlags, { query: { page: '9' } })).statusCode).toBe(404)
  })
})

// Last: the clock moves on.
describe('manual records of a day', () => {
  it('count together for their author [security four eyes]', async () => {
    const maria = await testApp.make.customer()
    const author = await testApp.make.staff()
    const add = (points: number) => recordManually(testApp.portal, authorOf(author), record(maria, points))
    expect(await add(600)).toHaveProperty('done')
    expect(await add(300)).toHaveProperty('done')
    expect(await add(101)).toHaveProperty('approval')
    testApp.clock.forward(days(1))
    expect(await add(1_000)).toHaveProperty('done')
    expect(await availableOf(maria)).toBe(1_900)
  })
})
