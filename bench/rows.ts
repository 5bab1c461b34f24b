/** Rows of the table of `npm run bench`, in the terminal and in RESULTS.md. */

export type Row = {
  name: string
  goal: string
  /** Calls or records per second of the portal, and of the bare handler. */
  perSecond?: number
  bare?: number
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
const ratioOf = ({ perSecond, bare }: Row) =>
  perSecond === undefined || bare === undefined ? '' : (perSecond / bare).toFixed(2)

const columns: [heading: string, cell: (row: Row) => string][] = [
  ['bare/s', (row) => whole(row.bare)],
  ['portal/s', (row) => whole(row.perSecond)],
  ['ratio', ratioOf],
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

/** The rows as a Markdown table. */
export const tableOf = (rows: Row[]): string =>
  [
    markdownLine(['', ...columns.map(([heading]) => heading), '']),
    markdownLine(['---', ...columns.map(() => '---:'), '---']),
    ...rows.map((row) => markdownLine([row.name, ...columns.map(([, cell]) => cell(row)), row.note ?? ''])),
  ].join('\n')
