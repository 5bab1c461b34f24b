import type { Db, Trx } from '#server/db/database.ts'
import { listChainDifferences, listRemoved, type Removed } from '#server/lib/chain/verify-chain.ts'
import * as queries from './queries.ts'

/** Differences between the ledger's sums and counters and its records; the message has a line per difference. */
export class LedgerError extends Error {
  override name = 'LedgerError'
  constructor(lines: readonly string[]) {
    super(['The ledger is inconsistent:', ...lines.map((line) => `  ${line}`)].join('\n'))
  }
}

/** Maximum differences reported per check. */
const maxDifferences = 20

const checks: [string, (trx: Trx, limit: number) => Promise<queries.Difference[]>][] = [
  ['account', queries.listWrongBalances],
  ['day', queries.listWrongDays],
  ['month', queries.listWrongMonths],
  ['overview of', queries.listWrongActivity],
  ['overview by month of', queries.listWrongActivityMonths],
  ['record', queries.listWrongLinks],
  ['offer', queries.listWrongOffers],
  ['desk entry', queries.listWrongEntries],
]

/**
 * Recomputes the ledger and compares: balances with the sums of the records, counters of days, months and participants with
 * their numbers, the overview by day and month, reversals with the reversed records, offers with what was taken, entries of
 * devices with their records, and the hash chains with the rows. Reads one snapshot (repeatable read) while the portal runs.
 * Ten million records take about as long as an ANALYZE of them.
 * @param expectedHeads heads of chains that were kept elsewhere
 * @returns the number of records and of balances. `erased`: records, at most 20, whose details were erased although their
 *   account was not: only the database's owner can do so. `removed`: what left the chains
 * @throws LedgerError if a stored value differs
 */
export async function verifyLedger(
  { db }: { db: Db },
  expectedHeads: readonly string[] = [],
): Promise<{ records: number; people: number; erased: number[]; removed: Removed[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const lines: string[] = []
      for (const [kind, list] of checks)
        for (const { subject, stored, counted } of await list(trx, maxDifferences))
          lines.push(`${kind} ${subject}: stored ${stored}; counted ${counted}`)
      const { records, people, participants, participantsStored } = await queries.countAll(trx)
      if (participants !== participantsStored)
        lines.push(`participants: stored ${participantsStored}; counted ${participants}`)
      const broken = await listChainDifferences(trx, expectedHeads)
      lines.push(...broken.slice(0, maxDifferences))
      if (lines.length > 0) throw new LedgerError(lines)
      const erased = await queries.listErasedOfOthers(trx, maxDifferences)
      return { records, people, erased, removed: await listRemoved({ db: trx }) }
    })
}
