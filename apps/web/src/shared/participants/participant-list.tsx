import type { Participant } from '@portal/contract/participants.ts'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { To } from 'react-router'
import { initialsOf } from '#web/ui/lists/avatar.tsx'
import { PersonList } from '#web/ui/lists/person-list.tsx'
import { PersonRow, PersonRowSkeleton } from '#web/ui/lists/person-row.tsx'
import { text } from './participant-list-text.ts'
import { nameOf, type Participants } from './api.ts'
import { searchAddress } from './search-address.ts'

type ParticipantListProps = {
  /** Result of `useParticipants` for `search`. */
  people: Participants
  search: string
  /** Id of the selected participant, as in the address. */
  current: string | undefined
  addressOf: (person: Participant) => To
  badgeOf?: (person: Participant) => { text: string; label: string }
  /** Whether the list is the main content of the page. */
  main?: boolean
  /** Rendered between the search and the list. */
  children?: ReactNode
  /** Rendered below the list. */
  after?: ReactNode
}

/** The staff's list of participants with a search; a new search replaces the history entry. */
export function ParticipantList(props: ParticipantListProps) {
  const { people, search, current, addressOf, badgeOf, main = false, children, after } = props
  const navigate = useNavigate()

  const row = (index: number, tabIndex: 0 | -1) => {
    const person = people.personAt(index)
    if (!person) return <PersonRowSkeleton />
    return (
      <PersonRow
        to={addressOf(person)}
        current={String(person.id) === current}
        sign={initialsOf(person.full_name, person.email)}
        seed={person.id}
        title={nameOf(person)}
        subtitle={person.restricted && !person.email ? text.restricted : person.email}
        {...(badgeOf && { badge: badgeOf(person) })}
        tabIndex={tabIndex}
      />
    )
  }

  return (
    <PersonList
      label={text.list}
      searchLabel={text.search}
      search={search}
      onSearch={(next) => void navigate(searchAddress(next), { replace: true })}
      loading={people.loading}
      status={people.status}
      retry={people.retry}
      incomplete={people.incomplete}
      texts={{
        empty: people.shown === '' ? text.empty : text.nothingFound,
        failed: text.failed,
        loading: text.loading,
        retry: text.retry,
      }}
      count={people.count}
      openEnded={people.openEnded}
      listKey={people.shown}
      row={row}
      onRange={people.see}
      main={main}
      after={after}
    >
      {children}
    </PersonList>
  )
}
