import { hash } from 'node:crypto'
import { listConnectedSites, withdrawConsent } from '@portal/contract/partners.ts'
import { exportOwnData } from '@portal/contract/privacy.ts'
import { findBalance, listEvents } from '@portal/contract/partner-points.ts'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { PersonalData } from '#server/features/privacy/export-data-service.ts'
import { consentVersion, texts } from './consent-text.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { days } from '#server/lib/time/clock.ts'
import { auditOf } from '#test/audit-entries.ts'
import type { Browser } from '#test/browser.ts'
import type { Person } from '#test/factories.ts'
import { type ListeningApp, openListeningApp, openSite, rejectionOf, type Site } from '#test/partner-site.ts'
import { openProgram } from '#test/programs.ts'

let testApp: ListeningApp
beforeAll(async () => {
  testApp = await openListeningApp()
})
afterAll(() => testApp.close())

const siteOf = async (given: Parameters<typeof openSite>[1] = {}) => {
  const site = await openSite(testApp, given)
  onTestFinished(() => site.close())
  return site
}
/** Signs a person in at a third-party site in a new browser, with consent. */
async function consent(site: Site, person: Person, scope: string, browser = testApp.browser()) {
  await browser.signIn(person)
  const begun = await site.begin({ scope })
  const tokens = await site.complete(
    begun,
    await browser.submit(await browser.open(begun.address), { decision: 'allow', redeem: 'yes' }),
  )
  return { browser, tokens, sub: tokens.claims()?.sub ?? '' }
}
const isActive = async (site: Site, { access_token }: { access_token: string }) =>
  (await oidc.tokenIntrospection(site.config, access_token)).active
const sitesOf = async (person: Person) => (await testApp.signIn(person)).call(listConnectedSites)
const withdraw = async (person: Person, { clientId }: Site) =>
  (await testApp.signIn(person)).call(withdrawConsent, { body: { site: clientId } })
const isSignedIn = async (browser: Browser) => (await browser.request('/api/auth/users/me/')).status === 200
const auditsOf = ({ id }: Person) => auditOf(testApp, id, 'consent.give', 'consent.withdraw')

const dataOf = async (person: Person) => {
  const client = await testApp.signIn(person)
  const copy = await client.send(exportOwnData, { body: { current_password: person.password } })
  return copy.json<PersonalData>()
}
const aUuid: unknown = expect.stringMatching(/^[\da-f-]{36}$/)
const aTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)

/** Also the words around a name. */
const asText = (_: string, value: unknown) => (typeof value === 'function' ? String(value('…')) : value)

const unnamed = { company: null, purpose: null, purpose_en: null, privacy_url: null }

describe('listConnectedSites', () => {
  it('returns each site of all sessions once, with what it may read and since when [security consents]', async () => {
    const maria = await testApp.make.customer()
    const third = await siteOf({ name: 'Πράσινο κουπόνι', firstParty: false, purpose: 'Εκπτώσεις' })
    const own = await siteOf({ name: 'Συλλογή τηγανελαίου' })
    const { browser } = await consent(third, maria, 'openid profile')
    const [first] = await sitesOf(maria)
    testApp.clock.forward(days(1))
    await consent(third, maria, 'openid points email')
    await own.signIn(browser, maria, { scope: 'openid municipality points:read' })
    expect(await sitesOf(maria)).toEqual([
      {
        site: own.clientId,
        name: 'Συλλογή τηγανελαίου',
        home_url: own.url,
        ...unnamed,
        first_party: true,
        connected_at: expect.stringMatching(/^\d{4}-/),
        scopes: ['openid', 'municipality'],
      },
      {
        site: third.clientId,
        name: 'Πράσινο κουπόνι',
        home_url: third.url,
        ...unnamed,
        purpose: 'Εκπτώσεις',
        first_party: false,
        connected_at: first?.connected_at,
        scopes: ['openid', 'profile', 'email', 'points', 'points:redeem'],
      },
    ])
    testApp.clock.forward(-days(1))
  })

  it('leaves out sites of other people, of ended sessions, and scopes that the operator has removed', async () => {
    const [maria, nikos] = [await testApp.make.customer(), await testApp.make.customer()]
    const third = await siteOf({ firstParty: false })
    const { browser } = await consent(third, maria, 'openid phone points')
    expect(await sitesOf(nikos)).toEqual([])
    await testApp.db
      .updateTable('partners')
      .set({ scopes: ['openid', 'points'] })
      .where('id', '=', third.id)
      .execute()
    expect((await sitesOf(maria)).map(({ scopes }) => scopes)).toEqual([['openid', 'points']])
    await browser.signOut()
    expect(await sitesOf(maria)).toEqual([])
  })
})

describe('withdrawConsent', () => {
  it('ends a third party’s tokens, balance, right to take points and sub in events at once [security consents]', async () => {
    const maria = await testApp.make.customer()
    const site = await siteOf({ firstParty: false, descriptions: ['oil_collected', 'coupon_created'] })
    const program = await openProgram(testApp, { as: site })
    const { tokens, sub, browser } = await consent(site, maria, 'openid points')
    const send = (description: string, points: number) =>
      program.record({
        reference: crypto.randomUUID(),
        participant: { sub },
        description,
        points,
        happened_at: '2026-03-01T10:00:00+02:00',
      })
    const access = async () => {
      const { body } = await program.send(listEvents)
      return {
        balance: (await program.send(findBalance, { params: { participant: sub } })).status,
        redemption: (await send('coupon_created', -10)).status,
        subs: (body as { events: { record: { sub?: string } }[] }).events.map(({ record }) => record.sub),
        token: await isActive(site, tokens),
      }
    }
    await send('oil_collected', 100)
    expect(await access()).toEqual({ balance: 200, redemption: 200, subs: [sub], token: true })
    await withdraw(maria, site)
    expect(await access()).toEqual({
      balance: 403,
      redemption: 403,
      subs: [undefined, undefined],
      token: false,
    })
    expect(await rejectionOf(oidc.refreshTokenGrant(site.config, tokens.refresh_token ?? ''))).toMatchObject({
      error: 'invalid_grant',
    })
    // The portal's own session remains; a new sign-in at the site asks again.
    expect(await isSignedIn(browser)).toBe(true)
    const page = await browser.open((await site.begin({ scope: 'openid points' })).address)
    expect([page.url.origin, page.body.includes('πόσους πόντους έχετε')]).toEqual([testApp.url, true])
  })

  it('ends every session of the person at that site with a logout token each, and none of other people [security consents]', async () => {
    const [maria, nikos] = [await testApp.make.customer(), await testApp.make.customer()]
    const [site, other] = [await siteOf({ firstParty: false }), await siteOf()]
    const one = await consent(site, maria, 'openid')
    const two = await consent(site, maria, 'openid')
    const elsewhere = await other.signIn(one.browser, maria)
    const foreign = await consent(site, nikos, 'openid')
    await withdraw(maria, site)
    const ended = await Promise.all([isActive(site, one.tokens), isActive(site, two.tokens)])
    expect([ended, await isActive(site, foreign.tokens), await isActive(other, elsewhere)]).toEqual([
      [false, false],
      true,
      true,
    ])
    const keys = createRemoteJWKSet(new URL(`${testApp.issuer}/jwks`))
    const told = (await site.logouts(2)).map((token) => jwtVerify(token, keys, { audience: site.clientId }))
    const sids = (await Promise.all(told)).map(({ payload }) => payload.sid)
    expect(new Set(sids)).toEqual(new Set([one, two].map(({ tokens }) => tokens.claims()?.sid)))
    expect(await sitesOf(maria)).toMatchObject([{ site: other.clientId }])
    expect(await sitesOf(nikos)).toHaveLength(1)
  })

  it('is not reverted by a later sign-in at another site in the same browser', async () => {
    const maria = await testApp.make.customer()
    const [site, other] = [await siteOf({ firstParty: false }), await siteOf()]
    const { browser, tokens } = await consent(site, maria, 'openid points')
    await withdraw(maria, site)
    await other.signIn(browser, maria)
    expect(await sitesOf(maria)).toMatchObject([{ site: other.clientId }])
    const again = await site.begin()
    const page = await browser.submit(await browser.open(again.address), { decision: 'allow' })
    // A site may reject the `sid` of the session that ended.
    expect((await site.complete(again, page)).claims()?.sid).not.toBe(tokens.claims()?.sid)
  })

  it('can be proven after the sign-out and the withdrawal: who agreed, to which site, words and data, and when [security consents]', async () => {
    const maria = await testApp.make.customer()
    const [third, own] = [
      await siteOf({ firstParty: false, name: 'Τρίτος', descriptions: ['coupon_created'] }),
      await siteOf(),
    ]
    const { browser } = await consent(third, maria, 'openid phone points')
    await own.signIn(browser, maria)
    await browser.signOut()
    const given = { action: 'consent.give', actorKind: 'citizen', actorId: maria.id }
    const evidence = (language: string) => ({
      text: consentVersion,
      language,
      words: expect.stringMatching(/^[\da-f]{16}$/),
    })
    const scope = 'openid phone points points:redeem'
    const first = { ...given, details: { partner: third.clientId, scope, ...evidence('el') } }
    expect(await auditsOf(maria)).toEqual([first])

    const english = testApp.browser()
    await english.signIn(maria)
    const begun = await third.begin({ scope: 'openid points', ui_locales: 'en' })
    await english.submit(await english.open(begun.address), { decision: 'deny' })
    expect(await auditsOf(maria)).toEqual([first])
    const again = await third.begin({ scope: 'openid points', ui_locales: 'en' })
    await third.complete(
      again,
      await english.submit(await english.open(again.address), { decision: 'allow' }),
    )
    await withdraw(maria, third)
    const second = { partner: third.clientId, scope: 'openid points' }
    expect(await auditsOf(maria)).toEqual([
      first,
      { ...given, details: { ...second, refused: 'points:redeem', ...evidence('en') } },
      { ...given, action: 'consent.withdraw', details: { ...second, sign_ins: 1 } },
    ])
    const { audit, consents } = await dataOf(maria)
    expect(audit).toContainEqual(
      expect.objectContaining({
        ...{ by: 'citizen', action: 'consent.give' },
        details: expect.objectContaining(first.details),
      }),
    )
    const same = { site: 'Τρίτος', sub: aUuid, version: consentVersion, given_at: aTime, withdrawn_at: aTime }
    expect(consents).toEqual([
      {
        ...{ ...same, language: 'en', scopes: ['openid', 'points'], refused: ['points:redeem'] },
        words: expect.stringContaining('[ ] I also allow it to take my points for coupons'),
      },
      {
        ...{ ...same, language: 'el', scopes: scope.split(' '), refused: [] },
        words: expect.stringContaining('[ ] Επιτρέπω και να παίρνει πόντους μου για κουπόνια'),
      },
    ])
    const words = consents.map((one) => hash('sha256', one.words ?? '', 'hex').slice(0, 16))
    expect((await auditsOf(maria)).flatMap(({ details }) => details['words'] ?? [])).toEqual(
      words.toReversed(),
    )
    await eraseParticipant(testApp.portal, maria.id, 'letter')
    const left = await testApp.db
      .selectFrom('partnerConsents')
      .select('id')
      .where('userId', '=', maria.id)
      .execute()
    expect(left).toEqual([])
  })

  it('has another version when the words of the question change', () => {
    const words = hash('sha256', JSON.stringify(texts, asText), 'hex')
    expect([consentVersion, words.slice(0, 16)]).toEqual(['2026-11-27', 'e6012f2a4404f484'])
  })

  it('leaves an audit entry with the partner; of a site without a sign-in it is answered 404 and leaves none', async () => {
    const [maria, nikos] = [await testApp.make.customer(), await testApp.make.customer()]
    const site = await siteOf({ firstParty: false })
    await consent(site, maria, 'openid')
    const client = await testApp.signIn(nikos)
    for (const unknown of [site.clientId, 'unknown'])
      expect((await client.send(withdrawConsent, { body: { site: unknown } })).statusCode).toBe(404)
    expect([await auditsOf(nikos), await sitesOf(maria)]).toMatchObject([[], [{ site: site.clientId }]])
    await withdraw(maria, site)
    expect((await auditsOf(maria)).map(({ action }) => action)).toEqual(['consent.give', 'consent.withdraw'])
    const again = await testApp.signIn(maria)
    expect((await again.send(withdrawConsent, { body: { site: site.clientId } })).statusCode).toBe(404)
  })
})
