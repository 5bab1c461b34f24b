/**
 * Cells of a worksheet (ECMA-376, SpreadsheetML). Text is always written as a string, never as a formula; timestamps are
 * numbers with a date format. Each cell has its reference: it is optional and half of a file's size, but
 * read-excel-file cannot read cells without it.
 */

/**
 * Type of a column. `timestamp`: a timestamp in milliseconds since 1970 of the displayed local time, because Excel has no
 * time zones. An empty cell is null.
 */
export type ColumnKind = 'text' | 'whole' | 'decimal' | 'timestamp'
export type CellValue = string | number | null
export type Row = readonly CellValue[]
/**
 * `width` in characters. `repeats`: the column has the same texts many times, so that each is written once, in the
 * workbook's table of shared texts: a third less to compress.
 */
export type Column = { heading: string; kind: ColumnKind; width: number; repeats?: boolean }

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

const daySeconds = 86_400
/** Excel's day 1 is 1 January 1900. It treats 1900 as a leap year, so serial numbers are correct from 1 March 1900. */
const epochDays = 25_569
const firstValidSerial = 61
/** Of a day: six decimals are 0.09 s, so that Excel shows the right second. More would take 5 bytes of each row. */
const fractions = 1e6

const serialOf = (ms: number) =>
  Math.round((Math.floor(ms / 1_000) / daySeconds + epochDays) * fractions) / fractions

/** Spaces around a text, several in a row, and line breaks are lost without `preserve`. */
const hasSpaces = /^\s|\s$|\s\s|[\t\r\n]/

/** Returns the XML of a text, within a cell or the table of shared texts. */
export const stringXml = (text: string): string =>
  `<t${hasSpaces.test(text) ? ' xml:space="preserve"' : ''}>${textXml(text)}</t>`

const inlineText = (ref: string, style: number, text: string) =>
  `<c r="${ref}" s="${style}" t="inlineStr"><is>${stringXml(text)}</is></c>`

/** Returns the number of a text in the table of shared texts; undefined if the table is full. */
export type Share = (text: string) => number | undefined

function cellXml(ref: string, { kind, repeats }: Column, value: CellValue, share: Share): string {
  if (value === null || value === '') return ''
  if (kind === 'text' || typeof value === 'string') {
    const shared = repeats ? share(String(value)) : undefined
    return shared === undefined
      ? inlineText(ref, styles.text, String(value))
      : `<c r="${ref}" s="${styles.text}" t="s"><v>${shared}</v></c>`
  }
  if (!Number.isFinite(value)) return ''
  if (kind !== 'timestamp') return `<c r="${ref}" s="${styles[kind]}"><v>${value}</v></c>`
  const serial = serialOf(value)
  return serial >= firstValidSerial
    ? `<c r="${ref}" s="${styles.timestamp}"><v>${serial}</v></c>`
    : inlineText(ref, styles.text, new Date(value).toISOString().slice(0, 16).replace('T', ' '))
}

/** Returns the name of a column (A, B … Z, AA) by its index, from 0. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** Columns with their names and the table of shared texts. */
export type Sheet = { columns: readonly Column[]; names: readonly string[]; share: Share }

/** Returns the XML of a row. @param number from 1 */
export function rowXml({ columns, names, share }: Sheet, number: number, row: Row): string {
  let xml = `<row r="${number}">`
  for (const [at, column] of columns.entries())
    xml += cellXml(`${names[at] ?? ''}${number}`, column, row[at] ?? null, share)
  return `${xml}</row>`
}

/** Returns the XML of the heading row. */
export const headingXml = (columns: readonly Column[]): string =>
  `<row r="1">${columns.map(({ heading }, at) => inlineText(`${columnName(at)}1`, styles.heading, heading)).join('')}</row>`
