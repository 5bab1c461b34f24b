import { listOwnPoints, listPoints, summarizePoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf, errorOf } from '#test/files.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { FileErrors } from '#server/lib/files/file-errors.ts'
import { importPoints } from './import-records.ts'

const header = 'email,points,description,created_at,reference'
let testApp: TestApp
let staff: Client
let maria: Person
beforeAll(async () => {
  testApp = await openTestApp()
  staff = await testApp.signIn(await testApp.make.staff({ email: 'staff@example.gr' }))
  maria = await testApp.make.customer({ email: 'maria@example.gr' })
})
afterAll(() => testApp.close())

const author = { kind: 'command', name: 'import points' } as const
const importLines = (...lines: string[]) => importText([header, ...lines].join('\n'))
const importText = (content: string | Buffer) =>
  importPoints({ ...testApp.portal, progress: () => {} }, fileOf(content), author)

let serial = 0
const reference = () => `r-${(serial += 1)}`
const line = (given: Partial<Record<'email' | 'points' | 'description' | 'at' | 'reference', string>> = {}) =>
  [
    given.email ?? 'maria@example.gr',
    given.points ?? '100',
    given.description ?? 'oil_collected',
    given.at ?? '2024-07-03T12:00:00+03:00',
    given.reference ?? reference(),
  ].join(',')
const count = async () => (await staff.call(listPoints)).count

describe('importPoints', () => {
  it('adds the records of a file to lists and sums, in any order of lines', async () => {
    const eleni = await testApp.make.customer({ email: 'Eleni@Example.gr' })
    const added = await importLines(
      // The coupon precedes the delivery that pays for it, by line and by time.
      line({
        email: 'eleni@example.gr',
        points: '-200',
        description: 'coupon_created',
        at: '2024-01-02 08:00:00.123456+00',
      }),
      line({ email: 'ELENI@example.gr', points: '+240', at: '2024-01-05T10:00Z' }),
      line({
        email: 'eleni@example.gr',
        points: '30',
        description: 'item_reused',
        at: '2024-03-05T10:00:00+0200',
      }),
    )
    expect(added).toEqual({ added: 3, present: 0 })
    const client = await testApp.signIn(eleni)
    expect(await client.call(summarizePoints)).toEqual({
      available: 70,
      collected: 270,
      reuse: 30,
      cookingoils: 240,
      redeemed: 200,
    })
    const { results } = await client.call(listOwnPoints)
    expect(results.map(({ points, created_at }) => [points, created_at])).toEqual([
      [30, '2024-03-05T10:00:00+02:00'],
      [240, '2024-01-05T12:00:00+02:00'],
      [-200, '2024-01-02T10:00:00.123+02:00'],
    ])
  })

  it('imports nothing if one line has an error, and names the line', async () => {
    const before = await count()
    const errors: [string, string][] = [
      [line({ points: 'abc' }), "points: 'abc' is not an integer"],
      [line({ points: '1.5' }), "points: '1.5' is not an integer"],
      [line({ points: '2147483648' }), "points: '2147483648' exceeds the 32-bit integer range"],
      [line({ points: '-5' }), "points: '-5' has the wrong sign: oil_collected adds points"],
      [
        line({ points: '5', description: 'coupon_created' }),
        "points: '5' has the wrong sign: coupon_created subtracts points",
      ],
      [line({ description: 'gift' }), "description: 'gift' is not one of oil_collected, "],
      [
        line({ at: '2024-07-03T12:00:00' }),
        "created_at: '2024-07-03T12:00:00' is not a timestamp with an offset",
      ],
      [
        line({ at: '2023-02-29T12:00:00Z' }),
        "created_at: '2023-02-29T12:00:00Z' is not a valid date and time",
      ],
      [line({ at: '2924-07-03T12:00:00Z' }), "created_at: '2924-07-03T12:00:00Z' is in the future"],
      [line({ at: '1969-12-31T23:59:59Z' }), "created_at: '1969-12-31T23:59:59Z' is before 1970"],
      [line({ reference: ' ' }), 'reference: is empty'],
      [line({ reference: 'r'.repeat(201) }), `reference: '${'r'.repeat(60)}…' is longer than 200 characters`],
      [line({ reference: 'a\0b' }), 'reference: contains a NUL character'],
      [line({ email: 'maria' }), "email: 'maria' is not an e-mail address"],
      [line({ email: 'unknown@example.gr' }), "email: no account has the address 'unknown@example.gr'"],
      [
        line({ email: 'Staff@example.gr' }),
        "email: 'Staff@example.gr' is a staff account; staff have no points",
      ],
      ['maria@example.gr,5', '2 fields, but the first line has 5.'],
      ['"maria@example.gr,5,oil_collected', 'a quoted field that begins here or above'],
    ]
    for (const [bad, error] of errors) {
      const rejection = await errorOf(importLines(line(), line(), bad))
      expect(rejection).toContain('file.csv: nothing was imported.')
      expect(rejection).toContain(`line 4: ${error}`)
    }
    expect(await count()).toBe(before)
  })

  it('names every line with an error, at most twenty', async () => {
    const rejection = await errorOf(
      importLines(line({ points: 'x' }), line(), line({ points: 'y', at: 'z' })),
    )
    expect(rejection.match(/line \d+: \w+/g)).toEqual([
      'line 2: points',
      'line 4: points',
      'line 4: created_at',
    ])
    const many = await errorOf(importLines(...Array.from({ length: 50 }, () => line({ points: 'x' }))))
    expect(many.match(/line \d+/g)).toHaveLength(20)
    expect(many).toMatch(/… and perhaps more\.$/)
  })

  it('accepts the same reference for the same record, also within a file', async () => {
    const same = line({ reference: 'ατμ-17' })
    expect(await importLines(same, line(), same)).toEqual({ added: 2, present: 1 })
    const before = await count()
    expect(await importLines(same, line({ reference: 'ατμ-17', at: '2024-07-03T09:00:00Z' }))).toEqual({
      added: 0,
      present: 2,
    })
    expect(await count()).toBe(before)
  })

  it('rejects a reference that is used for another record', async () => {
    await importLines(line({ reference: 'ατμ-18' }))
    const before = await count()
    expect(await errorOf(importLines(line(), line({ reference: 'ατμ-18', points: '101' })))).toContain(
      "line 3: reference: 'ατμ-18' was imported with other content",
    )
    expect(
      await errorOf(importLines(line({ reference: 'ατμ-19' }), line({ reference: 'ατμ-19', points: '101' }))),
    ).toContain("line 3: reference: 'ατμ-19' is in line 2 with other content")
    expect(await count()).toBe(before)
  })

  it('rejects a file that would make a balance negative, and names the account', async () => {
    const nikos = await testApp.make.customer({ email: 'nikos@example.gr' })
    await importLines(line({ email: nikos.email, points: '50' }))
    const rejection = await errorOf(
      importLines(line(), line({ email: nikos.email, points: '-80', description: 'coupon_created' })),
    )
    expect(rejection).toContain('nikos@example.gr: the balance would be -30; it must not be negative')
    expect(await (await testApp.signIn(nikos)).call(summarizePoints)).toMatchObject({
      available: 50,
      redeemed: 0,
    })
  })

  it('imports the other rows of a file with errors unless it is strict', async () => {
    const eleni = await testApp.make.customer()
    const poor = await testApp.make.customer()
    const errors = new FileErrors('file.csv', { strict: false })
    const kept = line({ email: eleni.email, reference: 'kept' })
    const file = fileOf(
      [
        header,
        kept,
        line({ email: 'nobody@example.gr' }),
        line({ points: 'x' }),
        line({ email: eleni.email, reference: 'kept', points: '7' }),
        line({ email: poor.email, points: '50' }),
        line({ email: poor.email, points: '-80', description: 'coupon_created' }),
        kept,
      ].join('\n'),
    )
    const importing = { ...testApp.portal, progress: () => {} }
    expect(await importPoints(importing, file, author, errors)).toEqual({ added: 1, present: 1 })
    expect(errors.rejected.rows).toBe(5)
    expect(errors.rejected.errors.map((error) => error.split(':').slice(0, 2).join(':'))).toEqual([
      'line 3: email',
      'line 4: points',
      'line 5: reference',
      'line 6: points',
      'line 7: points',
    ])
    expect(await (await testApp.signIn(poor)).call(summarizePoints)).toMatchObject({ available: 0 })
    const again = new FileErrors('file.csv', { strict: false })
    expect(await importPoints(importing, file, author, again)).toEqual({ added: 0, present: 2 })
    const context = { ...importing, config: { ...testApp.portal.config, fourEyesAbove: 10 } }
    const more = fileOf([header, line({ email: eleni.email }), line({ points: 'x' })].join('\n'))
    const lenient = new FileErrors('file.csv', { strict: false })
    expect(await errorOf(importPoints(context, more, author, lenient))).toContain('needs an approval')
  })

  it('rejects records of an account that is not activated', async () => {
    await testApp.make.customer({ email: 'waiting@example.gr', isActive: false })
    expect(await errorOf(importLines(line({ email: 'waiting@example.gr' })))).toContain(
      "line 2: email: 'waiting@example.gr' is not activated",
    )
  })
})

describe('importPoints, file format', () => {
  it('accepts a byte order mark, CRLF, semicolons, other column orders and empty lines', async () => {
    const before = await count()
    const rows = [
      'Reference;points; email ;created_at;description',
      '',
      `"${reference()};x";7;${maria.email};2024-07-03T12:00:00+03:00;oil_collected`,
    ]
    expect(await importText(`\uFEFF${rows.join('\r\n')}\r\n\r\n`)).toEqual({ added: 1, present: 0 })
    expect(await count()).toBe(before + 1)
  })

  /** Encodes Greek and ASCII text. */
  const windows1253 = (text: string) => {
    const bytes = new Map(
      Array.from({ length: 256 }, (_, byte) => [
        new TextDecoder('windows-1253').decode(Uint8Array.of(byte)),
        byte,
      ]),
    )
    return Buffer.from(Array.from(text, (sign) => bytes.get(sign) ?? 63))
  }
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

  it.each<[string, (rows: string[][]) => string | Buffer]>([
    ['tabs', (rows) => rows.map((row) => row.join('\t')).join('\n')],
    ["Excel's sep= line", (rows) => `sep=;\r\n${rows.map((row) => row.join(';')).join('\r\n')}`],
    [
      "a byte order mark and Excel's sep= line",
      (rows) => `\ufeffSEP=|\n${rows.map((row) => row.join('|')).join('\n')}`,
    ],
    ['CR alone', (rows) => rows.map((row) => row.join(',')).join('\r')],
    ['rows of separators and spaces', (rows) => rows.map((row) => row.join(';')).join('\n;;;;\n ; ;;;\n')],
    ['windows-1253', (rows) => windows1253(rows.map((row) => row.join(';')).join('\r\n'))],
    ['UTF-16', (rows) => utf16(rows.map((row) => row.join('\t')).join('\r\n'))],
  ])('accepts %s', async (_what, format) => {
    const at = '2024-07-03T12:00:00+03:00'
    const [one, two] = [`ατμ-${reference()}`, `ΕΛΙΆ-${reference()}`]
    const rows = [
      header.split(','),
      [maria.email, '7', 'oil_collected', at, one],
      [maria.email, '8', 'oil_collected', at, two],
    ]
    expect(await importText(format(rows))).toEqual({ added: 2, present: 0 })
    // The same references in UTF-8.
    expect(await importText(rows.map((row) => row.join(',')).join('\n'))).toEqual({ added: 0, present: 2 })
  })

  it('counts the line of sep=, and rejects rows with a damaged character alone', async () => {
    const damaged = line({ reference: 'λάδι-μου' }).replaceAll(',', ';')
    const content = `sep=;\n${header.replaceAll(',', ';')}\n${damaged}`
    // The last byte of a letter is missing.
    const file = Buffer.from(content).subarray(0, -1)
    expect(await errorOf(importText(file))).toContain('line 3: contains a character that is damaged.')
  })

  it('counts lines as editors do', async () => {
    const rows = [header, '', line({ reference: '"one\r\ntwo"' }), line({ points: 'x' })]
    expect(await errorOf(importText(rows.join('\r\n')))).toContain('line 5: points')
  })

  it('rejects wrong columns', async () => {
    const errors: [string | Buffer, string][] = [
      ['', 'the file is empty; its first line names the columns email, points,'],
      ['email,points,description,created_at\n', 'reference is missing'],
      [`${header},litres\n`, "'litres' is unknown"],
      [`${header},email\n`, "'email' occurs twice"],
    ]
    for (const [content, error] of errors) expect(await errorOf(importText(content))).toContain(error)
    const absent = importPoints({ ...testApp.portal, progress: () => {} }, '/nowhere/points.csv', author)
    expect(await errorOf(absent)).toBe('No such file: /nowhere/points.csv.')
  })

  it('accepts more lines than a batch', async () => {
    const seen: number[] = []
    const lines = Array.from({ length: 12_000 }, () => line({ points: '1' }))
    const file = fileOf([header, ...lines].join('\n'))
    const importing = { ...testApp.portal, progress: (rows: number) => seen.push(rows) }
    expect(await importPoints(importing, file, author)).toEqual({ added: 12_000, present: 0 })
    expect(seen).toEqual([5_000, 10_000, 12_000])
    expect(await importPoints(importing, file, author)).toEqual({ added: 0, present: 12_000 })
  })
})
