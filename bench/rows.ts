/** Rows of the table of `npm run bench`, in the terminal and in RESULTS.md. */
import { median } from './statistics.ts'

export type Row = {
  name: string
  goal: string
  /** Calls or records per second of the portal, and of the bare handler. */
  perSecond?: number
  bare?: number
  ratio?: number
  /** Milliseconds of the portal's calls. */
  p50?: number
  p99?: number
  /** Microseconds of CPU time per call of the portal's and the bare process, without PostgreSQL's. */
  cpu?: number
  bareCpu?: number
  /** Megabytes of memory of the portal, the highest so far. */
  peak?: number
  /** Figures that have no column. */
  note?: string
}

const whole = (value: number | undefined) =>
  value === undefined ? '' : Math.round(value).toLocaleString('en')

/** Medians of rates measured in turn, and of their ratios by round: what disturbs one round changes no figure. */
export const compared = (portal: number[], bare: number[]) => ({
  perSecond: median(portal),
  bare: median(bare),
  ratio: median(portal.map((rate, round) => rate / (bare[round] ?? NaN))),
})

const columns: [heading: string, cell: (row: Row) => string][] = [
  ['bare/s', (row) => whole(row.bare)],
  ['portal/s', (row) => whole(row.perSecond)],
  ['ratio', (row) => row.ratio?.toFixed(2) ?? ''],
  ['goal', (row) => row.goal],
  ['p50 ms', (row) => row.p50?.toFixed(1) ?? ''],
  ['p99 ms', (row) => row.p99?.toFixed(1) ?? ''],
  ['bare µs', (row) => whole(row.bareCpu)],
  ['µs', (row) => whole(row.cpu)],
  ['peak MB', (row) => whole(row.peak)],
]

const line = (name: string, cells: string[], note = '') =>
  console.log(
    `${name.padEnd(34)}${cells.map((cell, at) => cell.padStart(at === 3 ? 28 : 12)).join('')}  ${note}`.trimEnd(),
  )

export const printHeading = () =>
  line(
    '',
    columns.map(([heading]) => heading),
  )

export const printRow = (row: Row) =>
  line(
    row.name,
    columns.map(([, cell]) => cell(row)),
    row.note,
  )

const markdownLine = (cells: string[]) => `| ${cells.join(' | ')} |`

/**
 * The rows as a Markdown table.
 * @param earlier an earlier table, whose ratios are added
 */
export function tableOf(rows: Row[], earlier: string): string {
  const before = ratiosOf(earlier)
  const all: typeof columns = [...columns]
  if (before.size > 0) all.splice(3, 0, ['before', ({ name }) => before.get(name) ?? ''])
  return [
    markdownLine(['', ...all.map(([heading]) => heading), '']),
    markdownLine(['---', ...all.map(() => '---:'), '---']),
    ...rows.map((row) => markdownLine([row.name, ...all.map(([, cell]) => cell(row)), row.note ?? ''])),
  ].join('\n')
}

function ratiosOf(table: string): Map<string, string> {
  const lines = table
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? [line.split('|').map((cell) => cell.trim())] : []))
  const place = lines[0]?.indexOf('ratio') ?? -1
  return new Map(
    lines.slice(2).flatMap((cells) => (cells[place] ? [[cells[1] ?? '', cells[place] ?? '']] : [])),
  )
}
