import { login, me, updateMe } from '@portal/contract/accounts.ts'
import { listStaff } from '@portal/contract/staff.ts'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { disableStaff } from '#server/features/accounts/staff-service.ts'
import { days } from '#server/lib/time/clock.ts'
import { openTestApp } from '#test/test-app.ts'
import { removeExpired } from './periods-service.ts'
import { eraseParticipant } from './erase-service.ts'

async function openPortal(settings: Record<string, string> = {}) {
  const testApp = await openTestApp(settings)
  onTestFinished(() => testApp.close())
  testApp.clock.toNoon()
  return testApp
}

it('keeps no whole network of a citizen: not of a sign-in, nor of what they did, also after the erasure [privacy networks]', async () => {
  const testApp = await openPortal()
  const { db, make } = testApp
  /** Tables with rows that contain a text. */
  const tablesWith = async (text: string) => {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'pgboss')`.execute(db)
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`
        select from ${sql.raw(name)} t where strpos(t::text, ${text}) > 0 limit 1`.execute(db)
      if (rows.length > 0) found.push(name)
    }
    return found.toSorted()
  }
  const person = await make.customer()
  const client = testApp.visitor()
  const remoteAddress = '203.0.113.57'
  const { email, password } = person
  for (const payload of [
    { email, password: 'λάθος' },
    { email, password },
  ])
    await client.inject({ method: 'POST', url: login.path, payload, remoteAddress })
  const payload = { first_name: 'Άννα', last_name: 'Β', telephone: '2101234567' }
  const changed = await client.inject({ method: updateMe.method, url: me.path, payload, remoteAddress })
  expect(changed.statusCode).toBe(200)
  expect(await tablesWith('203.0.113.*')).toEqual(
    expect.arrayContaining(['public.audit_entries', 'public.sessions']),
  )
  expect(await tablesWith(remoteAddress)).toEqual([])
  await eraseParticipant(testApp.portal, person.id, 'request')
  expect(await tablesWith('203.0.113.*')).toEqual(['public.audit_entries'])
  expect(await tablesWith(remoteAddress)).toEqual([])
})

it('removes the name and address of former staff after RETENTION_STAFF, and keeps the number in what they did [privacy former staff]', async () => {
  const testApp = await openPortal({ RETENTION_STAFF: '90d' })
  const { portal, db, make } = testApp
  const [left, present] = [await make.staff(), await make.staff()]
  const operator = await make.staff({ role: 'operator' })
  await testApp.signIn(left, { withPassword: true })
  await disableStaff(portal, { kind: 'command', name: 'staff disable' }, left.id)
  const run = () => removeExpired(portal, (error) => expect(error).toBeUndefined())
  const emailOf = async (id: number) =>
    (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email
  testApp.clock.forward(days(89))
  expect(await run()).toMatchObject({ former: 0 })
  expect(await emailOf(left.id)).toBe(left.email)
  testApp.clock.forward(days(2))
  expect(await run()).toMatchObject({ former: 1 })
  expect([await emailOf(left.id), await emailOf(present.id)]).toEqual([`former-${left.id}`, present.email])
  const listed = await (await testApp.signIn(operator)).call(listStaff)
  expect(listed.map(({ id }) => id)).not.toContain(left.id)
  const entries = await db
    .selectFrom('auditEntries')
    .select('action')
    .where('actorId', '=', left.id)
    .execute()
  expect(entries).toContainEqual({ action: 'account.sign_in' })
  testApp.clock.forward(days(1))
  expect(await run()).toMatchObject({ former: 0 })
})
