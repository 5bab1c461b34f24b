import type { ParticipantDetails } from '@portal/contract/participants.ts'
import { useQuery } from '@tanstack/react-query'
import { nameOf } from '#web/shared/participants/api.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { overviewOptions } from './api.ts'
import type { Erased } from './personal-data/api.ts'
import { UserData } from './personal-data/user-data.tsx'
import { text } from './text.ts'
import { UserAccess } from './user-access.tsx'
import { UserAccount } from './user-account.tsx'
import { UserCoupons } from './user-coupons.tsx'
import pane from '#web/ui/lists/detail-pane.module.css'
import css from './user-details.module.css'
import { UserEmail } from './user-email.tsx'
import { UserRestriction } from './user-restriction.tsx'
import { UserNotes } from './user-notes.tsx'
import { UserRecords } from './user-records.tsx'
import sectionsCss from './user-sections.module.css'
import { UserStickers } from './user-stickers.tsx'
import { UserSums } from './user-sums.tsx'

type UserOverviewProps = { person: ParticipantDetails; onErased: (erased: Erased) => void }

/** What staff need during a call: the account's state, points, latest records, notes, stickers and coupons. */
export function UserOverview({ person, onErased }: UserOverviewProps) {
  const { data, isError, isFetched, refetch } = useQuery(overviewOptions(person.id))
  return (
    <>
      {data && <UserAccount {...data} />}
      {/* One line of the account's state, so that the sums do not move when it arrives. */}
      {!data && !isError && (
        <div className={sectionsCss.state}>
          <Skeleton width="min(16rem, 100%)" height="calc(1.55 * var(--text-s))" />
        </div>
      )}
      <div className={css.parts}>
        {person.is_active && (
          <div className="stack column gap-5">
            <section aria-labelledby="sums">
              <h3 className={pane.part} id="sums">
                {text.sums}
              </h3>
              <UserSums summary={person.points_summary} />
            </section>
            {data && <UserRecords records={data.records} />}
          </div>
        )}
        {/* The column of the notes: it keeps the sums at their width. */}
        {!data && !isError && (
          <LoadingPart isFirst={!isFetched}>
            <Skeleton width="100%" height="12rem" />
          </LoadingPart>
        )}
        {!data && isError && <ErrorState title={text.overviewFailed} retry={() => void refetch()} />}
        {data && (
          <div className="stack column gap-5">
            <UserNotes id={person.id} notes={data.notes} />
            {person.is_active && <UserStickers stickers={data.stickers} waiting={data.waiting} />}
            {person.is_active && <UserCoupons coupons={data.coupons} />}
            {person.is_active && <UserEmail id={person.id} />}
            {person.is_active && (
              <UserAccess
                id={person.id}
                name={nameOf(person)}
                email={person.email}
                lock={data.account.lock}
              />
            )}
            {person.is_active && (
              <UserRestriction id={person.id} restriction={data.account.restriction ?? null} />
            )}
            <UserData person={person} onErased={onErased} />
          </div>
        )}
      </div>
    </>
  )
}
