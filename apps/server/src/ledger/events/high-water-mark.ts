import type { Db } from '#server/db/database.ts'
import { waitForWriters } from '#server/ledger/transaction/transaction.ts'
import * as queries from './queries.ts'

type SharedQuery = { started: boolean; result: Promise<number> }
const sharedQueries = new WeakMap<Db, SharedQuery>()

/**
 * Returns the last record id of a time, after the call, without active writers: no lower id is committed later.
 * Concurrent calls share the next query, so that only one connection waits and writers are blocked once for all.
 */
export function findHighWaterMark(db: Db): Promise<number> {
  const current = sharedQueries.get(db)
  // A query that has started may miss records that the caller has just committed.
  if (current && !current.started) return current.result
  const query: SharedQuery = { started: false, result: Promise.resolve(0) }
  query.result = (current?.result ?? Promise.resolve(0))
    .catch(() => 0)
    .then(() => {
      query.started = true
      return findLastSettledRecord(db)
    })
    .finally(() => {
      if (sharedQueries.get(db) === query) sharedQueries.delete(db)
    })
  sharedQueries.set(db, query)
  return query.result
}

const findLastSettledRecord = (db: Db): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await waitForWriters(trx)
    return queries.findLastRecord(trx)
  })
