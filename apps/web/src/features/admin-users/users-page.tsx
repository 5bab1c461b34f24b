import { UserRound } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ExportButton } from '#web/lib/export-button.tsx'
import { Page } from '#web/lib/page.tsx'
import { nameOf, useParticipants } from '#web/lib/participants.ts'
import { searchAddress } from '#web/lib/search-address.ts'
import { initialsOf } from '#web/ui/avatar.tsx'
import hidden from '#web/ui/hidden.module.css'
import { PersonList } from '#web/ui/person-list.tsx'
import { PersonRow, PersonRowSkeleton } from '#web/ui/person-row.tsx'
import { EmptyState } from '#web/ui/state.tsx'
import { exportRoute } from './api.ts'
import { text } from './text.ts'
import { UserDetails } from './user-details.tsx'
import css from './users-page.module.css'

/** The staff's users: the list on the left, the one who is chosen on the right; on a phone one after the other. */
export function UsersPage() {
  const { participantId } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const search = params.get('search') ?? ''
  const users = useParticipants(search)
  const heading = useRef<HTMLHeadingElement>(null)

  const addressOf = (id: number | undefined) => ({
    pathname: id === undefined ? '/admin/users' : `/admin/users/${id}`,
    search: search === '' ? '' : `?${new URLSearchParams({ search }).toString()}`,
  })

  const row = (index: number, tabIndex: 0 | -1) => {
    const person = users.personAt(index)
    if (!person) return <PersonRowSkeleton />
    return (
      <PersonRow
        to={addressOf(person.id)}
        current={String(person.id) === participantId}
        sign={initialsOf(person.full_name, person.email)}
        seed={person.id}
        title={nameOf(person)}
        subtitle={person.email}
        tabIndex={tabIndex}
      />
    )
  }

  return (
    <Page title={text.title}>
      {/* On a phone the list makes room for the person, and the page still needs its heading. */}
      <h1 ref={heading} tabIndex={-1} className={hidden.hidden}>
        {text.title}
      </h1>
      <div className={css.layout} data-open={participantId !== undefined}>
        <section className={css.list} aria-label={text.list}>
          <div className={css.head}>
            <span className={css.title} aria-hidden="true">
              {text.title}
            </span>
            <span className={css.total} role="status">
              {users.status === 'success' && users.totalText}
            </span>
          </div>
          <ExportButton wire={exportRoute} input={{ query: { search } }} name="users.xlsx" />
          <PersonList
            label={text.list}
            searchLabel={text.search}
            search={search}
            onSearch={(next) => void navigate(searchAddress(next), { replace: true })}
            loading={users.loading}
            status={users.status}
            retry={users.retry}
            texts={{
              empty: users.shown === '' ? text.empty : text.nothingFound,
              failed: text.failed,
              loading: text.loading,
            }}
            count={users.count}
            openEnded={users.openEnded}
            listKey={users.shown}
            row={row}
            onRange={users.see}
          />
        </section>
        <section className={css.detail} aria-label={text.details}>
          {participantId === undefined ? (
            <EmptyState icon={UserRound} title={text.choose} text={text.chooseIntro} />
          ) : (
            <UserDetails
              key={participantId}
              id={participantId}
              back={addressOf(undefined)}
              onBack={() => heading.current?.focus({ preventScroll: true })}
            />
          )}
        </section>
      </div>
    </Page>
  )
}
