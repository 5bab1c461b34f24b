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
import {
  can,
  isForDevices,
  isForPartners,
  type Permission,
  type Role,
  roles,
} from '@portal/contract/security/permissions.ts'
import { listSessions } from '@portal/contract/sessions.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { InsertObject } from 'kysely'
import type { Database } from '#server/db/schema.ts'
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
import {
  addFailedMessage,
  openProgram,
  type Program,
  setUnreachableWebhook,
  unissuedCode,
} from './programs.ts'
import { insert as insertInto, subOf } from './rows.ts'
import { beginSignIn, codeNow } from './second-factor.ts'
import type { Client, TestApp } from './test-app.ts'

export type Kind = 'customer' | Role | 'partner' | 'signingIn' | 'device'
export type Input = { params?: Record<string, unknown>; body?: unknown }
type Made = { person: Person; client: Client; program: Program; desk: Desk }
/** Who makes a call: an account with its session, a partner's program, or a device of one. */
export type Caller = Partial<Made>

type Inputs = Record<string, Input | ((caller: Made) => Promise<Input>)>

/** Who may make a call. */
function callersOf({ access }: Endpoint): readonly Kind[] {
  if (access === 'signingIn') return ['signingIn']
  if (isForPartners(access)) return ['partner']
  if (isForDevices(access)) return ['device']
  return access === 'signedIn'
    ? ['customer', ...roles]
    : roles.filter((role) => can(role, access as Permission))
}

/** Endpoints with a method that changes something and a caller who signs in: the subject of the tests of rights. */
export const changing = Object.entries(endpoints).filter(([, { method, path }]) => {
  const { paths } = describeApi() as { paths: Record<string, Record<string, { security: object[] }>> }
  return method !== 'GET' && (paths[path]?.[method.toLowerCase()]?.security.length ?? 0) > 0
})

/** For each changing endpoint, who may call it, with an input that changes something. Each call has its own rows. */
export function changesOf(testApp: TestApp) {
  const { db, make, portal } = testApp
  const now = () => portal.clock.now()
  const insert = <Table extends keyof Database>(table: Table, row: InsertObject<Database, Table>) =>
    insertInto(db, table, row)
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
  const sticker = async (owner?: Person, lost = false) => {
    const code = unissuedCode()
    const { id: batchId } = await insert('stickerBatches', { count: 1, createdAt: now() })
    const bound = owner && { boundTo: owner.id, boundAt: now(), ...(lost && { lostAt: now() }) }
    await insert('stickers', { code, batchId, ...bound })
    return code
  }
  const restricted = (userId: number) => insert('accountRestrictions', { userId, restrictedAt: now() })
  const dataRequest = async () =>
    insert('dataRequests', {
      userId: await target(),
      kind: 'objection',
      text: 'x',
      receivedAt: now(),
      dueOn: athensDay(later(now(), days(30))),
    })
  const withApp = async ({ person }: { person: Person }) =>
    void (await insert('totpSecrets', { userId: person.id, secret: 'sealed', createdAt: now(), lastStep: 0 }))
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
    const counts = JSON.stringify({ rows: 2, added: 1, present: 0, left_out: 1, incomplete: 0 })
    const params = await insert('imports', {
      kind: 'stickers',
      userId: person.id,
      state,
      bytes: 1,
      createdAt: now(),
      counts,
    })
    return { params }
  }
  const target = async (role: Role | null = null) => (await make.customer({ role })).id
  const ofPerson = async () => ({ params: { id: await target() } })
  const ofStaff = async () => ({ params: { id: await target('clerk') } })
  const ofDisabledStaff = async () => ({ params: { id: (await make.staff({ isActive: false })).id } })
  const registered = async () => ({ client: (await make.partner()).clientId })
  const ofPartner = async () => ({ params: await registered() })
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
  const ofCitizens: Inputs = {
    chooseLanguage: { body: { language: 'en' } },
    requestErasure: password,
    withdrawConsent: async ({ person, client }) => {
      const partner = await make.partner()
      const sessionHash = hashToken(client.cookies.get('sessionid') ?? '')
      const grantId = crypto.randomUUID()
      await insert('oidcPayloads', { model: 'Grant', id: grantId, payload: '{}', createdAt: now() })
      const ids = { sid: newToken(), grantId, sub: await subOf(testApp, person) }
      await insert('partnerSignIns', { ...ids, sessionHash, partnerId: partner.id })
      return { body: { site: partner.clientId } }
    },
    askDataRequest: { body: { kind: 'objection', text: 'x' } },
    liftOwnRestriction: async ({ person }) => (await restricted(person.id), {}),
    setPointsMails: { body: { mode: 'daily' } },
    showCard: {},
    printCard: {},
    revokePrintedCard: async ({ person }) => {
      await insert('printedCards', { codeHash: newToken(), participantId: person.id, createdAt: now() })
      return {}
    },
    reportNotMine: async ({ person }) => ({ params: await addVisit(testApp, person) }),
    bindSticker: async () => ({ body: { code: await sticker() } }),
    reportStickerLost: async ({ person }) => ({ body: { code: await sticker(person) } }),
    reportStickerFound: async ({ person }) => ({ body: { code: await sticker(person, true) } }),
    replaceSticker: async ({ person }) => ({
      body: { code: await sticker(person), new_code: await sticker() },
    }),
    reportClaim: async () => ({
      body: { submission: crypto.randomUUID(), sticker: await sticker(), day: athensDay(now()) },
    }),
    takeOffer: ({ person }) => affordable(person),
    returnCoupon: ownCoupon,
    giveCoupon: ownCoupon,
    withdrawGift: async (caller) => {
      const coupon = await ownCoupon(caller)
      await caller.client.call(giveCoupon, { ...coupon, body: {} })
      return coupon
    },
    takeGift: async () => {
      const person = await make.customer()
      return { params: { token: await giftOf({ person, client: await testApp.signIn(person) }) } }
    },
  }
  const ofOthers: Inputs = {
    updateMe: { body: { first_name: 'Νέα' } },
    exportOwnData: password,
    exportOwnDataPage: password,
    cancelErasure: async ({ person: { id: userId } }) => {
      await insert('erasures', { userId, confirmedAt: now(), dueAt: later(now(), days(1)) })
      return {}
    },
    setPassword: async ({ person }) => ({
      body: { current_password: person.password, new_password: 'ελιά-κι-αλάτι-73' },
    }),
    requestEmailChange: async () => ({ body: { email: `new-${crypto.randomUUID()}@example.gr` } }),
    logout: {},
    endSession: async ({ person, client }) => {
      await testApp.signIn(person)
      const other = (await client.call(listSessions)).find(({ current }) => !current)
      return { params: { id: other?.id } }
    },
    endAllSessions: {},
    confirmPassword: password,
    beginConfirmation: {},
    beginTotp: {},
    addTotp: async ({ client }) => {
      const { secret } = await client.call(beginTotp)
      return { body: { code: codeNow(testApp, secret) } }
    },
    removeTotp: async (caller) => (await withApp(caller), {}),
    beginAddPasskey: {},
    addPasskey: passkeyOf,
    removePasskey: async ({ person: { id: userId } }) => {
      const passkey = { userId, credentialId: newToken(), publicKey: 'x', counter: 0, name: 'x' }
      return { params: await insert('passkeys', { ...passkey, transports: [], createdAt: now() }) }
    },
    makeRecoveryCodes: async (caller) => (await withApp(caller), {}),
    dismissNotice: async () => {
      await db
        .insertInto('noticeVersions')
        .values({ ...terms, number: 1, hash: 'x', text: 'x', servedAt: now() })
        .onConflict((row) => row.doNothing())
        .execute()
      return { body: { page: 'terms', number: 1 } }
    },
    restrictParticipant: async () => ({ params: { id: await target() }, body: { reason: 'x' } }),
    liftParticipantRestriction: async () => {
      const id = await target()
      await restricted(id)
      return { params: { id }, body: { reason: 'x' } }
    },
    answerDataRequest: async () => ({ params: await dataRequest(), body: { outcome: 'done', answer: 'x' } }),
    extendDataRequest: async () => ({ params: await dataRequest(), body: { reason: 'x' } }),
    issueStickers: { body: { count: 1 } },
    addCallNote: async () => ({ params: { id: await target() }, body: { text: 'x' } }),
    deleteCallNote: async ({ person }) => {
      const note = { participantId: await target(), authorId: person.id, createdAt: now(), text: 'x' }
      return { params: await insert('callNotes', note) }
    },
    decideClaim: async () => {
      const day = athensDay(now())
      const claim = { participantId: await target(), submission: crypto.randomUUID(), stickerCode: 'X', day }
      const params = await insert('deliveryClaims', { ...claim, createdAt: now(), state: 'open' })
      return { params, body: { answer: 'points', points: 10 } }
    },
    resendParticipantActivation: async () => ({
      params: { id: (await make.customer({ isActive: false })).id },
    }),
    lockAccount: async () => ({ params: { id: await target() }, body: { reason: 'stolen' } }),
    unlockAccount: async () => {
      const id = await target()
      await insert('accountLocks', { userId: id, reason: 'stolen', lockedAt: now() })
      return { params: { id } }
    },
    requestParticipantEmail: async () => ({
      params: { id: await target() },
      body: { email: `new-${crypto.randomUUID()}@example.gr`, reason: 'x' },
    }),
    endParticipantSessions: ofPerson,
    resetParticipantFactor: async () => {
      const id = await target()
      await withApp({ person: { id } as Person })
      return { params: { id }, body: { reason: 'device_lost' } }
    },
    testMail: {},
    sendParticipantReset: ofPerson,
    exportParticipantData: ofPerson,
    exportParticipantDataPage: ofPerson,
    eraseParticipant: async () => ({ params: { id: await target() }, body: { reference: '1234/2026' } }),
    addPartner: async () => {
      const lists = { redirect_uris: [], post_logout_redirect_uris: [], origins: [] }
      const none = {
        backchannel_logout_uri: null,
        initiate_login_uri: null,
        daily_cap: null,
        person_cap: null,
      }
      const asked = { company: null, purpose: null, purpose_en: null, privacy_url: null, first_party: true }
      const body = { name: 'Λάδι', home_url: 'https://oil.example.gr/', scopes: [], descriptions: [] }
      return { body: { client_id: crypto.randomUUID(), ...body, ...lists, ...none, ...asked } }
    },
    changePartner: async () => ({ params: await registered(), body: { version: 1, name: 'Νέο' } }),
    rotatePartnerSecret: async () => ({ params: await registered(), body: { version: 1, keep_old_for: 0 } }),
    pausePartner: ofPartner,
    resumePartner: ofPartner,
    setPartnerWebhook: async () => ({
      params: await registered(),
      body: { version: 1, webhook_url: 'https://oil.example.gr/hook' },
    }),
    testPartnerWebhook: async () => {
      const params = await registered()
      await setUnreachableWebhook(testApp, params.client)
      return { params }
    },
    retryPartnerDelivery: async () => {
      const { id, clientId: client } = await make.partner()
      return { params: { client, delivery: await addFailedMessage(testApp, id) } }
    },
    retryPartnerWebhook: ofPartner,
    decideMention: async ({ person }) => {
      const note = { participantId: await target(), authorId: person.id, createdAt: now(), text: 'x' }
      const { id: rowId } = await insert('callNotes', note)
      const mention = { accountId: await target(), rowId, begins: 0, ends: 1, foundAt: now() }
      const params = await insert('erasureMentions', { ...mention, place: 'call_note' })
      return { params, body: { decision: 'keep' } }
    },
    addStaff: async () => ({
      body: {
        email: `new-${crypto.randomUUID()}@example.gr`,
        role: 'clerk',
        first_name: 'Νέος',
        last_name: 'Κωστόπουλος',
      },
    }),
    changeStaffRole: async () => ({ params: { id: await target('clerk') }, body: { role: 'manager' } }),
    disableStaff: ofStaff,
    endStaffSessions: ofStaff,
    enableStaff: ofDisabledStaff,
    anonymizeStaff: ofDisabledStaff,
    addOffer: async () => ({ body: offerFacts(testApp, await make.partner()) }),
    changeOffer: async () => {
      const { params, body } = await draftedOffer()
      return { params, body: { ...offerFacts(testApp, await make.partner()), ...body, points: 50 } }
    },
    publishOffer: draftedOffer,
    endOffer: draftedOffer,
    setOfferPicture: async () => {
      const { params, body } = await draftedOffer()
      return { params, body: { ...body, picture: pictureOf('png') } }
    },
    removeOfferPicture: async () => {
      const { params, body } = await draftedOffer()
      await insert('offerPictures', {
        offerId: params.id,
        content: Buffer.from('x'),
        type: 'image/png',
        hash: newToken(),
      })
      return { params, body }
    },
    addPlace: async () => ({ body: await place() }),
    changePlace: async () => ({ ...(await placed()), body: { ...(await place()), version: 1 } }),
    closePlace: async () => ({ ...(await placed()), body: { from: '2026-03-01', version: 1 } }),
    openPlace: async () => ({ ...(await placed('2026-03-01')), body: { version: 1 } }),
    removePlace: async () => ({ ...(await placed()), body: { version: 1 } }),
    previewPlaces: async () => ({ body: await placesFile() }),
    importPlaces: async ({ client }) => {
      const body = await placesFile()
      const { fingerprint } = await client.call(previewPlaces, { body })
      return { body: { ...body, fingerprint } }
    },
    confirmApprover: async () => {
      const { id } = await make.staff({ role: 'manager' })
      const waiting = { confirmedBy: null, confirmedAt: null, approvesFrom: null }
      await db.updateTable('approvers').set(waiting).where('userId', '=', id).execute()
      return { params: { id } }
    },
    resolveFlag: async () => {
      const flag = { partnerId: null, participantId: await target(), day: '2026-03-01', cap: 1, points: 2 }
      const params = await insert('ledgerFlags', { ...flag, rejected: false, raisedAt: now() })
      return { params, body: { note: 'x' } }
    },
    addDevice: async () => ({
      params: await registered(),
      body: { name: 'Ταμείο', place: null, may: ['oil'] },
    }),
    addDeviceLink: async () => ({ params: await registered(), body: { devices: 1, may: ['oil'] } }),
    withdrawDeviceLink: async ({ client }) => {
      const params = await registered()
      const { id } = await client.call(addDeviceLink, { params, body: { devices: 1, may: ['oil'] } })
      return { params: { ...params, id } }
    },
    changeDevice: async () => {
      const { params } = await newDevice()
      return { params, body: { name: 'Νέο', place: null, may: ['oil'], version: 2 } }
    },
    enrolDeviceAgain: newDevice,
    unlockDevice: async () => {
      const input = await newDevice()
      await db.updateTable('devices').set({ lockedAt: now() }).where('id', '=', input.params.id).execute()
      return input
    },
    revokeDevice: newDevice,
    decideHeldEntry: async () => {
      const { params } = await newDevice()
      const held = {
        deviceId: params.id,
        reference: crypto.randomUUID(),
        kind: 'oil',
        state: 'held',
      } as const
      const times = { receivedAt: now(), happenedAt: now(), deviceAt: now() }
      const delivered = { stickerCode: unissuedCode(), quantity: '1' }
      return {
        params: await insert('deskEntries', { ...held, ...times, ...delivered }),
        body: { accept: false },
      }
    },
    openDesk: { body: { pin } },
    closeDesk: {},
    readCard: async () => ({ body: { code: await shownCard() } }),
    sendEntries: async () => {
      const entries = [entryOf(testApp, { card: await shownCard() })]
      return { body: { sent_at: now().toISOString(), entries } }
    },
    checkDeskCoupon: async ({ desk }) => ({ body: { code: (await deskCoupon(desk)).code } }),
    useDeskCoupon: async ({ desk }) => ({
      body: { code: (await deskCoupon(desk)).code, submission: crypto.randomUUID() },
    }),
    undoDeskCoupon: async ({ desk }) => {
      const { code, id } = await deskCoupon(desk)
      await desk.client.call(useDeskCoupon, { body: { code, submission: crypto.randomUUID() } })
      return { body: { id } }
    },
    addMunicipality: async () => ({
      body: { name: crypto.randomUUID(), regional_unit: 'Κοζάνης', region: 'x' },
    }),
    renameMunicipality: async () => {
      const { id, ...row } = await make.municipality()
      const body = { name: crypto.randomUUID(), regional_unit: row.regionalUnit, region: row.region }
      return { params: { id }, body: { ...body, version: versionOf(row) } }
    },
    removeMunicipality: async () => {
      const { id, ...row } = await make.municipality()
      return { params: { id }, body: { version: versionOf(row) } }
    },
    changeBrand: async ({ client }) => {
      const { content, version } = await client.call(showBrand)
      return { body: { version, content: { ...content, product: crypto.randomUUID() } } }
    },
    changeTextValues: async ({ client }) => {
      const { version } = await client.call(readTextValues)
      return { body: { version, values: { δικαστήρια: { el: crypto.randomUUID(), en: '' } } } }
    },
    previewText: { params: terms, body: { text: 'x' } },
    saveTextDraft: async ({ client }) => {
      const { version } = await client.call(findText, { params: terms })
      return { params: terms, body: { version, text: crypto.randomUUID() } }
    },
    discardTextDraft: async ({ client }) => ({ params: terms, body: { version: await drafted(client) } }),
    publishText: async ({ client }) => {
      const { version, today } = await client.call(findText, { params: terms })
      return { params: terms, body: { version, text: crypto.randomUUID(), valid_from: today } }
    },
    withdrawText: async ({ client }) => {
      const { id } = await insert('pageTexts', {
        ...terms,
        text: 'x',
        validFrom: '2999-01-01',
        publishedAt: now(),
        publishedBy: null,
      })
      const { version } = await client.call(findText, { params: terms })
      return { params: { ...terms, id }, body: { version } }
    },
    sendTextMails: async ({ client }) => {
      await storeVersion(portal, { page: 'terms', language: 'el', text: crypto.randomUUID() })
      await storeVersion(portal, { page: 'terms', language: 'el', text: crypto.randomUUID() })
      const { number } = await client.call(countTextMails, { params: { page: 'terms' } })
      return { params: { page: 'terms' }, body: { number } }
    },
    beginImport: { body: { kind: 'stickers', bytes: 1 } },
    addImportPart: async (caller) => ({
      ...(await importBy(caller, 'uploading')),
      body: { number: 0, content: 'eA==' },
    }),
    checkImport: async (caller) => {
      const { params } = await importBy(caller, 'uploading')
      await insert('importParts', {
        importId: params.id,
        purpose: 'upload',
        number: 0,
        content: Buffer.from('x'),
      })
      return { params }
    },
    startImport: async (caller) => ({ ...(await importBy(caller, 'checked')), body: { strict: false } }),
    discardImport: (caller) => importBy(caller, 'checked'),
    previewRateChange: async () => ({ body: rateOf(crypto.randomUUID()) }),
    requestRateChange: async ({ client }) => {
      const rate = rateOf(crypto.randomUUID())
      const { version } = await client.call(previewRateChange, { body: rate })
      return { body: { ...rate, version } }
    },
    decideApproval: async () => {
      const record = { points: 100, description: 'oil_collected', reason: 'x' }
      const payload = { ...record, participantId: await target(), createdAt: now().toISOString() }
      const { id: requestedBy } = await make.staff({ role: 'manager' })
      const asked = { kind: 'points_added', points: 100, requestedBy, requestedAt: now() } as const
      const params = await insert('approvals', { ...asked, payload: JSON.stringify(payload) })
      return { params, body: { decision: 'approved' } }
    },
    verifyCode: { body: { code: '000000' } },
    verifyRecoveryCode: { body: { code: 'x' } },
    beginPasskey: {},
    verifyPasskey: { body: { credential: {} } },
    recordPoints: async () => {
      const participant = { id: await target() }
      const happened_at = now().toISOString()
      const points = { description: 'oil_collected', points: 9_000 }
      return { body: { reference: crypto.randomUUID(), participant, happened_at, ...points } }
    },
    reversePoints: async ({ program }) => {
      const { reference, happened_at } = await record(program)
      return { body: { reference, reversal_reference: crypto.randomUUID(), happened_at } }
    },
    useCoupon: async ({ program }) => ({ body: await coupon(program) }),
    reverseCouponUse: async ({ program }) => {
      const { reference, happened_at } = await coupon(program)
      await program.send(useCoupon, { body: { reference, happened_at } })
      return { body: { reference } }
    },
  }
  return Object.entries({ ...ofCitizens, ...ofOthers }).map(([name, input]) => {
    const endpoint = endpoints[name]
    if (!endpoint) throw new Error(`The contract has no endpoint ${name}.`)
    return {
      name,
      endpoint,
      inputOf: async (caller: Caller) => (typeof input === 'function' ? input(caller as Made) : input),
      by: name in ofCitizens ? ['customer' as const] : callersOf(endpoint),
    }
  })
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
  await insertInto(testApp.db, 'totpSecrets', totp)
  return { person, client: await beginSignIn(testApp, person) }
}
