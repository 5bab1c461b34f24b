import type { ManagedPlace } from '@portal/contract/manage-places.ts'
import { CircleCheck, Clock, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { fullMunicipalityName } from '#web/lib/format.ts'
import { closingState, formatDay } from '#web/shared/places/closing.ts'
import { kindNames } from '#web/shared/places/kind-names.ts'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
import css from './manage-places.module.css'
import { labels, text } from './text.ts'

/** Collection points: a table, on narrow screens cards. */
// Some browsers drop the table semantics of a table displayed as cards; the roles restore them for screen readers.
export const PlacesTable = ({
  places,
  selected,
}: {
  places: ManagedPlace[]
  selected: string | undefined
}) => (
  <div className="scrolls">
    <table className={css.table} role="table" aria-label={text.title}>
      <thead role="rowgroup">
        <tr role="row">
          {[text.place, labels.reference, labels.municipality, labels.kind, text.state].map((column) => (
            <th key={column} role="columnheader">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {places.map(({ id, name, address, reference, municipality, kind, closed }) => (
          <tr key={id} role="row" data-place={id} aria-current={String(id) === selected || undefined}>
            <th scope="row" role="rowheader" className={css.name}>
              <Link to={String(id)}>{name}</Link>
              <span className={css.address}>{address}</span>
            </th>
            <td role="cell">{reference}</td>
            <td role="cell">{fullMunicipalityName(municipality.name)}</td>
            <td role="cell">{kindNames[kind]}</td>
            <td role="cell">
              <PlaceState closed={closed} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Whether a place is open, closed, or will be. */
export function PlaceState({ closed }: Pick<ManagedPlace, 'closed'>) {
  const state = closingState(closed, useToday())
  const Icon = { open: CircleCheck, closed: Lock, planned: Clock }[state]
  const words = {
    open: () => text.open,
    closed: () => (closed?.until ? text.closedUntil(formatDay(closed.until)) : text.closed),
    planned: () => text.closesFrom(formatDay(closed?.from ?? '')),
  }[state]
  return (
    <span className={css[state]}>
      <Icon size={16} aria-hidden="true" />
      {words()}
    </span>
  )
}
