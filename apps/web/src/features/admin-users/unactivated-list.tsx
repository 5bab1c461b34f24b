import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { nameOf, unactivatedOptions } from '#web/shared/participants/api.ts'
import { initialsOf } from '#web/ui/lists/avatar.tsx'
import { PersonRow } from '#web/ui/lists/person-row.tsx'
import { text } from './text.ts'
import css from './users-page.module.css'

type UnactivatedListProps = {
  search: string
  /** Id of the selected account, as in the address. */
  current: string | undefined
  addressOf: (id: number) => To
}

/** Accounts that match the search and are not activated; below few participants or none. */
export function UnactivatedList({ search, current, addressOf }: UnactivatedListProps) {
  const { data } = useQuery(unactivatedOptions(search))
  if (!data || data.length === 0) return null
  return (
    <section className={css.unactivated} aria-labelledby="unactivated">
      <h2 id="unactivated">{text.unactivated}</h2>
      <ul>
        {data.map((person) => (
          <li key={person.id}>
            <PersonRow
              to={addressOf(person.id)}
              current={String(person.id) === current}
              sign={initialsOf(person.full_name, person.email)}
              seed={person.id}
              title={nameOf(person)}
              subtitle={person.email}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
