import { confirmApprover, decideApproval, listApprovers, resolveFlag } from '@portal/contract/checks.ts'
import { addStaff, changeStaffRole, disableStaff, enableStaff, listStaff } from '@portal/contract/staff.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { recordManually } from '#server/ledger/manual/record-manually.ts'
import { hours, minutes } from '#server/lib/time/clock.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import { auditOf } from '#test/audit-entries.ts'
import type { Person } from '#test/factories.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let administrator: Person
let operator: Client
let approver: Person
beforeAll(async () => {
  testApp = await openTestApp({ FOUR_EYES_ABOVE: '1000' })
  approver = await testApp.make.staff({ role: 'manager' })
  administrator = await testApp.make.staff({ role: 'operator' })
})
// The clock of some tests moves on by a day, which ends the sessions of staff.
beforeEach(async () => {
  operator = await testApp.signIn(administrator)
})
afterAll(() => testApp.close())

const password = 'λάδι-και-φως-9'
const names = { first_name: 'Άννα', last_name: 'Λύτρα' }

/** Gives a new account of staff a password, as its mailed link would. */
async function withPassword(app: TestApp, { id, email }: { id: number; email: string }): Promise<Client> {
  const passwordHash = await hashPassword(password)
  await app.db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
  return app.signIn({ email, password })
}
async function appointed(app = testApp, by = operator) {
  const email = `manager-${crypto.randomUUID()}@example.gr`
  const member = await by.call(addStaff, { body: { email, ...names, role: 'manager' } })
  return { ...member, client: await withPassword(app, member) }
}
/** A request of 5,000 points. */
async function requestOf(app = testApp) {
  const [clerk, { id: participantId }] = [await app.make.staff(), await app.make.customer()]
  const result = await recordManually(
    app.portal,
    { kind: 'command', name: 'test', id: clerk.id },
    {
      participantId,
      points: 5_000,
      description: 'oil_collected',
      createdAt: '2026-03-01T10:00:00+02:00',
      reason: 'Δοκιμή',
    },
  )
  if (!('approval' in result)) throw new Error('There is no request.')
  return result.approval
}
const approve = async (client: Client, id: number) => {
  const answer = await client.send(decideApproval, { params: { id }, body: { decision: 'approved' } })
  return [answer.statusCode, answer.statusCode === 200 ? undefined : answer.json().detail]
}
const confirm = async (client: Client, id: number) => {
  const answer = await client.send(confirmApprover, { params: { id } })
  return [answer.statusCode, answer.body && answer.json().detail]
}
const pending = [403, 'Another approver has to confirm this account first.']

describe('a new manager', () => {
  it('approves a day after an existing approver has confirmed it; no person alone is two [security approvers]', async () => {
    const manager = await appointed()
    const request = await requestOf()
    expect(manager.approver).toEqual({ confirmed: false, from: null })
    expect(await approve(manager.client, request)).toEqual(pending)
    expect(await confirm(manager.client, manager.id)).toEqual(pending)
    expect((await operator.send(confirmApprover, { params: { id: manager.id } })).statusCode).toBe(403)

    const existing = await testApp.signIn(approver)
    const mails = await testApp.mails.to(approver.email, 1)
    expect(mails.map(({ text }) => text).join()).toContain('πρέπει να επιβεβαιώσετε')
    const list = await existing.call(listApprovers)
    expect(list).toMatchObject({
      own: { approves: true },
      waiting: [{ id: manager.id, email: manager.email, full_name: 'Άννα Λύτρα', own: false }],
    })
    expect(await confirm(existing, manager.id)).toEqual([204, ''])
    const told = (await testApp.mails.to(manager.email, 2)).map(({ text }) => text)
    expect(told).toContainEqual(expect.stringMatching(/Επιβεβαιώθηκε[^]*\/admin\/checks[^]*«Διαχείριση»/))
    expect((await confirm(existing, manager.id))[0]).toBe(409)
    testApp.clock.forward(hours(24) - minutes(1))
    const early = await testApp.signIn({ email: manager.email, password })
    expect(await approve(early, request)).toEqual([
      403,
      expect.stringMatching(/^This account approves from \d{4}-.* on\.$/),
    ])
    expect((await early.call(listApprovers)).own.approves).toBe(false)
    testApp.clock.forward(minutes(2))
    expect(await approve(await testApp.signIn({ email: manager.email, password }), request)).toEqual([
      200,
      undefined,
    ])
    const entries = await auditOf(testApp, manager.id, 'staff.add', 'approver.confirm')
    expect(entries).toMatchObject([
      { action: 'staff.add' },
      { action: 'approver.confirm', actorId: approver.id },
    ])
    operator = await testApp.signIn(administrator)
    expect((await operator.call(listStaff)).find(({ id }) => id === manager.id)?.approver?.confirmed).toBe(
      true,
    )
  })

  it.each([
    ['gets the role from another one', changeStaffRole],
    ['is enabled again', enableStaff],
  ])('is confirmed again if it %s [security approvers]', async (_how, endpoint) => {
    const person = await testApp.make.staff({ role: 'manager' })
    const params = { id: String(person.id) }
    if (endpoint === changeStaffRole) {
      await operator.call(changeStaffRole, { params, body: { role: 'clerk' } })
      await operator.call(changeStaffRole, { params, body: { role: 'manager' } })
    } else {
      await operator.call(disableStaff, { params })
      await operator.call(enableStaff, { params })
    }
    const client = await withPassword(testApp, person)
    expect(await approve(client, await requestOf())).toEqual(pending)
    const answer = await client.send(resolveFlag, { params: { id: '1' }, body: { note: 'x' } })
    expect(answer.json().detail).toBe(pending[1])
  })

  it('is not confirmed by the one who asked for it, who is a manager since [security approvers]', async () => {
    const asker = await testApp.make.staff({ role: 'operator' })
    const manager = await appointed(testApp, await testApp.signIn(asker))
    await operator.call(changeStaffRole, { params: { id: String(asker.id) }, body: { role: 'manager' } })
    const existing = await testApp.signIn(approver)
    expect(await confirm(existing, asker.id)).toEqual([204, ''])
    testApp.clock.forward(hours(25))
    const since = await testApp.signIn(asker)
    expect((await since.call(listApprovers)).waiting.find(({ id }) => id === manager.id)?.own).toBe(true)
    expect(await confirm(since, manager.id)).toEqual([403, 'A second person has to decide on this request.'])
    const update = testApp.db
      .updateTable('approvers')
      .set({ confirmedBy: asker.id, confirmedAt: new Date(), approvesFrom: new Date() })
      .where('userId', '=', manager.id)
      .execute()
    await expect(update).rejects.toThrow('approvers_confirmed_by_another')
  })
})

describe('the first manager of a portal', () => {
  const open = async () => {
    const app = await openTestApp({ FOUR_EYES_ABOVE: '1000' })
    onTestFinished(() => app.close())
    return { app, by: await app.signIn(await app.make.staff({ role: 'operator' })) }
  }

  it('needs no confirmation, and no day while there are no points; the second one does [security approvers]', async () => {
    const { app, by } = await open()
    const first = await appointed(app, by)
    expect(await approve(first.client, await requestOf(app))).toEqual([200, undefined])
    const second = await appointed(app, by)
    expect(await approve(second.client, await requestOf(app))).toEqual(pending)
    // Also after the operator has removed the first one.
    await by.call(disableStaff, { params: { id: String(first.id) } })
    const third = await appointed(app, by)
    expect(await approve(third.client, await requestOf(app))).toEqual(pending)
  })

  it('waits a day if people have points already [security approvers]', async () => {
    const { app, by } = await open()
    await app.make.record(await app.make.customer())
    const first = await appointed(app, by)
    expect((await approve(first.client, await requestOf(app)))[1]).toMatch(/^This account approves from/)
  })
})
