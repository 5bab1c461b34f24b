/**
 * Cells of a worksheet (ECMA-376, SpreadsheetML). Text is always written as an inline string, never as a formula;
 * timestamps are numbers with a date format.
 */

/**
 * Type of a column. `timestamp`: a timestamp in milliseconds since 1970 of the displayed local time, because Excel has no
 * time zones. An empty cell is null.
 */
export type ColumnKind = 'text' | 'whole' | 'decimal' | 'timestamp'
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

/** Escapes text for an XML element and removes characters that XML does not allow. */
export function textXml(text: string): string {
  const allowed = text.replace(forbidden, '').slice(0, maxCharacters).replace(escapeLike, '_x005F_')
  return special.test(allowed) ? allowed.replace(/[&<>"\r]/g, (sign) => specials[sign] ?? sign) : allowed
}

const dayMs = 86_400_000
/** Excel's day 1 is 1 January 1900. It treats 1900 as a leap year, so serial numbers are correct from 1 March 1900. */
const epochDays = 25_569
const firstValidSerial = 61

function timestampXml(ref: string, ms: number): string {
  const serial = ms / dayMs + epochDays
  if (serial >= firstValidSerial) return `<c r="${ref}" s="${styles.timestamp}"><v>${serial}</v></c>`
  return inlineText(ref, styles.text, new Date(ms).toISOString().slice(0, 16).replace('T', ' '))
}

const inlineText = (ref: string, style: number, text: string) =>
  `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${textXml(text)}</t></is></c>`

function cellXml(ref: string, kind: ColumnKind, value: CellValue): string {
  if (value === null || value === '') return ''
  if (kind === 'text' || typeof value === 'string') return inlineText(ref, styles.text, String(value))
  if (!Number.isFinite(value)) return ''
  return kind === 'timestamp'
    ? timestampXml(ref, value)
    : `<c r="${ref}" s="${styles[kind]}"><v>${value}</v></c>`
}

/** Returns the name of a column (A, B … Z, AA) by its index, from 0. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** Returns the XML of a row. @param number from 1 */
export function rowXml(
  columns: readonly Column[],
  names: readonly string[],
  number: number,
  row: Row,
): string {
  let cells = ''
  for (const [at, { kind }] of columns.entries())
    cells += cellXml(`${names[at] ?? ''}${number}`, kind, row[at] ?? null)
  return `<row r="${number}">${cells}</row>`
}

/** Returns the XML of the heading row. */
export const headingXml = (columns: readonly Column[]): string =>
  `<row r="1">${columns.map(({ heading }, at) => inlineText(`${columnName(at)}1`, styles.heading, heading)).join('')}</row>`
