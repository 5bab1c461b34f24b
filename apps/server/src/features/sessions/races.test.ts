import { disown, login, logout, me } from '@portal/contract/accounts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { days, later } from '#server/lib/time/clock.ts'
import { encodeUid } from '#server/lib/security/uid.ts'
import { queueHash } from '#server/lib/security/hash-queue.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { backendOf, untilBlocked } from '#test/locks.ts'
import type { Person } from '#test/factories.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** Blocks the hash queue. @returns a function that continues it */
function blockHashQueue() {
  const gate = Promise.withResolvers<void>()
  // The queue runs at most three hashes at a time.
  const works = Array.from({ length: 3 }, () => queueHash(() => gate.promise))
  return async () => {
    gate.resolve()
    await Promise.all(works)
  }
}

const countTries = async () => (await testApp.db.selectFrom('rateLimits').select('key').execute()).length

/** Starts a sign-in and waits until it has read the account and counted its try in three limits. */
async function beginSignIn(person: Person) {
  await testApp.db.deleteFrom('rateLimits').execute()
  const answer = testApp.visitor().send(login, { body: person })
  while ((await countTries()) < 3) await new Promise((resolve) => setTimeout(resolve, 10))
  return { status: answer.then(({ statusCode }) => statusCode) }
}

/** Disowns the account as the owner of the address; needs no hash and so does not wait for the queue. */
async function disownAccount({ id }: Person) {
  const token = newToken()
  const createdAt = testApp.portal.clock.now()
  await testApp.db
    .insertInto('accountTokens')
    .values({
      tokenHash: hashToken(token),
      userId: id,
      purpose: 'disown',
      usedAt: null,
      createdAt,
      expiresAt: later(createdAt, days(1)),
    })
    .execute()
  await testApp.visitor().call(disown, { body: { uid: encodeUid(id), token } })
}

describe('login during disown', () => {
  it.each([
    ['a current hash', undefined],
    [
      'an imported hash, which login replaces',
      // Hash of 'λάδι-και-φως-9'.
      'pbkdf2_sha256$30000$seasalt9$D58AHj5P+zlIBX5/tQZ9W11DN+xyiqxcIFfUEf2mb4k=',
    ],
  ])(
    'creates no session and does not restore the password: %s [security sessions]',
    async (_, passwordHash) => {
      const person = await testApp.make.customer(passwordHash === undefined ? {} : { passwordHash })
      const unblockHashQueue = blockHashQueue()
      const signingIn = await beginSignIn(person)
      await disownAccount(person)
      await unblockHashQueue()
      expect(await signingIn.status).toBe(400)
      const kept = await testApp.db
        .selectFrom('users')
        .leftJoin('sessions', 'sessions.userId', 'users.id')
        .select(['users.passwordHash', 'sessions.tokenHash'])
        .where('users.id', '=', person.id)
        .execute()
      expect(kept).toEqual([{ passwordHash: null, tokenHash: null }])
    },
  )
})

describe('login while a second factor is added', () => {
  it('asks for the factor [security second factor]', async () => {
    const { db } = testApp
    const person = await testApp.make.customer()
    const [isLocked, mayEnd] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
    const adding = db.transaction().execute(async (trx) => {
      await sql`select from users where id = ${person.id} for no key update`.execute(trx)
      await trx
        .insertInto('totpSecrets')
        .values({ userId: person.id, secret: 'sealed', createdAt: new Date(), lastStep: 0 })
        .execute()
      isLocked.resolve(await backendOf(trx))
      await mayEnd.promise
    })
    const holder = await isLocked.promise
    const answer = testApp.visitor().send(login, { body: person })
    await untilBlocked(db, holder, 1)
    mayEnd.resolve()
    await adding
    expect((await answer).json()).toMatchObject({ second_factor: { totp: true } })
  })
})

describe('concurrent logins', () => {
  it('succeed if the first one replaces an imported hash', async () => {
    const person = await testApp.make.customer({
      passwordHash: 'pbkdf2_sha256$30000$seasalt9$D58AHj5P+zlIBX5/tQZ9W11DN+xyiqxcIFfUEf2mb4k=',
    })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => testApp.visitor().send(login, { body: person })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  })
})

describe('calls at the same time', () => {
  it('each find their own session, and none that has ended', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => testApp.make.customer()))
    const clients = await Promise.all(people.map((person) => testApp.signIn(person)))
    const ended = await testApp.signIn(people[0] as Person)
    await testApp.db
      .updateTable('sessions')
      .set({ expiresAt: testApp.portal.clock.now() })
      .where('tokenHash', '=', hashToken(ended.cookies.get('sessionid') ?? ''))
      .execute()
    const stranger = testApp.visitor()
    stranger.cookies.set('sessionid', newToken())

    const all = [...clients, ended, stranger]
    const rounds = Array.from({ length: 20 }, () => all)
    const answers = await Promise.all(rounds.flat().map((client) => client.send(me)))
    const shown = answers.map(({ statusCode, body }) =>
      statusCode === 200 ? (JSON.parse(body) as { email: string }).email : statusCode,
    )
    expect(shown).toEqual(rounds.flatMap(() => [...people.map(({ email }) => email), 401, 401]))
  })

  it('are rejected if they arrive after a sign-out has been answered', async () => {
    const person = await testApp.make.customer()
    const [client, others] = [await testApp.signIn(person), await testApp.signIn(person)]
    const copy = testApp.visitor()
    for (const [name, value] of client.cookies) copy.cookies.set(name, value)
    const over = { yet: false }
    // Keeps a look-up running all the time.
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!over.yet) await others.call(me)
      }),
    )
    await client.call(logout)
    expect((await copy.send(me)).statusCode).toBe(401)
    over.yet = true
    await load
  })
})
