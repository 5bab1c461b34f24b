import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

/** A reference was free when it was looked up, and taken when it was to be used: another call with it came between. */
export class ReferenceLost extends Error {
  override name = 'ReferenceLost'
}

const deadlock = '40P01'
const most = 5

/**
 * Runs a transaction that writes partners' records, and again where another one took a reference in between: the second
 * time it is found. Deadlocks can't come of these transactions, which lock in one order (stickers, balances, references),
 * but an operator's own statements may cause one.
 */
export async function inLedgerTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        await lockAsWriter(trx)
        return work(trx)
      })
    } catch (error) {
      const passing = error instanceof ReferenceLost || (error as { code?: string }).code === deadlock
      if (!passing || tries >= most) throw error
    }
  }
}

/**
 * Says that this transaction will write partners' records. Whoever reads the list of events waits for the writers at work
 * (`waitForWriters`), so that no record appears behind a cursor that was handed out. The first statement of a transaction.
 */
export const lockAsWriter = (trx: Trx) =>
  sql`select pg_advisory_xact_lock_shared(hashtext('writers of partner records'))`.execute(trx)

/** Waits until all writers of this moment are done, and holds up new ones until the end of the transaction. */
export const waitForWriters = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(hashtext('writers of partner records'))`.execute(trx)
