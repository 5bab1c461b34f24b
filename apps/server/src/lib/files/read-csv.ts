import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { FileError, type FileErrors, quote } from './file-errors.ts'

/** A file by its path, or an uploaded one; `sha256` in hex if it is not that of the bytes. */
export type CsvSource = string | { name: string; bytes: Buffer; sha256?: string }
export const nameOf = (source: CsvSource) => (typeof source === 'string' ? basename(source) : source.name)

/** A row of a CSV file: its line number, from 1, and its fields by column. */
export type CsvRow<Column extends string, Optional extends string = never> = {
  line: number
  fields: Record<Column, string> & Partial<Record<Optional, string>>
}

type Shape<Column extends string, Optional extends string> = {
  columns: readonly Column[]
  /** Columns that the file may lack. */
  optional?: readonly Optional[]
  /** Whether additional columns are ignored or rejected. */
  others: 'ignored' | 'rejected'
}

/** Column of the file with rows that were left out: it may be corrected and imported again. */
export const reasonColumn = 'αιτία'

/** What spreadsheets would compute; signed numbers, such as telephones, are none. */
const formula = /^(?:[=@]|[+-](?![\d ().-]*$))/
/** In the file with rows that were left out, an apostrophe makes a formula a text. `readCsv` removes it again. */
export const markFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)
const unmarkFormula = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text

/** A line of a file, from 1, with its fields; the first one names the columns. */
export type CsvRecord = { line: number; record: string[] }

/**
 * Reads a CSV file of any size row by row: UTF-8 with or without a byte order mark, UTF-16 with one, or windows-1253; lines
 * that end with LF, CRLF or CR; columns in any order. The first line determines the separator: comma, semicolon
 * (spreadsheets in Greek) or tab, also as Excel's `sep=;`. Skips rows without text.
 * @param errors receives rows of the wrong length and damaged ones, which are skipped
 * @throws FileError if the file cannot be read, or its columns are wrong
 */
export async function* readCsv<Column extends string, Optional extends string = never>(
  file: CsvSource,
  { columns, optional = [], others }: Shape<Column, Optional>,
  errors: FileErrors,
): AsyncGenerator<CsvRow<Column, Optional>> {
  let header: string[] | undefined
  let positions: [Column | Optional, number][] = []
  let isMarked = false
  for await (const { line, record } of readRecords(file)) {
    if (!header) {
      header = record.map(columnOf)
      isMarked = header.includes(reasonColumn)
      positions = positionsOf(nameOf(file), header, { columns, optional, others })
      continue
    }
    if (record.length !== header.length) {
      errors.add(line, `${record.length} fields, but the first line has ${header.length}.`, {
        code: 'row_length',
      })
      continue
    }
    if (record.some((field) => field.includes('\ufffd'))) {
      errors.add(line, 'contains a character that is damaged.', { code: 'row_damaged' })
      continue
    }
    const textAt = (index: number) => (isMarked ? unmarkFormula(record[index] ?? '') : (record[index] ?? ''))
    const fields = Object.fromEntries(positions.map(([column, index]) => [column, textAt(index)]))
    yield { line, fields: fields as CsvRow<Column, Optional>['fields'] }
  }
  if (!header)
    throw new FileError(
      `${nameOf(file)}: the file is empty; its first line names the columns ${columns.join(', ')}.`,
      { code: 'file_empty' },
    )
}

/** The name of a column as the first line of a file has it. */
export const columnOf = (heading: string): string => heading.trim().toLowerCase()

/**
 * Reads the records of a CSV file as they are, the first line included (see `readCsv`).
 * @throws FileError if the file cannot be read
 */
export async function* readRecords(file: CsvSource): AsyncGenerator<CsvRecord> {
  const text = textOf(file, await encodingOf(file))
  const begin = await untilFirstLine(text)
  const [separation = '', given] = /^\s*sep=(.)[^\S\n]*\n/i.exec(begin) ?? []
  const start = begin.slice(separation.length)
  const skipped = separation.split('\n').length - 1
  const parser = parse({
    delimiter: given ?? delimiterOf(start),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: 100_000,
  })
  // The loop below throws errors of both streams; the callback has nothing to do.
  pipeline(Readable.from(resumed(start, text), { objectMode: false }), parser, () => {})

  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      // The parser returns the last line of a record; error messages need the first one.
      const breaks = record.reduce(
        (sum, field) => sum + (field.includes('\n') ? field.split('\n').length - 1 : 0),
        0,
      )
      yield { line: info.lines - breaks + skipped, record }
    }
  } catch (error) {
    throw error instanceof CsvError
      ? new FileError(`${nameOf(file)}: nothing was imported.\n  ${sentenceOf(error)}`, {
          code: 'file_damaged',
          params: { line: Number(error.lines) || 1 },
        })
      : error
  }
}

const chunkBytes = 262_144
/** The parser reads a chunk at once: 8 kB of the shortest rows take 0.1 s. */
const uploadedChunkBytes = 8_192

async function* chunksOf(file: CsvSource): AsyncIterable<Buffer> {
  if (typeof file === 'string') yield* createReadStream(file, { highWaterMark: chunkBytes })
  else
    for (let at = 0; at < file.bytes.length; at += uploadedChunkBytes) {
      yield file.bytes.subarray(at, at + uploadedChunkBytes)
      // Other calls get their turn.
      await nextTurn()
    }
}

/**
 * Returns the encoding of a file. Greek text in windows-1253 has almost no valid UTF-8 of Greek letters: a file with more of
 * these than of invalid bytes is UTF-8 with damaged characters.
 */
async function encodingOf(file: CsvSource): Promise<'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1253'> {
  const decoder = new TextDecoder('utf-8')
  let [isFirst, greek, invalid] = [true, 0, 0]
  try {
    for await (const chunk of chunksOf(file)) {
      if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      if (isFirst && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be'
      isFirst = false
      const text = decoder.decode(chunk, { stream: true })
      invalid += text.match(/\ufffd/g)?.length ?? 0
      greek += text.match(/[\u0370-\u03ff\u1f00-\u1fff]/g)?.length ?? 0
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const path = typeof file === 'string' ? file : file.name
    if (code === 'ENOENT') throw new FileError(`No such file: ${path}.`)
    if (code === 'EISDIR') throw new FileError(`${path} is a directory.`)
    if (code === 'EACCES') throw new FileError(`Permission denied: cannot read ${path}.`)
    throw error
  }
  return invalid > greek ? 'windows-1253' : 'utf-8'
}

/** Decodes the file and converts the ends of lines to \n: the parser counts \r\n inside quotes as two lines. */
async function* textOf(file: CsvSource, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  const linesOf = (text: string) => text.replace(/\r\n?/g, '\n')
  let pending = ''
  for await (const chunk of chunksOf(file)) {
    const text = pending + decoder.decode(chunk, { stream: true })
    pending = text.endsWith('\r') ? '\r' : ''
    yield linesOf(text.slice(0, text.length - pending.length))
  }
  yield linesOf(pending + decoder.decode())
}

async function untilFirstLine(text: AsyncGenerator<string>): Promise<string> {
  let start = ''
  while (!start.trimStart().includes('\n') && start.length < 100_000) {
    const { value, done } = await text.next()
    if (done) break
    start += value
  }
  return start
}

async function* resumed(start: string, text: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start
  yield* text
}

/** Returns the separator that is most frequent in the first line. */
function delimiterOf(start: string): string {
  const header = start.trimStart().split('\n', 1)[0] ?? ''
  const count = (sign: string) => header.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

function positionsOf<Column extends string, Optional extends string>(
  file: string,
  header: string[],
  { columns, optional = [], others }: Shape<Column, Optional>,
): [Column | Optional, number][] {
  const known = new Set<string>([...columns, ...optional])
  const wrong = [
    ...columns.filter((column) => !header.includes(column)).map((column) => `${column} is missing`),
    ...header
      .filter((name, index) => header.indexOf(name) !== index)
      .map((name) => `${quote(name)} occurs twice`),
    ...header
      .filter((name) => others === 'rejected' && name !== reasonColumn && !known.has(name))
      .map((name) => `${quote(name)} is unknown`),
  ]
  if (wrong.length > 0)
    throw new FileError(
      `${file}: nothing was imported. The first line names the columns ${columns.join(', ')}: ${[...new Set(wrong)].join('; ')}.`,
      { code: 'file_columns', params: { columns: columns.join(', ') } },
    )
  return [...columns, ...optional.filter((column) => header.includes(column))].map((column) => [
    column,
    header.indexOf(column),
  ])
}

function sentenceOf(error: CsvError): string {
  const at = typeof error.lines === 'number' ? `line ${error.lines}: ` : ''
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE')
    return `${at}a quoted field that begins here or above has no closing quotation mark.`
  if (error.code === 'CSV_INVALID_CLOSING_QUOTE' || error.code === 'INVALID_OPENING_QUOTE')
    return `${at}a quotation mark inside a field must be doubled.`
  return `${at}${error.message}`
}
