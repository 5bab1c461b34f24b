import { giveCoupon, useCoupon } from '@portal/contract/coupons.ts'
import { useDeskCoupon } from '@portal/contract/desk/desk.ts'
import { addDeviceLink } from '@portal/contract/desk/manage-devices.ts'
import { takeOffer } from '@portal/contract/offers.ts'
import { previewPlaces } from '@portal/contract/place-import.ts'
import { placeColumns } from '@portal/contract/place-rules.ts'
import { showBrand } from '@portal/contract/manage-brand.ts'
import { countTextMails, findText, readTextValues } from '@portal/contract/manage-texts.ts'
import { storeVersion } from '#server/features/notices/service.ts'
import { previewRateChange } from '@portal/contract/manage-rates.ts'
import { beginAddPasskey, beginTotp } from '@portal/contract/second-factor.ts'
import { type Role, roles } from '@portal/contract/security/permissions.ts'
import { listSessions } from '@portal/contract/sessions.ts'
import { checkCharacterOf, stickerAlphabet } from '@portal/contract/sticker-codes.ts'
import { describeApi } from '#server/http/openapi.ts'
import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import { versionOf } from '#server/features/municipalities/manage-service.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { openAuthenticator } from './authenticator.ts'
import { addVisit } from './desk-visits.ts'
import { cardOf, type Desk, entryOf, openDesk, pin, takenCoupon } from './desks.ts'
import type { Person } from './factories.ts'
import { addedOffer, offerFacts, pictureOf, publishedOffer } from './offers.ts'
import { addFailedMessage, openProgram, type Program, setUnreachableWebhook } from './programs.ts'
import { beginSignIn, codeNow } from './second-factor.ts'
import type { Client, TestApp } from './test-app.ts'

export type Kind = 'customer' | Role | 'partner' | 'signingIn' | 'device'
export type Input = { params?: Record<string, unknown>; body?: unknown }
type Made = { person: Person; client: Client; program: Program; desk: Desk }
/** Who makes a call: an account with its session, a partner's program, or a device of one. */
export type Caller = Partial<Made>

type Change = { by: readonly Kind[]; input?: (caller: Made) => Promise<Input> }

const people = ['customer', ...roles] as const

/** Endpoints with a method that changes something and a caller who signs in: the subject of the tests of rights. */
export const changing = Object.entries(endpoints).filter(([, { method, path }]) => {
  const { paths } = describeApi() as { paths: Record<string, Record<string, { security: object[] }>> }
  return method !== 'GET' && (paths[path]?.[method.toLowerCase()]?.security.length ?? 0) > 0
})

/** For each changing endpoint, who may call it, with an input that changes something. Each call has its own rows. */
export function changesOf(testApp: TestApp): Record<string, Change> {
  const { db, make, portal } = testApp
  const now = () => portal.clock.now()
  const terms = { page: 'terms', language: 'el' } as const
  const drafted = async (client: Client) => {
    const draft = { text: crypto.randomUUID(), savedAt: now(), savedBy: null }
    await db
      .insertInto('pageDrafts')
      .values({ ...terms, ...draft })
      .onConflict((row) => row.columns(['page', 'language']).doUpdateSet(draft))
      .execute()
    return (await client.call(findText, { params: terms })).version
  }
  const newCode = () => {
    const body = Array.from(crypto.randomUUID().replaceAll('-', '').slice(0, 11), (sign) => {
      return stickerAlphabet[parseInt(sign, 16)]
    }).join('')
    return body + checkCharacterOf(body)
  }
  const sticker = async (owner?: Person, lost = false) => {
    const code = newCode()
    const { id: batchId } = await db
      .insertInto('stickerBatches')
      .values({ count: 1, createdAt: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const bound = owner && { boundTo: owner.id, boundAt: now(), ...(lost && { lostAt: now() }) }
    await db
      .insertInto('stickers')
      .values({ code, batchId, ...bound })
      .execute()
    return code
  }
  const restricted = (userId: number) =>
    db.insertInto('accountRestrictions').values({ userId, restrictedAt: now() }).execute()
  const dataRequest = async () =>
    db
      .insertInto('dataRequests')
      .values({
        userId: await target(),
        kind: 'objection',
        text: 'x',
        receivedAt: now(),
        dueOn: athensDay(later(now(), days(30))),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const withApp = async ({ person }: { person: Person }) =>
    void (await db
      .insertInto('totpSecrets')
      .values({ userId: person.id, secret: 'sealed', createdAt: now(), lastStep: 0 })
      .execute())
  const place = async () => ({
    reference: crypto.randomUUID(),
    kind: 'green_atm' as const,
    name: 'ΑΤΜ',
    address: 'Νίκης 1',
    municipality: (await make.municipality()).id,
    latitude: 40,
    longitude: 21,
    hours: 'Πάντα',
  })
  const placed = async (closedFrom?: string) => {
    const { reference: id, municipality: municipalityId, ...facts } = await place()
    const { key } = await db
      .insertInto('places')
      .values({ ...facts, id, municipalityId, closedFrom: closedFrom ?? null })
      .returning('key')
      .executeTakeFirstOrThrow()
    return { params: { id: key } }
  }
  const placesFile = async () => {
    const { name } = await make.municipality()
    const rows = [placeColumns.join(), `${crypto.randomUUID()},green_atm,ΑΤΜ,Νίκης 1,${name},40,21,Πάντα`]
    return { file: Buffer.from(rows.join('\n')).toString('base64'), remove_others: false }
  }
  const importBy = async ({ person }: { person: Person }, state: 'uploading' | 'checked') => {
    const counts = JSON.stringify({ rows: 1, added: 1, present: 0, left_out: 0, incomplete: 0 })
    const params = await db
      .insertInto('imports')
      .values({ kind: 'stickers', userId: person.id, state, bytes: 1, createdAt: now(), counts })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { params }
  }
  const target = async (role: Role | null = null) => (await make.customer({ role })).id
  const registered = async () => ({ client: (await make.partner()).clientId })
  const password = async ({ person }: { person: Person }) => ({ body: { current_password: person.password } })
  const passkeyOf = async ({ client }: { client: Client }) => {
    const options = (await client.call(beginAddPasskey)) as Parameters<
      ReturnType<typeof openAuthenticator>['create']
    >[0]
    const credential = openAuthenticator(new URL(portal.config.publicUrl).origin).create(options)
    return { body: { name: 'Κινητό', credential } }
  }
  /** A rate of a material of its own, which overlaps no other. */
  const rateOf = (material: string) => ({
    kind: 'rate_added' as const,
    description: 'oil_collected' as const,
    unit: 'litre' as const,
    material,
    points_per_unit: '20',
    valid_from: '2026-01-01',
  })
  const record = async ({ record: send }: Program, more: object = {}) => {
    const reference = crypto.randomUUID()
    const participant = { id: await target() }
    const happened_at = now().toISOString()
    const body = { reference, participant, description: 'oil_collected', points: 500, happened_at, ...more }
    await send(body)
    return { reference, participant, happened_at }
  }
  const coupon = async (program: Program) => {
    const { participant, happened_at } = await record(program)
    const reference = crypto.randomUUID()
    const given = { code: 'K8F3-Q7TZ-19AB', title: 'Ένα ψωμί', valid_until: '2099-12-31' }
    const body = {
      reference,
      participant,
      description: 'coupon_created',
      points: -100,
      happened_at,
      coupon: given,
    }
    await program.record(body)
    return { reference, happened_at }
  }
  /** An offer that the person can take. */
  const affordable = async (person: Person) => {
    await make.record(person, { points: 100 })
    const { id, points } = await publishedOffer(testApp)
    return { params: { id: String(id) }, body: { submission: crypto.randomUUID(), points } }
  }
  const ownCoupon = async ({ person, client }: { person: Person; client: Client }) => {
    const { coupon } = await client.call(takeOffer, await affordable(person))
    return { params: { id: String(coupon?.id) } }
  }
  const giftOf = async (giver: { person: Person; client: Client }) =>
    (await giver.client.call(giveCoupon, { ...(await ownCoupon(giver)), body: {} })).link.split('/').at(-1)
  const draftedOffer = async () => {
    const { id, version } = await addedOffer(testApp)
    return { params: { id }, body: { version } }
  }
  const newDevice = async () => ({ params: { id: (await openDesk(testApp)).device.id } })
  const shownCard = async () => cardOf(testApp, await make.customer())
  const deskCoupon = ({ partner }: Desk) => takenCoupon(testApp, partner)
  return {
    updateMe: { by: people, input: async () => ({ body: { first_name: 'Νέα' } }) },
    chooseLanguage: { by: ['customer'], input: async () => ({ body: { language: 'en' } }) },
    exportOwnData: { by: people, input: password },
    exportOwnDataPage: { by: people, input: password },
    requestErasure: { by: ['customer'], input: password },
    cancelErasure: {
      by: people,
      input: async ({ person: { id: userId } }) => {
        await db
          .insertInto('erasures')
          .values({ userId, confirmedAt: now(), dueAt: later(now(), days(1)) })
          .execute()
        return {}
      },
    },
    setPassword: {
      by: people,
      input: async ({ person }) => ({
        body: { current_password: person.password, new_password: 'ελιά-κι-αλάτι-73' },
      }),
    },
    requestEmailChange: {
      by: people,
      input: async () => ({ body: { email: `new-${crypto.randomUUID()}@example.gr` } }),
    },
    logout: { by: people },
    endSession: {
      by: people,
      input: async ({ person, client }) => {
        await testApp.signIn(person)
        const other = (await client.call(listSessions)).find(({ current }) => !current)
        return { params: { id: other?.id } }
      },
    },
    endAllSessions: { by: people },
    confirmPassword: { by: people, input: password },
    beginConfirmation: { by: people },
    beginTotp: { by: people },
    addTotp: {
      by: people,
      input: async ({ client }) => {
        const { secret } = await client.call(beginTotp)
        return { body: { code: codeNow(testApp, secret) } }
      },
    },
    removeTotp: { by: people, input: async (caller) => (await withApp(caller), {}) },
    beginAddPasskey: { by: people },
    addPasskey: { by: people, input: passkeyOf },
    removePasskey: {
      by: people,
      input: async ({ person: { id: userId } }) => {
        const passkey = {
          userId,
          credentialId: newToken(),
          publicKey: 'x',
          counter: 0,
          transports: '{}',
          name: 'x',
        }
        const { id } = await db
          .insertInto('passkeys')
          .values({ ...passkey, transports: [], createdAt: now() })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { params: { id } }
      },
    },
    makeRecoveryCodes: { by: people, input: async (caller) => (await withApp(caller), {}) },
    withdrawConsent: {
      by: ['customer'],
      input: async ({ person, client }) => {
        const partner = await make.partner()
        const sessionHash = hashToken(client.cookies.get('sessionid') ?? '')
        const grantId = crypto.randomUUID()
        const payload = { model: 'Grant', id: grantId, payload: '{}', createdAt: now() }
        await db.insertInto('oidcPayloads').values(payload).execute()
        const { sub } = await db
          .selectFrom('users')
          .select('sub')
          .where('id', '=', person.id)
          .executeTakeFirstOrThrow()
        const signIn = { sid: newToken(), sessionHash, partnerId: partner.id, grantId, sub }
        await db.insertInto('partnerSignIns').values(signIn).execute()
        return { body: { site: partner.clientId } }
      },
    },
    dismissNotice: {
      by: people,
      input: async () => {
        const version = {
          page: 'terms',
          language: 'el',
          number: 1,
          hash: 'x',
          text: 'x',
          servedAt: now(),
        } as const
        await db
          .insertInto('noticeVersions')
          .values(version)
          .onConflict((row) => row.doNothing())
          .execute()
        return { body: { page: 'terms', number: 1 } }
      },
    },
    askDataRequest: { by: ['customer'], input: async () => ({ body: { kind: 'objection', text: 'x' } }) },
    liftOwnRestriction: {
      by: ['customer'],
      input: async ({ person }) => (await restricted(person.id), {}),
    },
    restrictParticipant: {
      by: ['manager'],
      input: async () => ({ params: { id: await target() }, body: { reason: 'x' } }),
    },
    liftParticipantRestriction: {
      by: ['manager'],
      input: async () => {
        const id = await target()
        await restricted(id)
        return { params: { id }, body: { reason: 'x' } }
      },
    },
    answerDataRequest: {
      by: ['manager'],
      input: async () => ({ params: await dataRequest(), body: { outcome: 'done', answer: 'x' } }),
    },
    extendDataRequest: {
      by: ['manager'],
      input: async () => ({ params: await dataRequest(), body: { reason: 'x' } }),
    },
    setPointsMails: { by: ['customer'], input: async () => ({ body: { mode: 'daily' } }) },
    showCard: { by: ['customer'] },
    printCard: { by: ['customer'] },
    revokePrintedCard: {
      by: ['customer'],
      input: async ({ person }) => {
        const card = { codeHash: newToken(), participantId: person.id, createdAt: now() }
        await db.insertInto('printedCards').values(card).execute()
        return {}
      },
    },
    reportNotMine: {
      by: ['customer'],
      input: async ({ person }) => ({ params: await addVisit(testApp, person) }),
    },
    bindSticker: { by: ['customer'], input: async () => ({ body: { code: await sticker() } }) },
    reportStickerLost: {
      by: ['customer'],
      input: async ({ person }) => ({ body: { code: await sticker(person) } }),
    },
    reportStickerFound: {
      by: ['customer'],
      input: async ({ person }) => ({ body: { code: await sticker(person, true) } }),
    },
    replaceSticker: {
      by: ['customer'],
      input: async ({ person }) => ({ body: { code: await sticker(person), new_code: await sticker() } }),
    },
    reportClaim: {
      by: ['customer'],
      input: async () => ({
        body: { submission: crypto.randomUUID(), sticker: await sticker(), day: athensDay(now()) },
      }),
    },
    takeOffer: { by: ['customer'], input: ({ person }) => affordable(person) },
    returnCoupon: { by: ['customer'], input: ownCoupon },
    giveCoupon: { by: ['customer'], input: ownCoupon },
    withdrawGift: {
      by: ['customer'],
      input: async (caller) => {
        const coupon = await ownCoupon(caller)
        await caller.client.call(giveCoupon, { ...coupon, body: {} })
        return coupon
      },
    },
    takeGift: {
      by: ['customer'],
      input: async () => {
        const person = await make.customer()
        return { params: { token: await giftOf({ person, client: await testApp.signIn(person) }) } }
      },
    },

    issueStickers: { by: roles, input: async () => ({ body: { count: 1 } }) },
    addCallNote: { by: roles, input: async () => ({ params: { id: await target() }, body: { text: 'x' } }) },
    deleteCallNote: {
      by: ['manager'],
      input: async ({ person }) => {
        const note = { participantId: await target(), authorId: person.id, createdAt: now(), text: 'x' }
        return {
          params: await db.insertInto('callNotes').values(note).returning('id').executeTakeFirstOrThrow(),
        }
      },
    },
    decideClaim: {
      by: ['clerk', 'manager'],
      input: async () => {
        const day = athensDay(now())
        const claim = {
          participantId: await target(),
          submission: crypto.randomUUID(),
          stickerCode: 'X',
          day,
        }
        const open = { ...claim, createdAt: now(), state: 'open' as const }
        const params = await db
          .insertInto('deliveryClaims')
          .values(open)
          .returning('id')
          .executeTakeFirstOrThrow()
        return { params, body: { answer: 'points', points: 10 } }
      },
    },
    resendParticipantActivation: {
      by: roles,
      input: async () => ({ params: { id: (await make.customer({ isActive: false })).id } }),
    },
    lockAccount: {
      by: ['manager', 'operator'],
      input: async () => ({ params: { id: await target() }, body: { reason: 'stolen' } }),
    },
    unlockAccount: {
      by: ['manager', 'operator'],
      input: async () => {
        const id = await target()
        await db
          .insertInto('accountLocks')
          .values({ userId: id, reason: 'stolen', lockedAt: now() })
          .execute()
        return { params: { id } }
      },
    },
    requestParticipantEmail: {
      by: ['clerk', 'manager'],
      input: async () => ({
        params: { id: await target() },
        body: { email: `new-${crypto.randomUUID()}@example.gr`, reason: 'x' },
      }),
    },
    endParticipantSessions: {
      by: ['manager', 'operator'],
      input: async () => ({ params: { id: await target() } }),
    },
    resetParticipantFactor: {
      by: ['manager', 'operator'],
      input: async () => {
        const id = await target()
        await withApp({ person: { id } as Person })
        return { params: { id }, body: { reason: 'device_lost' } }
      },
    },
    testMail: { by: ['operator'] },
    sendParticipantReset: { by: roles, input: async () => ({ params: { id: await target() } }) },
    exportParticipantData: { by: ['manager'], input: async () => ({ params: { id: await target() } }) },
    exportParticipantDataPage: { by: ['manager'], input: async () => ({ params: { id: await target() } }) },
    eraseParticipant: {
      by: ['manager'],
      input: async () => ({ params: { id: await target() }, body: { reference: '1234/2026' } }),
    },
    addPartner: {
      by: ['operator'],
      input: async () => {
        const lists = { redirect_uris: [], post_logout_redirect_uris: [], origins: [] }
        const none = {
          backchannel_logout_uri: null,
          initiate_login_uri: null,
          daily_cap: null,
          person_cap: null,
        }
        const asked = { company: null, purpose: null, purpose_en: null, privacy_url: null, first_party: true }
        const body = { name: 'Λάδι', home_url: 'https://oil.example.gr/', scopes: [], descriptions: [] }
        return { body: { ...body, ...lists, ...none, ...asked } }
      },
    },
    changePartner: {
      by: ['operator'],
      input: async () => ({ params: await registered(), body: { version: 1, name: 'Νέο' } }),
    },
    rotatePartnerSecret: {
      by: ['operator'],
      input: async () => ({ params: await registered(), body: { version: 1, keep_old_for: 0 } }),
    },
    pausePartner: { by: ['operator'], input: async () => ({ params: await registered() }) },
    resumePartner: { by: ['operator'], input: async () => ({ params: await registered() }) },
    setPartnerWebhook: {
      by: ['operator'],
      input: async () => ({
        params: await registered(),
        body: { version: 1, webhook_url: 'https://oil.example.gr/hook' },
      }),
    },
    testPartnerWebhook: {
      by: ['operator'],
      input: async () => {
        const params = await registered()
        await setUnreachableWebhook(testApp, params.client)
        return { params }
      },
    },
    retryPartnerDelivery: {
      by: ['operator'],
      input: async () => {
        const { id, clientId: client } = await make.partner()
        return { params: { client, delivery: await addFailedMessage(testApp, id) } }
      },
    },
    retryPartnerWebhook: { by: ['operator'], input: async () => ({ params: await registered() }) },
    decideMention: {
      by: ['manager'],
      input: async ({ person }) => {
        const note = { participantId: await target(), authorId: person.id, createdAt: now(), text: 'x' }
        const { id: rowId } = await db
          .insertInto('callNotes')
          .values(note)
          .returning('id')
          .executeTakeFirstOrThrow()
        const mention = { accountId: await target(), rowId, begins: 0, ends: 1, foundAt: now() }
        const params = await db
          .insertInto('erasureMentions')
          .values({ ...mention, place: 'call_note' })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { params, body: { decision: 'keep' } }
      },
    },
    addStaff: {
      by: ['operator'],
      input: async () => ({
        body: {
          email: `new-${crypto.randomUUID()}@example.gr`,
          role: 'clerk',
          first_name: 'Νέος',
          last_name: 'Κωστόπουλος',
        },
      }),
    },
    changeStaffRole: {
      by: ['operator'],
      input: async () => ({ params: { id: await target('clerk') }, body: { role: 'manager' } }),
    },
    disableStaff: { by: ['operator'], input: async () => ({ params: { id: await target('clerk') } }) },
    endStaffSessions: { by: ['operator'], input: async () => ({ params: { id: await target('clerk') } }) },
    enableStaff: {
      by: ['operator'],
      input: async () => ({ params: { id: (await make.staff({ isActive: false })).id } }),
    },
    anonymizeStaff: {
      by: ['operator'],
      input: async () => ({ params: { id: (await make.staff({ isActive: false })).id } }),
    },
    addOffer: {
      by: ['operator'],
      input: async () => ({ body: offerFacts(testApp, await make.partner()) }),
    },
    changeOffer: {
      by: ['operator'],
      input: async () => {
        const { params, body } = await draftedOffer()
        return { params, body: { ...offerFacts(testApp, await make.partner()), ...body, points: 50 } }
      },
    },
    publishOffer: { by: ['operator'], input: draftedOffer },
    endOffer: { by: ['operator'], input: draftedOffer },
    setOfferPicture: {
      by: ['operator'],
      input: async () => {
        const { params, body } = await draftedOffer()
        return { params, body: { ...body, picture: pictureOf('png') } }
      },
    },
    removeOfferPicture: {
      by: ['operator'],
      input: async () => {
        const { params, body } = await draftedOffer()
        await db
          .insertInto('offerPictures')
          .values({ offerId: params.id, content: Buffer.from('x'), type: 'image/png', hash: newToken() })
          .execute()
        return { params, body }
      },
    },
    addPlace: { by: ['operator'], input: async () => ({ body: await place() }) },
    changePlace: {
      by: ['operator'],
      input: async () => ({ ...(await placed()), body: { ...(await place()), version: 1 } }),
    },
    closePlace: {
      by: ['operator'],
      input: async () => ({ ...(await placed()), body: { from: '2026-03-01', version: 1 } }),
    },
    openPlace: {
      by: ['operator'],
      input: async () => ({ ...(await placed('2026-03-01')), body: { version: 1 } }),
    },
    removePlace: { by: ['operator'], input: async () => ({ ...(await placed()), body: { version: 1 } }) },
    previewPlaces: { by: ['operator'], input: async () => ({ body: await placesFile() }) },
    importPlaces: {
      by: ['operator'],
      input: async ({ client }) => {
        const body = await placesFile()
        const { fingerprint } = await client.call(previewPlaces, { body })
        return { body: { ...body, fingerprint } }
      },
    },
    confirmApprover: {
      by: ['manager'],
      input: async () => {
        const { id } = await make.staff({ role: 'manager' })
        const waiting = { confirmedBy: null, confirmedAt: null, approvesFrom: null }
        await db.updateTable('approvers').set(waiting).where('userId', '=', id).execute()
        return { params: { id } }
      },
    },
    resolveFlag: {
      by: ['manager'],
      input: async () => {
        const flag = { partnerId: null, participantId: await target(), day: '2026-03-01', cap: 1, points: 2 }
        const raised = { ...flag, rejected: false, raisedAt: now() }
        const params = await db
          .insertInto('ledgerFlags')
          .values(raised)
          .returning('id')
          .executeTakeFirstOrThrow()
        return { params, body: { note: 'x' } }
      },
    },
    addDevice: {
      by: ['operator'],
      input: async () => ({
        params: await registered(),
        body: { name: 'Ταμείο', place: null, may: ['oil'] },
      }),
    },
    addDeviceLink: {
      by: ['operator'],
      input: async () => ({ params: await registered(), body: { devices: 1, may: ['oil'] } }),
    },
    withdrawDeviceLink: {
      by: ['operator'],
      input: async ({ client }) => {
        const params = await registered()
        const { id } = await client.call(addDeviceLink, { params, body: { devices: 1, may: ['oil'] } })
        return { params: { ...params, id } }
      },
    },
    changeDevice: {
      by: ['operator'],
      input: async () => {
        const { params } = await newDevice()
        return { params, body: { name: 'Νέο', place: null, may: ['oil'], version: 2 } }
      },
    },
    enrolDeviceAgain: { by: ['operator'], input: async () => newDevice() },
    unlockDevice: {
      by: ['operator'],
      input: async () => {
        const input = await newDevice()
        await db.updateTable('devices').set({ lockedAt: now() }).where('id', '=', input.params.id).execute()
        return input
      },
    },
    revokeDevice: { by: ['operator'], input: async () => newDevice() },
    decideHeldEntry: {
      by: ['operator'],
      input: async () => {
        const { params } = await newDevice()
        const held = {
          deviceId: params.id,
          reference: crypto.randomUUID(),
          kind: 'oil',
          state: 'held',
        } as const
        const times = { receivedAt: now(), happenedAt: now(), deviceAt: now() }
        const entry = await db
          .insertInto('deskEntries')
          .values({ ...held, ...times, stickerCode: newCode(), quantity: '1' })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { params: entry, body: { accept: false } }
      },
    },
    openDesk: { by: ['device'], input: async () => ({ body: { pin } }) },
    closeDesk: { by: ['device'] },
    readCard: { by: ['device'], input: async () => ({ body: { code: await shownCard() } }) },
    sendEntries: {
      by: ['device'],
      input: async () => {
        const entries = [entryOf(testApp, { card: await shownCard() })]
        return { body: { sent_at: now().toISOString(), entries } }
      },
    },
    checkDeskCoupon: {
      by: ['device'],
      input: async ({ desk }) => ({ body: { code: (await deskCoupon(desk)).code } }),
    },
    useDeskCoupon: {
      by: ['device'],
      input: async ({ desk }) => ({
        body: { code: (await deskCoupon(desk)).code, submission: crypto.randomUUID() },
      }),
    },
    undoDeskCoupon: {
      by: ['device'],
      input: async ({ desk }) => {
        const { code, id } = await deskCoupon(desk)
        await desk.client.call(useDeskCoupon, { body: { code, submission: crypto.randomUUID() } })
        return { body: { id } }
      },
    },
    addMunicipality: {
      by: ['operator'],
      input: async () => ({ body: { name: crypto.randomUUID(), regional_unit: 'Κοζάνης', region: 'x' } }),
    },
    renameMunicipality: {
      by: ['operator'],
      input: async () => {
        const { id, ...row } = await make.municipality()
        const body = { name: crypto.randomUUID(), regional_unit: row.regionalUnit, region: row.region }
        return { params: { id }, body: { ...body, version: versionOf(row) } }
      },
    },
    removeMunicipality: {
      by: ['operator'],
      input: async () => {
        const { id, ...row } = await make.municipality()
        return { params: { id }, body: { version: versionOf(row) } }
      },
    },
    changeBrand: {
      by: ['operator'],
      input: async ({ client }) => {
        const { content, version } = await client.call(showBrand)
        return { body: { version, content: { ...content, product: crypto.randomUUID() } } }
      },
    },
    changeTextValues: {
      by: ['operator'],
      input: async ({ client }) => {
        const { version } = await client.call(readTextValues)
        return { body: { version, values: { δικαστήρια: { el: crypto.randomUUID(), en: '' } } } }
      },
    },
    previewText: { by: ['operator'], input: async () => ({ params: terms, body: { text: 'x' } }) },
    saveTextDraft: {
      by: ['operator'],
      input: async ({ client }) => {
        const { version } = await client.call(findText, { params: terms })
        return { params: terms, body: { version, text: crypto.randomUUID() } }
      },
    },
    discardTextDraft: {
      by: ['operator'],
      input: async ({ client }) => ({ params: terms, body: { version: await drafted(client) } }),
    },
    publishText: {
      by: ['operator'],
      input: async ({ client }) => {
        const { version, today } = await client.call(findText, { params: terms })
        return { params: terms, body: { version, text: crypto.randomUUID(), valid_from: today } }
      },
    },
    withdrawText: {
      by: ['operator'],
      input: async ({ client }) => {
        const { id } = await db
          .insertInto('pageTexts')
          .values({ ...terms, text: 'x', validFrom: '2999-01-01', publishedAt: now(), publishedBy: null })
          .returning('id')
          .executeTakeFirstOrThrow()
        const { version } = await client.call(findText, { params: terms })
        return { params: { ...terms, id }, body: { version } }
      },
    },
    sendTextMails: {
      by: ['operator'],
      input: async ({ client }) => {
        await storeVersion(portal, { page: 'terms', language: 'el', text: crypto.randomUUID() })
        await storeVersion(portal, { page: 'terms', language: 'el', text: crypto.randomUUID() })
        const { number } = await client.call(countTextMails, { params: { page: 'terms' } })
        return { params: { page: 'terms' }, body: { number } }
      },
    },
    beginImport: { by: ['operator'], input: async () => ({ body: { kind: 'stickers', bytes: 1 } }) },
    addImportPart: {
      by: ['operator'],
      input: async (caller) => ({
        ...(await importBy(caller, 'uploading')),
        body: { number: 0, content: 'eA==' },
      }),
    },
    checkImport: {
      by: ['operator'],
      input: async (caller) => {
        const { params } = await importBy(caller, 'uploading')
        await db
          .insertInto('importParts')
          .values({ importId: params.id, purpose: 'upload', number: 0, content: Buffer.from('x') })
          .execute()
        return { params }
      },
    },
    startImport: {
      by: ['operator'],
      input: async (caller) => ({ ...(await importBy(caller, 'checked')), body: { strict: false } }),
    },
    discardImport: { by: ['operator'], input: (caller) => importBy(caller, 'checked') },
    previewRateChange: { by: ['operator'], input: async () => ({ body: rateOf(crypto.randomUUID()) }) },
    requestRateChange: {
      by: ['operator'],
      input: async ({ client }) => {
        const rate = rateOf(crypto.randomUUID())
        const { version } = await client.call(previewRateChange, { body: rate })
        return { body: { ...rate, version } }
      },
    },
    decideApproval: {
      by: ['manager'],
      input: async () => {
        const payload = {
          participantId: await target(),
          points: 100,
          description: 'oil_collected',
          createdAt: now().toISOString(),
          reason: 'x',
        }
        const { id: requestedBy } = await make.staff({ role: 'manager' })
        const asked = { kind: 'points_added', points: 100, requestedBy, requestedAt: now() } as const
        const params = await db
          .insertInto('approvals')
          .values({ ...asked, payload: JSON.stringify(payload) })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { params, body: { decision: 'approved' } }
      },
    },

    verifyCode: { by: ['signingIn'], input: async () => ({ body: { code: '000000' } }) },
    verifyRecoveryCode: { by: ['signingIn'], input: async () => ({ body: { code: 'x' } }) },
    beginPasskey: { by: ['signingIn'] },
    verifyPasskey: { by: ['signingIn'], input: async () => ({ body: { credential: {} } }) },

    recordPoints: {
      by: ['partner'],
      input: async () => {
        const participant = { id: await target() }
        const happened_at = now().toISOString()
        const points = { description: 'oil_collected', points: 9_000 }
        return { body: { reference: crypto.randomUUID(), participant, happened_at, ...points } }
      },
    },
    reversePoints: {
      by: ['partner'],
      input: async ({ program }) => {
        const { reference, happened_at } = await record(program)
        return { body: { reference, reversal_reference: crypto.randomUUID(), happened_at } }
      },
    },
    useCoupon: { by: ['partner'], input: async ({ program }) => ({ body: await coupon(program) }) },
    reverseCouponUse: {
      by: ['partner'],
      input: async ({ program }) => {
        const { reference, happened_at } = await coupon(program)
        await program.send(useCoupon, { body: { reference, happened_at } })
        return { body: { reference } }
      },
    },
  }
}

/** Opens a caller of a kind, each an account or a partner of its own. */
export async function openCaller(testApp: TestApp, kind: Kind): Promise<Caller> {
  if (kind === 'partner') return { program: await openProgram(testApp) }
  if (kind === 'device') {
    const desk = await openDesk(testApp)
    return { desk, client: desk.client }
  }
  const isCustomer = kind === 'customer' || kind === 'signingIn'
  const person = await (isCustomer ? testApp.make.customer() : testApp.make.staff({ role: kind }))
  if (kind !== 'signingIn') return { person, client: await testApp.signIn(person) }
  const totp = { userId: person.id, secret: 'sealed', createdAt: testApp.portal.clock.now(), lastStep: 0 }
  await testApp.db.insertInto('totpSecrets').values(totp).execute()
  return { person, client: await beginSignIn(testApp, person) }
}
