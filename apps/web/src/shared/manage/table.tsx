import type { ReactNode } from 'react'
import table from '#web/ui/lists/table.module.css'
import css from './manage.module.css'

type Column = {
  name: string
  isNumber?: boolean
  /** Whether a card of a phone has the name before the value. */
  isNamed?: boolean
}
type Row = {
  key: string | number
  cells: ReactNode[]
  /** Names of columns that differ in this row, by the place of the cell. */
  names?: Record<number, string>
  'data-place'?: number
  'aria-current'?: boolean | undefined
}
type TableProps = { title: string; columns: Column[]; rows: Row[] }

/** Columns whose names cards have, too. */
export const named = (...names: string[]): Column[] => names.map((name) => ({ name, isNamed: true }))

/** Name of a row, and below it what is of less weight. */
export const RowName = ({ under, children }: { under: ReactNode; children: ReactNode }) => (
  <div className={css.name}>
    {children}
    <span className={css.under}>{under}</span>
  </div>
)

/** A table in a panel, from edge to edge, whose first column names the row; on a phone each row is a card. */
// Some browsers drop the table semantics of a table displayed as cards; the roles restore them for screen readers.
export function Table({ title, columns, rows }: TableProps) {
  const propsOf = (at: number, names: Row['names']) => ({
    className: columns[at]?.isNumber ? css.number : undefined,
    'data-label': columns[at]?.isNamed ? (names?.[at] ?? columns[at].name) : undefined,
  })
  return (
    <div className={css.table}>
      <table className={table.cards} role="table" aria-label={title}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, isNumber }) => (
              <th key={name} role="columnheader" className={isNumber ? css.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, cells: [first, ...cells], names, ...row }) => (
            <tr key={key} role="row" {...row}>
              <th scope="row" role="rowheader" {...propsOf(0, names)}>
                {first}
              </th>
              {cells.map((cell, at) => (
                // eslint-disable-next-line react/no-array-index-key
                <td key={at} role="cell" {...propsOf(at + 1, names)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
