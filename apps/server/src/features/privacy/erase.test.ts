import { login, me, signUp } from '@portal/contract/accounts.ts'
import { decideMention, listMentions, type Mention } from '@portal/contract/checks.ts'
import { showDashboard } from '@portal/contract/dashboard.ts'
import { listParticipants } from '@portal/contract/participants.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import { bindSticker } from '@portal/contract/stickers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { foldCounters } from '#server/ledger/counters.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { signUpForm } from '#test/sign-up-form.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { listTables, readAll } from '#test/dump.ts'
import { linesNaming, openKnownEverywhere, zafeiria } from '#test/known-everywhere.ts'
import { growTo } from '#test/many-people.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { personalColumns } from './personal-columns.ts'
import { eraseParticipant, forgetStatistics } from './erase-service.ts'

type People = Awaited<ReturnType<typeof openKnownEverywhere>>

/** Removes every listed text, as a manager. @returns the texts */
async function removeMentions(testApp: TestApp): Promise<Mention[]> {
  const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
  const { results } = await manager.call(listMentions)
  for (const { id } of results)
    await manager.call(decideMention, { params: { id: String(id) }, body: { decision: 'remove' } })
  expect(await manager.call(listMentions)).toEqual({ count: 0, results: [] })
  await forgetStatistics(testApp)
  return results
}

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const availableOf = async ({ id }: { id: number }) =>
  (
    await testApp.db
      .selectFrom('balances')
      .select('available')
      .where('participantId', '=', id)
      .executeTakeFirstOrThrow()
  ).available

test('the map of personal data lists every column of the database [privacy map]', async () => {
  const mapped = Object.entries(personalColumns).map(([table, columns]) => [
    table,
    Object.keys(columns).toSorted(),
  ])
  const present = [...(await listTables(testApp.db))].map(([table, columns]) => [table, columns.toSorted()])
  expect(Object.fromEntries(mapped)).toEqual(Object.fromEntries(present))
})

describe('an erased person', () => {
  let known: People
  /** Lines of the dump before. */
  let lines: string[]
  let erased: Awaited<ReturnType<typeof eraseParticipant>>
  let before: { available: number; dashboard: unknown }
  const dashboard = async () => {
    await foldCounters(testApp)
    const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    return manager.call(showDashboard)
  }
  beforeAll(async () => {
    known = await openKnownEverywhere(testApp)
    before = { available: await availableOf(known.person), dashboard: await dashboard() }
    lines = linesNaming(await readAll(testApp.db))
    erased = await eraseParticipant(testApp.portal, known.person.id, 'request')
    await forgetStatistics(testApp)
  })

  it('is named only in texts about others, which are listed for managers [privacy erasure]', async () => {
    expect(lines.length).toBeGreaterThan(14)
    expect(erased).toMatchObject({
      to: { email: zafeiria.email },
      counts: { records: 4, details: 3, deliveries: 2, stickers: 3, claims: 1, mentions: 9, unlisted: 0 },
    })
    const left = linesNaming(await readAll(testApp.db)).map((line) => line.split(' ', 1).join())
    const rows = left.filter((table) => table !== 'pg_catalog.pg_stats')
    expect([...new Set(rows)].toSorted()).toEqual([
      'public.audit_texts',
      'public.delivery_claims',
      'public.waiting_deliveries',
    ])
  })

  it('is named nowhere in the database when managers have removed each text [privacy erasure]', async () => {
    const removed = await removeMentions(testApp)
    expect(removed.map(({ text, begins, ends }) => text.slice(begins, ends)).toSorted()).toEqual(
      [
        ...['Koutsocheridou', 'Ζαφειρία Κουτσοχερίδου', 'Κουτσοχερίδου', 'Κουτσοχερίδου', 'κουτσοχεριδου'],
        ...['KOUTSOCHERIDOU', 'zafeiria.k@mail.example.gr', '694 5551234', '6945551234'],
      ].toSorted(),
    )
    expect(linesNaming(await readAll(testApp.db))).toEqual([])
    const { rows } = await sql<{ litres: number }>`
      select details -> 'litres' as litres from waiting_deliveries where sticker_code = ${known.unknown}`.execute(
      testApp.db,
    )
    expect(rows).toEqual([{ litres: null }])
  })

  it('keeps records and sums, also by municipality [privacy erasure]', async () => {
    expect(await availableOf(known.person)).toBe(before.available)
    expect(before.available).toBe(120)
    expect(await dashboard()).toEqual(before.dashboard)
    await verifyLedger(testApp)
  })

  it('is signed out and cannot sign in, nor be found by staff [privacy erasure]', async () => {
    expect((await known.client.send(me)).statusCode).toBe(401)
    const { email, password } = known.person
    expect((await testApp.visitor().send(login, { body: { email, password } })).statusCode).toBe(400)
    const staff = await testApp.signIn(await testApp.make.staff())
    expect(await staff.call(listParticipants, { query: { search: zafeiria.lastName } })).toEqual([])
  })

  it('is unknown to partners, by number and by sticker [privacy erasure]', async () => {
    const record = (participant: object) =>
      known.program.record({
        participant,
        reference: crypto.randomUUID(),
        description: 'oil_collected',
        points: 5,
        happened_at: '2026-03-02T10:00:00+02:00',
      })
    expect(await record({ id: known.person.id })).toMatchObject({ status: 400 })
    expect(await record({ sticker: known.bound })).toMatchObject({
      body: { status: 'waiting', waits_for: 'sticker_unknown' },
    })
    const other = await testApp.signIn(await testApp.make.customer())
    expect((await other.send(bindSticker, { body: { code: known.bound } })).statusCode).toBe(400)
    expect(await availableOf(known.person)).toBe(before.available)
  })

  it('is recorded as erased, without a name, and not erased again [privacy erasure]', async () => {
    expect(await eraseParticipant(testApp.portal, known.person.id, 'letter')).toBeUndefined()
    const entries = await auditEntries(testApp, 'erasure.execute')
    expect(entries.filter(({ subjectId }) => subjectId === known.person.id)).toMatchObject([
      { actorKind: 'job', actorName: 'erasure', details: { reason: 'request', records: 4 } },
    ])
  })

  it('can sign up again with the same address, as a new account [privacy erasure]', async () => {
    const body = signUpForm(known.municipality, { email: zafeiria.email })
    expect((await testApp.visitor().send(signUp, { body })).statusCode).toBe(201)
    const { rows } = await sql<{ id: number }>`select id from users where email = ${zafeiria.email}`.execute(
      testApp.db,
    )
    expect(rows).not.toEqual([{ id: known.person.id }])
  })
})

test('a dry run of an erasure changes nothing [privacy erasure]', async () => {
  const { person } = await openKnownEverywhere(testApp, { email: 'dry@example.gr' })
  const before = await readAll(testApp.db)
  const { counts } = (await eraseParticipant(testApp.portal, person.id, 'letter', { dryRun: true })) ?? {}
  expect(counts).toMatchObject({ records: 4, stickers: 3 })
  expect(linesNaming(await readAll(testApp.db))).toEqual(linesNaming(before))
})

test('an erasure leaves mails to addresses that contain the erased one [privacy erasure]', async () => {
  const name = crypto.randomUUID().replaceAll('-', '')
  const [ria, maria] = [`ria.${name}@example.gr`, `maria.${name}@example.gr`]
  const person = await testApp.make.customer({ email: ria })
  await testApp.make.customer({ email: maria })
  for (const email of [ria, maria]) await testApp.visitor().call(resetPassword, { body: { email } })
  await eraseParticipant(testApp.portal, person.id, 'request')
  const { rows } = await sql<{ email: string }>`
    select data ->> 'email' as email from pgboss.job where data::text like ${`%${name}%`}`.execute(testApp.db)
  expect(rows).toEqual([{ email: maria }])
})

test('an erasure deletes mails and sign-ins under way for every spelling of its address [privacy erasure]', async () => {
  const name = crypto.randomUUID().replaceAll('-', '')
  const ascii = new URL('http://παράδειγμα.gr').hostname
  const person = await testApp.make.customer({ email: `ria.${name}@παράδειγμα.gr` })
  const other = `maria.${name}@παράδειγμα.gr`
  for (const email of [
    `ria.${name}@${ascii}`,
    `RIA.${name}@ΠΑΡΆΔΕΙΓΜΑ.GR`,
    `ria.${name}＠παράδειγμα.gr`,
    other,
  ]) {
    await testApp.visitor().call(resetPassword, { body: { email } })
    const payload = JSON.stringify({ params: { login_hint: email } })
    const row = { model: 'Interaction', id: crypto.randomUUID(), payload, createdAt: new Date() }
    await testApp.db.insertInto('oidcPayloads').values(row).execute()
  }
  await eraseParticipant(testApp.portal, person.id, 'request')
  const { rows } = await sql<{ email: string }>`
    select data ->> 'email' as email from pgboss.job where data::text like ${`%${name}%`}
    union all
    select payload #>> '{params,login_hint}' from oidc_payloads where payload::text like ${`%${name}%`}`.execute(
    testApp.db,
  )
  expect(rows).toEqual([{ email: other }, { email: other }])
})

test('an account of staff is not erased [privacy erasure]', async () => {
  const { id } = await testApp.make.staff()
  expect(await eraseParticipant(testApp.portal, id, 'letter')).toBeUndefined()
})

test('an account that was never activated is deleted [privacy erasure]', async () => {
  const { id } = await testApp.make.customer({ isActive: false })
  expect(await eraseParticipant(testApp.portal, id, 'letter')).toBeDefined()
  expect(await testApp.db.selectFrom('users').select('id').where('id', '=', id).execute()).toEqual([])
})

test('the database keeps an erased account empty [privacy erasure]', async () => {
  const person = await testApp.make.customer()
  await eraseParticipant(testApp.portal, person.id, 'request')
  for (const column of ['first_name', 'telephone', 'password_hash'])
    await expect(
      sql`update users set ${sql.ref(column)} = 'x' where id = ${person.id}`.execute(testApp.db),
    ).rejects.toThrow('users_erased')
})

test('records change only by an erasure [privacy erasure]', async () => {
  const person = await testApp.make.customer()
  const { id } = await testApp.make.record(person)
  const attempts = [
    sql`update points_records set details = '{"litres": 2}' where id = ${id}`,
    sql`update points_records set points = 1, details = null where id = ${id}`,
  ]
  for (const attempt of attempts) await expect(attempt.execute(testApp.db)).rejects.toThrow(/append-only/)
})

describe('a dump of the database', () => {
  /** @returns the lines of a dump that name a person who was erased among others, and the accounts that verify counted */
  const eraseAmong = async (people: number, records = people) => {
    // Adding 31,000 people may take a minute on a busy machine.
    const many = await openTestApp({ DATABASE_STATEMENT_TIMEOUT: '0' })
    try {
      await growTo(many.db, { people, records })
      const { person } = await openKnownEverywhere(many)
      await eraseParticipant(many.portal, person.id, 'request')
      await removeMentions(many)
      const lines = linesNaming(await readAll(many.db))
      return { lines, verified: (await verifyLedger(many)).people > people }
    } finally {
      await many.close()
    }
  }

  it('names an erased person nowhere among 300 others [privacy erasure]', async () => {
    expect(await eraseAmong(300)).toEqual({ lines: [], verified: true })
  })

  // More people than `analyze` samples: 30,000.
  it(
    'names an erased person nowhere among 31,000 others [privacy erasure]',
    { tags: ['slow'], timeout: 1_200_000 },
    async () => {
      expect(await eraseAmong(31_000, 2_000)).toEqual({ lines: [], verified: true })
    },
  )
})
