import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db, Trx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { type ChainedTable, chainedTables } from './chained-tables.ts'
import * as queries from './queries.ts'

/** Maximum rows of a block: `portal verify` names the block in which something differs. */
const blockSize = 1_000
/** Blocks of one transaction: 10,000 rows took 0.4 s on a busy machine. */
const blocksAtOnce = 10

/** The hash of a block: SHA-256 of a JSON array, whose first element is the previous block's hash. */
export const hashOf = (chain: string, block: Omit<queries.Block, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        block.previousHash,
        chain,
        block.number,
        block.firstId,
        block.lastId,
        block.nRows,
        block.digest,
        block.sealedAt.getTime(),
      ]),
    )
    .digest('hex')

type Noted = { last: number; writers: readonly string[] }
type Context = { db: Db; clock: Clock }

/** What remains of the time of the first call: nothing, rows of running transactions, or rows to seal by another call. */
type Remaining = 'nothing' | 'writers' | 'rows'

/** A call ends after this time, so that a server with millions of unsealed records can stop. */
const roundMs = 2_000

/**
 * Seals rows into blocks. A row with a lower id must not be committed later, and writers must not wait. Therefore a call
 * notes the last id and the transactions that are writing; a later call seals up to that id when they have ended.
 * @returns a function that seals what can be sealed now
 */
export function openSealing({ db, clock }: Context): () => Promise<Remaining> {
  const noted = new Map<string, Noted>()
  /** The last id first: every writer of a lower id then either has ended or is in the list. */
  const note = async (table: ChainedTable): Promise<Noted> => {
    const earlier = noted.get(table.name)
    const last = earlier?.last ?? (await queries.findLastId(db, table))
    const writers = await queries.listWriters(db, table)
    return { last, writers: earlier ? earlier.writers.filter((one) => writers.includes(one)) : writers }
  }
  const sealTable = async (table: ChainedTable, end: number): Promise<Remaining> => {
    const now = await note(table)
    noted.set(table.name, now)
    if (now.writers.length > 0) return 'writers'
    while (await db.transaction().execute((trx) => sealSome(trx, clock, table, now.last)))
      if (Date.now() > end) return 'rows'
    noted.delete(table.name)
    return 'nothing'
  }
  return async () => {
    const end = Date.now() + roundMs
    const remaining: Remaining[] = []
    for (const table of chainedTables) remaining.push(await sealTable(table, end))
    return remaining.find((one) => one === 'rows') ?? remaining.find((one) => one === 'writers') ?? 'nothing'
  }
}

/** @returns whether more rows may remain */
async function sealSome(trx: Trx, clock: Clock, table: ChainedTable, last: number): Promise<boolean> {
  const chain = table.name
  if (!(await queries.lockChain(trx, chain))) return false
  const head = await queries.findHead(trx, chain)
  const range = { after: head?.lastId ?? 0, last, size: blockSize, blocks: blocksAtOnce }
  const unsealed = await queries.listUnsealed(trx, table, range)
  let previous = { number: head?.number ?? 0, lastId: head?.lastId ?? 0, hash: head?.hash ?? '' }
  const sealedAt = clock.now()
  const blocks = unsealed.map((rows) => {
    const { number, lastId, hash } = previous
    const block = { ...rows, number: number + 1, firstId: lastId + 1, previousHash: hash, sealedAt }
    const sealed = { ...block, hash: hashOf(chain, block) }
    previous = sealed
    return sealed
  })
  if (blocks.length > 0) await queries.insertBlocks(trx, chain, blocks)
  return blocks.length === blocksAtOnce
}

/** How long commands wait for transactions that write. Rows of longer ones are sealed by the server. */
const patienceMs = 5_000

/** Seals all rows of this time, for commands. */
export async function sealNow(context: Context): Promise<void> {
  const seal = openSealing(context)
  const end = Date.now() + patienceMs
  for (;;) {
    const remaining = await seal()
    if (remaining === 'nothing' || (remaining === 'writers' && Date.now() > end)) return
    if (remaining === 'writers') await wait(50)
  }
}
