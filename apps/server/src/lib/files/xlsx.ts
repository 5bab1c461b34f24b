import { finished, PassThrough, pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import {
  cellStart,
  type Column,
  columnName,
  headingXml,
  type Row,
  rowXml,
  type Sheet,
  stringXml,
  stylesXml,
  textXml,
} from './xlsx-cells.ts'
import { writeZip, type ZipPart } from './zip.ts'

/** Maximum rows of a sheet, including the heading. */
const maxSheetRows = 1_048_576
/** Rows that are written before other calls get their turn: some 0.6 ms. */
const rowsPerTurn = 500

type Workbook = {
  /** Name of the first sheet; the next ones are 'name 2', 'name 3'. At most 25 characters, none of \ / ? * [ ] : */
  name: string
  columns: readonly Column[]
  /** The rows in batches; the next batch is requested when the previous one has been written. */
  chunks: AsyncIterable<readonly Row[]>
  /** The texts of cells of kind `reference`, in the order of their numbers; requested after the last row. */
  texts?: AsyncIterable<readonly string[]> | undefined
  /** Maximum rows per sheet; tests use a lower number. */
  rowsPerSheet?: number
}

/**
 * Returns an Excel workbook as a stream that is generated while it is read: a bold, frozen heading row with a filter,
 * and the rows, on additional sheets if one is full. Memory use does not depend on the number of rows; backpressure
 * limits how fast rows are requested. Destroying the stream ends the iteration of `chunks`. An error of `chunks`
 * destroys the stream with that error. The incomplete file is not readable as a workbook, because a ZIP file's
 * directory is at its end.
 */
export function writeWorkbook(workbook: Workbook): Readable {
  const rows = openRows(workbook.chunks)
  const output = new PassThrough({ highWaterMark: 65_536 })
  // Not by the generators: their return() waits for a batch that is being read.
  finished(output, { writable: false }, () => void rows.leave())
  pipeline(Readable.from(writeZip(partsOf(workbook, rows)), { objectMode: false }), output, () => {})
  return output
}

async function* partsOf(
  { name, columns, texts, rowsPerSheet = maxSheetRows }: Omit<Workbook, 'chunks'>,
  rows: Rows,
): AsyncGenerator<ZipPart> {
  const layout = { columns, cellStarts: columns.map((_, at) => cellStart(at)) }
  try {
    yield textPart('_rels/.rels', rootRelationsXml)
    yield textPart('xl/styles.xml', stylesXml)
    const lengths: number[] = []
    do {
      const length = { rows: 1 }
      const path = `xl/worksheets/sheet${lengths.length + 1}.xml`
      yield { path, content: sheetXml(layout, rows, rowsPerSheet, length) }
      lengths.push(length.rows)
    } while (await rows.more())
    yield { path: 'xl/sharedStrings.xml', content: sharedTextsXml(texts ?? Readable.from([])) }
    yield textPart('xl/workbook.xml', workbookXml(name, columns, lengths))
    yield textPart('xl/_rels/workbook.xml.rels', relationsXml(lengths.length))
    yield textPart('[Content_Types].xml', contentTypesXml(lengths.length))
  } finally {
    await rows.leave()
  }
}

const textPart = (path: string, text: string): ZipPart => ({ path, content: [Buffer.from(text)] })

type Rows = ReturnType<typeof openRows>

/** Reads the chunks as a queue of rows. */
function openRows(chunks: AsyncIterable<readonly Row[]>) {
  const iterator = chunks[Symbol.asyncIterator]()
  let chunk: readonly Row[] = []
  let taken = 0
  let isLeft = false
  const more = async (): Promise<boolean> => {
    while (taken === chunk.length) {
      const next = isLeft ? undefined : await iterator.next()
      if (!next || next.done) return false
      chunk = next.value
      taken = 0
    }
    return true
  }
  return {
    /** Returns whether there is another row; requests the next chunk if the current one is empty. */
    more,
    /** Removes and returns up to `max` rows of the current chunk. */
    take: (max: number): readonly Row[] => {
      const some = chunk.slice(taken, taken + max)
      taken += some.length
      return some
    },
    /** Ends the iteration. */
    leave: async () => {
      isLeft = true
      // The stream is already destroyed, so an error has no receiver.
      await iterator.return?.().catch(() => undefined)
    },
  }
}

/** @param length is updated with the number of rows of the sheet, including the heading */
async function* sheetXml(
  sheet: Sheet,
  rows: Rows,
  rowsPerSheet: number,
  length: { rows: number },
): AsyncGenerator<Buffer> {
  yield Buffer.from(sheetStartXml(sheet.columns) + headingXml(sheet.columns))
  while (length.rows < rowsPerSheet && (await rows.more())) {
    await setImmediate()
    let xml = ''
    for (const row of rows.take(Math.min(rowsPerTurn, rowsPerSheet - length.rows)))
      xml += rowXml(sheet, (length.rows += 1), row)
    yield Buffer.from(xml)
  }
  yield Buffer.from(
    `</sheetData><autoFilter ref="A1:${columnName(sheet.columns.length - 1)}${length.rows}"/></worksheet>`,
  )
}

async function* sharedTextsXml(texts: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${declaration}<sst xmlns="${main}">`)
  for await (const some of texts) {
    await setImmediate()
    yield Buffer.from(some.map((text) => `<si>${stringXml(text)}</si>`).join(''))
  }
  yield Buffer.from('</sst>')
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

/** Excel requires the range of each filter as a defined name, too. */
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
  return `${declaration}<Relationships xmlns="${packages}/relationships">${each.join('')}<Relationship Id="rId${sheets + 1}" Type="${relationships}/styles" Target="styles.xml"/><Relationship Id="rId${sheets + 2}" Type="${relationships}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`
}

const rootRelationsXml = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

function contentTypesXml(sheets: number): string {
  const each = Array.from(
    { length: sheets },
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${parts}.worksheet+xml"/>`,
  )
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${parts}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${parts}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${parts}.sharedStrings+xml"/>${each.join('')}</Types>`
}
