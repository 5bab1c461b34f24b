import { finished, type PassThrough, Readable } from 'node:stream'
import { finished as ended } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { ZipFile } from 'yazl'
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

/** Maximum rows of a sheet, including the heading. */
const maxSheetRows = 1_048_576
/** Maximum texts of the table of shared texts, which is in memory until the end: some 40 MB. */
const maxSharedTexts = 250_000
/** Rows that are written before other calls get their turn: some 2 ms. */
const rowsPerTurn = 250
/** Of zlib: as small as its standard 6 (31 MB of 1,000,000 records; 4: 36 MB), in half the time. */
const compressionLevel = 5

type Workbook = {
  /** Name of the first sheet; the next ones are 'name 2', 'name 3'. At most 25 characters, none of \ / ? * [ ] : */
  name: string
  columns: readonly Column[]
  /** The rows in batches; the next batch is requested when the previous one has been written. */
  chunks: AsyncIterable<readonly Row[]>
  /** Maximum rows per sheet; tests use a lower number. */
  rowsPerSheet?: number
  /** Maximum texts that are written once; tests use a lower number. */
  sharedTexts?: number
}

/**
 * Returns an Excel workbook as a stream that is generated while it is read: a bold, frozen heading row with a filter,
 * and the rows, on additional sheets if one is full. Memory use does not depend on the number of rows; backpressure
 * limits how fast rows are requested. Destroying the stream ends the iteration of `chunks`. An error of `chunks`
 * destroys the stream with that error. The incomplete file is not readable as a workbook, because a ZIP file's
 * directory is at its end.
 */
export function writeWorkbook({
  name,
  columns,
  chunks,
  rowsPerSheet = maxSheetRows,
  sharedTexts = maxSharedTexts,
}: Workbook): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const rows = openRows(chunks)
  const texts = new Map<string, number>()
  const share = (text: string) => {
    const number = texts.get(text)
    if (number !== undefined || texts.size >= sharedTexts) return number
    texts.set(text, texts.size)
    return texts.size - 1
  }
  const layout = { columns, cellStarts: columns.map((_, at) => cellStart(at)), share }
  zip.on('error', (error) => output.destroy(error as Error))
  let part: Readable | undefined
  finished(output, { writable: false }, () => {
    part?.destroy()
    void rows.leave()
  })
  const add = async (path: string, xml: Iterable<Buffer> | AsyncIterable<Buffer>) => {
    part = Readable.from(xml, { objectMode: false })
    zip.addReadStream(part, path, { compressionLevel })
    await ended(part, { writable: false })
  }

  const fill = async () => {
    addText(zip, '_rels/.rels', rootRelationsXml)
    addText(zip, 'xl/styles.xml', stylesXml)
    const lengths: number[] = []
    do {
      const length = { rows: 1 }
      await add(`xl/worksheets/sheet${lengths.length + 1}.xml`, sheetXml(layout, rows, rowsPerSheet, length))
      lengths.push(length.rows)
    } while (await rows.more())
    await add('xl/sharedStrings.xml', sharedTextsXml(texts.keys()))
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

/** Reads the chunks as a queue of rows. */
function openRows(chunks: AsyncIterable<readonly Row[]>) {
  const iterator = chunks[Symbol.asyncIterator]()
  let chunk: readonly Row[] = []
  let taken = 0
  const more = async (): Promise<boolean> => {
    while (taken === chunk.length) {
      const next = await iterator.next()
      if (next.done) return false
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

function* sharedTextsXml(texts: Iterable<string>): Generator<Buffer> {
  let xml = `${declaration}<sst xmlns="${main}">`
  for (const text of texts) {
    xml += `<si>${stringXml(text)}</si>`
    if (xml.length < 65_536) continue
    yield Buffer.from(xml)
    xml = ''
  }
  yield Buffer.from(`${xml}</sst>`)
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
