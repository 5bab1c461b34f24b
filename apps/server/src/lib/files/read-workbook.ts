import { athensTime } from '../time/athens.ts'
import { type Budget, listEntries, unpack, WorkbookError } from './unzip.ts'
import { attribute, type Element, elementsIn, elementsOf, plainText } from './xml-scan.ts'

/** Bytes that a workbook may have unpacked, and characters of its rows as CSV: 100,000 participants have some 70 MB and 15 MB. */
const maxUnpacked = 200_000_000
const maxCsv = 50_000_000
/** Of a sheet of Excel. */
const maxRows = 1_048_576
/** Columns further right are not read: the files have at most eight. */
const maxColumns = 256

type Files = ReturnType<typeof listEntries>
type Sheet = { shared: string[]; isDate: boolean[]; epoch: number }

/**
 * Converts the first sheet of an .xlsx file to the CSV file that `readCsv` reads, with the same numbers of lines. Other calls get
 * their turn. Dates become times of Europe/Athens; numbers have all their digits; formulas are what they were computed to.
 * @throws WorkbookError if it is damaged or too large
 */
export async function csvOfWorkbook(
  bytes: Buffer,
  { unpacked = maxUnpacked, csv = maxCsv }: { unpacked?: number; csv?: number } = {},
): Promise<Buffer> {
  const files = listEntries(bytes)
  const budget = { bytes: unpacked }
  const { path, epoch } = await findSheet(files, budget)
  const sheet = {
    epoch,
    isDate: await readStyles(files, budget),
    shared: await readShared(files, budget, csv),
  }
  const pieces: Buffer[] = []
  let lines: string[] = []
  let [left, last, width] = [csv, 0, 0]
  const flush = () => {
    pieces.push(Buffer.from(lines.join('')))
    lines = []
  }
  for await (const row of elementsOf(partOf(files, path, budget), 'row')) {
    const given = Number(attribute(row.attributes, 'r'))
    const number = Number.isSafeInteger(given) && given > last ? given : last + 1
    if (number > maxRows) throw new WorkbookError('workbook_large')
    const cells = readRow(row, row.prefix, sheet)
    if (width === 0) width = cells.length
    // A row ends with its last cell that is not empty.
    while (cells.length > 0 && cells.length < width) cells.push('')
    // Before they are put together: each cell can repeat a text of megabytes.
    left -= cells.reduce((sum, { length }) => sum + length + 1, number - last)
    if (left < 0) throw new WorkbookError('workbook_large')
    lines.push('\n'.repeat(number - last - 1), cells.map(quoted).join(','), '\n')
    last = number
    if (lines.length > 600) flush()
  }
  flush()
  return Buffer.concat(pieces)
}

/** Line breaks become spaces: a row of the sheet is a line of the file. */
const quoted = (text: string): string => {
  const line = text.replace(/[\r\n]+/g, ' ')
  return /[",;\t]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}

function partOf(files: Files, path: string, budget: Budget): AsyncIterable<Buffer> {
  const entry = files.get(path)
  if (!entry) throw new WorkbookError('workbook_unreadable')
  return unpack(entry, budget)
}

const relation = 'xl/_rels/workbook.xml.rels'

/** Where the first sheet is, and the day 0 of its dates. */
async function findSheet(files: Files, budget: Budget): Promise<{ path: string; epoch: number }> {
  let id: string | undefined
  let epoch = Date.UTC(1899, 11, 30)
  for await (const { attributes } of elementsOf(partOf(files, 'xl/workbook.xml', budget), 'workbookPr'))
    if (['1', 'true'].includes(attribute(attributes, 'date1904') ?? '')) epoch = Date.UTC(1904, 0, 1)
  for await (const { attributes } of elementsOf(partOf(files, 'xl/workbook.xml', budget), 'sheet'))
    id ??= attribute(attributes, '[\\w.-]{1,30}:id')
  for await (const { attributes } of elementsOf(partOf(files, relation, budget), 'Relationship')) {
    const target = attribute(attributes, 'Target')
    if (id === undefined || attribute(attributes, 'Id') !== id || target === undefined) continue
    return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, epoch }
  }
  throw new WorkbookError('workbook_unreadable')
}

/** The numbers of formats of dates and times that Excel knows (ECMA-376, 18.8.30). */
const isDateNumber = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
/** A format shows a date if it has letters of one outside of texts and brackets. */
const isDateFormat = (format: string) =>
  /[ymdhs]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').replace(/General/gi, ''))

async function readStyles(files: Files, budget: Budget): Promise<boolean[]> {
  const path = 'xl/styles.xml'
  if (!files.has(path)) return []
  const custom = new Map<number, boolean>()
  for await (const { attributes } of elementsOf(partOf(files, path, budget), 'numFmt'))
    custom.set(
      Number(attribute(attributes, 'numFmtId')),
      isDateFormat(attribute(attributes, 'formatCode') ?? ''),
    )
  const isDate: boolean[] = []
  for await (const { inner, prefix } of elementsOf(partOf(files, path, budget), 'cellXfs'))
    for (const { attributes } of elementsIn(inner, `${prefix}xf`)) {
      const format = Number(attribute(attributes, 'numFmtId') ?? 0)
      isDate.push(custom.get(format) ?? isDateNumber(format))
    }
  return isDate
}

async function readShared(files: Files, budget: Budget, max: number): Promise<string[]> {
  const path = 'xl/sharedStrings.xml'
  const shared: string[] = []
  if (!files.has(path)) return shared
  let left = max
  for await (const { inner, prefix } of elementsOf(partOf(files, path, budget), 'si')) {
    const text = textOf(inner, prefix)
    left -= text.length
    if (left < 0) throw new WorkbookError('workbook_large')
    shared.push(text)
  }
  return shared
}

/** The text of its runs, without the reading aids of East Asian texts. */
function textOf(xml: string, prefix: string): string {
  const runs = xml.split(`</${prefix}rPh>`).map((part) => part.split(`<${prefix}rPh`, 1)[0])
  let text = ''
  for (const part of elementsIn(runs.join(''), `${prefix}t`)) text += plainText(part.inner)
  // Excel writes control characters as _x000D_.
  return text.replace(/_x([\dA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function readRow({ inner }: Element, prefix: string, sheet: Sheet): string[] {
  const cells: string[] = []
  let next = 0
  for (const cell of elementsIn(inner, `${prefix}c`)) {
    const place = placeOf(attribute(cell.attributes, 'r')) ?? next
    next = place + 1
    if (place >= maxColumns) continue
    const text = valueOf(cell, prefix, sheet)
    if (text === '') continue
    while (cells.length < place) cells.push('')
    cells[place] = text
  }
  return cells
}

/** 'A1' → 0, 'AB7' → 27. */
function placeOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let place = 0
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64
  return place - 1
}

function valueOf({ attributes, inner }: Element, prefix: string, sheet: Sheet): string {
  if (inner === '') return ''
  const type = attribute(attributes, 't') ?? 'n'
  if (type === 'inlineStr') return textOf(inner, prefix)
  const [found] = elementsIn(inner, `${prefix}v`)
  const value = plainText(found?.inner ?? '')
  if (type === 's') return sheet.shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n' || value.trim() === '' || !Number.isFinite(Number(value))) return value
  const isDate = sheet.isDate[Number(attribute(attributes, 's') ?? 0)] === true && Number(value) >= 1
  return isDate ? athensTimeOf(Number(value), sheet.epoch) : numberText(Number(value))
}

/** All digits of a telephone, and 38.1 for 38.100000000000001: Excel shows fifteen digits. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value)
  const rounded = Number(value.toPrecision(15))
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? BigInt(rounded).toString() : String(rounded)
}

/** Days from day 0 on, as the clock in Athens shows it → ISO 8601 with its offset. */
function athensTimeOf(days: number, epoch: number): string {
  const shown = new Date(epoch + Math.round(days * 86_400) * 1_000)
  if (Number.isNaN(shown.getTime()) || shown.getUTCFullYear() > 9_999) return String(days)
  const local = shown.toISOString().slice(0, 19)
  // In the hour that is skipped in spring, neither is right.
  const offset =
    [3, 2].find((hours) => athensTime(new Date(shown.getTime() - hours * 3_600_000)).startsWith(local)) ?? 2
  return `${local}+0${offset}:00`
}
