import { openDatabase } from '#server/db/database.ts'
import { isOwner } from '#server/db/privileges.ts'
import * as queries from './queries.ts'
import { type Checks, ok, skipped, todo } from './results.ts'

const maxClockMs = 2_000

type Names =
  | 'database'
  | 'encoding'
  | 'collations'
  | 'database_role'
  | 'database_encryption'
  | 'clock'
  | 'standby'

export const databaseChecks: Checks<Names> = {
  database: async ({ db, isTrial }) =>
    isTrial
      ? todo({ code: 'trial_database' })
      : ok({ code: 'database_answers', ...(await queries.findDatabase(db)) }),
  encoding: async ({ db }) => {
    const { encoding } = await queries.findEncoding(db)
    return todo(encoding !== 'UTF8' && { code: 'encoding_wrong', encoding })
  },
  // After an update of the system's libraries, indexes may be in the wrong order: rows are not found, or twice there.
  collations: async ({ db }) => {
    const { names } = await queries.findChangedCollations(db)
    return todo(names !== '' && { code: 'collations_changed', names })
  },
  database_role: async ({ db, isTrial }) =>
    isTrial ? skipped : todo((await isOwner(db)) && { code: 'connects_as_owner' }),
  database_encryption: async ({ db, isTrial }) => {
    if (isTrial) return skipped
    const { ssl, local } = await queries.findEncryption(db)
    return todo(!ssl && !local && { code: 'database_unencrypted' })
  },
  clock: async ({ db }) => {
    const sent = Date.now()
    const { now } = await queries.findClock(db)
    const received = Date.now()
    const difference = Math.abs(now.getTime() - (sent + received) / 2)
    // The query may have waited for a connection.
    return difference - (received - sent) / 2 > maxClockMs
      ? todo({ code: 'clocks_differ', seconds: Math.round(difference / 100) / 10 })
      : ok({ code: 'clocks_agree' })
  },
  standby: async ({ config: { databaseRead, databaseTimeouts } }) => {
    if (!databaseRead) return skipped
    const standby = await openDatabase({ database: { url: databaseRead.url }, databaseTimeouts })
    try {
      const { standsBy } = await queries.findRecovery(standby.db)
      return todo(!standsBy && { code: 'not_a_standby' })
    } finally {
      await standby.close()
    }
  },
}
