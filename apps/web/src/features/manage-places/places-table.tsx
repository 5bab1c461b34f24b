import type { ManagedPlace } from '@portal/contract/manage-places.ts'
import { CircleCheck, Clock, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { fullMunicipalityName } from '#web/lib/format.ts'
import css from '#web/shared/manage/manage.module.css'
import { RowName, Table } from '#web/shared/manage/table.tsx'
import { closingState } from '#web/shared/places/closing.ts'
import { kindNames } from '#web/shared/places/kind-names.ts'
import { formatDay, useToday } from '#web/ui/date-picker/athens-days.ts'
import { labels, text } from './text.ts'

type PlacesTableProps = { places: ManagedPlace[]; selected: string | undefined }

/** Collection points. */
export const PlacesTable = ({ places, selected }: PlacesTableProps) => (
  <Table
    title={text.title}
    columns={[text.place, labels.reference, labels.municipality, labels.kind, text.state].map((name) => ({
      name,
    }))}
    rows={places.map(({ id, name, address, reference, municipality, kind, closed }) => ({
      key: id,
      'data-place': id,
      'aria-current': String(id) === selected || undefined,
      cells: [
        <RowName key="name" under={address}>
          <Link to={String(id)}>{name}</Link>
        </RowName>,
        reference,
        fullMunicipalityName(municipality.name),
        kindNames[kind],
        <PlaceState key="state" closed={closed} />,
      ],
    }))}
  />
)

const looks = {
  open: { Icon: CircleCheck, tone: css.good },
  closed: { Icon: Lock, tone: css.bad },
  planned: { Icon: Clock, tone: css.warn },
}

/** Whether a place is open, closed, or will be. */
export function PlaceState({ closed }: Pick<ManagedPlace, 'closed'>) {
  const state = closingState(closed, useToday())
  const { Icon, tone } = looks[state]
  const words = {
    open: () => text.open,
    closed: () => (closed?.until ? text.closedUntil(formatDay(closed.until)) : text.closed),
    planned: () => text.closesFrom(formatDay(closed?.from ?? '')),
  }[state]
  return (
    <span className={tone}>
      <Icon size={16} aria-hidden="true" />
      {words()}
    </span>
  )
}
