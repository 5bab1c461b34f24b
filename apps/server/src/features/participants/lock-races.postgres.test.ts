import { login } from '@portal/contract/accounts.ts'
import { confirmApprover } from '@portal/contract/checks.ts'
import { lockAccount, unlockAccount } from '@portal/contract/participants.ts'
import {
  addPasskey,
  beginAddPasskey,
  beginPasskey,
  verifyCode,
  verifyPasskey,
} from '@portal/contract/second-factor.ts'
import { addStaff } from '@portal/contract/staff.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Trx } from '#server/db/database.ts'
import { lockStaff } from '#server/features/approvers/service.ts'
import { openAuthenticator } from '#test/authenticator.ts'
import type { Person } from '#test/factories.ts'
import { addApp, beginSignIn, codeNow } from '#test/second-factor.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { backendOf, untilBlocked } from '#test/locks.ts'

const origin = 'https://portal.example.gr'
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ PUBLIC_URL: origin })
})
afterAll(() => testApp.close())

const waits = async (trx: Trx, count = 1) => untilBlocked(testApp.db, await backendOf(trx), count)

/** Makes `call` while a transaction has done `first`; it does `then` when the call waits. */
async function meanwhile<T>(
  first: (trx: Trx) => Promise<unknown>,
  call: (trx: Trx) => Promise<T>,
  then: (trx: Trx) => Promise<unknown> = async () => {},
): Promise<T> {
  const answer = await testApp.db.transaction().execute(async (trx) => {
    await first(trx)
    const answer = call(trx)
    await waits(trx)
    await then(trx)
    return { answer }
  })
  return answer.answer
}

type SignIn = (person: Person) => Promise<() => Promise<{ statusCode: number }>>

/** Last steps of sign-ins. */
const lastSteps: [string, SignIn, number][] = [
  ['a password', async (body) => () => testApp.visitor().send(login, { body }), 400],
  [
    'a code',
    async (person) => {
      const { secret } = await addApp(testApp, person)
      const client = await beginSignIn(testApp, person)
      return () => client.send(verifyCode, { body: { code: codeNow(testApp, secret) } })
    },
    401,
  ],
  [
    'a passkey',
    async (person) => {
      const owner = await testApp.signIn(person)
      const key = openAuthenticator(origin)
      const body = { name: 'Κινητό', credential: key.create(await owner.call(beginAddPasskey)) }
      await owner.call(addPasskey, { body })
      const client = await beginSignIn(testApp, person)
      const credential = key.get(await client.call(beginPasskey))
      return () => client.send(verifyPasskey, { body: { credential } })
    },
    401,
  ],
]

it.each(lastSteps)(
  'a sign-in by %s that is under way while its account is locked leaves no session [security locks]',
  async (_, begin, rejected) => {
    const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    for (const isFirst of [true, false]) {
      const person = await testApp.make.customer()
      const params = { id: String(person.id) }
      const signIn = await begin(person)
      const lock = () => manager.send(lockAccount, { params, body: { reason: 'stolen' } })
      // PostgreSQL serves those that wait for a row in the order of their arrival.
      const { locked, signedIn } = await meanwhile(
        (trx) => trx.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute(),
        async (trx) => {
          const first = isFirst ? lock() : signIn()
          await waits(trx)
          const second = isFirst ? signIn() : lock()
          return isFirst ? { locked: first, signedIn: second } : { locked: second, signedIn: first }
        },
        (trx) => waits(trx, 2),
      )
      expect((await locked).statusCode).toBe(204)
      expect((await signedIn).statusCode).toBe(isFirst ? rejected : 200)
      expect((await manager.send(unlockAccount, { params })).statusCode).toBe(204)
      for (const table of ['sessions', 'pendingSignIns'] as const)
        expect(
          await testApp.db.selectFrom(table).select('tokenHash').where('userId', '=', person.id).execute(),
        ).toEqual([])
    }
  },
)

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
