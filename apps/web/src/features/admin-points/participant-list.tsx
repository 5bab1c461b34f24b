import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { nameOf, useParticipants } from '#web/lib/participants.ts'
import { initialsOf } from '#web/ui/avatar.tsx'
import { PersonList } from '#web/ui/person-list.tsx'
import { PersonRow, PersonRowSkeleton } from '#web/ui/person-row.tsx'
import type { PointsView } from './address.ts'
import { addressOf } from './address.ts'
import { totalOptions } from './api.ts'
import { text } from './text.ts'

type ParticipantListProps = { view: PointsView; onSearch: (search: string) => void }

/** Whose records to show: everyone's, or one person's; with the number of records of each. */
export function ParticipantList({ view, onSearch }: ParticipantListProps) {
  const users = useParticipants(view.search)
  const total = useQuery(totalOptions).data

  const row = (index: number, tabIndex: 0 | -1) => {
    const person = users.personAt(index)
    if (!person) return <PersonRowSkeleton />
    return (
      <PersonRow
        to={addressOf({ ...view, participantId: String(person.id), page: 1 })}
        current={String(person.id) === view.participantId}
        sign={initialsOf(person.full_name, person.email)}
        seed={person.id}
        title={nameOf(person)}
        subtitle={person.email}
        badge={{ text: formatNumber(person.points_transactions), label: text.recordsBadge }}
        tabIndex={tabIndex}
      />
    )
  }

  return (
    <PersonList
      label={text.list}
      searchLabel={text.search}
      search={view.search}
      onSearch={onSearch}
      loading={users.loading}
      status={users.status}
      retry={users.retry}
      texts={{
        empty: users.shown === '' ? text.noUsers : text.noUsersFound,
        failed: text.usersFailed,
        loading: text.loading,
      }}
      count={users.count}
      openEnded={users.openEnded}
      listKey={users.shown}
      row={row}
      onRange={users.see}
    >
      <PersonRow
        to={addressOf({ ...view, participantId: undefined, page: 1 })}
        current={view.participantId === undefined}
        sign={<Users size={18} />}
        title={text.everyone}
        subtitle={
          total === undefined ? '…' : total === 1 ? text.oneRecord : text.records(formatNumber(total))
        }
      />
    </PersonList>
  )
}
