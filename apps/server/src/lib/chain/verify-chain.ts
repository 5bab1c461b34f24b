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

/**
 * Recomputes all chains.
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
  const lines: string[] = []
  const missing = new Set(expected.filter((head) => head.startsWith(`${chain}:`)))
  let previous = { number: 0, lastId: 0, hash: '' }
  for (;;) {
    const page = await queries.listBlocks(db, table, previous.number, pageSize)
    for (const block of page) {
      const about = `${chain}, block ${block.number} (ids ${block.firstId} to ${block.lastId})`
      lines.push(...differencesOf(block, previous, chain).map((what) => `${about}: ${what}`))
      missing.delete(textOfHead({ ...block, chain }))
      previous = block
    }
    if (page.length < pageSize) break
  }
  return [...lines, ...[...missing].map((head) => `expected ${head}: the chain has no such block`)]
}

function differencesOf(
  block: queries.CountedBlock,
  previous: { number: number; lastId: number; hash: string },
  chain: string,
): string[] {
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
