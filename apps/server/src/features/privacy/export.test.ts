import { factsOf } from '@portal/contract/descriptions.ts'
import { exportOwnData, exportOwnDataPage, personalData } from '@portal/contract/privacy.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { later, days } from '#server/lib/time/clock.ts'
import { openKnownEverywhere, zafeiria } from '#test/known-everywhere.ts'
import { openTestApp, type Client, type TestApp } from '#test/test-app.ts'
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
    .insertInto('pointsMails')
    .values({ userId: known.person.id, mode: 'daily', told: 0, nextAt: now })
    .execute()
})
afterAll(() => testApp.close())

const passwordOf = ({ password }: { password: string }) => ({ body: { current_password: password } })

const download = async (client: Client = known.client) => {
  const answer = await client.send(exportOwnData, passwordOf(known.person))
  expect(answer.headers['content-disposition']).toContain('my-data.json')
  return personalData.parse(answer.json())
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

/** Not stored, or of staff only. */
const derived = new Set([
  'format',
  'created_at',
  'account.has_password',
  'points.records.description_text',
  'waiting_deliveries.description_text',
])
const ofStaff = (path: string) => path.startsWith('exports.') || path === 'account.role'

/** Paths without a value for this person: no reversal, no replaced sticker, no used link, no named program. */
const absent = [
  'points.records.reverses',
  'coupons.cancelled_at',
  'stickers.replaced_by',
  'links.used_at',
  'audit.name',
  'audit.network',
]

test('the export contains every column that the map of personal data names [privacy export]', async () => {
  const present = pathsOf(await download()).filter((path) => !derived.has(path))
  expect([...new Set([...present, ...absent])].toSorted()).toEqual(mapped.filter((path) => !ofStaff(path)))
})

test('the export contains what the person would ask about [privacy export]', async () => {
  const data = await download()
  expect(data.account).toMatchObject({ email: zafeiria.email, telephone: zafeiria.telephone })
  expect(data.points).toMatchObject({ available: 120 })
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

test('the export says that staff looked, by role and without a name [privacy export]', async () => {
  const answer = await known.client.send(exportOwnData, passwordOf(known.person))
  expect(personalData.parse(answer.json()).audit).toContainEqual(
    expect.objectContaining({ action: 'participant.view', by: 'staff', role: 'clerk', network: null }),
  )
  const { email, lastName } = known.clerk
  expect(answer.body).not.toContain(email)
  expect(answer.body).not.toContain(lastName)
})

test('the export of staff contains their exports, and nothing of the people they looked at [privacy export]', async () => {
  const client = await testApp.signIn(known.clerk)
  const answer = await client.send(exportOwnData, passwordOf(known.clerk))
  const data = personalData.parse(answer.json())
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
    'υπάλληλος εξυπηρέτησης',
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
