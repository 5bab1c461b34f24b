import type { ParticipantDetails } from '@portal/contract/participants.ts'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { overviewOptions } from './api.ts'
import { text } from './text.ts'
import { UserAccount } from './user-account.tsx'
import { UserCoupons } from './user-coupons.tsx'
import css from './user-details.module.css'
import { UserNotes } from './user-notes.tsx'
import { UserRecords } from './user-records.tsx'
import { UserStickers } from './user-stickers.tsx'
import { UserSums } from './user-sums.tsx'

/** What staff need during a call: the account's state, latest records, notes, stickers, coupons and points. */
export function UserOverview({ person }: { person: ParticipantDetails }) {
  const { data, isError, refetch } = useQuery(overviewOptions(person.id))
  return (
    <>
      {data && <UserAccount {...data} />}
      {!data && isError && <ErrorState title={text.overviewFailed} retry={() => void refetch()} />}
      <div className={css.parts}>
        {!data && !isError && (
          <div role="status">
            <Hidden>{text.loading}</Hidden>
            <Skeleton width="100%" height="12rem" />
          </div>
        )}
        {data && person.is_active && <UserRecords records={data.records} />}
        {data && (
          <div className={css.column}>
            <UserNotes id={person.id} notes={data.notes} />
            {person.is_active && <UserStickers stickers={data.stickers} waiting={data.waiting} />}
            {person.is_active && <UserCoupons coupons={data.coupons} />}
          </div>
        )}
        {person.is_active && (
          <section aria-labelledby="sums">
            <h3 className={css.part} id="sums">
              {text.sums}
            </h3>
            <UserSums summary={person.points_summary} />
          </section>
        )}
      </div>
    </>
  )
}
