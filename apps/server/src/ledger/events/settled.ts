import type { Db } from '#server/db/database.ts'
import { waitForWriters } from '#server/ledger/transaction/transaction.ts'
import * as queries from './queries.ts'

type Turn = { begun: boolean; end: Promise<number> }
const turns = new WeakMap<Db, Turn>()

/**
 * The last record behind which none comes in that has a lower id: of a moment, not before the call, when nobody was
 * writing. Whoever asks while another one waits for that moment shares the next turn: one connection waits, however many
 * programs ask, and writers are held up once for all of them.
 */
export function findSettled(db: Db): Promise<number> {
  const present = turns.get(db)
  // One that has begun may have looked before what the asker has just recorded.
  if (present && !present.begun) return present.end
  const turn: Turn = { begun: false, end: Promise.resolve(0) }
  turn.end = (present?.end ?? Promise.resolve(0))
    .catch(() => 0)
    .then(() => {
      turn.begun = true
      return look(db)
    })
    .finally(() => {
      if (turns.get(db) === turn) turns.delete(db)
    })
  turns.set(db, turn)
  return turn.end
}

const look = (db: Db): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await waitForWriters(trx)
    return queries.findLastRecord(trx)
  })
