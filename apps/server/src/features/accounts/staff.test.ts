import { me, signUp } from '@portal/contract/accounts.ts'
import { confirmPasswordReset, resetPassword } from '@portal/contract/passwords.ts'
import { listAudit } from '@portal/contract/audit.ts'
import { confirmPassword } from '@portal/contract/second-factor.ts'
import { minutes } from '#server/lib/time/clock.ts'
import { listParticipants } from '@portal/contract/participants.ts'
import {
  addStaff,
  anonymizeStaff,
  changeStaffRole,
  disableStaff,
  enableStaff,
  endStaffSessions,
  listStaff,
} from '@portal/contract/staff.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signUpForm } from '#test/sign-up-form.ts'
import { linkTo, type Mailed } from '#test/mailed-links.ts'
import type { Person } from '#test/factories.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let operator: Person
let client: Client
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  // Each test has its own operator; those of earlier tests would otherwise count as the others.
  await testApp.db.updateTable('users').set({ role: 'clerk' }).where('role', '=', 'operator').execute()
  operator = await testApp.make.staff({ role: 'operator' })
  client = await testApp.signIn(operator)
})

const newPassword = 'νέο-λάδι-και-φως-9'
const names = { first_name: 'Άννα', last_name: 'Λύτρα' }
const freshAddress = () => `new-${crypto.randomUUID()}@example.gr`
const statusOf = async (client: Client) => (await client.send(me)).statusCode
const roleOf = async (client: Client) => (await client.send(me)).headers['x-role']

/** Action, details and actor of the audit entries about an account. */
const auditOf = (subjectId: number) =>
  testApp.db
    .selectFrom('auditEntries')
    .select(['action', 'details', 'actorKind', 'actorId'])
    .where('subjectId', '=', subjectId)
    .where(sql<boolean>`action like 'staff.%' or action = 'sessions.end_all'`)
    .orderBy('id')
    .execute()
const byOperator = () => ({ actorKind: 'staff', actorId: operator.id })

const resetLinkIn = (mail: Mailed) => linkTo('password/reset/confirm', mail)
const setPassword = (link: { uid: string; token: string }) =>
  testApp.visitor().send(confirmPasswordReset, { body: { ...link, new_password: newPassword } })
const mailTo = async (email: string, subject: string) => {
  await testApp.mails.to(email)
  return (await testApp.mails.to(email)).find((mail) => mail.subject.startsWith(subject))
}

describe('staff accounts', () => {
  it('changes accounts only within 15 minutes after the password was given [console confirmation]', async () => {
    const { id } = await testApp.make.staff()
    const change = { params: { id: String(id) }, body: { role: 'manager' } } as const
    testApp.clock.forward(minutes(16))
    const rejected = await client.send(changeStaffRole, change)
    expect([rejected.statusCode, rejected.headers['x-error-code']]).toEqual([403, 'confirmation_required'])
    const roleInList = async () => (await client.call(listStaff)).find((member) => member.id === id)?.role
    expect(await roleInList()).toBe('clerk')
    await client.call(confirmPassword, { body: { current_password: operator.password } })
    await client.call(changeStaffRole, change)
    expect(await roleInList()).toBe('manager')
  })

  it('lists names, role, state and last sign-in of staff, and no customers [security staff]', async () => {
    const customer = await testApp.make.customer()
    const closed = await testApp.make.staff({ isActive: false, passwordHash: null })
    const list = await client.call(listStaff)
    const find = ({ id }: Person) => list.find((member) => member.id === id)
    expect(find(operator)).toEqual({
      id: operator.id,
      email: operator.email,
      first_name: 'Δημήτρης',
      last_name: 'Κωστόπουλος',
      role: 'operator',
      active: true,
      has_password: true,
      signed_in_at: expect.stringMatching(/^\d{4}-/),
      approver: null,
    })
    expect(find(closed)).toMatchObject({ active: false, has_password: false, signed_in_at: null })
    expect(find(customer)).toBeUndefined()
    expect(list.at(-1)?.active).toBe(false)
  })

  it('a new one gets a link by mail that sets the password once; other operators receive a mail [security staff]', async () => {
    const other = await testApp.make.staff({ role: 'operator' })
    const email = freshAddress()
    const added = await client.call(addStaff, { body: { email, ...names, role: 'manager' } })
    expect(added).toMatchObject({ email, ...names, role: 'manager', active: true, has_password: false })
    expect(await auditOf(added.id)).toEqual([
      { action: 'staff.add', details: { role: 'manager' }, ...byOperator() },
    ])

    const mail = await mailTo(email, 'Έχετε λογαριασμό υπαλλήλου')
    expect(mail?.text).toContain('«Εποπτεία»')
    const link = resetLinkIn(mail)
    expect((await setPassword(link)).statusCode).toBe(204)
    expect((await setPassword(link)).statusCode).toBe(400)
    expect(await roleOf(await testApp.signIn({ email, password: newPassword }))).toBe('manager')

    const told = await mailTo(other.email, 'Αλλαγή στο προσωπικό')
    expect(told?.text).toContain(`Προστέθηκε στο προσωπικό: Άννα Λύτρα (${email}), με ρόλο «Εποπτεία».`)
    expect(told?.text).toContain(operator.email)
    const toOperator = testApp.mails.sent.filter(({ to }) => to === operator.email)
    expect(toOperator.filter(({ subject }) => !subject.startsWith('Νέα σύνδεση'))).toEqual([])
  })

  it.each([
    ['a customer', false],
    ['staff', true],
  ])('the address of %s is rejected, whatever its letter case [security staff]', async (_whose, isStaff) => {
    const person = await testApp.make.customer({ role: isStaff ? 'clerk' : null })
    const body = { email: person.email.toUpperCase(), ...names, role: 'operator' }
    const answer = await client.send(addStaff, { body })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { email: ['user with this email address already exists.'] },
    ])
    expect(await auditOf(person.id)).toEqual([])
    expect(await roleOf(await testApp.signIn(person))).toBe(isStaff ? 'clerk' : undefined)
  })

  it.each([
    [{ email: 'x', ...names, role: 'clerk' }, { email: ['Enter a valid email address.'] }],
    [{ email: 'a@example.gr', ...names, role: 'owner' }, { role: ['"owner" is not a valid choice.'] }],
    [{ email: 'a@example.gr', ...names }, { role: ['This field is required.'] }],
  ])('input %j is rejected with %j', async (body, errors) => {
    const answer = await client.send(addStaff, { body })
    expect([answer.statusCode, answer.json()]).toEqual([400, errors])
  })

  it('a new role is effective with the next call, in open sessions; the person receives a mail [security staff]', async () => {
    const clerk = await testApp.make.staff()
    const theirs = await testApp.signIn(clerk)
    expect((await theirs.send(listStaff)).statusCode).toBe(403)
    const input = { params: { id: String(clerk.id) }, body: { role: 'operator' as const } }
    expect((await client.call(changeStaffRole, input)).role).toBe('operator')
    expect((await theirs.send(listStaff)).statusCode).toBe(200)
    await client.call(changeStaffRole, input)
    expect(await auditOf(clerk.id)).toEqual([
      { action: 'staff.role', details: { from: 'clerk', to: 'operator' }, ...byOperator() },
    ])
    const mails = await testApp.mails.to(clerk.email)
    expect(mails.map(({ subject }) => subject.split(' – ')[0])).toEqual(['Ο ρόλος σας άλλαξε'])
    expect(mails[0]?.text).toContain('«Διαχείριση»')
  })
})

describe('a disabled account of staff', () => {
  it('loses its sessions, links, password and partner sign-ins at once [security staff]', async () => {
    const clerk = await testApp.make.staff()
    const theirs = await testApp.signIn(clerk)
    await testApp.visitor().call(resetPassword, { body: { email: clerk.email } })
    const link = resetLinkIn(await mailTo(clerk.email, 'Επαναφορά'))
    await signInAtPartner(clerk)

    const answer = await client.call(disableStaff, { params: { id: String(clerk.id) } })
    expect([answer.active, answer.has_password]).toEqual([false, false])
    expect([await statusOf(theirs), (await theirs.send(listParticipants)).statusCode]).toEqual([401, 401])
    expect((await setPassword(link)).json()).toEqual({ token: ['Invalid token for given user.'] })
    await expect(testApp.signIn(clerk)).rejects.toThrow('Unable to log in')
    const left = await testApp.db.selectFrom('partnerSignIns').select('sub').execute()
    expect(left).toEqual([])
    expect(await auditOf(clerk.id)).toEqual([{ action: 'staff.disable', details: {}, ...byOperator() }])
  })

  it('gets no reset mail, and its address cannot sign up', async () => {
    const clerk = await testApp.make.staff()
    await client.call(disableStaff, { params: { id: String(clerk.id) } })
    await testApp.visitor().call(resetPassword, { body: { email: clerk.email } })
    const form = signUpForm((await testApp.make.municipality()).id, { email: clerk.email })
    const answer = await testApp.visitor().send(signUp, { body: form })
    expect(answer.json()).toEqual({ email: ['user with this email address already exists.'] })
    const probe = freshAddress()
    await client.call(addStaff, { body: { email: probe, ...names, role: 'clerk' } })
    await testApp.mails.to(probe)
    expect(testApp.mails.sent.filter(({ to }) => to === clerk.email)).toEqual([])
  })

  it('is enabled again with a new link by mail; the old password stays void [security staff]', async () => {
    const clerk = await testApp.make.staff()
    const params = { id: String(clerk.id) }
    await client.call(disableStaff, { params })
    expect((await client.call(enableStaff, { params })).active).toBe(true)
    await expect(testApp.signIn(clerk)).rejects.toThrow('Unable to log in')
    const mail = await mailTo(clerk.email, 'Έχετε λογαριασμό υπαλλήλου')
    expect((await setPassword(resetLinkIn(mail))).statusCode).toBe(204)
    expect(await statusOf(await testApp.signIn({ ...clerk, password: newPassword }))).toBe(200)
    expect((await auditOf(clerk.id)).map(({ action }) => action)).toEqual(['staff.disable', 'staff.enable'])
  })
})

describe('endStaffSessions', () => {
  it('ends every session, but not the account, and tells the person and the other operators [security staff]', async () => {
    const [clerk, other] = [await testApp.make.staff(), await testApp.make.staff({ role: 'operator' })]
    const sessions = [await testApp.signIn(clerk), await testApp.signIn(clerk)]
    await client.call(endStaffSessions, { params: { id: String(clerk.id) } })
    for (const session of sessions) expect(await statusOf(session)).toBe(401)
    expect(await statusOf(await testApp.signIn(clerk))).toBe(200)
    expect(await mailTo(clerk.email, 'Οι συσκευές σας αποσυνδέθηκαν')).toBeDefined()
    const mail = await mailTo(other.email, 'Αλλαγή στο προσωπικό')
    expect(mail?.text).toContain('Αποσυνδέθηκε από παντού')
    const entry = { ...byOperator(), action: 'sessions.end_all', details: { count: 2 } }
    expect(await auditOf(clerk.id)).toEqual([entry])
  })

  it('is not for accounts of customers [security staff]', async () => {
    const { id } = await testApp.make.customer()
    expect((await client.send(endStaffSessions, { params: { id: String(id) } })).statusCode).toBe(404)
  })
})

describe('a former member of staff', () => {
  it('loses name, address and factors; what they did stays under the number of the account [security staff]', async () => {
    const email = freshAddress()
    const anna = await testApp.make.staff({
      email,
      role: 'manager',
      firstName: 'Ζαφειρία',
      lastName: 'Κουκουβάγια',
    })
    const staff = await testApp.signIn(anna)
    await staff.call(listParticipants)
    const params = { id: String(anna.id) }
    expect((await client.send(anonymizeStaff, { params })).json()).toEqual({
      detail: 'Disable this account first.',
    })
    await client.call(disableStaff, { params })
    await testApp.db
      .insertInto('totpSecrets')
      .values({ userId: anna.id, secret: 'x', createdAt: new Date(), lastStep: 0 })
      .execute()
    expect((await client.send(anonymizeStaff, { params })).statusCode).toBe(204)
    expect((await client.call(listStaff)).map(({ id }) => id)).not.toContain(anna.id)
    for (const endpoint of [anonymizeStaff, enableStaff])
      expect((await client.send(endpoint, { params })).statusCode).toBe(404)
    const row = await testApp.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', anna.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toMatch(/Ζαφειρία|Κουκουβάγια|ζαφειρια|zafeiria|new-/)
    expect(row).toMatchObject({ role: 'manager', isActive: false, passwordHash: null })
    for (const table of ['totpSecrets', 'accountActivity'] as const)
      expect(
        await testApp.db.selectFrom(table).select('userId').where('userId', '=', anna.id).execute(),
      ).toEqual([])
    const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    const { results } = await manager.call(listAudit, {
      query: { staff: String(anna.id), action: 'participants.list' },
    })
    expect(results[0]?.actor).toEqual({
      kind: 'staff',
      id: anna.id,
      name: `Πρώην υπάλληλος ${anna.id}`,
      role: 'manager',
    })
    expect((await auditOf(anna.id)).filter(({ action }) => action !== 'sessions.end_all')).toMatchObject([
      { action: 'staff.disable' },
      { action: 'staff.anonymize', ...byOperator() },
    ])
    // The address can be used again.
    await client.call(addStaff, { body: { ...names, email, role: 'clerk' } })
  })
})

describe('operators', () => {
  const demote = (by: Client, { id }: Person) =>
    by.send(changeStaffRole, { params: { id: String(id) }, body: { role: 'clerk' } })
  const disable = (by: Client, { id }: Person) => by.send(disableStaff, { params: { id: String(id) } })

  it.each([
    ['demote', demote],
    ['disable', disable],
  ])('cannot %s themselves, nor the last one [security staff]', async (_name, act) => {
    const alone = await act(client, operator)
    expect([alone.statusCode, alone.json()]).toEqual([
      409,
      { detail: 'At least one active operator must remain.' },
    ])
    const other = await testApp.make.staff({ role: 'operator' })
    const self = await act(client, operator)
    expect([self.statusCode, self.json()]).toEqual([
      409,
      { detail: 'Operators cannot change their own role or disable themselves.' },
    ])
    expect(await roleOf(client)).toBe('operator')
    expect((await act(client, other)).statusCode).toBe(200)
  })

  it('who are disabled do not count as the last one', async () => {
    await testApp.make.staff({ role: 'operator', isActive: false })
    expect((await demote(client, operator)).json()).toEqual({
      detail: 'At least one active operator must remain.',
    })
  })

  it.each([
    ['demote', demote],
    ['disable', disable],
  ])('who %s each other at once leave one [security staff]', async (_name, act) => {
    const other = await testApp.make.staff({ role: 'operator' })
    const theirs = await testApp.signIn(other)
    const answers = await Promise.all([act(client, other), act(theirs, operator)])
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
    const left = await testApp.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'operator')
      .where('isActive', '=', true)
      .execute()
    expect(left).toHaveLength(1)
  })

  it('cannot change accounts of customers', async () => {
    const customer = await testApp.make.customer()
    const answers = [await demote(client, customer), await disable(client, customer)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    expect(await statusOf(await testApp.signIn(customer))).toBe(200)
  })
})

/** A live sign-in at a partner's site, as the provider stores it. */
async function signInAtPartner({ id }: Person): Promise<void> {
  const partner = await testApp.make.partner()
  const { sub, tokenHash } = await testApp.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.sub', 'sessions.tokenHash'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()
  await testApp.db
    .insertInto('partnerSignIns')
    .values({ partnerId: partner.id, sub, sessionHash: tokenHash, grantId: 'grant', sid: 'sid' })
    .execute()
}
