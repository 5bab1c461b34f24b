import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { FileErrors } from './file-errors.ts'
import { readCsv } from './read-csv.ts'
import { csvOfWorkbook } from './read-workbook.ts'
import { writeWorkbook } from './xlsx.ts'
import { writeZip } from './zip.ts'

const zip = (files: Record<string, string | Iterable<Buffer>>) =>
  buffer(
    Readable.from(
      writeZip(
        (async function* () {
          for (const [path, content] of Object.entries(files))
            yield { path, content: typeof content === 'string' ? [Buffer.from(content)] : content }
        })(),
      ),
      { objectMode: false },
    ),
  )

const workbook = '<workbook><sheets><sheet name="Α" sheetId="7" r:id="rId3"/></sheets></workbook>'
const relations = '<Relationships><Relationship Target="worksheets/sheet9.xml" Id="rId3"/></Relationships>'
const book = (sheet: string | Iterable<Buffer>, more: Record<string, string> = {}) =>
  zip({
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': relations,
    'xl/worksheets/sheet9.xml': sheet,
    ...more,
  })
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

async function rowsOf(bytes: Buffer, columns: string[]) {
  const errors = new FileErrors('x')
  const rows = []
  for await (const row of readCsv({ name: 'x', bytes }, { columns, others: 'rejected' }, errors))
    rows.push(row)
  return rows
}

describe('csvOfWorkbook [manage imports]', () => {
  it('yields the rows that a CSV file would: numbers with all digits, dates of Athens, texts of all kinds', async () => {
    const file = await book(
      sheet(`
        <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="inlineStr"><is><t>b</t></is></c><c r="C2" t="str"><v>c</v></c></row>
        <row r="4"><c r="A4"><v>6.94E9</v></c><c r="B4" s="1"><v>45476.5</v></c><c r="C4" t="s"><v>1</v></c></row>
        <row r="5"><c r="B5"><f>1/3</f><v>38.100000000000001</v></c><c r="C5" t="b"><v>1</v></c></row>
        <row r="6"><c r="A6"><v>306912345678</v></c><c r="B6" s="2"><v>45292</v></c></row>`),
      {
        'xl/sharedStrings.xml':
          '<sst><si><t>a</t></si><si><r><t xml:space="preserve">Λ&amp;Α; </t></r><r><t>&quot;&#916;&quot;&#10;x</t></r><rPh sb="0"><t>no</t></rPh></si></sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/></cellXfs></styleSheet>',
      },
    )
    expect(await rowsOf(await csvOfWorkbook(file), ['a', 'b', 'c'])).toEqual([
      { line: 4, fields: { a: '6940000000', b: '2024-07-03T12:00:00+03:00', c: 'Λ&Α; "Δ" x' } },
      { line: 5, fields: { a: '', b: '38.1', c: 'TRUE' } },
      { line: 6, fields: { a: '306912345678', b: '2024-01-01T00:00:00+02:00', c: '' } },
    ])
  })

  it('reads what the portal itself writes, and elements with a prefix', async () => {
    const written = await buffer(
      writeWorkbook({
        name: 'Φύλλο',
        columns: [
          { heading: 'Email', kind: 'text', width: 20 },
          { heading: 'Points', kind: 'whole', width: 10 },
        ],
        chunks: (async function* () {
          yield [
            ['maria@example.gr', 12],
            ['<b>@example.gr', -3],
          ]
        })(),
      }),
    )
    expect(
      (await rowsOf(await csvOfWorkbook(written), ['email', 'points'])).map(({ fields }) => fields),
    ).toEqual([
      { email: 'maria@example.gr', points: '12' },
      { email: '<b>@example.gr', points: '-3' },
    ])
    const prefixed = await book(
      '<x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>code</x:t></x:is></x:c></x:row><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    )
    expect(await rowsOf(await csvOfWorkbook(prefixed), ['code'])).toEqual([
      { line: 2, fields: { code: '7' } },
    ])
  })

  it('refuses damaged files, document types and what is too large when unpacked', async () => {
    const code = (bytes: Buffer, limits = {}) =>
      csvOfWorkbook(bytes, limits).then(
        () => 'read',
        (error: { code: string }) => error.code,
      )
    const good = await book(sheet('<row><c><v>1</v></c></row>'))
    expect(await code(good)).toBe('read')
    expect(await code(good.subarray(0, good.length - 30))).toBe('workbook_unreadable')
    const damaged = Buffer.from(good)
    damaged.fill(0xff, 100, 110)
    expect(await code(damaged)).toBe('workbook_unreadable')
    expect(await code(await zip({ 'word/document.xml': '<w/>' }))).toBe('workbook_unreadable')
    expect(await code(await book('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>'))).toBe(
      'workbook_unreadable',
    )
    // 30 MB of zeros in 30 kB.
    const zeros = Buffer.alloc(1_000_000)
    const bomb = await book(Array.from({ length: 30 }, () => zeros))
    expect(bomb.length).toBeLessThan(100_000)
    expect(await code(bomb, { unpacked: 10_000_000 })).toBe('workbook_large')
    // A long text that each cell repeats.
    const repeated = await book(sheet('<row><c t="s"><v>0</v></c></row>'.repeat(1_000)), {
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(10_000)}</t></si></sst>`,
    })
    expect(await code(repeated, { csv: 5_000_000 })).toBe('workbook_large')
  })

  it('never holds more of a workbook than it may have', async () => {
    // Four rows of 256 cells: 1 GB of CSV from 5 kB.
    const cells = '<c t="s"><v>0</v></c>'.repeat(256)
    const rows = await book(sheet(`<row>${cells}</row>`.repeat(4)), {
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`,
    })
    const before = process.resourceUsage().maxRSS
    await expect(csvOfWorkbook(rows)).rejects.toThrow('workbook_large')
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(300_000)
  })

  it('takes as long for reading aids and long lines as for other texts', async () => {
    const begun = performance.now()
    const aided = await book(sheet('<row><c t="s"><v>0</v></c></row>'), {
      'xl/sharedStrings.xml': `<sst><si><t>a</t>${'<rPh sb="0"><t>b</t></rPh>'.repeat(30_000)}<t>c</t></si></sst>`,
    })
    expect((await csvOfWorkbook(aided)).toString()).toBe('ac\n')
    await rowsOf(Buffer.from(`a,${'b'.repeat(90_000)}`), ['a']).catch(() => {})
    expect(performance.now() - begun).toBeLessThan(3_000)
  })
})
