import type { Trx } from '#server/db/database.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { deleteOldEntries, forgetPerson } from './entries-queries.ts'
import { deleteOldLinks } from './manage-queries.ts'

/** Two years: settlements with shops of the previous year. */
export const entryDays = 730

/** Deletes links that are no longer valid, and old entries of devices. */
export async function deleteOldDeskRows({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await deleteOldLinks(db, now)
  await deleteOldEntries(db, later(now, -days(entryDays)))
}

/** Removes an account from the entries of devices. Their figures stay, for the settlements. */
export const forgetEntriesOf = (trx: Trx, participantId: number) => forgetPerson(trx, participantId)
