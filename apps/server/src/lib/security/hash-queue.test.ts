import { login } from '@portal/contract/accounts.ts'
import { confirmPassword } from '@portal/contract/second-factor.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { type Asker, oneAtATime, maxWaiting, queueHash } from './hash-queue.ts'
import { addMark } from './known-browsers.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** Fills the queue of a kind of askers except for `places`. @returns ends the work */
async function fillExcept(places: number, asker: Asker) {
  const gates: (() => void)[] = []
  const outcomes: Promise<unknown>[] = []
  let isFull = false
  // Running hashes, at most three, are not in the queue; each that ends frees one place.
  for (let n = 0; n < maxWaiting + 4; n += 1) {
    const gate = Promise.withResolvers<void>()
    gates.push(() => gate.resolve())
    outcomes.push(queueHash(() => gate.promise, asker).catch(() => (isFull = true)))
  }
  await new Promise((resolve) => setImmediate(resolve))
  expect(isFull).toBe(true)
  for (const end of gates.slice(0, places)) end()
  await Promise.all(outcomes.slice(0, places))
  return async () => {
    for (const end of gates) end()
    await Promise.all(outcomes)
  }
}

describe('queueHash', () => {
  it('answers 503 to a sign-in when the queue is full; other calls continue [security hash queue]', async () => {
    const person = await testApp.make.customer()
    const end = await fillExcept(0, 'stranger')
    const rejected = await testApp.visitor().send(login, { body: person })
    expect([rejected.statusCode, rejected.json(), rejected.headers['retry-after']]).toEqual([
      503,
      { detail: 'Service temporarily unavailable, try again later.' },
      '5',
    ])
    expect((await testApp.visitor().inject({ url: '/api/places/' })).statusCode).toBe(200)
    await end()
    expect((await testApp.visitor().send(login, { body: person })).statusCode).toBe(200)
  })

  it('accepts a known browser while strangers fill it [security hash queue]', async () => {
    const person = await testApp.make.customer()
    const known = await testApp.signIn(person, { withPassword: true })
    const end = await fillExcept(0, 'stranger')
    const signingIn = known.send(login, { body: person })
    expect((await testApp.visitor().send(login, { body: person })).statusCode).toBe(503)
    await end()
    expect((await signingIn).statusCode).toBe(200)
  })

  it('gives the known browsers of one account one place, so that one account cannot fill the queue [security hash queue]', async () => {
    const [greedy, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const browserOf = async (person: { id: number; email: string; password: string }) => {
      const browser = testApp.visitor()
      const { passwordHash } = await testApp.db
        .selectFrom('users')
        .select('passwordHash')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      browser.cookies.set(
        'knownbrowser',
        await addMark(testApp.portal, undefined, { id: person.id, passwordHash }),
      )
      return browser
    }
    const countTries = async () => (await testApp.db.selectFrom('rateLimits').select('key').execute()).length
    await testApp.db.deleteFrom('rateLimits').execute()
    const browsers = await Promise.all(Array.from({ length: 8 }, () => browserOf(greedy)))
    const owner = await browserOf(other)
    const end = await fillExcept(2, 'known')
    const attack = browsers.map((browser) => browser.send(login, { body: greedy }))
    while ((await countTries()) < browsers.length) await new Promise((resolve) => setTimeout(resolve, 10))
    const signingIn = owner.send(login, { body: other })
    while ((await countTries()) <= browsers.length) await new Promise((resolve) => setTimeout(resolve, 10))
    // Between its count and the queue, a try runs one more query, which was sent before these.
    for (let turn = 0; turn < 10; turn += 1) await countTries()
    await end()
    const statuses = (await Promise.all([signingIn, ...attack])).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('accepts staff while citizens with sessions fill it [security hash queue]', async () => {
    const [clerk, citizen] = [await testApp.make.staff(), await testApp.make.customer()]
    const ofClerk = await testApp.signIn(clerk, { withPassword: true })
    // A sign-in ends the session of its browser.
    const elsewhere = await testApp.signIn(clerk, { withPassword: true })
    const ofCitizen = await testApp.signIn(citizen, { withPassword: true })
    const end = await fillExcept(0, 'known')
    const signingIn = ofClerk.send(login, { body: clerk })
    const confirming = elsewhere.send(confirmPassword, { body: { current_password: clerk.password } })
    expect((await ofCitizen.send(login, { body: citizen })).statusCode).toBe(503)
    await end()
    expect((await confirming).statusCode).toBe(204)
    expect((await signingIn).statusCode).toBe(200)
  })

  it('gives the session of an account one place, so that its calls cannot fill the queue [security hash queue]', async () => {
    const [greedy, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const [client, owner] = [
      await testApp.signIn(greedy, { withPassword: true }),
      await testApp.signIn(other, { withPassword: true }),
    ]
    const end = await fillExcept(2, 'known')
    const attack = Array.from({ length: 8 }, () =>
      client.send(confirmPassword, { body: { current_password: greedy.password } }),
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    const signingIn = owner.send(login, { body: other })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await end()
    const statuses = (await Promise.all([signingIn, ...attack])).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200, 204]))
  })

  it('alternates between strangers and known browsers', async () => {
    const gate = Promise.withResolvers<void>()
    const works: Promise<unknown>[] = Array.from({ length: 3 }, () => queueHash(() => gate.promise))
    const seen: Asker[] = []
    for (const asker of ['stranger', 'known'] as const)
      for (let n = 0; n < 20; n += 1) works.push(queueHash(async () => seen.push(asker), asker))
    gate.resolve()
    await Promise.all(works)
    const half = seen.slice(0, 20).filter((asker) => asker === 'known').length
    expect(half).toBeGreaterThanOrEqual(8)
    expect(half).toBeLessThanOrEqual(12)
  })

  it('runs all queued work, also after an error', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        queueHash(() => (n % 3 === 0 ? Promise.reject(new Error('fault')) : Promise.resolve(n))),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10)
    expect(await queueHash(() => Promise.resolve('next'))).toBe('next')
  })
})

describe('oneAtATime', () => {
  it('runs work of one key in order, also after an error, and work of other keys concurrently', async () => {
    const seen: string[] = []
    const gate = Promise.withResolvers<void>()
    const first = oneAtATime('a', async () => {
      await gate.promise
      seen.push('a1')
      throw new Error('fault')
    })
    const second = oneAtATime('a', async () => seen.push('a2'))
    await oneAtATime('b', async () => seen.push('b1'))
    gate.resolve()
    await expect(first).rejects.toThrow('fault')
    await second
    expect(seen).toEqual(['b1', 'a1', 'a2'])
  })
})
