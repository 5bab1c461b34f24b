import {
  findParticipant,
  listUnactivated,
  resendParticipantActivation,
} from '@portal/contract/participants.ts'
import { activate } from '@portal/contract/accounts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkTo } from '#test/mailed-links.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'

let testApp: TestApp
let clerk: Person
let staff: Client
let maria: Person
beforeAll(async () => {
  testApp = await openTestApp({ LIMIT_SIGN_UP_ACCOUNT_TOTAL: '2/1h' })
  clerk = await testApp.make.staff()
  staff = await testApp.signIn(clerk)
  maria = await testApp.make.customer({ lastName: 'Παπαδοπούλου', telephone: '6944111222', isActive: false })
  await testApp.make.customer({ lastName: 'Παπαδοπούλου' })
})
afterAll(() => testApp.close())

const find = async (search: string) =>
  (await staff.call(listUnactivated, { query: { search } })).map(({ id }) => id)

describe('listUnactivated', () => {
  it('finds accounts that are not activated by name, address and telephone [staff activation]', async () => {
    for (const search of ['παπαδοπούλου', 'papadopoulou', maria.email, '+30 6944 111 222'])
      expect(await find(search)).toEqual([maria.id])
    for (const search of ['', ' ', 'κανένας', clerk.email]) expect(await find(search)).toEqual([])
  })

  it('does not find closed or erased accounts', async () => {
    const closed = await testApp.make.customer({ lastName: 'Κλειστός', isActive: false })
    await testApp.db
      .updateTable('users')
      .set({ activatedAt: new Date() })
      .where('id', '=', closed.id)
      .execute()
    expect(await find('κλειστος')).toEqual([])
    expect((await staff.send(findParticipant, { params: { id: closed.id } })).statusCode).toBe(404)
  })
})

describe('findParticipant', () => {
  it('returns an account that is not activated, with the time of its sign-up [staff activation]', async () => {
    expect(await staff.call(findParticipant, { params: { id: String(maria.id) } })).toMatchObject({
      email: maria.email,
      is_active: false,
      created_at: expect.stringContaining('T'),
      points_transactions: 0,
    })
  })
})

describe('resendParticipantActivation', () => {
  const resend = async (id: number) =>
    (await staff.send(resendParticipantActivation, { params: { id } })).statusCode

  it('sends a mail whose link activates, with an audit entry, up to a limit [staff activation]', async () => {
    expect(await resend(maria.id)).toBe(204)
    const [mail] = await testApp.mails.to(maria.email)
    const entries = await testApp.db
      .selectFrom('auditEntries')
      .select(['actorId', 'subjectId'])
      .where('action', '=', 'account.resend_activation')
      .execute()
    expect(entries).toEqual([{ actorId: clerk.id, subjectId: maria.id }])
    expect([await resend(maria.id), await resend(maria.id)]).toEqual([204, 429])
    await testApp.visitor().call(activate, { body: linkTo('account/activate', mail) })
    expect(await resend(maria.id)).toBe(404)
    expect(await find('παπαδοπουλου')).toEqual([])
  })
})
