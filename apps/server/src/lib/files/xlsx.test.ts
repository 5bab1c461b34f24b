import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { readWorkbook, unzip } from '#test/workbook.ts'
import { writeWorkbook } from './xlsx.ts'
import { type Column, type Row, serialOf } from './xlsx-cells.ts'

const columns: Column[] = [
  { heading: 'Κείμενο', kind: 'text', width: 20 },
  { heading: 'Πόντοι', kind: 'whole', width: 10 },
  { heading: 'Λίτρα', kind: 'decimal', width: 10 },
  { heading: 'Πότε', kind: 'timestamp', width: 20 },
]

async function* oneByOne(rows: readonly Row[]) {
  for (const row of rows) yield [row]
}

const write = (rows: readonly Row[], rowsPerSheet?: number) =>
  buffer(
    writeWorkbook({
      name: 'Φύλλο',
      columns,
      chunks: oneByOne(rows),
      ...(rowsPerSheet !== undefined && { rowsPerSheet }),
    }),
  )

const at = Date.UTC(2024, 6, 3, 12, 34, 56, 789)

/** Milliseconds in the day of a cell, as programs that round and that cut off read them, and its second. */
const readTimes = (ms: number) => {
  const serial = Number(serialOf(ms))
  const fraction = serial - Math.floor(serial)
  return [
    Math.floor(serial) - 25_569,
    Math.round(fraction * 86_400_000),
    Math.floor(fraction * 86_400_000),
    Math.floor(fraction * 86_400),
    Math.floor(Math.floor(serial * 1_440) % 1_440),
  ]
}
const timesOf = (ms: number) => {
  const inDay = ms % 86_400_000
  return [Math.floor(ms / 86_400_000), inDay, inDay, Math.floor(inDay / 1_000), Math.floor(inDay / 60_000)]
}

/** Returns the first time of a range that a program reads differently. */
function firstWrong(begin: number, end: number, step: number): Date | undefined {
  for (let ms = begin; ms < end; ms += step) {
    const [read, right] = [readTimes(ms), timesOf(ms)]
    if (right.some((value, at) => value !== read[at])) return new Date(ms)
  }
  return undefined
}

describe('a timestamp of a workbook [exports sheets]', () => {
  it.each(['1970-01-01', '2024-02-29', '2026-03-29', '2026-10-25', '2096-01-29'])(
    'is read exactly to the millisecond on %s, by programs that round or cut off',
    (day) => {
      const begin = Date.parse(day)
      const end = begin + 86_400_000
      expect(firstWrong(begin, end, 1_000)).toBeUndefined()
      expect(firstWrong(begin, end, 997)).toBeUndefined()
      const eight = begin + 8 * 3_600_000
      expect(firstWrong(eight - 60_000, eight + 60_000, 1)).toBeUndefined()
    },
  )
})

describe('writeWorkbook', () => {
  it('writes text, numbers and timestamps with their types [exports sheets]', async () => {
    const rows: Row[] = [
      ['Μαρία', 1240, 2.5, at],
      ['0030 2461', -200, 0.125, Date.UTC(1970, 0, 1)],
      ['', 0, null, null],
      ['τέλος', null, 1e-7, Date.UTC(2096, 1, 29, 23, 59)],
    ]
    const [sheet] = await readWorkbook(await write(rows))
    expect(sheet?.sheet).toBe('Φύλλο')
    expect(sheet?.data).toEqual([
      columns.map(({ heading }) => heading),
      ['Μαρία', 1240, 2.5, new Date(at)],
      ['0030 2461', -200, 0.125, new Date(0)],
      [null, 0, null, null],
      ['τέλος', null, 1e-7, new Date(Date.UTC(2096, 1, 29, 23, 59))],
    ])
  })

  it.each([
    '=1+1',
    '=HYPERLINK("http://example.gr";"x")',
    '+30 6944 000000',
    '-5',
    '@SUM(A1)',
    '\t=1',
    '\r\n=1',
    '<b>&amp;"\'</b>',
    '  κενά  ',
    'γραμμή\nγραμμή',
    'α\r\nβ',
    'ά 😀 ελιά',
    ']]>',
    '0123',
    '1e5',
    'TRUE',
  ])('writes %j as text [exports sheets]', async (text) => {
    const file = await write([[text, null, null, null]])
    const [sheet] = await readWorkbook(file)
    expect(sheet?.data[1]?.[0]).toBe(text)
    const xml = unzip(file).get('xl/worksheets/sheet1.xml') ?? ''
    expect(xml).toContain('<c r="A2" s="2" t="inlineStr">')
    expect(xml).not.toMatch(/<f[ >]/)
  })

  it('omits characters that XML forbids, and escapes what Excel would decode', async () => {
    const file = await write([
      ['α\u0000\u0001\u000B\u001Fβ\uFFFE\uD800γ', null, null, null],
      ['_x0041_', null, null, null],
    ])
    const xml = unzip(file).get('xl/worksheets/sheet1.xml')
    expect(xml).toContain('<t>αβγ</t>')
    expect(xml).toContain('<t>_x005F_x0041_</t>')
  })

  it('truncates a text that is longer than Excel allows', async () => {
    const [sheet] = await readWorkbook(await write([['α'.repeat(40_000), null, null, null]]))
    expect(sheet?.data[1]?.[0]).toHaveLength(32_767)
  })

  it("writes a timestamp before Excel's calendar as text", async () => {
    const [sheet] = await readWorkbook(await write([['', null, null, Date.UTC(1821, 2, 25, 9, 30)]]))
    expect(sheet?.data[1]?.[3]).toBe('1821-03-25 09:30')
  })

  it('writes a frozen bold heading with a filter over all rows, column widths, and cell formats [exports sheets]', async () => {
    const parts = unzip(
      await write([
        ['α', 1, 1, at],
        ['β', 2, 2, at],
      ]),
    )
    const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(xml).toContain('<autoFilter ref="A1:D3"/>')
    expect(xml).toContain('<col min="1" max="1" width="20" customWidth="1"/>')
    expect(xml).toContain('<c r="A1" s="1" t="inlineStr">')
    expect(xml).toMatch(/<c r="D2" s="5"><v>45476\.524268392<\/v><\/c>/)
    expect(parts.get('xl/workbook.xml')).toContain(
      `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'Φύλλο'!$A$1:$D$3</definedName>`,
    )
    const formats = [...(parts.get('xl/styles.xml') ?? '').matchAll(/<xf [^>]*xfId="0"[^>]*>/g)].map(String)
    expect(formats.map((xf) => /numFmtId="(\d+)"/.exec(xf)?.[1])).toEqual([
      '0',
      '49',
      '49',
      '3',
      '165',
      '164',
    ])
    expect(formats[1]).toContain('fontId="1"')
    expect(parts.get('xl/styles.xml')).toContain('numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"')
  })

  it('writes a valid file without rows', async () => {
    const file = await write([])
    expect((await readWorkbook(file)).map(({ data }) => data)).toEqual([
      [columns.map(({ heading }) => heading)],
    ])
    expect(unzip(file).get('xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:D1"/>')
  })

  it.each([
    [3, 2, [3]],
    [3, 3, [3, 2]],
    [3, 4, [3, 3]],
    [3, 5, [3, 3, 2]],
    [2, 3, [2, 2, 2]],
  ])(
    'starts a new sheet after %i rows: %i records give sheets of %j [exports sheets]',
    async (limit, count, lengths) => {
      const rows = Array.from({ length: count }, (_, n): Row => [`ν${n}`, n, null, null])
      const file = await write(rows, limit)
      const sheets = await readWorkbook(file)
      expect(sheets.map(({ data }) => data.length)).toEqual(lengths)
      expect(sheets.map(({ sheet }) => sheet)).toEqual(
        lengths.map((_, n) => (n === 0 ? 'Φύλλο' : `Φύλλο ${n + 1}`)),
      )
      expect(sheets.map(({ data }) => data[0]?.[0])).toEqual(lengths.map(() => 'Κείμενο'))
      expect(sheets.flatMap(({ data }) => data.slice(1)).map(([, n]) => n)).toEqual(rows.map(([, n]) => n))
      const xml = unzip(file).get(`xl/worksheets/sheet${lengths.length}.xml`)
      expect(xml).toContain(`<autoFilter ref="A1:D${lengths.at(-1)}"/>`)
    },
  )

  it('accepts chunks that are larger than a sheet, or empty', async () => {
    async function* chunks(): AsyncGenerator<Row[]> {
      yield []
      yield Array.from({ length: 7 }, (_, n): Row => [`ν${n}`, n, null, null])
      yield []
    }
    const file = await buffer(writeWorkbook({ name: 'Φ', columns, chunks: chunks(), rowsPerSheet: 4 }))
    expect((await readWorkbook(file)).map(({ data }) => data.length)).toEqual([4, 4, 2])
  })

  it('reads only as many rows as its reader takes, and none after the reader has closed', async () => {
    let asked = 0
    let leave = () => {}
    const left = new Promise<void>((resolve) => (leave = resolve))
    async function* chunks(): AsyncGenerator<Row[]> {
      try {
        // Limits the test if the writer ignores backpressure.
        for (; asked < 200; asked += 1)
          yield Array.from({ length: 1_000 }, (): Row => [crypto.randomUUID().repeat(4), 1, null, null])
      } finally {
        leave()
      }
    }
    const stream = writeWorkbook({ name: 'Φ', columns, chunks: chunks() })
    await new Promise((resolve) => stream.once('readable', resolve))
    let before = -1
    while (before !== asked) {
      before = asked
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    stream.destroy()
    await left
    expect(asked).toBeLessThan(30)
  })

  it('ends at once when it is destroyed while no batch has rows', async () => {
    const over = { yet: false }
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    async function* chunks(): AsyncGenerator<Row[]> {
      for (let asked = 0; !over.yet; asked += 1) {
        if (asked === 20) begin()
        await new Promise((resolve) => setTimeout(resolve, 1))
        yield []
      }
    }
    const stream = writeWorkbook({ name: 'Φ', columns, chunks: chunks() })
    stream.once('readable', () => {})
    await begun
    const closed = new Promise((resolve) => stream.once('close', () => resolve('closed')))
    stream.destroy()
    const outcome = await Promise.race([
      closed,
      new Promise((resolve) => setTimeout(resolve, 20_000, 'open')),
    ])
    over.yet = true
    expect(outcome).toBe('closed')
  })

  it('fails with the error of its rows, and leaves an incomplete file', async () => {
    async function* chunks(): AsyncGenerator<Row[]> {
      yield [['α', 1, 1, at]]
      throw new Error('connection lost')
    }
    const got: Buffer[] = []
    const read = async () => {
      for await (const part of writeWorkbook({ name: 'Φ', columns, chunks: chunks() }))
        got.push(part as Buffer)
    }
    await expect(read()).rejects.toThrow('connection lost')
    expect(() => unzip(Buffer.concat(got))).toThrow('The ZIP file is incomplete.')
  })
})
