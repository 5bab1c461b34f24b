import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { type ChainedTable, rowText } from './chained-tables.ts'

/** Hashes and digests are hexadecimal. */
export type Block = {
  number: number
  firstId: number
  lastId: number
  nRows: number
  digest: string
  previousHash: string
  hash: string
  sealedAt: Date
}

const hex = (column: string) => sql`encode(${sql.ref(column)}, 'hex')`
const blockColumns = sql`number, first_id, last_id, n_rows, ${hex('digest')} as digest,
  ${hex('previous_hash')} as previous_hash, ${hex('hash')} as hash, sealed_at`

const digestOfRows = sql`coalesce(encode(sha256(convert_to(string_agg(text, E'\n' order by id), 'UTF8')), 'hex'), '')`

export async function findHead(db: Db, chain: string): Promise<Block | undefined> {
  const { rows } = await sql<Block>`
    select ${blockColumns} from chain_blocks where chain = ${chain} order by number desc limit 1`.execute(db)
  return rows[0]
}

export async function findLastId(db: Db, table: ChainedTable): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0) as id from ${sql.table(table.name)}`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Lists the running transactions that may have written the table. An insert locks the table before it takes an id, until
 * its transaction ends.
 */
export async function listWriters(db: Db, table: ChainedTable): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = ${table.name}::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())
      and pid is distinct from pg_backend_pid()`.execute(db)
  return rows.map(({ writer }) => writer)
}

/** Lets one process at a time seal a chain. @returns whether this one may until the transaction ends */
export async function lockChain(trx: Trx, chain: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`chain ${chain}`})) as locked`.execute(trx)
  return rows[0]?.locked ?? false
}

/** Divides the rows with `after` < id ≤ `last` into at most `blocks` blocks of `size` rows. */
export async function listUnsealed(
  trx: Trx,
  table: ChainedTable,
  { after, last, size, blocks }: { after: number; last: number; size: number; blocks: number },
): Promise<Pick<Block, 'lastId' | 'nRows' | 'digest'>[]> {
  const { rows } = await sql<Pick<Block, 'lastId' | 'nRows' | 'digest'>>`
    select max(id) as last_id, count(*) as n_rows, ${digestOfRows} as digest
    from (
      select id, ${rowText(table)} as text, (row_number() over (order by id) - 1) / ${size}::int as block
      from ${sql.table(table.name)} t where id > ${after} and id <= ${last}
      order by id limit ${size * blocks}
    ) unsealed
    group by block order by block`.execute(trx)
  return rows
}

export async function insertBlocks(trx: Trx, chain: string, blocks: Block[]): Promise<void> {
  const bytes = (text: string) => sql<Buffer>`decode(${text}, 'hex')`
  const rows = blocks.map(({ digest, previousHash, hash, ...block }) => ({
    ...block,
    chain,
    digest: bytes(digest),
    previousHash: bytes(previousHash),
    hash: bytes(hash),
  }))
  await trx.insertInto('chainBlocks').values(rows).execute()
}

/** The last block that left a chain, and the number of rows that left. `number` 0: none did. */
export type Anchor = { number: number; lastId: number; hash: string; nRows: number }

export async function findAnchor(db: Db, chain: string): Promise<Anchor> {
  const { rows } = await sql<Anchor>`
    select number, last_id, ${hex('hash')} as hash, n_rows from chain_anchors where chain = ${chain}`.execute(
    db,
  )
  return rows[0] ?? { number: 0, lastId: 0, hash: '', nRows: 0 }
}

export async function countBlocksBefore(db: Db, chain: string, before: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from chain_blocks where chain = ${chain} and sealed_at < ${before}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Removes entries of the audit log in whole blocks, and those blocks. @returns the number of entries */
export async function removeEntries(db: Db, sealedBefore: Date, upTo: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select remove_audit_entries(${sealedBefore}::timestamptz, ${upTo}::bigint) as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** Number and digest of the rows in a block's range as they are now. */
export type CountedBlock = Block & { nRowsNow: number; digestNow: string }

/**
 * Lists blocks after a number with what their rows are now. The first one that has not left begins at the lowest id there
 * is: no row can be before the chain.
 */
export async function listBlocks(
  db: Db,
  table: ChainedTable,
  { after, anchor, limit }: { after: number; anchor: Anchor; limit: number },
): Promise<CountedBlock[]> {
  const { rows } = await sql<CountedBlock>`
    select b.*, r.n_rows_now, r.digest_now
    from (
      select ${blockColumns} from chain_blocks
      where chain = ${table.name} and number > ${after} order by number limit ${limit}
    ) b
    cross join lateral (
      select count(*) as n_rows_now, ${digestOfRows} as digest_now
      from (
        select id, ${rowText(table)} as text from ${sql.table(table.name)} t
        where id >= case when b.number = ${anchor.number + 1}::bigint then '-9223372036854775808' else b.first_id end and id <= b.last_id
      ) of_block
    ) r
    order by b.number`.execute(db)
  return rows
}
