import { factsOf } from '@portal/contract/words/descriptions.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import { exportOwnData, exportOwnDataPage } from '@portal/contract/privacy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import { giveCoupon } from '@portal/contract/coupons.ts'
import { takeOffer } from '@portal/contract/offers.ts'
import { publishedOffer, useUp } from '#test/offers.ts'
import { later, days } from '#server/lib/time/clock.ts'
import { openKnownEverywhere, zafeiria } from '#test/known-everywhere.ts'
import { openTestApp, type Client, type TestApp } from '#test/test-app.ts'
import type { PersonalData } from './export-data-service.ts'
import { personalColumns } from './personal-columns.ts'

let testApp: TestApp
let known: Awaited<ReturnType<typeof openKnownEverywhere>>
beforeAll(async () => {
  testApp = await openTestApp()
  known = await openKnownEverywhere(testApp)
  const now = testApp.portal.clock.now()
  await testApp.db.updateTable('users').set({ language: 'el' }).where('id', '=', known.person.id).execute()
  await testApp.db.updateTable('accountActivity').set({ warnedAt: new Date() }).execute()
  const lock = { reason: 'own_request', lockedAt: new Date(0), endsAt: new Date(1) } as const
  await testApp.db
    .insertInto('accountLocks')
    .values({ userId: known.person.id, ...lock })
    .execute()
  await testApp.db
    .insertInto('erasures')
    .values({ userId: known.person.id, confirmedAt: now, dueAt: later(now, days(7)) })
    .execute()
  await testApp.db
    .insertInto('noticeNews')
    .values({ userId: known.person.id, page: 'terms', number: 2, mailedAt: now, dismissedAt: now })
    .execute()
  await testApp.db
    .insertInto('pointsMails')
    .values({ userId: known.person.id, mode: 'daily', told: 0, nextAt: now })
    .execute()
  await fillTheRest()
})
afterAll(() => testApp.close())

const passwordOf = ({ password }: { password: string }) => ({ body: { current_password: password } })

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
/** The values of all keys `at` and `…_at`. */
const timesOf = (value: unknown): unknown[] =>
  Object.entries(value ?? {}).flatMap(([key, inside]) =>
    /(^|_)at$/.test(key) ? [inside] : typeof inside === 'object' ? timesOf(inside) : [],
  )

const download = async (client: Client = known.client) => {
  const answer = await client.send(exportOwnData, passwordOf(known.person))
  expect(answer.headers['content-disposition']).toContain('my-data.json')
  const data = answer.json<PersonalData>()
  for (const at of timesOf(data)) expect(at).toBeOneOf([null, expect.stringMatching(time)])
  return data
}

/** Paths of all keys with a value; those inside of lists once. Keys of partners' details are not the portal's. */
function pathsOf(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value))
    return value.length > 0 && typeof value[0] !== 'object'
      ? [path]
      : [...new Set(value.flatMap((one) => pathsOf(one, path)))]
  if (typeof value !== 'object' || /(details|filter|municipality)$/.test(path)) return [path]
  return Object.entries(value).flatMap(([key, inside]) => pathsOf(inside, path ? `${path}.${key}` : key))
}

const mapped = [
  ...new Set(
    Object.values(personalColumns).flatMap((columns) =>
      Object.values(columns).flatMap((column) => {
        const path = 'exported' in column ? column.exported : undefined
        return path === undefined || path.startsWith('not: ') ? [] : [path]
      }),
    ),
  ),
].toSorted()

/** Not stored. */
const derived = new Set([
  'format',
  'created_at',
  'account.has_password',
  'points.records.description_text',
  'waiting_deliveries.description_text',
  // In the payload of a request.
  'requests.description',
  'requests.description_text',
])
/** Fills what `openKnownEverywhere` leaves empty, so that each path has a value. */
async function fillTheRest(): Promise<void> {
  const { db, portal, make } = testApp
  const { person, clerk, program, bound, lost } = known
  const now = portal.clock.now()
  const happened_at = later(now, 2).toISOString()
  const delivery = { participant: { id: person.id }, happened_at: later(now, 1).toISOString() }
  await program.record({ ...delivery, reference: 'taken back', description: 'item_delivered', points: 3 })
  await program.reverse({ reference: 'taken back', reversal_reference: 'back', happened_at })
  await db.updateTable('coupons').set({ cancelledAt: now }).where('participantId', '=', person.id).execute()
  const offer = await publishedOffer(testApp, { points: 20 })
  const { coupon } = await known.client.call(takeOffer, {
    params: { id: String(offer.id) },
    body: { submission: crypto.randomUUID(), points: offer.points },
  })
  await known.client.call(giveCoupon, { params: { id: String(coupon?.id) }, body: {} })
  await useUp(testApp, coupon?.id ?? 0)
  await sql`
    update stickers set replaced_by = (select id from stickers where code = ${bound})
    where code = ${lost}`.execute(db)
  await db.updateTable('accountTokens').set({ usedAt: now }).where('userId', '=', person.id).execute()
  const partner = { kind: 'partner', id: program.partner.id } as const
  await writeAudit(portal, partner, { action: 'balance.read', subjectId: person.id })
  const own = byActor({ id: person.id, isStaff: false, network: '192.0.2.7' })
  await writeAudit(portal, own, { action: 'account.update', subjectId: person.id })
  const raised = {
    participantId: person.id,
    day: '2026-03-01',
    rejected: false,
    cap: 100,
    points: 150,
    raisedAt: now,
  }
  const resolved = { resolvedBy: clerk.id, resolvedAt: now, note: 'Ταβέρνα, τη ρώτησα' }
  await db
    .insertInto('ledgerFlags')
    .values({ ...raised, ...resolved, partnerId: program.partner.id })
    .execute()
  await db
    .updateTable('printedCards')
    .set({ revokedAt: now })
    .where('participantId', '=', person.id)
    .execute()
  await db.updateTable('emailChanges').set({ undoneAt: now }).where('userId', '=', person.id).execute()
  const manager = await make.staff({ role: 'manager' })
  const payload = {
    participantId: person.id,
    points: 20_000,
    description: 'oil_collected',
    createdAt: now,
    reason: 'Η συσκευή χάλασε',
  }
  const request = { kind: 'points_added', points: 20_000, requestedBy: clerk.id, requestedAt: now } as const
  const decided = { decision: 'approved', decidedBy: manager.id, decidedAt: now, executedAt: now } as const
  await db
    .insertInto('approvals')
    .values({ ...request, ...decided, payload: JSON.stringify(payload), note: 'Μίλησα με τον τεχνικό' })
    .execute()
  const restriction = { userId: person.id, restrictedAt: now, restrictedBy: manager.id, liftsAt: now }
  await db.insertInto('accountRestrictions').values(restriction).execute()
  const asked = {
    userId: person.id,
    kind: 'restriction',
    text: 'Δεν είναι δικές μου',
    receivedAt: now,
  } as const
  const answered = {
    answeredAt: now,
    answeredBy: manager.id,
    outcome: 'done',
    answer: 'Διορθώθηκαν',
  } as const
  const extended = { dueOn: '2026-06-01', extendedAt: now, extensionReason: 'Ρωτήσαμε τον δήμο' }
  await db
    .insertInto('dataRequests')
    .values({ ...asked, ...answered, ...extended })
    .execute()
}

test('every column of the map that is not exported has a reason [privacy export]', () => {
  const withoutReason = Object.entries(personalColumns).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([name, column]) =>
      column.is !== 'none' && /^not:\s*$|^$/.test(column.exported) ? [`${table}.${name}`] : [],
    ),
  )
  expect(withoutReason).toEqual([])
})

test('the map says about every foreign key to an account what it is [privacy map]', async () => {
  const { rows } = await sql<{ name: string; column: string }>`
    select n.nspname || '.' || t.relname as name, a.attname as column
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1, 2`.execute(testApp.db)
  expect(rows.length).toBeGreaterThan(25)
  expect(rows.filter(({ name, column }) => personalColumns[name]?.[column]?.is === 'none')).toEqual([])
})

test('the export contains a value for every column that the map of personal data names, and no other [privacy export]', async () => {
  const ofStaff = (path: string) => path.startsWith('exports.') || path === 'account.role'
  const present = new Set(pathsOf(await download()).filter((path) => !derived.has(path)))
  expect([...present].toSorted()).toEqual(mapped.filter((path) => !ofStaff(path)))
  const client = await testApp.signIn(known.clerk)
  const own = (await client.send(exportOwnData, passwordOf(known.clerk))).json<PersonalData>()
  expect(pathsOf(own).filter(ofStaff).toSorted()).toEqual(mapped.filter(ofStaff))
})

/** The keys of portal-personal-data/1, which programs read; of lists, those of the entries. */
const keys = {
  '': `
    account audit call_notes cards claims consents coupons created_at data_requests desk_entries
    email_changes erasure exports flags format links mails notices points requests second_factors sessions
    sites stickers waiting_deliveries`,
  account: `
    activated_at created_at email first_name has_password is_active language last_name last_sign_in_on
    lock_reason locked_at locked_until municipality number points_mails restricted_at restriction_lifts_at
    role sub telephone warned_at`,
  'account.municipality': 'name region regional_unit',
  audit: 'action at by details name network role',
  call_notes: 'at by text',
  cards: 'printed_at revoked_at',
  claims: `
    answer created_at day decided_at device hour litres note number place points reason record state
    sticker visited_at`,
  consents: 'given_at language refused scopes site sub version withdrawn_at words',
  coupons: `
    cancelled_at ending gift_at gift_until number offer shop title title_en used_at used_where valid_until`,
  data_requests: `
    answer answered_at due_on extended_at extension_reason kind number outcome received_at text`,
  desk_entries: 'created_at device entry material number outcome points quantity received_at sticker',
  email_changes: 'by confirmed_at expires_at from requested_at to undo_until undone_at',
  erasure: 'confirmed_at due_at',
  exports: 'begun_at ended_at filter outcome rows subject',
  flags: 'cap credited_twice day raised_at rejected resolved_at site staff_note sum',
  links: 'created_at expires_at purpose used_at',
  mails: 'created_at kind state',
  notices: 'dismissed_at mailed_at number page',
  points: 'available cookingoils records redeemed reuse',
  'points.records': `
    created_at description description_text details number points received_at reference reverses site`,
  requests: `
    decided_at decision description description_text executed_at number points requested_at staff_note why`,
  second_factors: 'app_added_at passkeys recovery_codes',
  'second_factors.passkeys': 'created_at last_used_at name',
  sessions: 'browser created_at expires_at last_seen_at network system',
  sites: 'name scopes',
  stickers: 'added_at code lost_at replaced_by',
  waiting_deliveries:
    'created_at description description_text details points received_at reference site sticker',
}

/** The keys of each object, by its path; of a list, of its first entry. */
const keysOf = (value: unknown, path = ''): [string, string[]][] => {
  if (Array.isArray(value)) return keysOf(value[0], path)
  if (typeof value !== 'object' || value === null || /details|filter/.test(path)) return []
  const inside = Object.entries(value).flatMap(([key, one]) => keysOf(one, path ? `${path}.${key}` : key))
  return [[path, Object.keys(value).toSorted()], ...inside]
}

test('the keys of the export stay [privacy export]', async () => {
  const client = await testApp.signIn(known.clerk)
  const { exports } = (await client.send(exportOwnData, passwordOf(known.clerk))).json<PersonalData>()
  const data = await download()
  expect(data.format).toBe('portal-personal-data/1')
  const expected = Object.entries(keys).map(([path, words]) => [path, words.trim().split(/\s+/)])
  expect(Object.fromEntries(keysOf({ ...data, exports }))).toEqual(Object.fromEntries(expected))
})

test('the export contains flags and requests about the person with their reasons and notes, in words, too [privacy export]', async () => {
  const data = await download()
  expect(data.flags).toMatchObject([{ site: 'Λάδι', sum: 150, cap: 100, staff_note: 'Ταβέρνα, τη ρώτησα' }])
  expect(data.requests).toMatchObject([
    { points: 20_000, why: 'Η συσκευή χάλασε', decision: 'approved', staff_note: 'Μίλησα με τον τεχνικό' },
  ])
  const { body } = await known.client.send(exportOwnDataPage, passwordOf(known.person))
  for (const text of ['Ταβέρνα, τη ρώτησα', 'Η συσκευή χάλασε', 'Μίλησα με τον τεχνικό', 'Εγκρίθηκε'])
    expect(body).toContain(text)
  for (const text of [
    'Περιορισμός της επεξεργασίας',
    'Δεν είναι δικές μου',
    'Ρωτήσαμε τον δήμο',
    'Έγινε δεκτό',
  ])
    expect(body).toContain(text)
})

test('the export says which exports of staff contained the person [privacy export]', async () => {
  const exported = (await download()).audit.filter(({ action }) => action === 'participants.export')
  expect(exported).toMatchObject([{ by: 'staff', role: 'clerk', network: null, details: {} }])
})

test('the export contains what the person would ask about [privacy export]', async () => {
  const data = await download()
  expect(data.account).toMatchObject({ email: zafeiria.email, telephone: zafeiria.telephone })
  expect(data.points).toMatchObject({ available: 100 })
  expect(data.points.records.map(({ details }) => details)).toContainEqual({ litres: 2 })
  expect(data.stickers.map(({ code }) => code).toSorted()).toEqual(
    [known.bound, known.credited, known.lost].toSorted(),
  )
  expect(data.waiting_deliveries).toMatchObject([{ sticker: known.lost, points: 40 }])
  expect(data.sites).toEqual([{ name: 'Λάδι', scopes: ['openid', 'profile', 'email'] }])
  expect(data.mails.map(({ kind }) => kind)).toEqual(['reset', 'new-sign-in'])
  expect(data.second_factors).toMatchObject({
    recovery_codes: 1,
    passkeys: [{ name: expect.stringContaining('Κινητό') }],
  })
})

test('the export lists mails to every spelling of the address, and to no other [privacy export]', async () => {
  const person = await testApp.make.customer({ email: 'eleni@παράδειγμα.gr' })
  const client = await testApp.signIn(person)
  const ascii = new URL('http://παράδειγμα.gr').hostname
  for (const email of [`Eleni@${ascii}`, 'ELENI@ΠΑΡΆΔΕΙΓΜΑ.GR', `helen@${ascii}`])
    await testApp.visitor().call(resetPassword, { body: { email } })
  const answer = await client.send(exportOwnData, passwordOf(person))
  const mails = answer.json<PersonalData>().mails.filter(({ kind }) => kind === 'reset')
  expect(mails).toHaveLength(2)
})

test('the export says that staff looked, by role and without a name [privacy export]', async () => {
  const answer = await known.client.send(exportOwnData, passwordOf(known.person))
  expect(answer.json<PersonalData>().audit).toContainEqual(
    expect.objectContaining({ action: 'participant.view', by: 'staff', role: 'clerk', network: null }),
  )
  const { email, lastName } = known.clerk
  expect(answer.body).not.toContain(email)
  expect(answer.body).not.toContain(lastName)
})

test('the export of staff contains their exports, and nothing of the people they looked at [privacy export]', async () => {
  const client = await testApp.signIn(known.clerk)
  const answer = await client.send(exportOwnData, passwordOf(known.clerk))
  const data = answer.json<PersonalData>()
  expect(data.account.role).toBe('clerk')
  expect(data.exports).toMatchObject([{ subject: 'participants', filter: { search: true } }])
  expect(answer.body).not.toContain(zafeiria.lastName)
})

test('the page contains the same as the export for programs, in Greek [privacy export]', async () => {
  const data = await download()
  const { body, headers } = await known.client.send(exportOwnDataPage, passwordOf(known.person))
  expect(headers['content-type']).toContain('text/html')
  const values = [
    data.account.email,
    data.account.sub,
    ...data.points.records.map(({ reference }) => reference),
    ...data.points.records.flatMap(({ details }) => Object.values(details).map(String)),
    ...data.stickers.map(({ code }) => code),
    factsOf.oil_collected.name,
    'Εξυπηρέτηση',
  ]
  const missing = values.filter((value) => !body.includes(value.replaceAll("'", '&#39;')))
  expect(missing).toEqual([])
})

test('the page escapes what people and partners wrote [privacy export]', async () => {
  const person = await testApp.make.customer({ firstName: '<script>alert(1)</script>' })
  const client = await testApp.signIn(person)
  const { body } = await client.send(exportOwnDataPage, passwordOf(person))
  expect(body).toContain('&lt;script&gt;')
  expect(body).not.toContain('<script')
})

test('the export needs the password, is limited and is recorded [privacy export]', async () => {
  const strict = await openTestApp({ LIMIT_DATA_ACCOUNT: '1/1d' })
  const person = await strict.make.customer()
  const client = await strict.signIn(person)
  const statusOf = async (password: string) =>
    (await client.send(exportOwnData, passwordOf({ password }))).statusCode
  expect(await statusOf('wrong')).toBe(400)
  expect(await statusOf(person.password)).toBe(200)
  expect(await statusOf(person.password)).toBe(429)
  const entries = await strict.db
    .selectFrom('auditEntries')
    .select(['subjectId', 'actorKind', 'details'])
    .where('action', '=', 'data.export')
    .execute()
  expect(entries).toEqual([{ subjectId: person.id, actorKind: 'citizen', details: { format: 'json' } }])
  await strict.close()
})

test('the page to read is in the language of the account [languages pages]', async () => {
  await testApp.db.updateTable('users').set({ language: 'en' }).where('id', '=', known.person.id).execute()
  const answer = await known.client.send(exportOwnDataPage, passwordOf(known.person))
  expect(answer.body).toContain('<html lang="en">')
  expect(answer.body).toContain('<h1>My data</h1>')
})
