import type { Db, Trx } from '#server/db/database.ts'
import * as queries from './queries.ts'

/** What the ledger's sums and counters differ in from its records: lines for an operator, the first of each kind. */
export class LedgerError extends Error {
  override name = 'LedgerFault'
  constructor(lines: readonly string[]) {
    super(['The ledger does not agree with itself:', ...lines.map((line) => `  ${line}`)].join('\n'))
  }
}

/** So many of a kind are told. */
const most = 20

const checks: [string, (trx: Trx, limit: number) => Promise<queries.Difference[]>][] = [
  ['account', queries.listWrongBalances],
  ['day', queries.listWrongDays],
  ['month', queries.listWrongMonths],
  ['overview of', queries.listWrongActivity],
  ['overview by month of', queries.listWrongActivityMonths],
  ['record', queries.listWrongLinks],
]

/**
 * Counts everything anew: the records' sums against every balance, their number against the counters of days, months and
 * participants, the overview's sums by day and month, reversals against what they reverse. Of one moment, while the portal goes on. Ten million records take
 * about as long as an ANALYZE of them.
 * @returns how many records and balances there are
 * @throws LedgerError
 */
export async function verifyLedger({ db }: { db: Db }): Promise<{ records: number; people: number }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const lines: string[] = []
      for (const [kind, list] of checks)
        for (const { subject, kept, counted } of await list(trx, most))
          lines.push(`${kind} ${subject}: kept ${kept}; counted ${counted}`)
      const { records, people, participants, participantsKept } = await queries.countAll(trx)
      if (participants !== participantsKept)
        lines.push(`participants: kept ${participantsKept}; counted ${participants}`)
      if (lines.length > 0) throw new LedgerError(lines)
      return { records, people }
    })
}
