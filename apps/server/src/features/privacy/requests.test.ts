import { login, me } from '@portal/contract/accounts.ts'
import {
  cancelErasure,
  cancelErasureByLink,
  confirmErasure,
  describeErasure,
  requestErasure,
} from '@portal/contract/privacy.ts'
import { lockAccount, unlockAccount } from '@portal/contract/participants.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { days, hours } from '#server/lib/time/clock.ts'
import { linkTo } from '#test/mailed-links.ts'
import { auditOf } from '#test/audit-entries.ts'
import { readAll } from '#test/dump.ts'
import type { Person } from '#test/factories.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { eraseDue } from './request-service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const failures: unknown[] = []
const runErasures = () =>
  eraseDue({ ...testApp.portal, mailer: testApp.mailer }, (error) => failures.push(error))

/** A signed-in person who has asked for the erasure, with the link of the mail. */
async function request(person?: Person) {
  const asking = person ?? (await testApp.make.customer())
  const client = await testApp.signIn(asking)
  await client.call(requestErasure, { body: { current_password: asking.password } })
  const mail = (await testApp.mails.to(asking.email)).at(-1)
  return { client, person: asking, mail, link: linkTo('account/erasure/confirm', mail) }
}

async function confirm() {
  const asked = await request()
  const { due_at: dueAt } = await testApp.visitor().call(confirmErasure, { body: asked.link })
  const mail = await testApp.mails.having(asked.person.email, '/erasure/cancel/')
  return { ...asked, dueAt, mail, cancelLink: linkTo('account/erasure/cancel', mail) }
}

const dueOf = async (client: { call: Awaited<ReturnType<TestApp['signIn']>>['call'] }) =>
  (await client.call(describeErasure)).due_at

describe('requestErasure', () => {
  it('asks for the password, and only sends a mail [privacy request]', async () => {
    const person = await testApp.make.customer()
    await testApp.make.record(person, { points: 70 })
    const client = await testApp.signIn(person)
    const wrong = await client.send(requestErasure, { body: { current_password: 'wrong' } })
    expect(wrong.statusCode).toBe(400)
    await client.call(requestErasure, { body: { current_password: person.password } })
    const [mail] = await testApp.mails.to(person.email)
    expect(mail?.subject).toContain('Επιβεβαίωση διαγραφής')
    expect(await client.call(describeErasure)).toEqual({ due_at: null, available: 70, cooling_off_days: 7 })
    expect((await client.send(me)).headers['x-erasure-at']).toBeUndefined()
  })

  it('is limited [privacy request]', async () => {
    const strict = await openTestApp({ LIMIT_DATA_ACCOUNT: '2/1d' })
    const person = await strict.make.customer()
    const client = await strict.signIn(person)
    const ask = async () =>
      (await client.send(requestErasure, { body: { current_password: person.password } })).statusCode
    expect([await ask(), await ask(), await ask()]).toEqual([204, 204, 429])
    await strict.close()
  })
})

describe('confirmErasure', () => {
  it('schedules the erasure and sends its date; the account works until then [privacy request]', async () => {
    const { client, dueAt, mail, link } = await confirm()
    expect(Date.parse(dueAt) - testApp.portal.clock.now().getTime()).toBeGreaterThan(days(7) - hours(1))
    expect(mail?.subject).toContain('Η διαγραφή του λογαριασμού σας')
    expect((await client.send(me)).headers['x-erasure-at']).toBe(dueAt)
    expect(await testApp.visitor().call(confirmErasure, { body: link })).toEqual({ due_at: dueAt })
    // 24 hours.
    expect(mail?.text).toMatch(/Ημερομηνία της διαγραφής: .*, \d\d:\d\d \(ώρα Ελλάδας\)/)
    expect(await runErasures()).toBe(0)
    await client.call(cancelErasure)
    expect((await client.send(me)).statusCode).toBe(200)
  })

  it('rejects links that are wrong, of another account or older than a day [privacy request]', async () => {
    const [one, other] = [await request(), await request()]
    const send = async (link: { uid: string; token: string }) =>
      (await testApp.visitor().send(confirmErasure, { body: link })).statusCode
    expect(await send({ ...one.link, token: other.link.token })).toBe(400)
    expect(await send({ uid: 'x', token: one.link.token })).toBe(400)
    testApp.clock.forward(hours(25))
    expect(await send(one.link)).toBe(400)
  })
})

describe('a scheduled erasure', () => {
  it('is cancelled by one call, and its links end [privacy request]', async () => {
    const { client, link, cancelLink } = await confirm()
    await client.call(cancelErasure)
    expect(await dueOf(client)).toBeNull()
    for (const [endpoint, body] of [
      [confirmErasure, link],
      [cancelErasureByLink, cancelLink],
    ] as const)
      expect((await testApp.visitor().send(endpoint, { body })).statusCode).toBe(400)
    testApp.clock.forward(days(8))
    expect(await runErasures()).toBe(0)
  })

  it('is cancelled by the link of its mail, without a session [privacy request]', async () => {
    const { person, cancelLink } = await confirm()
    await testApp.visitor().call(cancelErasureByLink, { body: cancelLink })
    testApp.clock.forward(days(8))
    expect(await runErasures()).toBe(0)
    expect(await dueOf(await testApp.signIn(person))).toBeNull()
  })

  it('is carried out when it is due, with a last mail that the database does not keep [privacy request]', async () => {
    const { person } = await confirm()
    testApp.clock.forward(days(7))
    expect(await Promise.all([runErasures(), runErasures()])).toContain(1)
    const mails = await testApp.mails.to(person.email, 3)
    expect(mails).toHaveLength(3)
    expect(mails.at(-1)?.subject).toContain('διαγράφηκε')
    const { email, password } = person
    expect((await testApp.visitor().send(login, { body: { email, password } })).statusCode).toBe(400)
    expect((await readAll(testApp.db)).includes(email)).toBe(false)
    expect(failures).toEqual([])
  })

  it('is carried out although mails cannot be sent [privacy request]', async () => {
    const { person } = await confirm()
    testApp.clock.forward(days(7))
    testApp.mails.stopServer()
    expect(await runErasures()).toBe(1)
    testApp.mails.startServer()
    expect(failures.splice(0)).toHaveLength(1)
    expect((await readAll(testApp.db)).includes(person.email)).toBe(false)
  })

  it('stays whole if the erasure fails half-way, and is carried out by the next run [privacy request]', async () => {
    const { person } = await confirm()
    testApp.clock.forward(days(7))
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'full disk'; end $$`.execute(
      testApp.db,
    )
    await sql`create trigger fails before insert on audit_entries for each row execute function fail()`.execute(
      testApp.db,
    )
    expect(await runErasures()).toBe(0)
    expect(failures.splice(0)).toHaveLength(1)
    await sql`drop trigger fails on audit_entries`.execute(testApp.db)
    expect((await testApp.visitor().send(login, { body: person })).statusCode).toBe(200)
    expect(await runErasures()).toBe(1)
  })
})

describe('an erasure of an account that staff locked', () => {
  const set = async (endpoint: typeof lockAccount | typeof unlockAccount, { id }: { id: number }) => {
    const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    const body = endpoint === lockAccount ? { body: { reason: 'stolen' } } : {}
    expect((await manager.send(endpoint, { params: { id: String(id) }, ...body })).statusCode).toBe(204)
  }

  it('is not confirmed by a link that was mailed before, also after unlocking [security locks]', async () => {
    const { person, link } = await request()
    for (const change of [lockAccount, unlockAccount]) {
      await set(change, person)
      const answer = await testApp.visitor().send(confirmErasure, { body: link })
      expect([answer.statusCode, answer.json()]).toEqual([400, { token: ['Invalid token for given user.'] }])
    }
  })

  it('is not confirmed by a link that is mailed after the lock [security locks]', async () => {
    const { person, link } = await request()
    const lock = { userId: person.id, reason: 'stolen' as const, lockedAt: testApp.portal.clock.now() }
    await testApp.db
      .insertInto('accountLocks')
      .values({ ...lock, endsAt: null })
      .execute()
    expect((await testApp.visitor().send(confirmErasure, { body: link })).statusCode).toBe(400)
  })

  it('is not carried out, and leaves the owner the whole time to cancel after unlocking [security locks]', async () => {
    const { person } = await confirm()
    testApp.clock.forward(days(6))
    await set(lockAccount, person)
    for (const later of [days(1), days(30)]) {
      testApp.clock.forward(later)
      expect(await runErasures()).toBe(0)
    }
    await set(unlockAccount, person)
    testApp.clock.forward(days(7) - hours(1))
    expect(await runErasures()).toBe(0)
    await (await testApp.signIn(person)).call(cancelErasure)
    testApp.clock.forward(days(1))
    expect(await runErasures()).toBe(0)
  })
})

test('every step of an erasure is recorded [privacy request]', async () => {
  const { person, client } = await confirm()
  await client.call(cancelErasure)
  const entries = await auditOf(testApp, person.id, 'erasure.request', 'erasure.cancel')
  expect(entries).toMatchObject([
    { action: 'erasure.request', details: { step: 'requested' } },
    { action: 'erasure.request', details: { step: 'confirmed' } },
    { action: 'erasure.cancel', actorKind: 'citizen' },
  ])
})
