/**
 * Cells of a worksheet (ECMA-376, SpreadsheetML). Text is always written as a string, never as a formula; timestamps are
 * numbers with a date format. Each cell has its reference: it is optional and half of a file's size, but
 * read-excel-file cannot read cells without it.
 */

/**
 * Type of a column. `timestamp`: a timestamp in milliseconds since 1970 of the displayed local time, because Excel has no
 * time zones. `reference`: the number of a text of the workbook's `texts`. An empty cell is null.
 */
export type ColumnKind = 'text' | 'reference' | 'whole' | 'decimal' | 'timestamp'
export type CellValue = string | number | null
export type Row = readonly CellValue[]
/** `width` in characters. */
export type Column = { heading: string; kind: ColumnKind; width: number }

/** Indexes of `cellXfs` in stylesXml; 0 is Excel's default. */
const styles = { heading: 1, text: 2, whole: 3, decimal: 4, timestamp: 5 } as const

/**
 * The cell formats. Text has the format '@', so that text that looks like a formula or a number remains text when the
 * cell is edited, and telephone numbers keep leading zeros.
 */
export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.0##"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const special = /[&<>"\r]/
const specials: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}
/** Characters that XML 1.0 does not allow: control characters, lone surrogates, U+FFFE and U+FFFF. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\p{Cs}\uFFFE\uFFFF]/gu
/** Excel reads `_x0041_` as 'A', so the underscore of such text is escaped as `_x005F_`. */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g
/** Maximum characters of a cell; Excel reports longer text as a damaged file. */
const maxCharacters = 32_767

/** Text that is written as it is. */
// eslint-disable-next-line no-control-regex
const plain = /^[^&<>"_\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]*$/

/** Escapes text for an XML element and removes characters that XML does not allow. */
export function textXml(text: string): string {
  if (text.length <= maxCharacters && plain.test(text)) return text
  const allowed = text.replace(forbidden, '').slice(0, maxCharacters).replace(escapeLike, '_x005F_')
  return special.test(allowed) ? allowed.replace(/[&<>"\r]/g, (sign) => specials[sign] ?? sign) : allowed
}

const dayMs = 86_400_000
/** Excel's day 1 is 1 January 1900. It treats 1900 as a leap year, so serial numbers are correct from 1 March 1900. */
const epochDays = 25_569
const firstValidMs = (61 - epochDays) * dayMs

/**
 * Returns days since Excel's epoch with nine decimals (0.09 ms). Always rounded up, also what is exact: programs that cut off the
 * fraction of a second, minute or millisecond would otherwise show the one before. As two integers: printing a fraction
 * takes three times as long.
 */
export function serialOf(ms: number): string {
  const days = Math.floor(ms / dayMs)
  // 1e9 / dayMs is 625 / 54.
  const billionths = Math.floor(((ms - days * dayMs) * 625) / 54) + 1
  return `${days + epochDays}.${String(billionths).padStart(9, '0')}`
}

/** Spaces around a text, several in a row, and line breaks are lost without `preserve`. */
const hasSpaces = /^\s|\s$|\s\s|[\t\r\n]/

/** Returns the XML of a text, within a cell or the table of shared texts. */
export const stringXml = (text: string): string =>
  `<t${hasSpaces.test(text) ? ' xml:space="preserve"' : ''}>${textXml(text)}</t>`

const inlineText = (style: number, text: string) =>
  `" s="${style}" t="inlineStr"><is>${stringXml(text)}</is></c>`

const valueStart = (style: number) => `" s="${style}"><v>`
const starts = {
  reference: `" s="${styles.text}" t="s"><v>`,
  whole: valueStart(styles.whole),
  decimal: valueStart(styles.decimal),
  timestamp: valueStart(styles.timestamp),
}
const valueEnd = '</v></c>'

/** Returns the XML of a cell after the row of its reference, such as `" s="3"><v>20</v></c>`; undefined if the cell is empty. */
function cellXml({ kind }: Column, value: CellValue): string | undefined {
  if (value === null || value === '') return undefined
  if (kind === 'text' || typeof value === 'string') return inlineText(styles.text, String(value))
  if (!Number.isFinite(value)) return undefined
  if (kind !== 'timestamp') return starts[kind] + value + valueEnd
  return value >= firstValidMs
    ? starts.timestamp + serialOf(value) + valueEnd
    : inlineText(styles.text, new Date(value).toISOString().slice(0, 16).replace('T', ' '))
}

/** Returns the name of a column (A, B … Z, AA) by its index, from 0. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** Columns, and the begin of the cells of each. */
export type Sheet = { columns: readonly Column[]; cellStarts: readonly string[] }

/** Returns the begin of a column's cells, up to the row of the reference. @param index from 0 */
export const cellStart = (index: number) => `<c r="${columnName(index)}`

/** Returns the XML of a row. @param number from 1 */
export function rowXml({ columns, cellStarts }: Sheet, number: number, row: Row): string {
  const ref = String(number)
  let xml = `<row r="${ref}">`
  for (let at = 0; at < columns.length; at += 1) {
    const cell = cellXml(columns[at] as Column, row[at] ?? null)
    if (cell !== undefined) xml += cellStarts[at] + ref + cell
  }
  return `${xml}</row>`
}

/** Returns the XML of the heading row. */
export const headingXml = (columns: readonly Column[]): string =>
  `<row r="1">${columns.map(({ heading }, at) => `${cellStart(at)}1${inlineText(styles.heading, heading)}`).join('')}</row>`
