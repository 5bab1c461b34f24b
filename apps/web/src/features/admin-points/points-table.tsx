import { useRef } from 'react'
import type { ShownRecord } from '#web/shared/points-record/shown-record.ts'
import beside from '#web/shared/participants/beside-list.module.css'
import { useRowKeys } from '#web/ui/keyboard/row-navigation.ts'
import { classes } from '#web/ui/layout/classes.ts'
import { PointsRow } from './points-row.tsx'
import css from './points-table.module.css'
import { text } from './text.ts'

/**
 * The records as a table, on narrow screens as cards. `stale`: the next page is loading. j and k move between rows, to
 * the button that opens the record.
 */
export function PointsTable({ records, stale }: { records: ShownRecord[]; stale: boolean }) {
  const holder = useRef<HTMLDivElement>(null)
  const go = (rows: 1 | -1 | undefined) => {
    const openers = [...(holder.current?.querySelectorAll<HTMLElement>('[data-opener]') ?? [])]
    // From inside an open record, or from its link to the participant, go to the next record.
    const here = document.activeElement?.closest('[data-record]')?.getAttribute('data-record')
    const at = openers.findIndex((opener) => opener.dataset['opener'] === here)
    const next = openers[Math.min(openers.length - 1, Math.max(0, at + (rows ?? 1)))]
    next?.focus({ preventScroll: true })
    next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }
  useRowKeys({ holder, go, main: true })

  // Some browsers drop the table semantics of a table displayed as cards; the roles restore them for screen readers.
  return (
    <div className={beside.holder} ref={holder} data-rows>
      <table
        className={classes(css.table, stale && 'stale')}
        role="table"
        aria-busy={stale}
        aria-label={text.heading}
      >
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" className={css.user}>
              {text.user}
            </th>
            <th role="columnheader" className={css.timestamp}>
              {text.timestamp}
            </th>
            <th role="columnheader">{text.description}</th>
            <th role="columnheader" className={css.number}>
              {text.points}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {records.map((record) => (
            <PointsRow key={record.id} record={record} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
