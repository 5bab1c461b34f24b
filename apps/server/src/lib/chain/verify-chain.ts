import type { Db } from '#server/db/database.ts'
import { type ChainedTable, chainedTables } from './chained-tables.ts'
import * as queries from './queries.ts'
import { hashOf } from './seal.ts'

/** The last block of a chain. Its hash depends on every row up to `lastId`. */
export type Head = { chain: string; number: number; lastId: number; hash: string }

/** A head as text: `points_records:1234:9f86d0…`. A copy elsewhere proves later that the rows before are unchanged. */
export const textOfHead = ({ chain, number, hash }: Head): string => `${chain}:${number}:${hash}`

/** Blocks read by one statement: 100,000 rows. */
const pageSize = 100

export async function listHeads({ db }: { db: Db }): Promise<Head[]> {
  const heads = chainedTables.map(async ({ name }) => {
    const head = await queries.findHead(db, name)
    return head ? [{ chain: name, number: head.number, lastId: head.lastId, hash: head.hash }] : []
  })
  return (await Promise.all(heads)).flat()
}

/** What left a chain: blocks up to a number, which is in the hash of the first one that remains. */
export type Removed = { chain: string; blocks: number; rows: number }

export async function listRemoved({ db }: { db: Db }): Promise<Removed[]> {
  const anchors = chainedTables.map(async ({ name }) => {
    const { number, nRows } = await queries.findAnchor(db, name)
    return number > 0 ? [{ chain: name, blocks: number, rows: nRows }] : []
  })
  return (await Promise.all(anchors)).flat()
}

/**
 * Recomputes all chains, each from its anchor.
 * @param expected heads that were kept elsewhere (`textOfHead`)
 * @returns one line per difference: a block whose rows were changed, removed or inserted, a broken link, a missing head
 */
export async function listChainDifferences(db: Db, expected: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  for (const table of chainedTables) lines.push(...(await verifyChain(db, table, expected)))
  const chains = chainedTables.map(({ name }) => `${name}:`)
  const foreign = expected.filter((head) => !chains.some((chain) => head.startsWith(chain)))
  return [...lines, ...foreign.map((head) => `expected ${head}: there is no such chain`)]
}

async function verifyChain(db: Db, table: ChainedTable, expected: readonly string[]): Promise<string[]> {
  const chain = table.name
  const anchor = await queries.findAnchor(db, chain)
  const lines: string[] = []
  const missing = new Set(expected.filter((head) => head.startsWith(`${chain}:`)))
  missing.delete(textOfHead({ ...anchor, chain }))
  let previous: Previous = anchor
  for (;;) {
    const page = await queries.listBlocks(db, table, { after: previous.number, anchor, limit: pageSize })
    for (const block of page) {
      lines.push(...describeDifferences(block, previous, chain))
      missing.delete(textOfHead({ ...block, chain }))
      previous = block
    }
    if (page.length < pageSize) break
  }
  const gone = (head: string) =>
    Number(head.split(':')[1]) <= anchor.number
      ? `its block left the chain, up to block ${anchor.number}; expect a newer head`
      : 'the chain has no such block'
  return [...lines, ...[...missing].map((head) => `expected ${head}: ${gone(head)}`)]
}

/**
 * Removes the entries of the audit log that were sealed before a time: whole blocks, from the oldest. The newest block stays,
 * and the database removes none of the last 365 days. A block that was changed stays with all after it, as evidence.
 * @returns the number of entries @throws Error if a block was changed
 */
export async function removeOldEntries({ db }: { db: Db }, before: Date): Promise<number> {
  const table = chainedTables.find(({ name }) => name === 'audit_entries')
  if (!table) throw new Error('audit_entries is not a chained table.')
  let removed = 0
  for (;;) {
    const limit = Math.min(await queries.countBlocksBefore(db, table.name, before), pageSize)
    const anchor = await queries.findAnchor(db, table.name)
    let previous: Previous = anchor
    for (const block of await queries.listBlocks(db, table, { after: anchor.number, anchor, limit })) {
      const [difference] = describeDifferences(block, previous, table.name)
      if (difference) throw new Error(`Old entries stay, run 'npm run portal -- verify': ${difference}`)
      previous = block
    }
    const now = await queries.removeEntries(db, before, previous.number)
    if (now === 0) return removed
    removed += now
  }
}

type Previous = { number: number; lastId: number; hash: string }

const describeDifferences = (block: queries.CountedBlock, previous: Previous, chain: string): string[] =>
  differencesOf(block, previous, chain).map(
    (what) => `${chain}, block ${block.number} (ids ${block.firstId} to ${block.lastId}): ${what}`,
  )

function differencesOf(block: queries.CountedBlock, previous: Previous, chain: string): string[] {
  const found: string[] = []
  if (block.number !== previous.number + 1)
    found.push(`the blocks before it from ${previous.number + 1} are missing`)
  else if (block.previousHash !== previous.hash || block.firstId !== previous.lastId + 1)
    found.push('its link to the previous block is broken')
  if (block.hash !== hashOf(chain, block)) found.push('the block was changed')
  const more = block.nRowsNow - block.nRows
  if (more > 0) found.push(`rows were inserted: ${block.nRowsNow} instead of ${block.nRows}`)
  else if (more < 0) found.push(`rows were removed: ${block.nRowsNow} instead of ${block.nRows}`)
  else if (block.digestNow !== block.digest) found.push('rows were changed')
  return found
}
