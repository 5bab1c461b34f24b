import { pbkdf2Sync } from 'node:crypto'
import { login, me } from '@portal/contract/accounts.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { exportParticipants, listParticipants } from '@portal/contract/participants.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import { exportPoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileErrors } from '#server/lib/files/file-errors.ts'
import { fileOf, errorOf } from '#test/files.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { readWorkbook } from '#test/workbook.ts'
import { importParticipants } from './import-service.ts'

const header = 'email,first_name,last_name,telephone,municipality,password_hash,created_at'
let testApp: TestApp
let staff: Client
beforeAll(async () => {
  testApp = await openTestApp()
  staff = await testApp.signIn(await testApp.make.staff())
  await testApp.make.municipality('Κοζάνης')
  await testApp.make.municipality('Ηρακλείου', 'Ηρακλείου')
  await testApp.make.municipality('Ηρακλείου', 'Βορείου Τομέα Αθηνών')
})
afterAll(() => testApp.close())

const importLines = (...lines: string[]) =>
  importParticipants(
    { db: testApp.db, clock: testApp.portal.clock, progress: () => {} },
    fileOf([header, ...lines].join('\n')),
  )
const everyone = () => staff.call(listParticipants)

describe('importParticipants', () => {
  it('accepts password hashes of Django, and replaces them by argon2id at sign-in', async () => {
    const password = 'λάδι-και-φως-9'
    const hash = pbkdf2Sync(password, 'salt4tests', 20_000, 32, 'sha256').toString('base64')
    const kept = `pbkdf2_sha256$20000$salt4tests$${hash}`
    expect(
      await importLines(
        `sofia@example.gr,Σοφία,Ζαφειροπούλου,2461 012345,ΚΟΖΑΝΗΣ,${kept},2021-03-04T05:06:07Z`,
      ),
    ).toEqual({ added: 1, present: 0, incomplete: 0, warnings: [] })

    for (let times = 0; times < 2; times += 1) {
      const sofia = await testApp.signIn({ email: 'Sofia@example.gr', password })
      expect(await sofia.call(me)).toMatchObject({
        first_name: 'Σοφία',
        telephone: '2461 012345',
        is_staff: false,
      })
    }
    const stored = await testApp.db
      .selectFrom('users')
      .select('passwordHash')
      .where('email', '=', 'sofia@example.gr')
      .executeTakeFirst()
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$/)
    expect(await staff.call(listParticipants, { query: { search: 'ζαφειρο' } })).toMatchObject([
      { municipality_name: 'Κοζάνης' },
    ])
  })

  it('accepts an empty hash, date and municipality', async () => {
    expect(await importLines('nohash@example.gr,Άννα,Νέα,6920000009,,,')).toEqual({
      added: 1,
      present: 0,
      incomplete: 0,
      warnings: [],
    })
    expect(await staff.call(listParticipants, { query: { search: 'nohash' } })).toMatchObject([
      { full_name: 'Άννα Νέα', municipality_name: null, points_transactions: 0 },
    ])
  })

  it('accepts an empty name or telephone, warns with the line number and counts the people [operations import names]', async () => {
    const result = await importLines(
      'no.name@example.gr,,  ,6920000011,Κοζάνης,,',
      'complete@example.gr,Άννα,Πλήρης,6920000012,,,',
      'no.surname@example.gr,Ζαμπία,,,,,',
    )
    expect(result).toEqual({
      added: 3,
      present: 0,
      incomplete: 2,
      warnings: [
        'line 2: first_name: is empty',
        'line 2: last_name: is empty',
        'line 4: last_name: is empty',
        'line 4: telephone: is empty',
      ],
    })
    const shown = async (search: string) =>
      (await staff.call(listParticipants, { query: { search } })).map(({ full_name, telephone }) => [
        full_name,
        telephone,
      ])
    expect(await shown('no.name')).toEqual([['', '6920000011']])
    expect(await shown('ζαμπια')).toEqual([['Ζαμπία', '']])
    // Participants without a surname come first, sorted by first name.
    const [first, second] = await everyone()
    expect([first?.email, second?.email]).toEqual(['no.name@example.gr', 'no.surname@example.gr'])
  })

  it("writes 'Άγνωστο όνομα' into both workbooks for accounts without a name [§2 unknown names]", async () => {
    const [person] = await staff.call(listParticipants, { query: { search: 'no.name' } })
    const participant = { id: person?.id ?? 0 }
    await testApp.make.record(participant)
    const cellsOf = async (endpoint: Endpoint, query: object) => {
      const [sheet] = await readWorkbook((await staff.send(endpoint, { query })).rawPayload)
      return sheet?.data[1]?.slice(0, 2)
    }
    expect(await cellsOf(exportParticipants, { search: 'no.name' })).toEqual(['Άγνωστο όνομα', null])
    expect(await cellsOf(exportPoints, { participant: String(participant.id) })).toEqual([
      'no.name@example.gr',
      'Άγνωστο όνομα',
    ])
  })

  it('greets accounts without a name in mails without a name [operations import names]', async () => {
    await testApp.visitor().call(resetPassword, { body: { email: 'no.name@example.gr' } })
    const [mail] = await testApp.mails.to('no.name@example.gr')
    expect(mail?.text).toMatch(/^Γεια σας,\n/)
    expect(mail?.html).toContain('>Γεια σας,<')
  })

  it('greets in the vocative in mails [words vocative]', async () => {
    const { email } = await testApp.make.customer({ firstName: 'Θανάσης', lastName: 'Οικονόμου' })
    await testApp.visitor().call(resetPassword, { body: { email } })
    const [mail] = await testApp.mails.to(email)
    expect(mail?.text).toMatch(/^Γεια σας, Θανάση,\n/)
  })

  it('prints at most 20 warnings and counts the others', async () => {
    const lines = Array.from({ length: 21 }, (_, at) => `nameless${at}@example.gr,,,,,,`)
    const { incomplete, warnings } = await importLines(...lines)
    expect([incomplete, warnings.length, warnings.at(-1)]).toEqual([21, 21, '43 more warnings'])
  })

  it('imports nothing if one line has an error, and names the line', async () => {
    const before = (await everyone()).length
    const good = 'good@example.gr,Άννα,Καλή,6920000009,Κοζάνης,,'
    const errors: [string, string][] = [
      ['bad,Ά,Β,6920000009,Κοζάνης,,', "email: 'bad' is not an e-mail address"],
      [`a@example.gr,Α,${'Β'.repeat(151)},6920000009,Κοζάνης,,`, 'last_name: '],
      [`a@example.gr,Α,Β,${'6'.repeat(33)},Κοζάνης,,`, 'telephone: '],
      [
        'a@example.gr,Α,Β,6920000009,Ναρνίας,,',
        "municipality: 'Ναρνίας' is not a municipality of this portal",
      ],
      [
        'a@example.gr,Α,Β,6920000009,ηρακλειου,,',
        "municipality: 'ηρακλειου' is ambiguous. Write Ηρακλείου (Ηρακλείου) or Ηρακλείου (Βορείου Τομέα Αθηνών).",
      ],
      ['a@example.gr,Α,Β,6920000009,Κοζάνης,md5$secret,', "password_hash: is neither Django's"],
      ['a@example.gr,Α,Β,6920000009,Κοζάνης,,yesterday', "created_at: 'yesterday' is not a timestamp"],
      ['GOOD@example.gr,Α,Β,6920000009,Κοζάνης,,', "email: 'GOOD@example.gr' is also in line 2"],
    ]
    for (const [bad, error] of errors) {
      const rejection = await errorOf(importLines(good, bad))
      expect(rejection).toContain(`line 3: ${error}`)
      expect(rejection).not.toContain('secret')
    }
    expect(await everyone()).toHaveLength(before)
  })

  it('distinguishes municipalities of the same name by the regional unit', async () => {
    await importLines(
      'crete@example.gr,Α,Β,6920000009,Ηρακλείου (Ηρακλείου),,',
      'attica@example.gr,Α,Β,6920000009,Ηρακλείου (βορειου τομεα αθηνων),,',
    )
    const { rows } = await testApp.db
      .selectFrom('users')
      .innerJoin('municipalities', 'municipalities.id', 'users.municipalityId')
      .select(['email', 'regionalUnit'])
      .where('municipalities.name', '=', 'Ηρακλείου')
      .orderBy('email')
      .execute()
      .then((rows) => ({ rows }))
    expect(rows.map(({ email, regionalUnit }) => `${email} ${regionalUnit}`)).toEqual([
      'attica@example.gr Βορείου Τομέα Αθηνών',
      'crete@example.gr Ηρακλείου',
    ])
  })

  it('skips an address that has an account, in any letter case, also when the file is imported again', async () => {
    await testApp.make.customer({ email: 'Maria@example.gr' })
    const lines = ['again@example.gr,Α,Β,6920000009,,,', 'mariA@example.gr,Α,Β,6920000009,,,']
    expect(await importLines(...lines)).toMatchObject({ added: 1, present: 1 })
    expect(await importLines(...lines)).toMatchObject({ added: 0, present: 2 })
  })

  it('rejects addresses of staff and of accounts that are not activated', async () => {
    await testApp.make.staff({ email: 'clerk@example.gr' })
    await testApp.make.customer({ email: 'sleeping@example.gr', isActive: false })
    const rejection = await errorOf(
      importLines('clerk@example.gr,Α,Β,6920000009,,,', 'sleeping@example.gr,Α,Β,6920000009,,,'),
    )
    expect(rejection).toContain(
      "line 2: email: 'clerk@example.gr' has an account of staff or without activation",
    )
    expect(rejection).toContain('line 3: email: ')
  })

  it("accepts Django's mark of an account without a password, which a reset then sets", async () => {
    const email = 'unusable@example.gr'
    const unusable = '!BF5zXVr7ZQ0x2gUuKjRkIgq0bKZQ6TqNtz7lPb7u'
    expect(await importLines(`${email},Άννα,Νέα,6920000009,,${unusable},`)).toMatchObject({ added: 1 })
    const failed = await testApp.visitor().send(login, { body: { email, password: unusable } })
    expect(failed.statusCode).toBe(400)
    await testApp.visitor().call(resetPassword, { body: { email } })
    expect(await testApp.mails.to(email)).toHaveLength(1)
  })

  it('rejects a telephone that a spreadsheet shortened, and removes its apostrophe', async () => {
    for (const telephone of ['6,94E+09', '6.94123E+09', '6E9', ' 3,06E+11 '])
      expect(await errorOf(importLines(`short@example.gr,Α,Β,"${telephone}",,,`))).toContain(
        `line 2: telephone: '${telephone}' was shortened by a spreadsheet`,
      )
    await importLines(
      "marked@example.gr,Α,Β,'6941234567,,,",
      'pasted@example.gr,Α,Β,\u202a+30\u00a0694\u20111234567,,,',
    )
    const shown = await staff.call(listParticipants, { query: { search: '6941234567' } })
    expect(shown.map(({ telephone }) => telephone)).toEqual(['6941234567', '+30 694-1234567'])
  })

  it('imports the other rows of a file with errors unless it is strict, and lists the rejected ones', async () => {
    const errors = new FileErrors('file.csv', { strict: false })
    const rows = [
      'kept1@example.gr,Α,Β,6920000009,,,',
      'bad,Α,Β,6920000009,,,',
      ',,,,,,',
      'kept2@example.gr,Α,Β,6920000009,,md5$secret,',
      'kept3@example.gr,Ο "Μάκης" Γ,Β,6920000009,,,',
      'KEPT1@example.gr,Α,Β,6920000009,,,',
      'a,b',
    ]
    const file = fileOf([header, ...rows].join('\n'))
    const context = { db: testApp.db, clock: testApp.portal.clock, progress: () => {} }
    expect(await importParticipants(context, file, errors)).toMatchObject({ added: 2, present: 0 })
    expect(errors.rejected.rows).toBe(4)
    expect(errors.rejected.errors.map((error) => error.split(':').slice(0, 2).join(':'))).toEqual([
      'line 3: email',
      'line 5: password_hash',
      'line 7: email',
      'line 8: 2 fields, but the first line has 7.',
    ])
    const again = new FileErrors('file.csv', { strict: false })
    expect(await importParticipants(context, file, again)).toMatchObject({ added: 0, present: 2 })
    expect(again.rejected).toEqual(errors.rejected)
  })
})
