import type { ReactNode } from 'react'
import css from './traffic.module.css'

type TableProps = { title: string; columns: string[]; rows: { key: string; cells: ReactNode[] }[] }

/** A table whose first column names the row; on a phone each row is a card. */
// Some browsers drop the table semantics of a table displayed as cards; the roles restore them for screen readers.
export const Table = ({ title, columns, rows }: TableProps) => (
  <table className={css.table} role="table" aria-label={title}>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column) => (
          <th key={column} role="columnheader">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map(({ key, cells: [first, ...cells] }) => (
        <tr key={key} role="row">
          <th scope="row" role="rowheader" data-label={columns[0]}>
            <span>{first}</span>
          </th>
          {cells.map((cell, place) => (
            // eslint-disable-next-line react/no-array-index-key
            <td key={place} role="cell" data-label={columns[place + 1]}>
              <span>{cell}</span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
