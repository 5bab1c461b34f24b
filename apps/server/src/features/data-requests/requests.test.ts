import { answerDataRequest, extendDataRequest, listDataRequests } from '@portal/contract/checks.ts'
import { askDataRequest, listOwnDataRequests } from '@portal/contract/privacy.ts'
import { maxOpenRequests, maxRequestText } from '@portal/contract/security/request-kinds.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeExpired } from '#server/features/privacy/periods-service.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { auditOf } from '#test/audit-entries.ts'
import { readAll } from '#test/dump.ts'
import type { Person } from '#test/factories.ts'
import { type Client, openTestApp, type TestApp } from '#test/test-app.ts'

let testApp: TestApp
let manager: Client
let boss: Person
beforeAll(async () => {
  testApp = await openTestApp()
  boss = await testApp.make.staff({ role: 'manager' })
})
beforeEach(async () => {
  manager = await testApp.signIn(boss)
})
afterAll(() => testApp.close())

const text = 'Το επώνυμό μου γράφεται με δύο λάμδα.'
const idOf = (id: number) => ({ params: { id: String(id) } })

/** A person with a request for a correction. */
async function openRequest() {
  const person = await testApp.make.customer()
  const client = await testApp.signIn(person)
  const request = await client.call(askDataRequest, { body: { kind: 'rectification', text } })
  return { person, client, request }
}
const subjectsTo = async ({ email }: Person, count: number) =>
  (await testApp.mails.to(email, count)).map(({ subject }) => subject.split(' – ')[0])
const ownOf = async (client: Client) => (await client.call(listOwnDataRequests)).results[0]

describe('askDataRequest', () => {
  it.each([
    ['2027-01-15T10:00:00Z', '2027-02-15'],
    ['2027-01-31T10:00:00Z', '2027-02-28'],
    // The first day of the month in Athens.
    ['2027-03-31T22:30:00Z', '2027-05-01'],
  ])('received at %s, is to be answered by %s [privacy requests]', async (at, dueOn) => {
    const own = await openTestApp()
    own.clock.forward(new Date(at).getTime() - own.portal.clock.now().getTime())
    const client = await own.signIn(await own.make.customer())
    const request = await client.call(askDataRequest, { body: { kind: 'objection', text } })
    await own.close()
    expect(request).toMatchObject({ kind: 'objection', text, due_on: dueOn, outcome: null })
  })

  it('mails the receipt with the day for the answer, and restricts nothing else [privacy requests]', async () => {
    const { person, client, request } = await openRequest()
    const [mail] = await testApp.mails.to(person.email)
    expect(mail?.subject).toContain('Λάβαμε το αίτημά σας')
    expect(mail?.text).toContain(request.due_on.slice(0, 4))
    expect(await client.call(listOwnDataRequests)).toEqual({ restriction: null, results: [request] })
  })

  it('takes at most some open requests, texts of a length and known kinds, and none of staff [privacy requests]', async () => {
    const { client } = await openRequest()
    const ask = async (body: object, by = client) => (await by.send(askDataRequest, { body })).statusCode
    expect(await ask({ kind: 'objection', text: 'α'.repeat(maxRequestText + 1) })).toBe(400)
    expect(await ask({ kind: 'objection', text: ' ' })).toBe(400)
    expect(await ask({ kind: 'erasure', text })).toBe(400)
    const answers = await Promise.all(
      Array.from({ length: maxOpenRequests }, () => ask({ kind: 'objection', text })),
    )
    expect(answers.sort((a, b) => a - b)).toEqual([201, 201, 409])
    expect(await ask({ kind: 'objection', text }, manager)).toBe(403)
  })
})

describe('answerDataRequest', () => {
  it('mails the answer, shows it to the person and records who answered [privacy requests]', async () => {
    const { person, client, request } = await openRequest()
    const answer = {
      ...idOf(request.id),
      body: { outcome: 'refused' as const, answer: 'Έτσι είναι στην ταυτότητα.' },
    }
    await manager.call(answerDataRequest, answer)
    expect((await manager.send(answerDataRequest, answer)).statusCode).toBe(409)
    expect(await ownOf(client)).toMatchObject({ outcome: 'refused', answer: 'Έτσι είναι στην ταυτότητα.' })
    const mail = await testApp.mails.having(person.email, 'Έτσι είναι στην ταυτότητα.')
    // Article 12(4).
    expect(mail?.text).toContain('Αρχή Προστασίας Δεδομένων')
    const entries = await auditOf(
      testApp,
      person.id,
      'data_request.make',
      'data_request.answer',
      'data_request.extend',
    )
    expect(entries).toEqual([
      {
        action: 'data_request.make',
        actorKind: 'citizen',
        actorId: person.id,
        details: { request: request.id, kind: 'rectification' },
      },
      {
        action: 'data_request.answer',
        actorKind: 'staff',
        actorId: boss.id,
        details: { request: request.id, kind: 'rectification', outcome: 'refused' },
      },
    ])
  })

  it('is for managers only [privacy requests]', async () => {
    const { request } = await openRequest()
    for (const role of ['clerk', 'operator'] as const) {
      const client = await testApp.signIn(await testApp.make.staff({ role }))
      const sent = { ...idOf(request.id), body: { outcome: 'done', answer: 'Έγινε.', reason: 'λόγος' } }
      for (const endpoint of [answerDataRequest, extendDataRequest])
        expect((await client.send(endpoint, sent)).statusCode).toBe(403)
      expect((await client.send(listDataRequests)).statusCode).toBe(403)
    }
  })
})

describe('extendDataRequest', () => {
  it('extends the time once by two months, in time, and mails the reason [privacy requests]', async () => {
    const { person, client, request } = await openRequest()
    const extension = { ...idOf(request.id), body: { reason: 'Περιμένουμε τον δήμο.' } }
    await manager.call(extendDataRequest, extension)
    expect((await manager.send(extendDataRequest, extension)).statusCode).toBe(409)
    const extended = await ownOf(client)
    const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
    expect(months(extended?.due_on ?? '') - months(request.due_on)).toBe(2)
    expect(await subjectsTo(person, 2)).toContain('Χρειαζόμαστε περισσότερο χρόνο για το αίτημά σας')
    const late = await openRequest()
    testApp.clock.forward(days(32))
    const again = await testApp.signIn(boss)
    expect((await again.send(extendDataRequest, { ...extension, ...idOf(late.request.id) })).statusCode).toBe(
      409,
    )
  })
})

describe('listDataRequests', () => {
  it('lists open requests by the day for the answer, marks late ones, and records the read [privacy requests]', async () => {
    const own = await openTestApp()
    const person = await own.make.customer({ firstName: 'Μαρία', lastName: 'Νίκου' })
    const client = await own.signIn(person)
    const [first, second] = [
      await client.call(askDataRequest, { body: { kind: 'restriction', text } }),
      await client.call(askDataRequest, { body: { kind: 'objection', text } }),
    ]
    own.clock.forward(days(33))
    const reader = await own.make.staff({ role: 'manager' })
    const reading = await own.signIn(reader)
    const { count, results } = await reading.call(listDataRequests)
    expect(count).toBe(2)
    expect(results).toMatchObject([
      {
        id: first.id,
        overdue: true,
        restricted: true,
        participant: { id: person.id, full_name: 'Μαρία Νίκου' },
      },
      { id: second.id, overdue: true, restricted: true, answered_by: null },
    ])
    await reading.call(answerDataRequest, { ...idOf(first.id), body: { outcome: 'done', answer: 'Ισχύει.' } })
    expect((await reading.call(listDataRequests)).results.map(({ id }) => id)).toEqual([second.id])
    const all = await reading.call(listDataRequests, { query: { state: 'all' } })
    expect(all.results.map(({ id, answered_by: by }) => [id, by])).toEqual([
      [second.id, null],
      [first.id, reader.email],
    ])
    const read = own.db.selectFrom('auditEntries').select('details').where('action', '=', 'checks.read')
    expect((await read.execute())[0]?.details).toEqual({ list: 'requests' })
    await own.close()
  })
})

describe('requests', () => {
  it('are deleted with the person [privacy requests]', async () => {
    const { person, request } = await openRequest()
    await manager.call(answerDataRequest, {
      ...idOf(request.id),
      body: { outcome: 'done', answer: 'Διορθώθηκε για εσάς μόνο.' },
    })
    await testApp.mails.to(person.email, 2)
    await eraseParticipant(testApp.portal, person.id, 'request')
    const left = await readAll(testApp.db)
    expect([left.includes('Διορθώθηκε για εσάς μόνο.'), left.includes(person.email)]).toEqual([false, false])
  })

  it('are deleted five years after the answer; open ones are kept [privacy requests]', async () => {
    const own = await openTestApp()
    const client = await own.signIn(await own.make.customer())
    for (let n = 0; n < 3; n += 1) await client.call(askDataRequest, { body: { kind: 'objection', text } })
    const [open, fresh, old] = (await client.call(listOwnDataRequests)).results.map(({ id }) => id)
    const answer = (id: number | undefined, answeredAt: Date) =>
      own.db
        .updateTable('dataRequests')
        .set({ answeredAt, outcome: 'done' })
        .where('id', '=', id ?? 0)
        .execute()
    const now = own.portal.clock.now()
    await answer(fresh, later(now, -days(1_820)))
    await answer(old, later(now, -days(1_830)))
    const removed = await removeExpired(own.portal, (error) => {
      throw error
    })
    expect(removed?.requests).toBe(1)
    expect((await client.call(listOwnDataRequests)).results.map(({ id }) => id)).toEqual([open, fresh])
    await own.close()
  })
})
