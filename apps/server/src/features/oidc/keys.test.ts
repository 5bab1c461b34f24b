import { decodeProtectedHeader } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { days, minutes } from '#server/lib/time/clock.ts'
import { errorOf } from '#test/files.ts'
import type { Person } from '#test/factories.ts'
import { type ListeningApp, openListeningApp, openSite, type Site } from '#test/partner-site.ts'
import { findKeys, rotateKeys } from './keys-service.ts'
import { deleteOverdue } from './service.ts'

let testApp: ListeningApp
let site: Site
let person: Person
beforeAll(async () => {
  testApp = await openListeningApp()
  site = await openSite(testApp)
  person = await testApp.make.customer()
})
afterAll(async () => {
  await site.close()
  await testApp.close()
})

const publishedKeys = async () =>
  ((await (await fetch(`${testApp.issuer}/jwks`)).json()) as { keys: { kid: string; n: string }[] }).keys
const published = async () => (await publishedKeys()).map(({ kid }) => kid)
/** Signs in and returns the new ID token, which openid-client has verified against the published keys. */
const signedWith = async () => {
  const { id_token: token = '' } = await site.signIn(testApp.browser(), person)
  return { token, kid: decodeProtectedHeader(token).kid }
}
/** Advances the clock beyond the cache lifetime of the keys. */
const settle = () => testApp.clock.forward(10_000)

describe('a signing key', () => {
  it('has 3,072 bits', async () => {
    for (const { n } of await publishedKeys()) expect(Buffer.from(n, 'base64url')).toHaveLength(3072 / 8)
  })
})

describe('rotateKeys', () => {
  it('publishes the new key before it signs, and the old one as long as sessions can last', async () => {
    const before = await signedWith()
    await rotateKeys(testApp.portal, { atOnce: false })
    settle()
    const both = await published()
    expect(both).toHaveLength(2)
    expect((await signedWith()).kid).toBe(before.kid)

    testApp.clock.forward(minutes(10))
    const after = await signedWith()
    expect(after.kid).not.toBe(before.kid)
    expect(both).toContain(after.kid)
    // The old key stays published: sites use ID tokens that it signed for signing out.
    expect(await published()).toEqual(expect.arrayContaining([before.kid, after.kid]))
    const address = oidc.buildEndSessionUrl(site.config, {
      id_token_hint: before.token,
      post_logout_redirect_uri: `${site.url}/goodbye`,
    })
    expect((await testApp.browser().open(address)).url.href).toBe(`${site.url}/goodbye`)

    testApp.clock.forward(days(14))
    await deleteOverdue(testApp.portal)
    settle()
    expect(await published()).toContain(before.kid)
    testApp.clock.forward(days(2))
    await deleteOverdue(testApp.portal)
    settle()
    expect(await published()).toEqual([after.kid])
  })

  it('with atOnce, removes the old keys, which invalidates what they signed', async () => {
    const before = await signedWith()
    await rotateKeys(testApp.portal, { atOnce: true })
    settle()
    expect(await published()).toHaveLength(1)
    expect((await signedWith()).kid).not.toBe(before.kid)
    const address = oidc.buildEndSessionUrl(site.config, { id_token_hint: before.token })
    expect((await testApp.browser().open(address)).status).toBe(400)
  })

  it('takes effect in a second server on the same database within seconds', async () => {
    const second = await buildApp(testApp.portal)
    const read = async () => {
      const answer = await second.inject({ url: '/oauth/jwks' })
      return answer.json<{ keys: unknown[] }>().keys
    }
    const before = await read()
    await rotateKeys(testApp.portal, { atOnce: false })
    settle()
    expect(await read()).toHaveLength(before.length + 1)
    expect(await read()).toEqual(
      ((await (await fetch(`${testApp.issuer}/jwks`)).json()) as { keys: unknown[] }).keys,
    )
    await second.close()
  })
})

describe('findKeys', () => {
  it('names PORTAL_SECRET and the command to run if the secret does not match', async () => {
    const config = { ...testApp.portal.config, secret: { kind: 'given', value: 'x'.repeat(40) } as const }
    const error = await errorOf(findKeys({ ...testApp.portal, config }))
    expect(error).toContain('PORTAL_SECRET: does not match')
    expect(error).toContain('rotate-keys --at-once')
  })

  it('creates the first key once if several servers start at once', async () => {
    await testApp.db.deleteFrom('signingKeys').execute()
    const all = await Promise.all([1, 2, 3].map(() => findKeys(testApp.portal)))
    expect(new Set(all.map(([key]) => key?.kid)).size).toBe(1)
  })
})
