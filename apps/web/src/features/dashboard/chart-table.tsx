import { formatNumber } from '#web/lib/format.ts'
import css from './chart-table.module.css'
import type { Chart } from './charts.ts'
import { text } from './text.ts'

/** Table of a chart's numbers. The sum column covers the points given by source, not those spent. */
export function ChartTable({ chart: { id, title, parts, rowTitle, rows, totals } }: { chart: Chart }) {
  const withSum = id === 'given'
  const cells = (values: number[]) => (withSum ? [...values, values.reduce((a, b) => a + b, 0)] : values)
  const columns = [...parts.map(({ label }) => label), ...(withSum ? [text.total] : [])]
  return (
    // Scrollable where it is wider than the screen, also by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.holder} role="region" tabIndex={0} aria-label={text.tableOf(title)}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{rowTitle}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={css.number}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, values }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {cells(values).map((value, at) => (
                <td key={columns[at]} className={css.number}>
                  {formatNumber(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              <th scope="row">{text.total}</th>
              {cells(totals).map((value, at) => (
                <td key={columns[at]} className={css.number}>
                  {formatNumber(value)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
