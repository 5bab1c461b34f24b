import { finished, type PassThrough, Readable } from 'node:stream'
import { finished as ended } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { type Column, columnName, headingXml, type Row, rowXml, stylesXml, textXml } from './xlsx-cells.ts'

/** As many rows as a sheet has, its heading included. */
const sheetLimit = 1_048_576

type Workbook = {
  /** The sheet's name; further sheets are 'name 2', 'name 3'. At most 25 characters, none of \ / ? * [ ] : */
  name: string
  columns: readonly Column[]
  /** The rows, piece by piece; the next is asked for when the last has been taken. */
  pieces: AsyncIterable<readonly Row[]>
  /** Where a new sheet begins; a test takes fewer. */
  rowsPerSheet?: number
}

/**
 * An Excel workbook as a stream that is written while it is read: a bold heading row that stays in sight, with a filter,
 * and the rows below, on further sheets where one is full. Memory stays the same whatever the number of rows, and a
 * reader that is slow slows the asking for rows. Whoever destroys the stream ends that asking at once. A error of
 * `pieces` destroys the stream with that error: what came before it is no whole file, and can't be taken for one, since
 * a workbook's directory is its end.
 */
export function writeWorkbook({ name, columns, pieces, rowsPerSheet = sheetLimit }: Workbook): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const rows = openRows(pieces)
  zip.on('error', (error) => output.destroy(error as Error))
  let sheet: Readable | undefined
  finished(output, { writable: false }, () => {
    sheet?.destroy()
    void rows.leave()
  })

  const fill = async () => {
    addText(zip, '_rels/.rels', rootRelationsXml)
    addText(zip, 'xl/styles.xml', stylesXml)
    const lengths: number[] = []
    do {
      const length = { rows: 1 }
      sheet = Readable.from(sheetXml(columns, rows, rowsPerSheet, length), { objectMode: false })
      zip.addReadStream(sheet, `xl/worksheets/sheet${lengths.length + 1}.xml`)
      await ended(sheet, { writable: false })
      lengths.push(length.rows)
    } while (await rows.more())
    addText(zip, 'xl/workbook.xml', workbookXml(name, columns, lengths))
    addText(zip, 'xl/_rels/workbook.xml.rels', relationsXml(lengths.length))
    addText(zip, '[Content_Types].xml', contentTypesXml(lengths.length))
    zip.end()
  }
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

const addText = (zip: ZipFile, path: string, text: string) => zip.addBuffer(Buffer.from(text), path)

type Rows = ReturnType<typeof openRows>

/** The rows of all pieces as one store that is taken from by number. */
function openRows(pieces: AsyncIterable<readonly Row[]>) {
  const iterator = pieces[Symbol.asyncIterator]()
  let piece: readonly Row[] = []
  let taken = 0
  const more = async (): Promise<boolean> => {
    while (taken === piece.length) {
      const next = await iterator.next()
      if (next.done) return false
      piece = next.value
      taken = 0
    }
    return true
  }
  return {
    /** Whether there is another row; asks for the next piece where the last has been taken. */
    more,
    /** What is at hand, at most so many. */
    take: (most: number): readonly Row[] => {
      const some = piece.slice(taken, taken + most)
      taken += some.length
      return some
    },
    /** Nothing more is wanted. */
    leave: async () => {
      // A error on the way out is nobody's any more.
      await iterator.return?.().catch(() => undefined)
    },
  }
}

/** @param length is told how many rows the sheet came to have, the heading included */
async function* sheetXml(
  columns: readonly Column[],
  rows: Rows,
  rowsPerSheet: number,
  length: { rows: number },
): AsyncGenerator<Buffer> {
  const names = columns.map((_, at) => columnName(at))
  yield Buffer.from(sheetStartXml(columns) + headingXml(columns))
  while (length.rows < rowsPerSheet && (await rows.more())) {
    let xml = ''
    for (const row of rows.take(rowsPerSheet - length.rows))
      xml += rowXml(columns, names, (length.rows += 1), row)
    yield Buffer.from(xml)
  }
  yield Buffer.from(`</sheetData><autoFilter ref="A1:${names.at(-1)}${length.rows}"/></worksheet>`)
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const parts = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function sheetStartXml(columns: readonly Column[]): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
}

const sheetName = (name: string, at: number) => (at === 0 ? name : `${name} ${at + 1}`)

/** Excel keeps the range of a filter under a name of its own, too, and misses it where it isn't there. */
function workbookXml(name: string, columns: readonly Column[], lengths: readonly number[]): string {
  const last = columnName(columns.length - 1)
  const sheets = lengths.map(
    (_, at) => `<sheet name="${textXml(sheetName(name, at))}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  const filters = lengths.map(
    (rows, at) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${textXml(sheetName(name, at))}'!$A$1:$${last}$${rows}</definedName>`,
  )
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`
}

function relationsXml(sheets: number): string {
  const each = Array.from(
    { length: sheets },
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  return `${declaration}<Relationships xmlns="${packages}/relationships">${each.join('')}<Relationship Id="rId${sheets + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`
}

const rootRelationsXml = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

function contentTypesXml(sheets: number): string {
  const each = Array.from(
    { length: sheets },
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${parts}.worksheet+xml"/>`,
  )
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${parts}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${parts}.styles+xml"/>${each.join('')}</Types>`
}
