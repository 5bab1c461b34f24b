import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { type Caller, changeAs } from '#server/lib/rights/rights.ts'

/** As `changeAs`, with the lock of writers. */
export const inLedgerTransaction = <T>(db: Db, caller: Caller, work: (trx: Trx) => Promise<T>): Promise<T> =>
  changeAs(db, caller, async (trx) => {
    await lockAsWriter(trx)
    return work(trx)
  })

/**
 * Takes the shared advisory lock of transactions that write partners' records. The list of events waits for it
 * (`waitForWriters`), so that no record is committed with an id below a cursor already returned. Must be the first
 * statement of the transaction after `holdRights`. The database's function read_for_records takes it first, too.
 */
export const lockAsWriter = (trx: Trx) =>
  sql`select pg_advisory_xact_lock_shared(hashtext('writers of partner records'))`.execute(trx)

/** Waits for all active writers, and blocks new ones until the transaction ends. */
export const waitForWriters = (trx: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('writers of partner records'))`.execute(trx)

/**
 * Locks balances by participant id until the transaction ends, in the same order as the ledger's trigger, to prevent
 * deadlocks. The account's row is locked as well, as the insert of a record does: an erasure waits.
 * @returns by participant id; `isErased` also if the account was erased while this transaction waited for the lock
 */
export async function lockBalances(
  trx: Trx,
  participants: number[],
): Promise<Map<number, { available: number; isErased: boolean }>> {
  const { rows } = await sql<{ id: number; available: number; isErased: boolean }>`
    select b.participant_id as id, b.available, u.erased_at is not null as is_erased
    from balances b join users u on u.id = b.participant_id
    where b.participant_id = any(${participants}::bigint[])
    order by b.participant_id for no key update of b for key share of u`.execute(trx)
  return new Map(rows.map(({ id, ...balance }) => [id, balance]))
}

/**
 * Locks the balance of an account before its row, for a change after which no points of it are taken: a transaction that takes
 * some is done, or sees the change.
 */
export const lockBalance = (trx: Trx, id: number) =>
  sql`select from balances where participant_id = ${id} for no key update`.execute(trx)

/** As `lockBalances`, of one account. @returns undefined if it was erased */
export async function lockAccount(trx: Trx, id: number): Promise<{ available: number } | undefined> {
  const balance = (await lockBalances(trx, [id])).get(id)
  return balance?.isErased === false ? balance : undefined
}
