import type { Db } from '#server/db/database.ts'
import { athensSecond } from '#server/lib/time/athens.ts'
import * as queries from './queries.ts'

export { removeExportsBefore } from './queries.ts'

const headings = ['started', 'account', 'subject', 'filter', 'ended', 'rows', 'outcome']

/** Formats the last exports as a table for the terminal, newest first. */
export async function describeExports({ db }: { db: Db }, last: number): Promise<string> {
  const found = await queries.listExports(db, last)
  if (found.length === 0) return 'Nothing was exported yet.'
  const rows = found.map(({ email, subject, filter, begunAt, endedAt, nRows, outcome }) => [
    athensSecond(begunAt),
    email,
    subject,
    formatFilter(filter),
    endedAt ? athensSecond(endedAt) : '',
    nRows === null ? '' : nRows.toLocaleString('en'),
    // Running, or the server was killed.
    outcome ?? 'no end',
  ])
  return tableText([headings, ...rows])
}

/** Aligns the cells of lines in columns, for the terminal. */
export function tableText(lines: string[][]): string {
  const widths: number[] = []
  for (const line of lines)
    for (const [at, cell] of line.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length)
  return lines
    .map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n')
}

const filterOrder = ['search', 'participant', 'from', 'to']

/** Sorts the keys: jsonb does not preserve their order. */
const formatFilter = (filter: queries.Filter) =>
  Object.entries(filter)
    .sort(([one], [other]) => filterOrder.indexOf(one) - filterOrder.indexOf(other))
    .map(([name, value]) => (value === true ? name : `${name} ${value}`))
    .join(', ') || 'all'
