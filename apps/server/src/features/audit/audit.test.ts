import { addCallNote } from '@portal/contract/phone-calls.ts'
import { askDataRequest } from '@portal/contract/privacy.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { activate, disown, signUp, updateMe } from '@portal/contract/accounts.ts'
import { confirmPasswordReset, setPassword } from '@portal/contract/passwords.ts'
import { addDeviceLink } from '@portal/contract/desk/manage-devices.ts'
import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import { exportAudit, listAudit, listAuditStaff, listOwnAudit } from '@portal/contract/audit.ts'
import {
  exportParticipants,
  findParticipant,
  listParticipants,
  resendParticipantActivation,
} from '@portal/contract/participants.ts'
import { findBalance } from '@portal/contract/partner-points.ts'
import { exportPoints, listPoints } from '@portal/contract/points.ts'
import { auditDetailsText } from '@portal/contract/security/audit-text.ts'
import { type Role, roles } from '@portal/contract/security/permissions.ts'
import { bindSticker, issueStickers } from '@portal/contract/stickers.ts'
import { lookUpSticker } from '@portal/contract/sticker-look-up.ts'
import { previewPlaces } from '@portal/contract/place-import.ts'
import { placeColumns } from '@portal/contract/place-rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importParticipants } from '#server/features/participants/import-service.ts'
import { showBrand } from '@portal/contract/manage-brand.ts'
import { countTextMails, findText, readTextValues } from '@portal/contract/manage-texts.ts'
import { storeVersion } from '#server/features/notices/service.ts'
import { previewRateChange, requestRateChange } from '@portal/contract/manage-rates.ts'
import { versionOf } from '#server/features/municipalities/manage-service.ts'
import { addPartner, disablePartner, rotateSecret } from '#server/features/partners/registry-service.ts'
import { byCommand } from '#server/lib/audit/audit.ts'
import { recordManually } from '#server/ledger/manual/record-manually.ts'
import { openDesk } from '#test/desks.ts'
import { addedOffer, offerFacts, pictureOf } from '#test/offers.ts'
import { minutes } from '#server/lib/time/clock.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { addFailedMessage, openProgram, setUnreachableWebhook } from '#test/programs.ts'
import { readWorkbook } from '#test/workbook.ts'

let testApp: TestApp
let maria: Person
beforeAll(async () => {
  testApp = await openTestApp({ FOUR_EYES_ABOVE: '10000' })
  maria = await testApp.make.customer({ firstName: 'Μαρία', lastName: 'Ωραιοπούλου' })
})
afterAll(() => testApp.close())

/** Returns the entries that are written during `work`. */
async function writtenBy(work: () => Promise<unknown>) {
  const last = await testApp.db
    .selectFrom('auditEntries')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  await work()
  return testApp.db
    .selectFrom('auditEntries')
    .leftJoin('auditTexts', 'auditTexts.entryId', 'auditEntries.id')
    .select(['actorKind', 'actorId', 'actorName', 'network', 'action', 'subjectId', 'details', 'text'])
    .where('auditEntries.id', '>', last?.id ?? 0)
    .orderBy('auditEntries.id')
    .execute()
}

async function asStaff(role: Role = 'clerk') {
  const person = await testApp.make.staff({ role })
  return { person, client: await testApp.signIn(person) }
}

describe('staff calls', () => {
  const batch = async () => {
    const { client } = await asStaff()
    return { params: { id: (await client.call(issueStickers, { body: { count: 1 } })).id } }
  }
  const ofNewStaff = async () => ({ params: { id: (await testApp.make.staff()).id } })
  const newFlag = () =>
    testApp.db
      .insertInto('ledgerFlags')
      .values({
        partnerId: null,
        participantId: maria.id,
        day: '2026-03-01',
        rejected: false,
        cap: 1,
        points: 2,
        raisedAt: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const newClaim = () =>
    testApp.db
      .insertInto('deliveryClaims')
      .values({
        participantId: maria.id,
        submission: crypto.randomUUID(),
        stickerCode: 'X',
        day: '2026-03-01',
        createdAt: new Date(),
        state: 'open',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const newApproval = async () => {
    const author = { kind: 'command', name: 'points add', id: (await testApp.make.staff()).id } as const
    const done = await recordManually(testApp.portal, author, {
      participantId: maria.id,
      points: 50_000,
      description: 'oil_collected',
      createdAt: '2026-03-01T10:00:00+02:00',
      reason: 'Η συσκευή δεν κατέγραψε την παράδοση',
    })
    return { id: 'approval' in done ? done.approval : 0 }
  }
  const newMention = async () => {
    const { id: authorId } = await testApp.make.staff()
    const createdAt = testApp.portal.clock.now()
    const note = { authorId, createdAt, participantId: maria.id, text: 'Με την κ. Καρρά' }
    const { id } = await testApp.db
      .insertInto('callNotes')
      .values(note)
      .returning('id')
      .executeTakeFirstOrThrow()
    const mention = { accountId: 1, place: 'call_note', rowId: id, begins: 10, ends: 15, foundAt: createdAt }
    return testApp.db.insertInto('erasureMentions').values(mention).returning('id').executeTakeFirstOrThrow()
  }
  const newRequest = async () => {
    const client = await testApp.signIn(await testApp.make.customer())
    return client.call(askDataRequest, { body: { kind: 'restriction', text: 'Αμφισβητώ τους πόντους μου.' } })
  }
  const operator = async () => (await asStaff('operator')).client
  const terms = { page: 'terms', language: 'el' } as const
  const versionOfTerms = async () => {
    const { version } = await (await operator()).call(findText, { params: terms })
    return { version }
  }
  const publishedTerms = async () => {
    const text = { ...terms, text: 'Όροι', validFrom: '2999-01-02', publishedAt: testApp.portal.clock.now() }
    const { id } = await testApp.db
      .insertInto('pageTexts')
      .values({ ...text, publishedBy: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  let villages = 0
  // The names of others have Latin letters.
  const newVillage = () => testApp.make.municipality(`Χωριού ${(villages += 1)}`)
  const factsOfPlace = async () => ({
    reference: `K-${(await newVillage()).id}`,
    kind: 'green_atm' as const,
    name: 'Κάδος',
    address: 'Νίκης 1',
    municipality: (await newVillage()).id,
    latitude: 40,
    longitude: 21,
    hours: 'Πάντα',
  })
  const newPlace = async (closedFrom: string | null = null) => {
    const { reference: id, municipality: municipalityId, ...facts } = await factsOfPlace()
    const { key } = await testApp.db
      .insertInto('places')
      .values({ ...facts, id, municipalityId, closedFrom })
      .returning('key')
      .executeTakeFirstOrThrow()
    return { params: { id: key }, body: { version: 1 } }
  }
  const factsOfOffer = async () => {
    const { client: partner } = await registered()
    return { ...offerFacts(testApp, await testApp.make.partner()), partner, title_en: null }
  }
  const newOffer = async () => {
    const { id, version } = await addedOffer(testApp, await factsOfOffer())
    return { params: { id }, body: { version } }
  }
  const placesFile = async () => {
    const row = `K-0,green_atm,ΑΤΜ,Νίκης,${(await newVillage()).name},40,21,Πάντα`
    const text = [placeColumns.join(), row].join('\n')
    return { file: Buffer.from(text).toString('base64'), remove_others: false }
  }
  /** The operator who makes the calls below. */
  let caller = 0
  const newImport = async (state: 'uploading' | 'checked') => {
    const counts = JSON.stringify({ rows: 2, added: 1, present: 0, left_out: 1, incomplete: 0 })
    const createdAt = testApp.portal.clock.now()
    const { id } = await testApp.db
      .insertInto('imports')
      .values({ kind: 'stickers', userId: caller, state, bytes: 1, createdAt, counts, sha256: 'abcdef' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { params: { id } }
  }
  const newDevice = async () => {
    const { device, partner } = await openDesk(testApp)
    const clientId = String(200_000 + partner.id)
    await testApp.db.updateTable('partners').set({ clientId }).where('id', '=', partner.id).execute()
    return { params: { id: device.id } }
  }
  const heldEntry = async () => {
    const { id: deviceId } = (await newDevice()).params
    const at = testApp.portal.clock.now()
    const entry = { deviceId, reference: crypto.randomUUID(), kind: 'oil', state: 'held' } as const
    return testApp.db
      .insertInto('deskEntries')
      .values({ ...entry, receivedAt: at, happenedAt: at, deviceAt: at, stickerCode: 'A4KX', quantity: '1' })
      .returning('id')
      .executeTakeFirstOrThrow()
  }
  const inputs: Record<string, () => Promise<object>> = {
    beginImport: async () => ({ body: { kind: 'stickers', bytes: 1 } }),
    addImportPart: async () => ({ ...(await newImport('uploading')), body: { number: 0, content: 'eA==' } }),
    checkImport: async () => {
      const { params } = await newImport('uploading')
      await testApp.db
        .insertInto('importParts')
        .values({ importId: params.id, purpose: 'upload', number: 0, content: Buffer.from('x') })
        .execute()
      return { params }
    },
    findImport: () => newImport('checked'),
    startImport: async () => ({ ...(await newImport('checked')), body: { strict: false } }),
    discardImport: () => newImport('checked'),
    downloadLeftOut: () => newImport('checked'),
    addOffer: async () => ({ body: await factsOfOffer() }),
    findManagedOffer: () => newOffer(),
    changeOffer: async () => {
      const { params, body } = await newOffer()
      return { params, body: { ...(await factsOfOffer()), ...body, points: 50, returns_when_expired: true } }
    },
    publishOffer: () => newOffer(),
    endOffer: () => newOffer(),
    setOfferPicture: async () => {
      const { params, body } = await newOffer()
      return { params, body: { ...body, picture: pictureOf('jpeg') } }
    },
    removeOfferPicture: async () => {
      const { params, body } = await newOffer()
      const picture = { content: Buffer.from('x'), type: 'image/png', hash: String(params.id) } as const
      await testApp.db
        .insertInto('offerPictures')
        .values({ offerId: params.id, ...picture })
        .execute()
      return { params, body }
    },
    listDevices: async () => ({ params: await registered() }),
    addDevice: async () => ({
      params: await registered(),
      body: { name: 'Ταμείο', place: null, may: ['oil'] },
    }),
    addDeviceLink: async () => ({ params: await registered(), body: { devices: 1, may: ['oil'] } }),
    withdrawDeviceLink: async () => {
      const params = await registered()
      const { client } = await asStaff('operator')
      const { id } = await client.call(addDeviceLink, { params, body: { devices: 1, may: ['oil'] } })
      return { params: { ...params, id } }
    },
    changeDevice: async () => {
      const { params } = await newDevice()
      return { params, body: { name: 'Νέο', place: null, may: ['oil'], version: 2 } }
    },
    enrolDeviceAgain: () => newDevice(),
    unlockDevice: async () => {
      const { params } = await newDevice()
      const lockedAt = testApp.portal.clock.now()
      await testApp.db.updateTable('devices').set({ lockedAt }).where('id', '=', params.id).execute()
      return { params }
    },
    revokeDevice: () => newDevice(),
    listDeskDays: async () => ({ params: await registered() }),
    listHeldEntries: async () => ({ params: await registered() }),
    decideHeldEntry: async () => ({ params: await heldEntry(), body: { accept: false } }),
    downloadSettlement: async () => ({ params: await registered() }),
    downloadSettlementPage: async () => ({ params: await registered() }),
    addPlace: async () => ({ body: await factsOfPlace() }),
    findManagedPlace: () => newPlace(),
    changePlace: async () => {
      const { params } = await newPlace()
      return { params, body: { ...(await factsOfPlace()), version: 1 } }
    },
    closePlace: async () => ({ ...(await newPlace()), body: { version: 1, from: '2026-03-01' } }),
    openPlace: () => newPlace('2026-03-01'),
    removePlace: () => newPlace(),
    previewPlaces: async () => ({ body: await placesFile() }),
    importPlaces: async () => {
      const { client } = await asStaff('operator')
      const body = await placesFile()
      const { fingerprint } = await client.call(previewPlaces, { body })
      return { body: { ...body, fingerprint } }
    },
    answerDataRequest: async () => ({
      params: await newRequest(),
      body: { outcome: 'done', answer: 'Έγινε.' },
    }),
    extendDataRequest: async () => ({
      params: await newRequest(),
      body: { reason: 'Περιμένουμε στοιχεία.' },
    }),
    restrictParticipant: async () => ({
      params: { id: (await testApp.make.customer()).id },
      body: { reason: 'Το ζήτησε με επιστολή.' },
    }),
    liftParticipantRestriction: async () => {
      const { id } = await testApp.make.customer()
      const restriction = { userId: id, restrictedAt: new Date(0), restrictedBy: null, liftsAt: null }
      await testApp.db.insertInto('accountRestrictions').values(restriction).execute()
      return { params: { id }, body: { reason: 'Η διόρθωση έγινε.' } }
    },
    findParticipant: async () => ({ params: { id: maria.id } }),
    resendParticipantActivation: async () => ({
      params: { id: (await testApp.make.customer({ isActive: false })).id },
    }),
    showOverview: async () => ({ params: { id: maria.id } }),
    lockAccount: async () => ({
      params: { id: (await testApp.make.customer()).id },
      body: { reason: 'misuse', days: 3 },
    }),
    unlockAccount: async () => {
      const { id } = await testApp.make.customer()
      const lock = { userId: id, reason: 'misuse', lockedAt: new Date(0), endsAt: null } as const
      await testApp.db.insertInto('accountLocks').values(lock).execute()
      return { params: { id } }
    },
    endParticipantSessions: async () => ({ params: { id: (await testApp.make.customer()).id } }),
    endStaffSessions: ofNewStaff,
    resetParticipantFactor: async () => {
      const { id } = await testApp.make.customer()
      const app = { userId: id, secret: 'sealed', createdAt: new Date(0), lastStep: 0 }
      await testApp.db.insertInto('totpSecrets').values(app).execute()
      return { params: { id }, body: { reason: 'device_lost' } }
    },
    sendParticipantReset: async () => ({ params: { id: (await testApp.make.customer()).id } }),
    exportParticipantData: async () => ({ params: { id: (await testApp.make.customer()).id } }),
    exportParticipantDataPage: async () => ({ params: { id: (await testApp.make.customer()).id } }),
    eraseParticipant: async () => ({
      params: { id: (await testApp.make.customer()).id },
      body: { reference: '1234/2026' },
    }),
    anonymizeStaff: async () => ({ params: { id: (await testApp.make.staff({ isActive: false })).id } }),
    addCallNote: async () => ({ params: { id: maria.id }, body: { text: 'Θα ξαναπάρει.' } }),
    deleteCallNote: async () => {
      const { client } = await asStaff('clerk')
      const note = { params: { id: String(maria.id) }, body: { text: 'Θα ξαναπάρει.' } }
      return { params: { id: (await client.call(addCallNote, note)).id } }
    },
    listParticipantStickers: async () => ({ params: { id: maria.id } }),
    explainPoints: async () => ({ params: await testApp.make.record(maria) }),
    issueStickers: async () => ({ body: { count: 1 } }),
    lookUpSticker: async () => ({ query: { code: 'Άννα' } }),
    downloadStickerLabels: batch,
    downloadStickerCodes: batch,
    addStaff: async () => ({
      body: {
        email: `${crypto.randomUUID()}@example.gr`,
        first_name: 'Άννα',
        last_name: 'Λύτρα',
        role: 'clerk',
      },
    }),
    changeStaffRole: async () => ({ ...(await ofNewStaff()), body: { role: 'manager' } }),
    disableStaff: ofNewStaff,
    enableStaff: async () => {
      const input = await ofNewStaff()
      await testApp.db
        .updateTable('users')
        .set({ isActive: false })
        .where('id', '=', input.params.id)
        .execute()
      return input
    },
    requestParticipantEmail: async () => ({
      params: { id: (await testApp.make.customer()).id },
      body: { email: `new-${crypto.randomUUID()}@example.gr`, reason: 'Νέα διεύθυνση' },
    }),
    findClaim: async () => ({ params: await newClaim() }),
    decideClaim: async () => ({ params: await newClaim(), body: { answer: 'reject', reason: 'not_found' } }),
    resolveFlag: async () => ({ params: await newFlag(), body: { note: 'Ελέγχθηκε' } }),
    decideMention: async () => ({ params: await newMention(), body: { decision: 'remove' } }),
    confirmApprover: async () => {
      const { id: userId } = await testApp.make.staff({ role: 'manager' })
      await testApp.db
        .updateTable('approvers')
        .set({ confirmedAt: null, approvesFrom: null })
        .where('userId', '=', userId)
        .execute()
      return { params: { id: userId } }
    },
    decideApproval: async () => ({ params: await newApproval(), body: { decision: 'rejected' } }),
    addPartner: async () => ({ body: newPartner('100000') }),
    changePartner: async () => ({ params: await registered(), body: { version: 1, name: 'Νέο' } }),
    rotatePartnerSecret: async () => ({ params: await registered(), body: { version: 1, keep_old_for: 0 } }),
    pausePartner: async () => ({ params: await registered() }),
    resumePartner: async () => ({ params: await registered() }),
    addMunicipality: async () => ({ body: { name: 'Νέος', regional_unit: 'Κοζάνης', region: 'Μακεδονία' } }),
    renameMunicipality: async () => {
      const { id, ...row } = await testApp.make.municipality()
      const body = { name: 'Άλλος', regional_unit: row.regionalUnit, region: row.region }
      return { params: { id }, body: { ...body, version: versionOf(row) } }
    },
    removeMunicipality: async () => {
      const { id, ...row } = await testApp.make.municipality()
      return { params: { id }, body: { version: versionOf(row) } }
    },
    changeBrand: async () => {
      const { client } = await asStaff('operator')
      const { content, version } = await client.call(showBrand)
      return { body: { version, content: { ...content, product: 'Άλλο όνομα' } } }
    },
    changeTextValues: async () => {
      const { version } = await (await operator()).call(readTextValues)
      return { body: { version, values: { δικαστήρια: { el: 'Κοζάνη', en: '' } } } }
    },
    countTextMails: async () => ({ params: { page: 'terms' } }),
    sendTextMails: async () => {
      for (const text of ['Πριν', 'Μετά'])
        await storeVersion(testApp.portal, { page: 'terms', language: 'el', text })
      const { number } = await (await operator()).call(countTextMails, { params: { page: 'terms' } })
      return { params: { page: 'terms' }, body: { number } }
    },
    findText: async () => ({ params: terms }),
    previewText: async () => ({ params: terms, body: { text: 'Όροι' } }),
    saveTextDraft: async () => ({ params: terms, body: { ...(await versionOfTerms()), text: 'Όροι' } }),
    discardTextDraft: async () => ({ params: terms, body: await versionOfTerms() }),
    publishText: async () => ({
      params: terms,
      body: { ...(await versionOfTerms()), text: 'Όροι', valid_from: '2999-01-01' },
    }),
    withdrawText: async () => ({
      params: { ...terms, id: await publishedTerms() },
      body: await versionOfTerms(),
    }),
    readTextVersion: async () => ({ params: { ...terms, id: await publishedTerms() } }),
    previewRateChange: async () => ({ body: newRate }),
    requestRateChange: async () => ({ body: await rateRequest() }),
    previewRateRequest: async () => {
      const { client } = await asStaff('operator')
      const { request } = await client.call(requestRateChange, { body: await rateRequest() })
      return { params: { id: String(request) } }
    },
    showPartnerConsent: async () => ({ params: await registered() }),
    listPartnerCalls: async () => ({ params: await registered() }),
    listPartnerRecords: async () => ({ params: await registered() }),
    setPartnerWebhook: async () => ({
      params: await registered(),
      body: { version: 1, webhook_url: 'https://oil.example.gr/hook' },
    }),
    testPartnerWebhook: async () => {
      const params = await registered()
      await setUnreachableWebhook(testApp, params.client)
      return { params }
    },
    listPartnerDeliveries: async () => ({ params: await registered() }),
    retryPartnerDelivery: async () => {
      const params = await registered()
      const delivery = await addFailedMessage(testApp, Number(params.client) - 100_000)
      return { params: { ...params, delivery } }
    },
    retryPartnerWebhook: async () => ({ params: await registered() }),
  }
  const newRate = {
    kind: 'rate_added',
    description: 'oil_collected',
    unit: 'litre',
    material: 'Μόνο εδώ',
    points_per_unit: '2',
    valid_from: '2026-01-01',
  } as const
  const rateRequest = async () => {
    const { client } = await asStaff('operator')
    const { version } = await client.call(previewRateChange, { body: newRate })
    return { ...newRate, version }
  }
  const newPartner = (clientId: string) => ({
    client_id: clientId,
    name: 'Λάδι',
    home_url: 'https://oil.example.gr/',
    scopes: [],
    descriptions: [],
    redirect_uris: [],
    post_logout_redirect_uris: [],
    origins: [],
    backchannel_logout_uri: null,
    initiate_login_uri: null,
    daily_cap: null,
    person_cap: null,
    company: null,
    purpose: null,
    purpose_en: null,
    privacy_url: null,
    first_party: true,
  })
  /** A client id of digits: the text of its entry has no Latin letters. */
  const registered = async () => {
    const { id } = await testApp.make.partner()
    const client = String(100_000 + id)
    await testApp.db.updateTable('partners').set({ clientId: client }).where('id', '=', id).execute()
    return { client }
  }
  /** Calls that need no entry, because they show no data of citizens. */
  const withoutEntry = {
    listStickerBatches: 'numbers of stickers per batch',
    countClaims: 'a number',
    listAuditStaff: 'names of staff, for a filter',
    listStaff: 'accounts of staff',
    listManagedOffers: 'offers and sums',
    findManagedOffer: 'an offer and sums',
    listManagedPlaces: 'collection points',
    findManagedPlace: 'a collection point',
    exportPlaces: 'collection points',
    previewPlaces: 'what a file would change',
    listApprovers: 'accounts of staff',
    examineSystem: 'the state of the server',
    listPartners: 'settings of organisations',
    listRates: 'rates',
    showBrand: 'names of the company',
    listImports: 'numbers of rows',
    beginImport: 'a size',
    addImportPart: 'a part of a file',
    findImport: 'a file that the caller has',
    discardImport: 'a file that the caller has',
    downloadLeftOut: 'rows of a file that the caller has',
    listManagedMunicipalities: 'municipalities',
    showFirstSteps: 'what a new portal needs',
    testMail: 'a mail to oneself',
    listTexts: 'public texts',
    readTextValues: 'values of public texts',
    findText: 'a public text',
    previewText: 'a public text',
    readTextVersion: 'a public text',
    countTextMails: 'a number',
    showPartnerConsent: 'words of a question',
    listDevices: 'devices of organisations',
    listDeskDays: 'sums',
    listHeldEntries: 'entries without people',
    listPartnerCalls: 'numbers of partners, none of citizens',
    listPartnerDeliveries: 'numbers of messages',
  }

  it('each write an audit entry, unless they show no data of citizens [security audit]', async () => {
    const customer = await testApp.make.customer()
    const byRole: [Person, Client][] = []
    for (const role of roles) {
      const { person, client } = await asStaff(role)
      byRole.push([person, client])
      if (role === 'operator') caller = person.id
    }
    let citizen = await testApp.signIn(customer)
    const missing: string[] = []
    const untranslated: string[] = []
    let walked = 0
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const input = (await inputs[name]?.()) ?? { params: { id: 1, participant: '1' } }
      let { statusCode } = await citizen.send(endpoint, input)
      // Some calls end the session: a sign-in for each call took 80 more of 31 ms.
      if (statusCode === 401) {
        citizen = await testApp.signIn(customer)
        statusCode = (await citizen.send(endpoint, input)).statusCode
      }
      if (statusCode !== 403) continue
      // The same entry of the same session is written once a minute.
      testApp.clock.forward(minutes(1))
      if (endpoint.confirmed)
        await testApp.db.updateTable('sessions').set({ confirmedAt: testApp.portal.clock.now() }).execute()
      for (const [person, client] of byRole) {
        let status = 0
        const entries = await writtenBy(async () => {
          status = (await client.send(endpoint, input)).statusCode
        })
        if (status === 403) continue
        expect([name, status]).toEqual([name, expect.toBeOneOf([200, 201, 204])])
        walked += 1
        // Values such as 'clerk' or 'open', and details that have no Greek name.
        untranslated.push(
          ...entries
            .map(auditDetailsText)
            .filter((text) => /[a-z_]{3}/.test(text.replace(/email|https:\S+|\d+-[\da-f]{6}/g, ''))),
        )
        if (!entries.some(({ actorKind, actorId }) => actorKind === 'staff' && actorId === person.id))
          missing.push(name)
        break
      }
    }
    expect(walked).toBeGreaterThan(15)
    expect(untranslated).toEqual([])
    expect(missing.sort()).toEqual(Object.keys(withoutEntry).sort())
  })

  it('write who, what, whose data and the network [security audit]', async () => {
    const { person, client } = await asStaff()
    const entries = await writtenBy(async () => {
      await client.call(findParticipant, { params: { id: String(maria.id) } })
      await client.call(listParticipants, { query: { search: 'ωραιοπ' } })
      await client.call(listPoints, {
        query: { participant: String(maria.id), created_at_after: '2026-01-02' },
      })
      await client.send(exportParticipants)
      await client.send(exportPoints, { query: { participant: String(maria.id) } })
    })
    const by = { actorKind: 'staff', actorId: person.id, actorName: null, network: '127.0.0.1', text: null }
    const ofMaria = { ...by, subjectId: maria.id }
    expect(entries).toEqual([
      { ...ofMaria, action: 'participant.view', details: {} },
      {
        ...by,
        action: 'participants.search',
        subjectId: null,
        details: { first: 1, last: 10_000 },
        text: 'ωραιοπ',
      },
      { ...ofMaria, action: 'points.list', details: { from: '2026-01-02', to: null } },
      { ...by, action: 'participants.export', subjectId: null, details: { export: expect.any(Number) } },
      {
        ...ofMaria,
        action: 'points.export',
        details: { participant: maria.id, export: expect.any(Number) },
      },
    ])
  })

  it('write the owner of a sticker that was looked up, and typed text apart [security audit]', async () => {
    const { client } = await asStaff()
    const { id } = await client.call(issueStickers, { body: { count: 1 } })
    const { code } = await testApp.db
      .selectFrom('stickers')
      .select('code')
      .where('batchId', '=', id)
      .executeTakeFirstOrThrow()
    await (await testApp.signIn(maria)).call(bindSticker, { body: { code } })
    const entries = await writtenBy(async () => {
      await client.call(lookUpSticker, { query: { code } })
      await client.call(lookUpSticker, { query: { code: 'Μαρία' } })
    })
    expect(entries.map(({ subjectId, details, text }) => [subjectId, details, text !== null])).toEqual([
      [maria.id, { sticker: code }, false],
      [null, {}, true],
    ])
  })

  it('that are rejected write nothing [security audit]', async () => {
    const { client } = await asStaff()
    const entries = await writtenBy(async () => {
      await client.send(listAudit)
      await client.send(findParticipant, { params: { id: 'x' } })
      await client.send(listPoints, { query: { created_at_after: 'x', page: '0' } })
    })
    expect(entries).toEqual([])
  })

  it('that are repeated are one entry a minute for each session; lists one for 10,000 rows [security audit]', async () => {
    const [one, other] = [await asStaff(), await asStaff()]
    const view = (client: Client) => client.call(findParticipant, { params: { id: String(maria.id) } })
    const entries = await writtenBy(async () => {
      for (let time = 0; time < 3; time += 1) await Promise.all([view(one.client), view(one.client)])
      await view(other.client)
      testApp.clock.forward(minutes(1))
      await view(one.client)
    })
    expect(entries.map(({ actorId }) => actorId)).toEqual([one.person.id, other.person.id, one.person.id])
    const pages = await writtenBy(async () => {
      for (const offset of [0, 50, 9_950, 10_000, 99_950])
        await one.client.call(listParticipants, { query: { limit: '50', offset: String(offset) } })
    })
    expect(pages.map(({ details }) => details)).toEqual([
      { first: 1, last: 10_000 },
      { first: 10_001, last: 20_000 },
      { first: 90_001, last: 100_000 },
    ])
  })
})

describe('a read whose entry cannot be written', () => {
  it('is not answered [security audit]', async () => {
    const { client } = await asStaff()
    await testApp.db.schema.alterTable('auditEntries').renameTo('audit_away').execute()
    const answers = [
      ...[0, 1].map(() => client.send(findParticipant, { params: { id: maria.id } })),
      client.send(resendParticipantActivation, { params: { id: maria.id } }),
    ]
    const statuses = (await Promise.all(answers)).map(({ statusCode, body }) => [
      statusCode,
      body.includes('Μαρία'),
    ])
    await testApp.db.schema.alterTable('audit_away').renameTo('audit_entries').execute()
    expect(statuses).toEqual([
      [500, false],
      [500, false],
      [500, false],
    ])
    expect(
      await writtenBy(() => client.call(findParticipant, { params: { id: String(maria.id) } })),
    ).toHaveLength(1)
  })
})

describe('changes of accounts', () => {
  it('name the changed fields, not the values [security audit]', async () => {
    const person = await testApp.make.customer({ firstName: 'Ελένη' })
    const client = await testApp.signIn(person)
    const entries = await writtenBy(async () => {
      await client.call(updateMe, { body: { first_name: 'Ελένη', telephone: '6911111111' } })
      await client.call(updateMe, { body: { first_name: 'Ελένη' } })
      const body = { current_password: person.password, new_password: 'ελιά-κι-αλάτι-73' }
      await client.call(setPassword, { body })
    })
    const own = { actorKind: 'citizen', actorId: person.id, subjectId: person.id, network: '127.0.0.*' }
    expect(entries).toMatchObject([
      { ...own, action: 'account.update', details: { fields: 'telephone' } },
      { ...own, action: 'account.password_change', details: {} },
    ])
  })

  it('by sign-up and mailed links are of a visitor; the sign-in is of the account [security audit]', async () => {
    const municipality = await testApp.make.municipality()
    const email = `anna-${crypto.randomUUID()}@example.gr`
    const password = 'ελιά-κι-αλάτι-73'
    const visitor = testApp.visitor()
    const linkOf = (text: string, kind: string) => {
      const [, uid = '', token = ''] = new RegExp(`/${kind}/([^/]+)/([^\\s?"]+)`).exec(text) ?? []
      return { uid, token }
    }
    let id = 0
    const entries = await writtenBy(async () => {
      await visitor.call(signUp, {
        body: {
          email,
          password,
          re_password: password,
          first_name: 'Άννα',
          last_name: 'Γεωργίου',
          telephone: '6944000000',
          municipality: municipality.id,
        },
      })
      const [mail] = await testApp.mails.to(email)
      await visitor.call(activate, { body: linkOf(mail?.text ?? '', 'account/activate') })
      await testApp.signIn({ email, password })
      await visitor.call(disown, { body: linkOf(mail?.text ?? '', 'account/disown') })
      const [, reset] = await testApp.mails.to(email, 2)
      const link = linkOf(reset?.text ?? '', 'password/reset/confirm')
      await visitor.call(confirmPasswordReset, { body: { ...link, new_password: 'θάλασσα-και-βουνό-8' } })
      id = (
        await testApp.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      ).id
    })
    expect(
      entries.map(({ action, actorKind, actorId, subjectId }) => [action, actorKind, actorId, subjectId]),
    ).toEqual([
      ['account.sign_up', 'visitor', null, id],
      ['account.activate', 'visitor', null, id],
      ['account.sign_in', 'citizen', id, id],
      ['account.disown', 'visitor', null, id],
      ['account.password_change', 'visitor', null, id],
    ])
  })
})

describe('partners and commands', () => {
  it('write an entry of each balance read by a partner [security audit]', async () => {
    const program = await openProgram(testApp)
    const read = () => program.send(findBalance, { params: { participant: maria.id } })
    const { sub } = await testApp.db
      .selectFrom('users')
      .select('sub')
      .where('id', '=', maria.id)
      .executeTakeFirstOrThrow()
    const entries = await writtenBy(async () => {
      await program.send(findBalance, { params: { participant: sub } })
      await program.send(findBalance, { params: { participant: sub } })
      await read()
    })
    expect(entries).toMatchObject([
      { actorKind: 'partner', actorId: program.partner.id, action: 'balance.read', subjectId: maria.id },
    ])
  })

  it('write an entry of each change of partners and each import [security audit]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-audit-'))
    const file = join(folder, 'people.csv')
    const columns = 'email,first_name,last_name,telephone,municipality,password_hash,created_at'
    writeFileSync(file, `${columns}\n${crypto.randomUUID()}@example.gr,Α,Β,6900000000,,,\n`)
    const entries = await writtenBy(async () => {
      await importParticipants({ ...testApp.portal, progress: () => {} }, file)
      const registration = {
        name: 'Λάδι',
        homeUrl: 'https://oil.example.gr/',
        redirectUris: [],
        postLogoutRedirectUris: [],
        backchannelLogoutUri: null,
        initiateLoginUri: null,
        scopes: ['points:read'],
        descriptions: [],
        origins: [],
        firstParty: true,
      }
      await addPartner(testApp.portal, byCommand('partner add'), registration, 'audited-site')
      await expect(
        addPartner(testApp.portal, byCommand('partner add'), registration, 'audited-site'),
      ).rejects.toThrow('already used')
      await rotateSecret(testApp.portal, byCommand('partner rotate-secret'), 'audited-site', 0)
      await disablePartner(testApp.portal, byCommand('partner disable'), 'audited-site')
    })
    rmSync(folder, { recursive: true })
    expect(
      entries.map(({ actorKind, actorName, action, details }) => [actorKind, actorName, action, details]),
    ).toEqual([
      ['command', 'import participants', 'participants.import', { count: 1 }],
      [
        'command',
        'partner add',
        'partner.change',
        {
          partner: 'audited-site',
          change: 'add',
          before: 'name: –\nhome_url: –\nscopes: –\nfirst_party: –\nsubject_type: –',
          after:
            'name: Λάδι\nhome_url: https://oil.example.gr/\nscopes: points:read\nfirst_party: yes\nsubject_type: public',
        },
      ],
      [
        'command',
        'partner rotate-secret',
        'partner.change',
        { partner: 'audited-site', change: 'rotate-secret', secret: 'changed', keep_old_for: 0 },
      ],
      ['command', 'partner disable', 'partner.change', { partner: 'audited-site', change: 'disable' }],
    ])
  })
})

describe('listAudit', () => {
  it('filters by person, staff, action, kind of actor and days, newest first [security audit page]', async () => {
    const { client: manager, person: boss } = await asStaff('manager')
    const { client, person: clerk } = await asStaff()
    const anna = await testApp.make.customer({ firstName: 'Άννα', lastName: 'Καρρά' })
    await client.call(findParticipant, { params: { id: String(anna.id) } })
    await client.call(listPoints, { query: { participant: String(anna.id) } })
    await testApp.signIn(anna)

    const found = async (query: Record<string, string>) =>
      (await manager.call(listAudit, { query })).results.map(({ action }) => action)
    const subject = String(anna.id)
    expect(await found({ subject })).toEqual(['account.sign_in', 'points.list', 'participant.view'])
    // The reading above is an entry, too.
    expect(await found({ subject, page_size: '1' })).toEqual(['audit.read'])
    expect(await found({ staff: String(boss.id), action: 'audit.read', subject })).toEqual(['audit.read'])
    expect(await found({ staff: String(clerk.id), subject })).toEqual(['points.list', 'participant.view'])
    expect(await found({ subject, action: 'participant.view' })).toEqual(['participant.view'])
    expect(await found({ subject, actor_kind: 'citizen' })).toEqual(['account.sign_in'])
    expect(await found({ subject, created_at_before: '2020-01-01' })).toEqual([])
    expect(await found({ subject: 'x' })).toEqual([])
    expect(await found({ action: 'x\0' })).toEqual([])
    expect((await manager.send(listAudit, { query: { created_at_after: 'x' } })).statusCode).toBe(400)
    expect((await manager.send(listAudit, { query: { subject, page: '99' } })).statusCode).toBe(404)

    const { results, count, more, total_pages } = await manager.call(listAudit, {
      query: { subject, action: 'participant.view', page_size: '2' },
    })
    expect([count, more, total_pages]).toEqual([1, false, 1])
    expect(results).toMatchObject([
      {
        actor: { kind: 'staff', id: clerk.id, name: 'Δημήτρης Κωστόπουλος', role: 'clerk' },
        subject: { id: anna.id, name: 'Άννα Καρρά', listed: true },
        network: '127.0.0.1',
        details: {},
        text: null,
      },
    ])
  })

  it('lists staff for the filter, also disabled ones', async () => {
    const { client, person } = await asStaff('manager')
    const gone = await testApp.make.staff({ isActive: false })
    const listed = await client.call(listAuditStaff)
    expect(listed).toContainEqual({
      id: person.id,
      name: 'Δημήτρης Κωστόπουλος',
      email: person.email,
      role: 'manager',
      active: true,
    })
    expect(listed.find(({ id }) => id === gone.id)?.active).toBe(false)
  })
})

describe('exportAudit', () => {
  it('contains the filtered entries in Greek, and is an entry itself [security audit page]', async () => {
    const { client: manager } = await asStaff('manager')
    const { client } = await asStaff()
    const anna = await testApp.make.customer({ firstName: 'Άννα', lastName: 'Ξένου' })
    await client.call(findParticipant, { params: { id: String(anna.id) } })
    await client.send(exportPoints, { query: { participant: String(anna.id) } })
    const answer = await manager.send(exportAudit, { query: { subject: String(anna.id) } })
    const [sheet] = await readWorkbook(answer.rawPayload)
    expect(answer.headers['x-total-count']).toBe('2')
    expect(sheet?.sheet).toBe('Ιστορικό ενεργειών')
    expect(sheet?.data.map((row) => row.slice(1))).toEqual([
      ['Ποιος', 'Ιδιότητα', 'Ενέργεια', 'Χρήστης', 'Αρ. χρήστη', 'Δίκτυο', 'Λεπτομέρειες'],
      [
        'Δημήτρης Κωστόπουλος',
        'Εξυπηρέτηση',
        'Εξαγωγή κινήσεων σε Excel',
        'Άννα Ξένου',
        anna.id,
        '127.0.0.1',
        expect.stringMatching(/^εξαγωγή αρ\. \d+$/),
      ],
      [
        'Δημήτρης Κωστόπουλος',
        'Εξυπηρέτηση',
        'Προβολή στοιχείων χρήστη',
        'Άννα Ξένου',
        anna.id,
        '127.0.0.1',
        null,
      ],
    ])
    const { results } = await manager.call(listAudit, { query: { subject: String(anna.id) } })
    expect(results[0]).toMatchObject({ action: 'audit.export', details: { subject: anna.id } })
  })
})

describe('listOwnAudit', () => {
  it('lists by day who used the data: staff without names, partners by name, exports of many [security own audit]', async () => {
    testApp.clock.toNoon()
    const { client } = await asStaff()
    await client.send(exportParticipants)
    const anna = await testApp.make.customer()
    const own = await testApp.signIn(anna)
    const program = await openProgram(testApp, { as: await testApp.make.partner({ name: 'Λαϊκή αγορά' }) })
    const { sub } = await testApp.db
      .selectFrom('users')
      .select('sub')
      .where('id', '=', anna.id)
      .executeTakeFirstOrThrow()
    await program.send(findBalance, { params: { participant: sub } })
    for (let time = 0; time < 2; time += 1) {
      await client.call(findParticipant, { params: { id: String(anna.id) } })
      testApp.clock.forward(minutes(2))
    }
    await client.call(findParticipant, { params: { id: String(maria.id) } })
    await client.send(exportParticipants, { query: { search: 'άλλη' } })
    await client.send(exportParticipants)

    const { results, count, total_pages } = await own.call(listOwnAudit)
    expect([count, total_pages]).toEqual([4, 1])
    expect(new Set(results.map(({ day }) => day)).size).toBe(1)
    expect(results.map(({ action, actor, everyone, times }) => [action, actor, everyone, times])).toEqual([
      ['participants.export', { kind: 'staff', own: false, name: null }, true, 1],
      ['participant.view', { kind: 'staff', own: false, name: null }, false, 2],
      ['balance.read', { kind: 'partner', own: false, name: 'Λαϊκή αγορά' }, false, 1],
      ['account.sign_in', { kind: 'citizen', own: true, name: null }, false, 1],
    ])
    expect((await own.call(listOwnAudit, { query: { page: '2', page_size: '3' } })).results).toHaveLength(1)
    expect((await own.send(listOwnAudit, { query: { page: '9' } })).statusCode).toBe(404)
  })

  it('lists the exports of several people that the person is in, and no others [security own audit]', async () => {
    const { client } = await asStaff('manager')
    const record = (person: Person) => testApp.make.record(person, { createdAt: '2026-03-05T10:00:00+02:00' })
    const [eleni, petros] = [
      await testApp.make.customer({ firstName: 'Ελένη', lastName: 'Σαμαρά' }),
      await testApp.make.customer({ firstName: 'Πέτρος', lastName: 'Ζώης' }),
    ]
    await record(eleni)
    const seenBy = async (person: Person) => {
      const { results } = await (await testApp.signIn(person)).call(listOwnAudit)
      return results.flatMap(({ action, everyone, times }) => (everyone ? [`${action} ${times}`] : [])).sort()
    }
    const [elenis, petross] = [await seenBy(eleni), await seenBy(petros)]
    expect(petross).toEqual([])
    expect(elenis).toEqual([])
    for (const search of ['σαμαρ', eleni.email.slice(0, 12), '@', '.gr'])
      await client.send(exportParticipants, { query: { search } })
    await client.send(exportPoints, {
      query: { created_at_after: '2026-03-05', created_at_before: '2026-03-05' },
    })
    await client.send(exportPoints, {
      query: { created_at_after: '2026-03-06', created_at_before: '2026-03-06' },
    })
    await client.send(exportAudit, { query: { actor_kind: 'citizen' } })
    await client.send(exportAudit, { query: { action: 'claim.view' } })
    expect(await seenBy(eleni)).toEqual(['audit.export 1', 'participants.export 4', 'points.export 1'])
    expect(await seenBy(petros)).toEqual(['audit.export 1', 'participants.export 2'])
  })
})
