import type { ImportKind } from '@portal/contract/words/import-rules.ts'
import type { ImportPreview } from '@portal/contract/manage-imports.ts'
import { reasonOf } from '@portal/contract/words/import-reasons.ts'
import { beginningOf, type FileErrors } from '#server/lib/files/file-errors.ts'
import {
  columnOf,
  type CsvSource,
  markFormula,
  readRecords,
  reasonColumn,
} from '#server/lib/files/read-csv.ts'
import { csvOfWorkbook } from '#server/lib/files/read-workbook.ts'
import { isZip, WorkbookError } from '#server/lib/files/unzip.ts'
import { kinds } from './kinds.ts'

/** What a workbook of Excel before 2007 begins with. */
const oldWorkbook = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/**
 * The uploaded file as CSV.
 * @param name for the notes of batches; never that of the uploaded file, which may be the name of a person
 * @throws WorkbookError
 */
export async function sourceOf(
  bytes: Buffer,
  { name, sha256 }: { name: string; sha256: string },
): Promise<Exclude<CsvSource, string>> {
  if (bytes.subarray(0, 4).equals(oldWorkbook)) throw new WorkbookError('workbook_unreadable')
  return { name, sha256, bytes: isZip(bytes) ? await csvOfWorkbook(bytes) : bytes }
}

const previewRows = 10
const maxColumns = 30
const maxCell = 100

/** The first rows of a file as they are read, and its columns. Shows no hashes of passwords. @throws FileError */
export async function previewOf(file: CsvSource, kind: ImportKind): Promise<ImportPreview> {
  const wanted = kinds[kind].columns
  let columns: ImportPreview['columns'] = []
  const rows: ImportPreview['rows'] = []
  let isFirst = true
  for await (const { line, record } of readRecords(file)) {
    if (isFirst)
      columns = record.slice(0, maxColumns).map((heading) => {
        const name = beginningOf(columnOf(heading), maxCell)
        return { name, known: wanted.includes(name) || name === reasonColumn }
      })
    else
      rows.push({
        line,
        cells: columns.map(({ name }, place) => {
          const text = record[place] ?? ''
          return name === 'password_hash' && text !== '' ? '…' : beginningOf(text, maxCell)
        }),
      })
    isFirst = false
    if (rows.length >= previewRows) break
  }
  const names = new Set(columns.map(({ name }) => name))
  return { columns, rows, missing: isFirst ? [] : wanted.filter((column) => !names.has(column)) }
}

const field = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * The rows with errors as they were, apart from marks of formulas, with the reason of each in a further column, which the import ignores. With a byte order mark and
 * semicolons, so that spreadsheets in Greek open it as a table.
 */
export async function leftOutOf(file: CsvSource, errors: FileErrors): Promise<Buffer | undefined> {
  const reasons = new Map<number, string[]>()
  for (const problem of errors.problems)
    reasons.set(problem.line, [...(reasons.get(problem.line) ?? []), reasonOf(problem)])
  if (reasons.size === 0) return undefined
  const lines: string[] = []
  let earlierReason: number | undefined
  for await (const { line, record } of readRecords(file)) {
    const isHeader = earlierReason === undefined
    earlierReason ??= record.findIndex((heading) => columnOf(heading) === reasonColumn)
    const reason = isHeader ? [reasonColumn] : reasons.get(line)
    if (!reason) continue
    const cells = record.filter((_, place) => place !== earlierReason)
    lines.push([...cells.map(markFormula), reason.join(' ')].map(field).join(';'))
  }
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
}
