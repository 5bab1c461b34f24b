import type { Participant } from '@portal/contract/participants.ts'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { ApiError } from '#web/api/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ParticipantList } from '#web/shared/participants/participant-list.tsx'
import { nameOf, useParticipant, useParticipants } from '#web/shared/participants/api.ts'
import { initialsOf } from '#web/ui/lists/avatar.tsx'
import { PersonRow } from '#web/ui/lists/person-row.tsx'
import type { PointsView } from './address.ts'
import { addressOf } from './address.ts'
import { totalOptions } from './api.ts'
import { text } from './text.ts'

const badgeOf = ({ points_transactions }: Participant) => ({
  text: formatNumber(points_transactions),
  label: text.recordsBadge(points_transactions),
})

/** List of participants to filter by, with the number of records of each. The selected one is also above the list. */
export function ParticipantFilter({ view }: { view: PointsView }) {
  const people = useParticipants(view.search)
  const total = useQuery(totalOptions).data
  return (
    <ParticipantList
      people={people}
      search={view.search}
      current={view.participantId}
      addressOf={({ id }) => addressOf({ ...view, participantId: String(id), page: 1 })}
      badgeOf={badgeOf}
    >
      <PersonRow
        to={addressOf({ ...view, participantId: undefined, page: 1 })}
        current={view.participantId === undefined}
        sign={<Users size={18} />}
        title={text.everyone}
        subtitle={total === undefined ? '…' : text.records(total)}
      />
      {view.participantId !== undefined && <Selected view={view} id={view.participantId} />}
    </ParticipantList>
  )
}

/** The selected participant, also if the search does not match: nothing while loading or for an unknown id. */
function Selected({ view, id }: { view: PointsView; id: string }) {
  const { data } = useParticipant(id)
  if (!data) return null
  return (
    <PersonRow
      to={addressOf({ ...view, page: 1 })}
      current
      sign={initialsOf(data.full_name, data.email)}
      seed={data.id}
      title={nameOf(data)}
      subtitle={data.email}
      badge={badgeOf(data)}
    />
  )
}

/** Name of the selected participant. */
export function ParticipantName({ id }: { id: string | undefined }) {
  return id === undefined ? text.everyone : <PersonName id={id} />
}

function PersonName({ id }: { id: string }) {
  const { data, error } = useParticipant(id)
  if (error instanceof ApiError && error.status === 404) return text.unknownUser
  return data ? nameOf(data) : '…'
}
