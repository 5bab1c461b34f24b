import { findBalance, listEvents } from '@portal/contract/partner-points.ts'
import { summarizePoints } from '@portal/contract/points.ts'
import { bindSticker, issueStickers, listOwnStickers } from '@portal/contract/stickers.ts'
import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listConsentsOf } from '#server/features/connected-sites/consent-service.ts'
import { changePartner } from '#server/features/partners/registry-service.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { byCommand } from '#server/lib/audit/audit.ts'
import { days } from '#server/lib/time/clock.ts'
import type { Person } from '#test/factories.ts'
import { type ListeningApp, openListeningApp, openSite } from '#test/partner-site.ts'
import { openProgram, type Program } from '#test/programs.ts'

let testApp: ListeningApp
/** A first-party program. */
let own: Program
beforeAll(async () => {
  testApp = await openListeningApp()
  own = await openProgram(testApp)
})
afterAll(() => testApp.close())

const descriptions = ['oil_collected', 'item_delivered', 'coupon_created', 'collection_cancelled'] as const
const openThirdParty = async (subjectType: 'public' | 'pairwise' = 'public') => {
  const site = await openSite(testApp, { firstParty: false, descriptions: [...descriptions], subjectType })
  onTestFinished(() => site.close())
  const program = await openProgram(testApp, { as: site })
  /** Signs a user in at the site and gives consent. */
  const consent = async (person: Person, scope: string, form: Record<string, string> = {}) => {
    const browser = testApp.browser()
    await browser.signIn(person)
    const begun = await site.begin({ scope })
    const page = await browser.open(begun.address)
    const isAsked = page.url.origin === testApp.url
    const tokens = await site.complete(
      begun,
      isAsked ? await browser.submit(page, { decision: 'allow', ...form }) : page,
    )
    return Object.assign(browser, { tokens, sub: tokens.claims()?.sub ?? '' })
  }
  const balanceOf = (participant: string | number) => program.send(findBalance, { params: { participant } })
  return { site, program, consent, balanceOf }
}
const subOf = async ({ id }: Person) =>
  (await testApp.db.selectFrom('users').select('sub').where('id', '=', id).executeTakeFirstOrThrow()).sub
const issue = async (count: number) => {
  const clerk = await testApp.signIn(await testApp.make.staff())
  const { id } = await clerk.call(issueStickers, { body: { count } })
  const rows = await testApp.db.selectFrom('stickers').select('code').where('batchId', '=', id).execute()
  return rows.map(({ code }) => code)
}
const record = (participant: object, more: object = {}) => ({
  reference: crypto.randomUUID(),
  participant,
  description: 'oil_collected',
  points: 40,
  happened_at: '2026-03-01T10:00:00+02:00',
  ...more,
})
const coupon = (participant: object, points: number) =>
  record(participant, { description: 'coupon_created', points })
const availableOf = async (person: Person) =>
  (await (await testApp.signIn(person)).call(summarizePoints)).available
const codesOf = (answers: { code?: string | undefined; status: string }[]) =>
  answers.map(({ code, status }) => code ?? status)

describe('recordPoints by the code of a sticker', () => {
  it('rejects zero and negative points of every description, for every state of the sticker [partners third parties]', async () => {
    const maria = await testApp.make.customer()
    const [bound = '', free = ''] = await issue(2)
    await (await testApp.signIn(maria)).call(bindSticker, { body: { code: bound } })
    await own.record(record({ sticker: bound }, { points: 100 }))
    const { program: third } = await openThirdParty()
    for (const program of [own, third])
      for (const sticker of [bound, free, 'ΛΑ-000777'])
        expect(
          codesOf(
            await program.recordAll([
              record({ sticker }, { points: 0 }),
              record({ sticker }, { description: 'item_delivered', points: 0 }),
              record({ sticker }, { description: 'item_delivered', points: -5 }),
              record({ sticker }, { description: 'collection_cancelled', points: -5 }),
              coupon({ sticker }, -5),
            ]),
          ),
        ).toEqual(Array.from({ length: 5 }, () => 'sticker_only_adds'))
    expect(await availableOf(maria)).toBe(100)
  })

  it('rejects a measure that gives no points', async () => {
    const [code = ''] = await issue(1)
    await testApp.db
      .insertInto('rates')
      .values({
        description: 'oil_collected',
        material: 'ίχνη',
        unit: 'litre',
        pointsPerUnit: '0.01',
        validFrom: '2026-01-01',
        validTo: null,
        note: '',
      })
      .execute()
    const { points: _, ...measured } = record({ sticker: code })
    const answers = await own.recordAll([{ ...measured, measure: { litres: 0.5, material: 'ίχνη' } }])
    expect(codesOf(answers)).toEqual(['sticker_only_adds'])
  })
})

describe('a third party', () => {
  it('adds points by sub and sticker, and cannot use account numbers [partners third parties]', async () => {
    const maria = await testApp.make.customer()
    const { program, balanceOf } = await openThirdParty()
    const answers = await program.recordAll([record({ id: maria.id }), record({ sub: await subOf(maria) })])
    expect(codesOf(answers)).toEqual(['participant_unknown', 'recorded'])
    expect(await balanceOf(maria.id)).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
  })

  it('reads events without the sub of people who have not consented [partners consent]', async () => {
    const maria = await testApp.make.customer()
    const [code = ''] = await issue(1)
    await (await testApp.signIn(maria)).call(bindSticker, { body: { code } })
    const { program, consent } = await openThirdParty()
    await program.record(record({ sticker: code }))
    const subs = async () => {
      const { body } = await program.send(listEvents)
      return (body as { events: { record: { sub?: string } }[] }).events.map((event) => event.record.sub)
    }
    expect(await subs()).toEqual([undefined])
    const browser = await consent(maria, 'openid')
    expect(await subs()).toEqual([await subOf(maria)])
    await browser.signOut()
    expect(await subs()).toEqual([undefined])
  })

  it('reads a balance by a consent with the scope points, and redeems by one with points:redeem [partners consent]', async () => {
    const maria = await testApp.make.customer()
    const sub = await subOf(maria)
    await own.record(record({ sub }, { points: 100 }))
    const { program, consent, balanceOf } = await openThirdParty()
    const missing = (scope: string) => ({ code: 'consent_missing', final: false, params: { scope } })
    const redeem = async () => {
      const { status, body, ...rest } = await program.record(coupon({ sub }, -10))
      return [status, 'error' in rest ? rest.error : body.status]
    }
    expect(await balanceOf(sub)).toMatchObject({ status: 403, error: missing('points') })
    expect(await redeem()).toEqual([403, missing('points:redeem')])

    await consent(maria, 'openid profile')
    expect([(await balanceOf(sub)).status, (await redeem())[0]]).toEqual([403, 403])

    const browser = await consent(maria, 'openid points')
    expect(await balanceOf(sub)).toEqual({ status: 200, body: { sub, available: 100 } })
    expect(await redeem()).toEqual([403, missing('points:redeem')])
    const other = await consent(maria, 'openid points:redeem', { redeem: 'yes' })
    expect(await redeem()).toEqual([200, 'recorded'])

    const { program: stranger } = await openThirdParty()
    expect(codesOf(await stranger.recordAll([coupon({ sub }, -10)]))).toEqual(['consent_missing'])

    await browser.signOut()
    expect([(await balanceOf(sub)).status, (await redeem())[0]]).toEqual([403, 200])
    await other.signOut()
    expect([(await balanceOf(sub)).status, (await redeem())[0]]).toEqual([403, 403])
    expect(await availableOf(maria)).toBe(80)
  })

  it('may no longer take points once the person rejects it in any session [partners consent]', async () => {
    const maria = await testApp.make.customer()
    const sub = await subOf(maria)
    await own.record(record({ sub }, { points: 100 }))
    const { program, consent, balanceOf } = await openThirdParty()
    const redeem = async () => codesOf(await program.recordAll([coupon({ sub }, -10)]))
    await consent(maria, 'openid points points:redeem', { redeem: 'yes' })
    expect(await redeem()).toEqual(['recorded'])
    await consent(maria, 'openid points points:redeem')
    expect(await redeem()).toEqual(['consent_missing'])
    expect((await balanceOf(sub)).status).toBe(200)
  })

  it('loses access with the scope, and with the session after fourteen days', async () => {
    const maria = await testApp.make.customer()
    const sub = await subOf(maria)
    const { site, consent, balanceOf } = await openThirdParty()
    await consent(maria, 'openid points')
    expect((await balanceOf(sub)).status).toBe(200)
    const setScopes = (scopes: string[]) =>
      testApp.db.updateTable('partners').set({ scopes }).where('id', '=', site.id).execute()
    await setScopes(['openid', 'points:read'])
    expect((await balanceOf(sub)).status).toBe(403)
    await setScopes(['openid', 'points', 'points:read'])
    expect((await balanceOf(sub)).status).toBe(200)
    testApp.clock.forward(days(14))
    const later = await openProgram(testApp, { as: site })
    expect((await later.send(findBalance, { params: { participant: sub } })).status).toBe(403)
    testApp.clock.forward(-days(14))
  })

  it('gains no consent from sign-ins made while it was a first party', async () => {
    const maria = await testApp.make.customer()
    const sub = await subOf(maria)
    const site = await openSite(testApp, { descriptions: [...descriptions] })
    onTestFinished(() => site.close())
    const browser = testApp.browser()
    await site.signIn(browser, maria, { scope: 'openid points' })
    const program = await openProgram(testApp, { as: site })
    const statusOfBalance = async () =>
      (await program.send(findBalance, { params: { participant: sub } })).status
    expect(await statusOfBalance()).toBe(200)
    await changePartner(testApp.portal, byCommand('partner change'), site.clientId, { firstParty: false })
    expect(await statusOfBalance()).toBe(403)
    // The site requests the scope again while Maria is signed in to the portal: consent is required.
    const page = await browser.open((await site.begin({ scope: 'openid points' })).address)
    expect([page.url.origin, page.body.includes('πόσους πόντους έχετε')]).toEqual([testApp.url, true])
    expect(await statusOfBalance()).toBe(403)
  })

  it('repeats the answer to a redemption whose consent has ended since', async () => {
    const maria = await testApp.make.customer()
    const sub = await subOf(maria)
    await own.record(record({ sub }))
    const { program, consent } = await openThirdParty()
    const browser = await consent(maria, 'openid points', { redeem: 'yes' })
    const sent = coupon({ sub }, -10)
    expect((await program.record(sent)).body.status).toBe('recorded')
    await browser.signOut()
    expect((await program.record(sent)).body.status).toBe('repeated')
  })
})

describe('a third party with pairwise subs', () => {
  const allow = { redeem: 'yes' }

  it('knows people by a sub that no other site has, in tokens, records, balances, events and logouts [partners pairwise]', async () => {
    const maria = await testApp.make.customer()
    const publicSub = await subOf(maria)
    await own.record(record({ sub: publicSub }, { points: 100 }))
    const [one, other] = [await openThirdParty('pairwise'), await openThirdParty('pairwise')]
    const { sub, tokens, signOut } = await one.consent(maria, 'openid points', allow)
    const elsewhere = await other.consent(maria, 'openid points', allow)
    expect(new Set([publicSub, sub, elsewhere.sub]).size).toBe(3)
    expect(await oidc.fetchUserInfo(one.site.config, tokens.access_token, sub)).toMatchObject({ sub })
    expect(await oidc.tokenIntrospection(one.site.config, tokens.access_token)).toMatchObject({ sub })

    expect(codesOf(await one.program.recordAll([record({ sub }), coupon({ sub }, -10)]))).toEqual([
      'recorded',
      'recorded',
    ])
    expect((await one.program.record(record({ sub: sub.toUpperCase() }))).body.status).toBe('recorded')
    expect(await one.balanceOf(sub)).toEqual({ status: 200, body: { sub, available: 170 } })
    const { body } = await one.program.send(listEvents)
    const events = (body as { events: { record: { sub?: string } }[] }).events
    expect(events.map((event) => event.record.sub)).toEqual([sub, sub, sub])
    for (const foreign of [publicSub, elsewhere.sub]) {
      expect(codesOf(await one.program.recordAll([record({ sub: foreign }), record({ sub })]))).toEqual([
        'participant_unknown',
        'recorded',
      ])
      expect((await one.program.record(record({ sub: foreign }))).status).toBe(400)
      expect((await one.balanceOf(foreign)).status).toBe(404)
    }
    await signOut()
    const [logout = ''] = await one.site.logouts()
    expect(decodeJwt(logout).sub).toBe(sub)
  })

  it('accepts its own id_token_hint for a sign-in and a sign-out [partners pairwise]', async () => {
    const maria = await testApp.make.customer()
    const { site, consent } = await openThirdParty('pairwise')
    const browser = await consent(maria, 'openid')
    const hint = { id_token_hint: browser.tokens.id_token ?? '' }
    const begun = await site.begin({ scope: 'openid', prompt: 'none', ...hint })
    const again = await site.complete(begun, await browser.open(begun.address))
    expect(again.claims()?.sub).toBe(browser.sub)
    const nikos = testApp.browser()
    await nikos.signIn(await testApp.make.customer())
    const page = await nikos.open((await site.begin({ scope: 'openid', ...hint })).address)
    expect(page.url.pathname).toBe('/login')
    const goodbye = { ...hint, post_logout_redirect_uri: `${site.url}/goodbye` }
    const out = await browser.open(oidc.buildEndSessionUrl(site.config, goodbye))
    expect(`${out.url.origin}${out.url.pathname}`).toBe(`${site.url}/goodbye`)
  })

  it('keeps the subs of people whom it knew before it got pairwise ones; an erasure deletes them [partners pairwise]', async () => {
    const [maria, nikos] = [await testApp.make.customer(), await testApp.make.customer()]
    const { site, consent, program } = await openThirdParty()
    await (await consent(maria, 'openid')).signOut()
    await changePartner(testApp.portal, byCommand('partner change'), site.clientId, {
      subjectType: 'pairwise',
    })
    expect((await consent(maria, 'openid')).sub).toBe(await subOf(maria))
    const { sub } = await consent(nikos, 'openid')
    expect(sub).not.toBe(await subOf(nikos))
    const wordsOf = async ({ id }: Person) => (await listConsentsOf(testApp.db, id))[0]?.words
    expect(await wordsOf(maria)).toContain('κωδικό που μπορεί να τον έχουν και άλλοι ιστότοποι')
    expect(await wordsOf(nikos)).toContain('κωδικό που δεν τον έχει άλλος ιστότοπος')
    expect(codesOf(await program.recordAll([record({ sub })]))).toEqual(['recorded'])
    await eraseParticipant(testApp.portal, nikos.id, 'letter')
    expect(codesOf(await program.recordAll([record({ sub })]))).toEqual(['participant_unknown'])
    const known = testApp.db.selectFrom('partnerSubjects').select('userId').where('partnerId', '=', site.id)
    expect(await known.execute()).toEqual([{ userId: maria.id }])
    await expect(
      changePartner(testApp.portal, byCommand('partner change'), site.clientId, { subjectType: 'public' }),
    ).rejects.toThrow('pairwise subs are not changed back')
  })
})

describe('recordPoints with a new sticker in the details', () => {
  const withSticker = (sub: string, sticker: string, more: object = {}) =>
    record({ sub }, { details: { sticker }, ...more })
  const ownersOf = async (codes: string[]) =>
    (
      await testApp.db.selectFrom('stickers').select(['code', 'boundTo']).where('code', 'in', codes).execute()
    ).filter(({ boundTo }) => boundTo !== null).length

  it('binds the sticker only with positive points [partners sticker claims]', async () => {
    const [maria, codes] = [await testApp.make.customer(), await issue(3)]
    const sub = await subOf(maria)
    const answers = await own.recordAll(codes.map((code) => withSticker(sub, code, { points: 0 })))
    expect(codesOf(answers)).toEqual(['recorded', 'recorded', 'recorded'])
    expect(await ownersOf(codes)).toBe(0)
  })

  it('binds the sticker only for a first party [partners sticker claims]', async () => {
    const [maria, codes] = [await testApp.make.customer(), await issue(1)]
    const { program } = await openThirdParty()
    expect(codesOf(await program.recordAll([withSticker(await subOf(maria), codes[0] ?? '')]))).toEqual([
      'recorded',
    ])
    expect(await ownersOf(codes)).toBe(0)
    await own.record(withSticker(await subOf(maria), codes[0] ?? ''))
    expect(await ownersOf(codes)).toBe(1)
  })

  it('counts against the limits of the account; further records are accepted without binding [partners sticker claims]', async () => {
    const strict = await openListeningApp({ LIMIT_STICKER_ADDED_ACCOUNT: '2/1d' })
    onTestFinished(() => strict.close())
    const clerk = await strict.signIn(await strict.make.staff())
    await clerk.call(issueStickers, { body: { count: 5 } })
    const codes = (await strict.db.selectFrom('stickers').select('code').execute()).map(({ code }) => code)
    const [maria, program] = [await strict.make.customer(), await openProgram(strict)]
    const client = await strict.signIn(maria)
    await client.call(bindSticker, { body: { code: codes[0] ?? '' } })
    const answers = await program.recordAll(
      codes.slice(1, 4).map((code) => record({ id: maria.id }, { details: { sticker: code } })),
    )
    expect(codesOf(answers)).toEqual(['recorded', 'recorded', 'recorded'])
    expect(await client.call(listOwnStickers)).toHaveLength(2)
    expect((await client.send(bindSticker, { body: { code: codes[4] ?? '' } })).statusCode).toBe(429)
    expect((await client.call(summarizePoints)).available).toBe(120)
  })
})
