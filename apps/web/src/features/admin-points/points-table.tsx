import type { PointsRecord } from '@portal/contract/points.ts'
import { Link } from 'react-router'
import { descriptionLooks } from '#web/lib/descriptions.ts'
import { formatMoment } from '#web/lib/format.ts'
import { classes } from '#web/ui/classes.ts'
import { PointsAmount } from '#web/ui/points-amount.tsx'
import { ToneIcon } from '#web/ui/tone-icon.tsx'
import css from './points-table.module.css'
import { text } from './text.ts'

/** The records as a table, as cards where it is narrow. `stale`: the next page is on its way. */
export function PointsTable({ records, stale }: { records: PointsRecord[]; stale: boolean }) {
  // Drawn as cards, a table is none to some browsers any more: the roles keep it one for those who listen.
  return (
    <div className={css.holder}>
      <table
        className={classes(css.table, stale && css.stale)}
        role="table"
        aria-busy={stale}
        aria-label={text.heading}
      >
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader">{text.user}</th>
            <th role="columnheader">{text.moment}</th>
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

/** An address that breaks at its sign, if it must. */
function Breakable({ email }: { email: string }) {
  if (email === '') return text.unknownUser
  const at = email.lastIndexOf('@')
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

function Row({ record: { participant, created_at, description, points } }: { record: PointsRecord }) {
  const { label, tone, icon } = descriptionLooks[description]
  return (
    <tr role="row">
      <td role="cell" className={css.user}>
        <Link to={`/admin/users/${participant.id}`}>
          <Breakable email={participant.email} />
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
