import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { ParticipantList } from '#web/shared/participants/participant-list.tsx'
import { nameOf, useParticipant, useParticipants } from '#web/shared/participants/participants.ts'
import { PersonRow } from '#web/ui/lists/person-row.tsx'
import type { PointsView } from './address.ts'
import { addressOf } from './address.ts'
import { totalOptions } from './api.ts'
import { text } from './text.ts'

/** List of participants to filter by, with the number of records of each. */
export function ParticipantFilter({ view }: { view: PointsView }) {
  const people = useParticipants(view.search)
  const total = useQuery(totalOptions).data
  return (
    <ParticipantList
      people={people}
      search={view.search}
      current={view.participantId}
      addressOf={({ id }) => addressOf({ ...view, participantId: String(id), page: 1 })}
      badgeOf={({ points_transactions }) => ({
        text: formatNumber(points_transactions),
        label: points_transactions === 1 ? text.recordBadge : text.recordsBadge,
      })}
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
    </ParticipantList>
  )
}

/** Name of the selected participant. */
export function ParticipantName({ id }: { id: string | undefined }) {
  return id === undefined ? text.everyone : <PersonName id={id} />
}

function PersonName({ id }: { id: string }) {
  const { data, isError } = useParticipant(id)
  if (isError) return text.unknownUser
  return data ? nameOf(data) : '…'
}
