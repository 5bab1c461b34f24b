import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { type Caller, holdRights } from '#server/lib/rights/rights.ts'

/** A concurrent request inserted the same reference after it was looked up. `inLedgerTransaction` retries. */
export class ReferenceLost extends Error {
  override name = 'ReferenceLost'
}

const deadlock = '40P01'
const maxTries = 5

/** Runs a transaction that writes partners' records, with the lock of writers, and with the right of its caller (`holdRights`). */
export const inLedgerTransaction = <T>(db: Db, caller: Caller, work: (trx: Trx) => Promise<T>): Promise<T> =>
  inWriterTransaction(db, caller, async (trx) => {
    await lockAsWriter(trx)
    return work(trx)
  })

/**
 * As `inLedgerTransaction`, if the first statement of `work` takes the lock of writers: `lockAsWriter` or the database's
 * function read_for_records. Retries after `ReferenceLost` (the retry finds the reference) and after deadlocks, with 5
 * attempts in all. These transactions lock in one order (stickers, balances, references), so only other statements, such as
 * an operator's, can cause deadlocks.
 */
export async function inWriterTransaction<T>(
  db: Db,
  caller: Caller,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await holdRights(trx, caller)
        return work(trx)
      })
    } catch (error) {
      const retryable = error instanceof ReferenceLost || (error as { code?: string }).code === deadlock
      if (!retryable || tries >= maxTries) throw error
    }
  }
}

/**
 * Takes the shared advisory lock of transactions that write partners' records. The list of events waits for it
 * (`waitForWriters`), so that no record is committed with an id below a cursor already returned. Must be the first
 * statement of the transaction after `holdRights`. The functions read_for_records and record_accepted take it first, too.
 */
export const lockAsWriter = (trx: Trx) =>
  sql`select pg_advisory_xact_lock_shared(hashtext('writers of partner records'))`.execute(trx)

/** Waits for all active writers, and blocks new ones until the transaction ends. */
export const waitForWriters = (trx: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('writers of partner records'))`.execute(trx)
