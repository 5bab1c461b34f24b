import { printCard, showCard } from '@portal/contract/card.ts'
import { addCallNote } from '@portal/contract/phone-calls.ts'
import { useCoupon } from '@portal/contract/coupons.ts'
import { exportParticipants } from '@portal/contract/participants.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import { bindSticker, reportStickerLost } from '@portal/contract/stickers.ts'
import { sql } from 'kysely'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { addDevice } from './desk-visits.ts'
import { openProgram, unissuedCode } from './programs.ts'
import type { TestApp } from './test-app.ts'
import { insert } from './rows.ts'

/** A name, an address and a telephone that nothing else in a database contains. */
export const zafeiria = {
  firstName: 'Ζαφειρία',
  lastName: 'Κουτσοχερίδου',
  email: 'Zafeiria.K@mail.example.gr',
  telephone: '+30 694 555 1234',
}

/** Texts that name the person, as they could be written: letters and digits only, without accents. */
const forms = [
  'ζαφειρια',
  'κουτσοχεριδου',
  'zafeiria',
  'koutsocheridou',
  'koytsocheridoy',
  'zafeiriakmailexamplegr',
  '6945551234',
]

/** @returns the lines of a dump that name the person, in any written form */
export const linesNaming = (dump: string): string[] =>
  dump.split('\n').filter((line) => {
    const plain = line
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^\p{L}\p{N}]/gu, '')
    return forms.some((form) => plain.includes(form))
  })

/** Creates a person about whom every table contains something that the portal stores about people. */
export async function openKnownEverywhere(testApp: TestApp, given: Partial<typeof zafeiria> = {}) {
  const { db, make, portal } = testApp
  const { id: municipality } = await make.municipality()
  const person = await make.customer({ ...zafeiria, ...given, municipality })
  const client = await testApp.signIn(person, { withPassword: true })
  const clerk = await make.staff()
  const staff = await testApp.signIn(clerk, { withPassword: true })
  const now = portal.clock.now()

  const [bound, credited, lost, unknown] = [unissuedCode(), unissuedCode(), unissuedCode(), unissuedCode()]
  await insert(db, 'stickerBatches', { count: 3, createdAt: now, createdBy: clerk.id })
  for (const code of [bound, credited, lost])
    await sql`
      insert into stickers (code, batch_id) select ${code}, max(id) from sticker_batches`.execute(db)

  const program = await openProgram(testApp)
  const delivery = (participant: object, details: object) => ({
    participant,
    details,
    happened_at: later(portal.clock.now(), 1).toISOString(),
    reference: crypto.randomUUID(),
    description: 'oil_collected',
    points: 40,
  })
  await program.recordAll([delivery({ sticker: credited }, { shop: 'κ. Κουτσοχερίδου' })])
  for (const code of [bound, credited, lost]) await client.call(bindSticker, { body: { code } })
  await client.call(reportStickerLost, { body: { code: lost } })
  await program.recordAll([
    delivery({ id: person.id }, { litres: 2 }),
    delivery({ sticker: bound }, { litres: 3, collection_point: 'Οικία ΚΟΥΤΣΟΧΕΡΙΔΟΥ, τηλ. 694-5551234' }),
    delivery({ sticker: lost }, { collection_point: 'zafeiria.k@MAIL.example.gr' }),
    delivery({ sticker: unknown }, { collection_point: 'Koutsocheridou' }),
    {
      ...delivery({ id: person.id }, {}),
      reference: 'coupon',
      description: 'coupon_created',
      points: 0,
      coupon: {
        code: 'K-2026-7731',
        title: 'Για τη Ζαφειρία',
        shop: 'κ. Κουτσοχερίδου',
        valid_until: '2099-12-31',
      },
    },
  ])

  const happened_at = portal.clock.now().toISOString()
  await program.send(useCoupon, { body: { reference: 'coupon', happened_at } })

  await testApp.visitor().call(resetPassword, { body: { email: person.email } })
  await insert(db, 'accountTokens', {
    tokenHash: hashToken(newToken()),
    userId: person.id,
    purpose: 'disown',
    createdAt: now,
    expiresAt: later(now, days(30)),
    usedAt: null,
  })

  await insert(db, 'emailChanges', {
    userId: person.id,
    oldEmail: 'Koutsocheridou@old.example.gr',
    oldKey: 'koutsocheridou@old.example.gr',
    newEmail: person.email,
    approvalId: null,
    requestedAt: now,
    expiresAt: later(now, days(1)),
    confirmedAt: now,
    undoUntil: later(now, days(7)),
    undoneAt: null,
  })

  const clerkActor = byActor({ id: clerk.id, isStaff: true, network: '192.0.2.1' })
  await writeAudit(portal, clerkActor, { action: 'participant.view', subjectId: person.id })
  const searches = [
    'Κουτσοχερίδου',
    'κουτσοχεριδου ζαφ',
    'KOUTSOCHERIDOU',
    'zafeiria.k@mail.example.gr',
    '694 5551234',
    '00306945551234',
  ]
  for (const text of searches) await writeAudit(portal, clerkActor, { text, action: 'participants.search' })
  for (const text of ['Παπαδόπουλος', 'μαρία'])
    await writeAudit(portal, clerkActor, { text, action: 'participants.search' })
  await staff.send(exportParticipants, { query: { search: 'Κουτσοχερίδου' } })

  const claim = {
    participantId: person.id,
    submission: crypto.randomUUID(),
    stickerCode: bound,
    placeId: 'K-01',
    placeName: 'Πράσινο ΑΤΜ',
    day: '2026-03-01',
    hour: 10,
    litres: 2.5,
    note: 'Το παρέδωσε ο γιος μου, Νίκος Κουτσοχερίδου',
    createdAt: now,
    state: 'rejected' as const,
    decidedBy: clerk.id,
    decidedAt: now,
    points: 0,
    reason: 'other' as const,
    answer: 'Κυρία Κουτσοχερίδου, δεν βρέθηκε.',
  }
  const neighbour = await make.customer()
  const mention = { note: 'Μαζί με την κ. Ζαφειρία Κουτσοχερίδου', answer: '' }
  await db
    .insertInto('deliveryClaims')
    .values([claim, { ...claim, ...mention, participantId: neighbour.id }])
    .execute()

  await client.call(showCard)
  await client.send(printCard)
  const device = await addDevice(testApp)
  const { id: recordId } = await db
    .selectFrom('pointsRecords')
    .select('id')
    .where('participantId', '=', person.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  await insert(db, 'deskEntries', {
    ...{ deviceId: device.id, reference: crypto.randomUUID(), kind: 'coupon', state: 'undone', recordId },
    ...{ participantId: person.id, receivedAt: now, happenedAt: now, deviceAt: now, points: 100 },
    ...{ stickerCode: bound, material: 'Βιβλία', quantity: '2' },
  })

  await db
    .updateTable('deliveryClaims')
    .set({ recordId, deviceId: device.id, visitedAt: now })
    .where('participantId', '=', person.id)
    .execute()

  await insert(db, 'passkeys', {
    userId: person.id,
    credentialId: newToken(),
    publicKey: newToken(),
    counter: 0,
    transports: [],
    name: 'Κινητό της Ζαφειρίας Κουτσοχερίδου',
    createdAt: now,
    lastUsedAt: now,
  })
  await insert(db, 'totpSecrets', { userId: person.id, secret: newToken(), createdAt: now, lastStep: 0 })
  await insert(db, 'recoveryCodes', { userId: person.id, place: 'A', codeHash: newToken(), usedAt: null })

  const note = { text: 'Πήρε τηλέφωνο η κ. Κουτσοχερίδου' }
  await staff.call(addCallNote, { params: { id: String(person.id) }, body: note })

  await signInAtSite(testApp, person.id, program.partner)
  return { person, client, clerk, program, bound, credited, lost, unknown, municipality }
}

/** Inserts what a sign-in at a partner's site with consents stores, and one that is under way. */
async function signInAtSite(
  { db, portal }: TestApp,
  userId: number,
  partner: { id: number; clientId: string },
): Promise<void> {
  const { sub, email } = await db
    .selectFrom('users')
    .select(['sub', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { tokenHash } = await db
    .selectFrom('sessions')
    .select('tokenHash')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const [createdAt, grantId] = [portal.clock.now(), newToken()]
  const payload = (model: string, content: object, bound: object = {}) => ({
    model,
    createdAt,
    id: model === 'Grant' ? grantId : newToken(),
    payload: JSON.stringify(content),
    expiresAt: later(createdAt, days(1)),
    ...bound,
  })
  const openid = { scope: 'openid profile email' }
  await db
    .insertInto('oidcPayloads')
    .values([
      payload('Grant', { openid, accountId: sub, clientId: partner.clientId }),
      payload('Session', { accountId: sub }, { sessionHash: tokenHash }),
      payload('RefreshToken', { accountId: sub }, { grantId }),
      payload('Interaction', { params: { login_hint: email } }),
    ])
    .execute()
  await insert(db, 'partnerSignIns', {
    sub,
    grantId,
    sid: newToken(),
    sessionHash: tokenHash,
    partnerId: partner.id,
  })
  await insert(db, 'partnerSubjects', { partnerId: partner.id, userId })
  const words = { hash: newToken(), body: 'Ο ιστότοπος ζητά να σας συνδέει.' }
  await insert(db, 'consentTexts', words)
  await insert(db, 'partnerConsents', {
    userId,
    partnerId: partner.id,
    scopes: ['openid', 'profile', 'email'],
    refused: ['points:redeem'],
    textVersion: '2026-11-26',
    textHash: words.hash,
    language: 'el',
    givenAt: createdAt,
    withdrawnAt: createdAt,
  })
}
