/**
 * Cells as a worksheet writes them (ECMA-376, SpreadsheetML). Text is always inline text and never a formula, whatever
 * it begins with; a number is a number, a moment a number with a date's format.
 */

/**
 * What a column holds. `moment`: milliseconds since 1970 of the wall clock that shall be read in the cell, since Excel
 * knows no zones. A cell without a value is null.
 */
export type ColumnKind = 'text' | 'whole' | 'decimal' | 'moment'
export type CellValue = string | number | null
export type Row = readonly CellValue[]
/** `width` in characters, as Excel counts them. */
export type Column = { heading: string; kind: ColumnKind; width: number }

/** Places in the list of formats below; 0 is Excel's own default. */
const styles = { heading: 1, text: 2, whole: 3, decimal: 4, moment: 5 } as const

/**
 * The formats. Text has the format '@', so that what looks like a formula or a number stays text also when somebody
 * edits the cell; telephones keep their zeros.
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
/** What XML 1.0 has no place for: control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\p{Cs}\uFFFE\uFFFF]/gu
/** Excel reads `_x0041_` as 'A': an underscore that begins such a thing is written in that way itself. */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g
/** More characters Excel takes for a damaged file. */
const mostCharacters = 32_767

/** Text between two tags: what XML forbids is left out, the rest reads as it was. */
export function textXml(text: string): string {
  const allowed = text.replace(forbidden, '').slice(0, mostCharacters).replace(escapeLike, '_x005F_')
  return special.test(allowed) ? allowed.replace(/[&<>"\r]/g, (sign) => specials[sign] ?? sign) : allowed
}

const dayMs = 86_400_000
/** Excel's day 1 is 1 January 1900; it takes 1900 for a leap year, so that days are right from 1 March on. */
const epochDays = 25_569
const firstRightDay = 61

function momentXml(place: string, ms: number): string {
  const serial = ms / dayMs + epochDays
  if (serial >= firstRightDay) return `<c r="${place}" s="${styles.moment}"><v>${serial}</v></c>`
  return inlineText(place, styles.text, new Date(ms).toISOString().slice(0, 16).replace('T', ' '))
}

const inlineText = (place: string, style: number, text: string) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${textXml(text)}</t></is></c>`

function cellXml(place: string, kind: ColumnKind, value: CellValue): string {
  if (value === null || value === '') return ''
  if (kind === 'text' || typeof value === 'string') return inlineText(place, styles.text, String(value))
  if (!Number.isFinite(value)) return ''
  return kind === 'moment'
    ? momentXml(place, value)
    : `<c r="${place}" s="${styles[kind]}"><v>${value}</v></c>`
}

/** A, B … Z, AA: the name of a column by its place, from 0. */
export function columnName(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : columnName(Math.floor(place / 26) - 1) + last
}

/** A row of the sheet. @param number from 1 */
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

/** The row of headings. */
export const headingXml = (columns: readonly Column[]): string =>
  `<row r="1">${columns.map(({ heading }, at) => inlineText(`${columnName(at)}1`, styles.heading, heading)).join('')}</row>`
