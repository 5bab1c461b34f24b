import { me } from '@portal/contract/accounts.ts'
import {
  addPasskey,
  beginAddPasskey,
  beginConfirmation,
  beginPasskey,
  confirmPassword,
  maxPasskeys,
  removePasskey,
  showSecondFactor,
  verifyPasskey,
} from '@portal/contract/second-factor.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minutes } from '#server/lib/time/clock.ts'
import { openAuthenticator } from '#test/authenticator.ts'
import type { Person } from '#test/factories.ts'
import { beginSignIn } from '#test/second-factor.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ PUBLIC_URL: 'https://portal.example.gr' })
})
afterAll(() => testApp.close())

const origin = 'https://portal.example.gr'
const rejected = [400, { non_field_errors: ['The passkey was not accepted.'] }]

async function addKey(client: Client, name = 'Κινητό') {
  const key = openAuthenticator(origin)
  const credential = key.create(await client.call(beginAddPasskey))
  const { recovery_codes: codes } = await client.call(addPasskey, { body: { name, credential } })
  return { key, codes }
}

async function openWithKey() {
  const person = await testApp.make.customer()
  const client = await testApp.signIn(person)
  return { person, client, ...(await addKey(client)) }
}

const tryKey = async (client: Client, credential: object) => {
  const answer = await client.send(verifyPasskey, { body: { credential } })
  return [answer.statusCode, answer.json()]
}
const signInWith = async (person: Person, key: ReturnType<typeof openAuthenticator>) => {
  const client = await beginSignIn(testApp, person)
  return { client, answer: await tryKey(client, key.get(await client.call(beginPasskey))) }
}

describe('a passkey', () => {
  it('finishes a sign-in; user verification is required [security passkeys]', async () => {
    const { person, client, key, codes } = await openWithKey()
    expect(codes).toHaveLength(10)
    const pending = await beginSignIn(testApp, person)
    const options = await pending.call(beginPasskey)
    expect(options).toMatchObject({
      rpId: 'portal.example.gr',
      userVerification: 'required',
      allowCredentials: [{ id: key.id }],
    })
    expect(await tryKey(pending, key.get(options))).toEqual([200, {}])
    expect(await pending.call(me)).toMatchObject({ email: person.email })
    const { passkeys } = await client.call(showSecondFactor)
    expect(passkeys).toMatchObject([{ name: 'Κινητό' }])
    expect(passkeys[0]?.last_used_at).not.toBeNull()
  })

  it.each([
    ['for another challenge', { challenge: 'AAAA' }],
    ['for another origin', { origin: 'https://portal.example.com' }],
    ['for another site', { rpId: 'example.com' }],
    ['without user verification', { userVerified: false }],
    ['with a counter that does not increase', { counter: 1 }],
  ])('is rejected %s [security passkeys]', async (_, change) => {
    const { person, key } = await openWithKey()
    const client = await beginSignIn(testApp, person)
    expect(await tryKey(client, key.get(await client.call(beginPasskey), change))).toEqual(rejected)
    expect(await tryKey(client, key.get(await client.call(beginPasskey)))).toEqual([200, {}])
  })

  it('is rejected for a used challenge, another key, or nonsense [security passkeys]', async () => {
    const [{ person, key }, other] = [await openWithKey(), await openWithKey()]
    const client = await beginSignIn(testApp, person)
    expect(await tryKey(client, key.get({ challenge: 'AAAA', rpId: 'portal.example.gr' }))).toEqual(rejected)
    const options = await client.call(beginPasskey)
    expect(await tryKey(client, other.key.get(options))).toEqual(rejected)
    expect(await tryKey(client, key.get(options))).toEqual(rejected)
    for (const credential of [{}, { id: key.id }, { id: key.id, response: { clientDataJSON: 7 } }]) {
      await client.call(beginPasskey)
      expect(await tryKey(client, credential)).toEqual(rejected)
    }
    const stolen = { ...other.key.get(await client.call(beginPasskey)), id: key.id, rawId: key.id }
    expect(await tryKey(client, stolen)).toEqual(rejected)
  })

  it('confirms a change of factors, once for each challenge of the session [security passkeys]', async () => {
    const [{ person, client, key }, other] = [await openWithKey(), await openWithKey()]
    testApp.clock.forward(minutes(6))
    const confirmWith = async (credential: object) => {
      const body = { current_password: person.password, credential }
      return (await client.send(confirmPassword, { body })).statusCode
    }
    expect((await client.send(beginAddPasskey)).statusCode).toBe(403)
    const options = await client.call(beginConfirmation)
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: key.id }] })
    const foreign = key.get(await other.client.call(beginConfirmation))
    expect(await confirmWith(foreign)).toBe(400)
    // The rejected response has used the challenge up.
    expect(await confirmWith(key.get(options))).toBe(400)
    expect((await client.send(beginAddPasskey)).statusCode).toBe(403)
    expect(await confirmWith(key.get(await client.call(beginConfirmation)))).toBe(204)
    expect((await client.send(beginAddPasskey)).statusCode).toBe(200)
  })

  it('of another account is rejected', async () => {
    const [{ person }, other] = [await openWithKey(), await openWithKey()]
    expect((await signInWith(person, other.key)).answer).toEqual(rejected)
  })

  it('is added once, by the session and the challenge that asked for it [security passkeys]', async () => {
    const { client, person, key } = await openWithKey()
    const options = await client.call(beginAddPasskey)
    expect(options).toMatchObject({
      rp: { id: 'portal.example.gr' },
      excludeCredentials: [{ id: key.id }],
      authenticatorSelection: { userVerification: 'required' },
      attestation: 'none',
    })
    const again = { name: 'Ξανά', credential: key.create(options) }
    expect((await client.send(addPasskey, { body: again })).json()).toEqual(rejected[1])
    expect((await client.send(addPasskey, { body: again })).statusCode).toBe(409)
    const { client: elsewhere } = await signInWith(person, key)
    const credential = openAuthenticator(origin).create(await client.call(beginAddPasskey))
    expect((await elsewhere.send(addPasskey, { body: { name: 'Άλλο', credential } })).statusCode).toBe(409)
    for (const change of [
      { challenge: 'AAAA' },
      { userVerified: false },
      { origin: 'https://example.com' },
    ]) {
      const bad = openAuthenticator(origin).create(await client.call(beginAddPasskey), change)
      expect((await client.send(addPasskey, { body: { name: 'Άλλο', credential: bad } })).json()).toEqual(
        rejected[1],
      )
    }
  })

  it('can be removed by its owner only', async () => {
    const [{ person, client, key }, other] = [await openWithKey(), await openWithKey()]
    const [passkey] = (await client.call(showSecondFactor)).passkeys
    const params = { id: String(passkey?.id) }
    expect((await other.client.send(removePasskey, { params })).statusCode).toBe(404)
    await addKey(client, 'Δεύτερο')
    await client.call(removePasskey, { params })
    expect((await signInWith(person, key)).answer).toEqual(rejected)
  })

  it(`is not added beyond ${maxPasskeys}`, async () => {
    const { client } = await openWithKey()
    for (let n = 1; n < maxPasskeys; n += 1) await addKey(client, `Κλειδί ${n}`)
    expect((await client.send(beginAddPasskey)).json()).toEqual({
      detail: 'This account has 10 passkeys already.',
    })
  })
})
