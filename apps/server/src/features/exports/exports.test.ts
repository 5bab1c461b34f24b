import { get, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { login, logout } from '@portal/contract/accounts.ts'
import { exportAudit } from '@portal/contract/audit.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { exportParticipants, listParticipants } from '@portal/contract/participants.ts'
import { exportPoints, listPoints } from '@portal/contract/points.ts'
import { changeStaffRole, disableStaff } from '@portal/contract/staff.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { readWorkbook, unzip } from '#test/workbook.ts'
import { describeExports } from './list-service.ts'

let testApp: TestApp
let clerk: Person
let staff: Client
beforeAll(async () => {
  testApp = await openTestApp()
  clerk = await testApp.make.staff({ lastName: 'Παπαστάφ' })
  staff = await testApp.signIn(clerk)
})
afterAll(() => testApp.close())

const workbookOf = async (client: Client, endpoint: Endpoint, query: Record<string, string> = {}) => {
  const answer = await client.send(endpoint, { query })
  expect(answer.statusCode).toBe(200)
  return { answer, sheets: await readWorkbook(answer.rawPayload) }
}
const cellsOf = async (endpoint: Endpoint, query: Record<string, string> = {}) =>
  (await workbookOf(staff, endpoint, query)).sheets[0]?.data ?? []

/** Reads all recorded exports with their outcomes, oldest first. */
const recorded = (where: TestApp) =>
  where.db
    .selectFrom('exports')
    .leftJoin('exportEnds', 'exportEnds.exportId', 'exports.id')
    .select(['userId', 'subject', 'filter', 'nRows', 'outcome'])
    .orderBy('exports.id')
    .execute()

const eventually = async <T>(look: () => Promise<T>, fits: (seen: T) => boolean): Promise<T> => {
  for (;;) {
    const seen = await look()
    if (fits(seen)) return seen
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('exportParticipants', () => {
  const headings = ['Επώνυμο', 'Όνομα', 'Email', 'Τηλέφωνο', 'Δήμος', 'Κινήσεις', 'Διαθέσιμοι πόντοι']
  headings.push('Συγκεντρωμένοι πόντοι', 'Πόντοι από τηγανέλαιο')
  headings.push('Πόντοι από επαναχρησιμοποίηση', 'Εξαργυρωμένοι πόντοι')

  /** Expected rows: the list's answer to the same search. */
  const listed = async (search = '') =>
    (await staff.call(listParticipants, { query: { search } })).map((one) => [
      one.last_name,
      one.first_name,
      one.email,
      one.telephone || null,
      one.municipality_name,
      one.points_transactions,
      one.points_summary.available,
      one.points_summary.collected,
      one.points_summary.cookingoils,
      one.points_summary.reuse,
      one.points_summary.redeemed,
    ])

  beforeAll(async () => {
    const kozani = await testApp.make.municipality('Κοζάνης')
    const maria = await testApp.make.customer({
      firstName: '=1+1',
      lastName: '@Παπαδοπούλου',
      email: 'maria.p@example.gr',
      telephone: '0030 2461 012345',
      municipality: kozani.id,
    })
    const people = [
      ['Γιώργος', 'Παπαδόπουλος', '+30 6944 111222'],
      ['Χρήστος', 'Ευαγγέλου', ''],
      ['Ιωάννης', 'Χατζής-Παπαδόπουλος', '6944111888'],
      ['Eleni', 'Papadopoulou', '00'],
      ['Παπαρήγας', 'Ψαράς', '6944111555'],
      ['<&>"\'', '-1', '6944111666'],
    ] as const
    for (const [firstName, lastName, telephone] of people)
      await testApp.make.customer({ firstName, lastName, telephone })
    await testApp.make.customer({ lastName: 'Παπανενεργός', isActive: false })
    await testApp.make.record(maria, { points: 300 })
    await testApp.make.record(maria, { points: 40, description: 'item_reused' })
    await testApp.make.record(maria, { points: -100, description: 'coupon_created' })
  })

  it.each(['', 'παπ', 'pap', 'παπ γι', 'maria.p@', '2461', 'κανένας', 'ψ', '=1+1', '\0'])(
    'contains the rows of the list for %j, cell by cell and in order [§7 exports]',
    async (search) => {
      const [first, ...rows] = await cellsOf(exportParticipants, { search })
      expect(first).toEqual(headings)
      expect(rows).toEqual(await listed(search))
    },
  )

  it('is named users.xlsx, sends the number of rows, and forbids caching [exports files]', async () => {
    const { answer } = await workbookOf(staff, exportParticipants)
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="users.xlsx"',
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'x-total-count': '7',
      'x-estimated-length': expect.stringMatching(/^\d+$/),
      'cache-control': 'no-store',
    })
  })

  const slow = { tags: ['slow'] }
  it('contains all matches of a search, surnames first, as the list [§7 exports]', slow, async () => {
    const many = await openTestApp()
    const client = await many.signIn(await many.make.staff())
    // Two of three rows match 'παπ': half of them by surname, the others by first name.
    await sql`
      insert into users (email, first_name, last_name, is_active, created_at)
      select 'n' || n || '@example.gr',
        case when n % 3 = 1 then 'Παπ' || n else 'Άννα' end,
        case when n % 3 = 0 then 'Παπαδόπουλος' || n % 50 else 'Ζήσης' || n % 7 end, true, now()
      from generate_series(1, 3200) n`.execute(many.db)
    for (const [search, count] of [
      ['παπ', 2_133],
      ['pap', 2_133],
      ['παπ n1', 742],
    ] as const) {
      const { answer, sheets } = await workbookOf(client, exportParticipants, { search })
      const { rows: due } = await sql<{ email: string }>`
        select email from users
        where not is_staff and email like ${search.includes('n1') ? 'n1%' : 'n%'}
          and (first_name like 'Παπ%' or last_name like 'Παπ%')
        order by last_name like 'Παπ%' desc, sort_name, id`.execute(many.db)
      expect(sheets[0]?.data.slice(1).map((row) => row[2])).toEqual(due.map(({ email }) => email))
      expect([due.length, answer.headers['x-total-count']]).toEqual([count, String(count)])
    }
    await many.close()
  })
})

describe('exportPoints', () => {
  let maria: Person
  let nikos: Person
  beforeAll(async () => {
    maria = await testApp.make.customer({ firstName: 'Μαρία', lastName: '=cmd|x', email: 'm@example.gr' })
    nikos = await testApp.make.customer({ firstName: '', lastName: 'Νίκου', email: 'n@example.gr' })
    // Before and after the clock changes in October and March, and equal timestamps.
    const moments = [
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-03-29T00:59:59.999Z',
      '2026-03-29T01:00:00Z',
      '2024-07-03T09:00:00Z',
      '2024-07-03T09:00:00Z',
      '2023-12-31T21:59:59Z',
      '2023-12-31T22:00:00Z',
    ]
    for (const [at, createdAt] of moments.entries())
      await testApp.make.record(at % 3 === 0 ? nikos : maria, { points: at * 100, createdAt })
    const kinds = ['item_reused', 'item_delivered', 'coupon_created', 'collection_cancelled'] as const
    for (const description of kinds)
      await testApp.make.record(maria, {
        description,
        points: description.startsWith('item') ? 10 : -10,
        createdAt: '2025-01-01T10:00:00Z',
      })
    await testApp.make.record(maria, {
      description: 'coupon_cancelled',
      points: 1,
      createdAt: '2025-01-02T10:00:00Z',
    })
    await testApp.make.record(maria, {
      description: 'coupon_reimbursed',
      points: 2,
      createdAt: '2025-01-03T10:00:00Z',
    })
    for (const [details, hour] of [
      [{ litres: 2.5, sticker: 'ΛΑ-000001' }, 1],
      [{ item_count: 3, material: 'βιβλία' }, 2],
      [{ litres: 'δύο', item_count: null }, 3],
      [{}, 4],
    ] as const)
      await testApp.db
        .insertInto('pointsRecords')
        .values({
          participantId: nikos.id,
          points: 50,
          description: 'oil_collected',
          source: 'test',
          createdAt: new Date(Date.UTC(2022, 0, 1, hour)),
          reference: `details-${hour}`,
          details: JSON.stringify(details),
        })
        .execute()
  })

  const names: Record<string, string> = {
    oil_collected: 'Παράδοση ελαίου',
    collection_cancelled: 'Ακύρωση παράδοσης ελαίου',
    item_reused: 'Επαναχρησιμοποίηση αντικειμένου',
    item_delivered: 'Παράδοση αντικειμένου για επαναχρησιμοποίηση',
    coupon_created: 'Έκδοση κουπονιού',
    coupon_cancelled: 'Ακύρωση κουπονιού',
    coupon_reimbursed: 'Ακύρωση κουπονιού',
  }
  /** Cells store the second of a time, as a fraction of days. */
  const secondOf = (moment: Date) => Math.floor(moment.getTime() / 1_000)
  const sameTime = (moment: unknown, expected: unknown) =>
    moment instanceof Date &&
    expected instanceof Date &&
    Math.round(moment.getTime() / 1_000) === secondOf(expected)
      ? expected
      : moment

  /** Expected rows: the list's answer to the same filter. */
  const listed = async (query: Record<string, string>) => {
    const { results } = await staff.call(listPoints, { query: { ...query, page_size: '100' } })
    return results.map(({ participant, created_at, points, description }) => [
      participant?.email,
      // The API's local time, without its offset.
      new Date(`${created_at.slice(0, -6)}Z`),
      names[description],
      points,
    ])
  }

  it.each([
    ['everything', () => ({})],
    ['one participant', () => ({ participant: String(maria.id) })],
    ['days', () => ({ created_at_after: '2024-01-01', created_at_before: '2025-01-02' })],
    ['a day', () => ({ created_at_after: '2023-12-31', created_at_before: '2023-12-31' })],
    ["one participant's days", () => ({ participant: String(nikos.id), created_at_after: '2026-10-25' })],
    ['a reversed range of days', () => ({ created_at_after: '2025-01-02', created_at_before: '2025-01-01' })],
    ['the widest range of days', () => ({ created_at_after: '0001-01-01', created_at_before: '9999-12-31' })],
    ['empty filters', () => ({ participant: '', created_at_after: '', created_at_before: '' })],
  ] as [string, () => Record<string, string>][])(
    '%s: contains the rows of the list, cell by cell and in order [§7 exports]',
    async (_, query) => {
      const [headings, ...rows] = await cellsOf(exportPoints, query())
      expect(headings).toEqual([
        'Email',
        'Ονοματεπώνυμο',
        'Ημερομηνία και ώρα',
        'Περιγραφή',
        'Πόντοι',
        'Λίτρα',
        'Αντικείμενα',
      ])
      const expected = await listed(query())
      expect(
        rows.map(([email, , moment, what, points], at) => [
          email,
          sameTime(moment, expected[at]?.[1]),
          what,
          points,
        ]),
      ).toEqual(expected)
    },
  )

  it('contains the name, and litres and items if the record has them', async () => {
    const rows = await cellsOf(exportPoints, { created_at_before: '2022-12-31' })
    expect(rows.slice(1).map(([, name, , , , litres, items]) => [name, litres, items])).toEqual([
      ['Νίκου', null, null],
      ['Νίκου', null, null],
      ['Νίκου', null, 3],
      ['Νίκου', 2.5, null],
    ])
    const [, one] = await cellsOf(exportPoints, { participant: String(maria.id) })
    expect(one?.[1]).toBe('Μαρία =cmd|x')
  })

  it('contains every record once across pages, also with equal timestamps [§7 exports]', async () => {
    const many = await openTestApp()
    const client = await many.signIn(await many.make.staff())
    const one = await many.make.customer()
    await sql`
      insert into points_records (participant_id, points, description, created_at, source, reference)
      select ${one.id}, n, 'oil_collected',
        case when n between 500 and 3200 then timestamptz '2024-05-05' else timestamptz '2024-05-05' + n * interval '1 minute' end,
        'test', n::text
      from generate_series(1, 4500) n`.execute(many.db)
    const { rows: due } = await sql<{ points: number }>`
      select points from points_records order by created_at desc, id desc`.execute(many.db)
    for (const query of [{}, { participant: String(one.id) }] as Record<string, string>[]) {
      const { answer, sheets } = await workbookOf(client, exportPoints, query)
      expect(sheets[0]?.data.slice(1).map((row) => row[4])).toEqual(due.map(({ points }) => points))
      expect(answer.headers['x-total-count']).toBe('4500')
      expect(unzip(answer.rawPayload).get('xl/worksheets/sheet1.xml')).toContain(
        '<autoFilter ref="A1:G4501"/>',
      )
    }
    await many.close()
  })

  it('is named points.xlsx [exports files]', async () => {
    const { answer } = await workbookOf(staff, exportPoints)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="points.xlsx"')
  })

  it('rejects what the list rejects, with the same errors as JSON [exports files]', async () => {
    for (const query of [
      { participant: 'x' },
      { participant: '0', created_at_before: '0000-01-01' },
      { created_at_after: '24-02-03', created_at_before: 'x' },
      { participant: String(clerk.id) },
    ]) {
      const [file, list] = [
        await staff.send(exportPoints, { query }),
        await staff.send(listPoints, { query }),
      ]
      expect([file.statusCode, file.json()]).toEqual([400, list.json()])
      expect(file.headers['content-type']).toContain('application/json')
      expect(file.headers).not.toHaveProperty('content-disposition')
    }
  })
})

describe('the log of exports', () => {
  it('contains account, filter and outcome, but not the text of a search [exports audit]', async () => {
    const begun = (await recorded(testApp)).length
    const [maria] = await staff.call(listParticipants, { query: { search: 'maria.p@' } })
    await staff.send(exportParticipants, { query: { search: 'maria.p@example.gr' } })
    await staff.send(exportParticipants)
    await staff.send(exportPoints, {
      query: {
        participant: String(maria?.id),
        created_at_after: '2020-01-01',
        created_at_before: '2030-12-31',
      },
    })
    const rows = await eventually(
      async () => (await recorded(testApp)).slice(begun),
      (seen) => seen.every(({ outcome }) => outcome !== null),
    )
    const [account, outcome] = [{ userId: clerk.id }, { outcome: 'complete' }]
    expect(rows).toEqual([
      { ...account, subject: 'participants', filter: { search: true }, nRows: 1, ...outcome },
      { ...account, subject: 'participants', filter: {}, nRows: 9, ...outcome },
      {
        ...account,
        subject: 'points',
        nRows: 3,
        ...outcome,
        filter: { participant: maria?.id, from: '2020-01-01', to: '2030-12-31' },
      },
    ])
    const table = (await describeExports(testApp, 2)).split('\n')
    expect(table).toHaveLength(3)
    expect(table[1]).toMatch(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+0[23]:00 +${clerk.email} +points +participant ${maria?.id}, from 2020-01-01, to 2030-12-31 +\\d{4}-.* +3 +complete$`,
      ),
    )
    expect(table[2]).toMatch(/participants +all +.* +9 +complete$/)
  })

  it('contains no rejected requests and no HEAD requests', async () => {
    const begun = (await recorded(testApp)).length
    await staff.send(exportPoints, { query: { participant: 'x' } })
    const customer = await testApp.signIn(await testApp.make.customer())
    await customer.send(exportPoints)
    const head = await staff.inject({ method: 'HEAD', url: exportPoints.path })
    expect([head.statusCode, head.body, head.headers['content-disposition']]).toEqual([
      200,
      '',
      'attachment; filename="points.xlsx"',
    ])
    expect(
      (await staff.inject({ method: 'HEAD', url: `${exportPoints.path}?participant=x` })).statusCode,
    ).toBe(400)
    expect(await recorded(testApp)).toHaveLength(begun)
  })

  it('rejects changes and deletions [exports audit]', async () => {
    for (const statement of [
      "update exports set subject = 'points'",
      'delete from exports',
      'truncate exports cascade',
      "update export_ends set outcome = 'complete'",
      'delete from export_ends',
      'truncate export_ends',
    ])
      await expect(sql.raw(statement).execute(testApp.db)).rejects.toThrow(/append-only/)
  })
})

describe('a running export', () => {
  let otherApp: TestApp
  let port: number
  const searches = 10_000
  beforeAll(async () => {
    otherApp = await openTestApp()
    await otherApp.app.listen({ port: 0, host: '127.0.0.1' })
    port = (otherApp.app.server.address() as AddressInfo).port
    // Names that do not compress, so that network buffers are smaller than the file.
    const people = []
    for (let n = 0; n < 40; n += 1) {
      const sign = () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000))
      people.push(await otherApp.make.customer({ firstName: Array.from({ length: 800 }, sign).join('') }))
    }
    await sql`
      insert into points_records (participant_id, points, description, created_at, source, reference)
      select (array[${sql.join(people.map(({ id }) => sql`${id}::bigint`))}])[1 + n % 40], 1, 'oil_collected',
        timestamptz '2024-05-05' + n * interval '1 minute', 'test', n::text
      from generate_series(1, 20000) n`.execute(otherApp.db)
    // The text is in each row of the audit export, 24 MB: that of points has each name once and fits into network buffers.
    await sql`
      with searches as (
        insert into audit_entries (at, actor_kind, action, details)
        select timestamptz '2024-05-05' + n * interval '1 minute', 'command', 'participants.list', '{}'
        from generate_series(1, ${searches}::int) n returning id),
      texts as (select first_name, row_number() over () as n from users where length(first_name) = 800)
      insert into audit_texts (entry_id, text)
      select s.id, t.first_name from searches s join texts t on t.n = 1 + s.id % 40`.execute(otherApp.db)
  })
  afterAll(() => otherApp.close())

  const asCookie = ({ cookies }: Client) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  /** Requests an export, by default of all points, over the network and does not read the body. */
  const ask = (client: Client, { path }: Endpoint = exportPoints) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { cookie: asCookie(client) }
      get({ port, host: '127.0.0.1', path, headers, agent: false }, resolve).on('error', reject)
    })

  const ended = (count: number) =>
    eventually(
      () => recorded(otherApp),
      (seen) => seen.filter(({ outcome }) => outcome !== null).length >= count,
    )

  it('reads only as fast as its client, blocks no other calls, and ends if its client disconnects [exports limits]', async () => {
    const before = (await recorded(otherApp)).length
    const client = await otherApp.signIn(await otherApp.make.staff({ role: 'manager' }))
    const answer = await ask(client, exportAudit)
    expect((await recorded(otherApp)).slice(before)).toMatchObject([{ outcome: null }])
    // Other requests are answered during the export.
    expect((await client.call(listPoints)).count).toBe(20_000)
    answer.destroy()
    const row = (await ended(before + 1)).at(-1)
    expect(row?.outcome).toBe('aborted')
    expect(row?.nRows).toBeLessThan(searches)
  })

  it('is complete while another call is not answered [exports limits]', async () => {
    const before = (await recorded(otherApp)).length
    const client = await otherApp.signIn(await otherApp.make.staff())
    const running = await ask(client)
    let isAnswered = false
    const unfinished = request({
      ...{ port, host: '127.0.0.1', path: login.path, method: 'POST', agent: false },
      headers: { 'content-type': 'application/json', 'content-length': '10' },
    })
    unfinished.on('error', () => undefined).on('response', () => (isAnswered = true))
    await new Promise((resolve) => unfinished.write('{', resolve))
    expect(await readWorkbook(await buffer(await ask(client)))).toMatchObject([{ data: { length: 20_001 } }])
    expect(isAnswered).toBe(false)
    unfinished.destroy()
    running.destroy()
    await ended(before + 2)
  })

  it('omits records that are added after its start', async () => {
    const before = (await recorded(otherApp)).length
    const client = await otherApp.signIn(await otherApp.make.staff())
    const answer = await ask(client)
    await otherApp.make.record(await otherApp.make.customer(), { createdAt: '2024-05-05T00:00:30Z' })
    const [sheet] = await readWorkbook(await buffer(answer))
    expect(sheet?.data).toHaveLength(20_001)
    await ended(before + 1)
  })

  it('closes the connection if the database fails, so that the file is incomplete', async () => {
    const before = (await recorded(otherApp)).length
    const client = await otherApp.signIn(await otherApp.make.staff({ role: 'manager' }))
    const answer = await ask(client, exportAudit)
    await sql`alter table audit_texts rename to audit_texts_away`.execute(otherApp.db)
    const got: Buffer[] = []
    const read = async () => {
      for await (const part of answer) got.push(part as Buffer)
    }
    await expect(read()).rejects.toThrow('aborted')
    await sql`alter table audit_texts_away rename to audit_texts`.execute(otherApp.db)
    expect(got.length).toBeGreaterThan(0)
    expect(() => unzip(Buffer.concat(got))).toThrow('The ZIP file is incomplete.')
    const rows = await ended(before + 1)
    expect(rows.at(-1)?.outcome).toBe('failed')
  })

  describe('of more than the network holds', { tags: ['slow'] }, () => {
    const endings: Record<string, (manager: Client, operator: Client, id: string) => Promise<unknown>> = {
      'the session ends': (manager) => manager.call(logout),
      'the account is disabled': (_, operator, id) => operator.call(disableStaff, { params: { id } }),
      'the role may not export': (_, operator, id) =>
        operator.call(changeStaffRole, { params: { id }, body: { role: 'clerk' } }),
    }
    it.each(Object.entries(endings))(
      'breaks off when %s; that of another account is completed [security late rights]',
      async (_, end) => {
        const before = (await recorded(otherApp)).length
        const { make, signIn } = otherApp
        const operator = await signIn(await make.staff({ role: 'operator' }))
        const person = await make.staff({ role: 'manager' })
        const manager = await signIn(person)
        // Begun first: it is checked, too, before the other one breaks off.
        const lasting = await ask(await signIn(await make.staff({ role: 'manager' })), exportAudit)
        const broken = await ask(manager, exportAudit)
        await end(manager, operator, String(person.id))
        const rows = (await ended(before + 1)).slice(before)
        expect(rows).toMatchObject([{ outcome: null }, { userId: person.id, outcome: 'aborted' }])
        expect(rows[1]?.nRows).toBeLessThan(searches)
        await expect(buffer(broken)).rejects.toThrow('aborted')
        const [sheet] = await readWorkbook(await buffer(lasting))
        expect(sheet?.data.length).toBeGreaterThan(searches)
        expect((await ended(before + 2)).at(-2)?.outcome).toBe('complete')
      },
    )

    it('is limited to two per account and four in all [exports limits]', async () => {
      const before = (await recorded(otherApp)).length
      const clients = []
      for (let n = 0; n < 3; n += 1)
        clients.push(await otherApp.signIn(await otherApp.make.staff({ role: 'manager' })))
      const [first, second, third] = clients as [Client, Client, Client]
      const rejected = {
        detail: 'Request was throttled. Expected available in 15 seconds.',
      }
      const open = [await ask(first, exportAudit), await ask(first, exportAudit)]
      const mine = await first.send(exportParticipants)
      expect([mine.statusCode, mine.json(), mine.headers['retry-after']]).toEqual([429, rejected, '15'])
      expect(mine.headers).not.toHaveProperty('content-disposition')
      open.push(await ask(second, exportAudit), await ask(second, exportAudit))
      expect((await third.send(exportPoints)).statusCode).toBe(429)
      expect((await third.send(listPoints)).statusCode).toBe(200)
      for (const answer of open) answer.destroy()
      await ended(before + 4)
      const [sheet] = await readWorkbook(await buffer(await ask(third)))
      expect(sheet?.data.length).toBeGreaterThan(20_000)
      await ended(before + 5)
    })
  })
})
