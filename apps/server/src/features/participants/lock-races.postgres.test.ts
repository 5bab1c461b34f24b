import { login } from '@portal/contract/accounts.ts'
import { confirmApprover } from '@portal/contract/checks.ts'
import { addStaff } from '@portal/contract/staff.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Trx } from '#server/db/database.ts'
import { lockStaff } from '#server/features/approvers/service.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const waits = () =>
  until(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      testApp.db,
    )
    return rows.length > 0
  })

/** Makes `call` while a transaction has done `first`; it does `then` when the call waits. */
async function meanwhile<T>(
  first: (trx: Trx) => Promise<unknown>,
  call: () => Promise<T>,
  then: (trx: Trx) => Promise<unknown> = async () => {},
): Promise<T> {
  const answer = await testApp.db.transaction().execute(async (trx) => {
    await first(trx)
    const answer = call()
    await waits()
    await then(trx)
    return { answer }
  })
  return answer.answer
}

it('a sign-in that is under way while its account is locked opens no session [security locks]', async () => {
  const { id, email, password } = await testApp.make.customer()
  const answer = await meanwhile(
    async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
      const lock = {
        userId: id,
        reason: 'stolen',
        lockedAt: testApp.portal.clock.now(),
        endsAt: null,
      } as const
      await trx.insertInto('accountLocks').values(lock).execute()
    },
    () => testApp.visitor().send(login, { body: { email, password } }),
  )
  expect(answer.statusCode).toBe(400)
  expect(await testApp.db.selectFrom('sessions').select('id').where('userId', '=', id).execute()).toEqual([])
})

it('a manager who is disabled while confirming another is rejected, without a deadlock [security approvers]', async () => {
  const [manager, operator] = [
    await testApp.make.staff({ role: 'manager' }),
    await testApp.make.staff({ role: 'operator' }),
  ]
  const client = await testApp.signIn(manager)
  const body = {
    email: 'new-manager@example.gr',
    first_name: 'Άννα',
    last_name: 'Λύτρα',
    role: 'manager',
  } as const
  const { id } = await (await testApp.signIn(operator)).call(addStaff, { body })
  const answer = await meanwhile(
    lockStaff,
    () => client.send(confirmApprover, { params: { id: String(id) } }),
    async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', manager.id).forUpdate().noWait().execute()
      await trx.updateTable('users').set({ isActive: false }).where('id', '=', manager.id).execute()
    },
  )
  expect(answer.statusCode).toBe(401)
})
