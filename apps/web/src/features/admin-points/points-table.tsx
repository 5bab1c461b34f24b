import type { PointsRecord } from '@portal/contract/points.ts'
import { useRef } from 'react'
import { Link } from 'react-router'
import { descriptionLooks } from '#web/lib/descriptions.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useRowKeys } from '#web/lib/row-keys.ts'
import { classes } from '#web/ui/classes.ts'
import { PointsAmount } from '#web/ui/points-amount.tsx'
import { ToneIcon } from '#web/ui/tone-icon.tsx'
import css from './points-table.module.css'
import { text } from './text.ts'

/**
 * The records as a table, as cards where it is narrow. `stale`: the next page is on its way. j and k go from row to row:
 * to the link to the person, which Enter follows.
 */
export function PointsTable({ records, stale }: { records: PointsRecord[]; stale: boolean }) {
  const holder = useRef<HTMLDivElement>(null)
  const go = (rows: 1 | -1 | undefined) => {
    const links = [...(holder.current?.querySelectorAll('a') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    const next = links[Math.min(links.length - 1, Math.max(0, at + (rows ?? 1)))]
    next?.focus({ preventScroll: true })
    next?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }
  useRowKeys({ holder, go, main: true })

  // Drawn as cards, a table is none to some browsers any more: the roles keep it one for those who listen.
  return (
    <div className={css.holder} ref={holder} data-rows>
      <table
        className={classes(css.table, stale && css.stale)}
        role="table"
        aria-busy={stale}
        aria-label={text.heading}
      >
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" className={css.user}>
              {text.user}
            </th>
            <th role="columnheader" className={css.moment}>
              {text.moment}
            </th>
            <th role="columnheader">{text.description}</th>
            <th role="columnheader" className={css.number}>
              {text.points}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {records.map((record) => (
            <Row key={record.id} record={record} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** An address on one line, or two that part at its sign; what is too long even so ends in dots, and is told in full. */
function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className={css.email} title={email}>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </span>
  )
}

function Row({ record: { participant, created_at, description, points } }: { record: PointsRecord }) {
  const { label, tone, icon } = descriptionLooks[description]
  return (
    <tr role="row">
      <td role="cell" className={css.user}>
        <Link to={`/admin/users/${participant.id}`}>
          {participant.email === '' ? text.unknownUser : <Email email={participant.email} />}
        </Link>
      </td>
      <td role="cell" className={css.moment}>
        <time dateTime={created_at}>{formatMoment(created_at)}</time>
      </td>
      <td role="cell">
        <span className={css.what}>
          <ToneIcon tone={tone} icon={icon} small />
          {label}
        </span>
      </td>
      <td role="cell" className={css.number}>
        <PointsAmount points={points} />
      </td>
    </tr>
  )
}
