import { me } from '@portal/contract/accounts.ts'
import { checkFirstLink, openFirstAccount, showFirstSteps } from '@portal/contract/manage-first-steps.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hours } from '#server/lib/time/clock.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { describeFirstLink } from './service.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await openTestApp()
})
afterEach(() => testApp.close())

const person = {
  email: 'anna@example.gr',
  first_name: 'Άννα',
  last_name: 'Γεωργίου',
  password: 'ελιά-κι-αλάτι-73',
}
const printed = async () => (await describeFirstLink(testApp.portal)).join('\n')
const newToken = async () => /\/admin\/first#(\S+)/.exec(await printed())?.[1] ?? ''
const check = (token: string) => testApp.visitor().send(checkFirstLink, { body: { token } })
const open = (token: string, given: object = {}) =>
  testApp.visitor().send(openFirstAccount, { body: { ...person, token, ...given } })
const refused = { token: ['Invalid token for given user.'] }
const staff = () =>
  testApp.db.selectFrom('users').select(['email', 'role']).where('role', 'is not', null).execute()

describe('describeFirstLink', () => {
  it('prints a link that creates one operator, who is signed in, with an audit entry [first steps]', async () => {
    const token = await newToken()
    expect((await check(token)).statusCode).toBe(204)
    const client = testApp.visitor()
    await client.call(openFirstAccount, { body: { ...person, token } })
    expect((await client.call(me)).email).toBe(person.email)
    await client.call(showFirstSteps)
    const [entry] = await auditEntries(testApp, 'staff.add')
    expect(entry).toMatchObject({ actorKind: 'visitor', details: { role: 'operator' } })
    for (const again of [await check(token), await open(token, { email: 'b@example.gr' })])
      expect([again.statusCode, again.json()]).toEqual([400, refused])
    expect(await printed()).toBe('')
    expect(await staff()).toEqual([{ email: person.email, role: 'operator' }])
  })

  it('stores no token, replaces the earlier link, and ends after 24 hours [first steps]', async () => {
    const [first, second] = [await newToken(), await newToken()]
    const stored = await testApp.db.selectFrom('portalState').select('value').execute()
    expect(stored.filter(({ value }) => value.includes(second))).toEqual([])
    expect((await check(first)).statusCode).toBe(400)
    testApp.clock.forward(hours(24) - 60_000)
    expect((await check(second)).statusCode).toBe(204)
    testApp.clock.forward(60_001)
    expect((await open(second)).json()).toEqual(refused)
    expect(await staff()).toEqual([])
  })

  it('is of no use once there is an account of staff, also a disabled one [first steps]', async () => {
    const token = await newToken()
    const clerk = await testApp.make.staff({ role: 'clerk' })
    await testApp.db.updateTable('users').set({ isActive: false }).where('id', '=', clerk.id).execute()
    expect((await open(token)).json()).toEqual(refused)
    expect(await printed()).toBe('')
  })
})

describe('openFirstAccount', () => {
  it('makes one account of two at a time [first steps]', async () => {
    const token = await newToken()
    const answers = await Promise.all(
      ['a@example.gr', 'b@example.gr', 'c@example.gr'].map((email) => open(token, { email })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 400, 400])
    expect(await staff()).toHaveLength(1)
  })

  it('keeps the link if the password breaks a rule or the address is taken [first steps]', async () => {
    const token = await newToken()
    const citizen = await testApp.make.customer()
    expect((await open(token, { password: '12345678' })).json()).toHaveProperty('password')
    expect((await open(token, { email: citizen.email })).json()).toHaveProperty('email')
    expect((await open(token)).statusCode).toBe(204)
  })

  it('limits the tries of a network [first steps]', async () => {
    await testApp.close()
    testApp = await openTestApp({ LIMIT_LINK_NETWORK: '2/15m' })
    const token = await newToken()
    for (const _ of [1, 2]) expect((await check('wrong')).statusCode).toBe(400)
    expect((await open(token)).statusCode).toBe(429)
  })
})
