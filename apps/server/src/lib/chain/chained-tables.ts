import { type RawBuilder, sql } from 'kysely'

/**
 * How a column enters the chain. `plain`: as JSON. `time`: as milliseconds, because its text depends on the session's
 * time zone. `erasable`: as the digest of its text, which chain_erasures keeps after an erasure.
 */
type Form = 'plain' | 'time' | 'erasable'

/** A chained table: append-only, with an id that grows. At most one column is erasable. */
export type ChainedTable = { name: string; columns: Record<string, Form> }

/** All chained tables with all of their columns (chain.test.ts checks both). The order of columns is part of the hash. */
export const chainedTables: readonly ChainedTable[] = [
  {
    name: 'points_records',
    columns: {
      id: 'plain',
      participant_id: 'plain',
      points: 'plain',
      description: 'plain',
      created_at: 'time',
      received_at: 'time',
      source: 'plain',
      reference: 'plain',
      details: 'erasable',
      partner_id: 'plain',
      rate_id: 'plain',
      reversal_of: 'plain',
    },
  },
  {
    name: 'audit_entries',
    columns: {
      id: 'plain',
      at: 'time',
      actor_kind: 'plain',
      actor_id: 'plain',
      actor_name: 'plain',
      network: 'plain',
      action: 'plain',
      subject_id: 'plain',
      details: 'plain',
    },
  },
]

const valueOf = (chain: string, column: string, form: Form): RawBuilder<unknown> => {
  const value = sql.ref(`t.${column}`)
  if (form === 'time') return sql`(extract(epoch from ${value}) * 1000)::bigint`
  if (form === 'plain') return value
  return sql`coalesce(chain_digest(${value}::text),
    (select e.digest from chain_erasures e where e.chain = ${sql.lit(chain)} and e.row_id = t.id))`
}

/**
 * A row `t` as text that is the same on every version of PostgreSQL and with any settings of the session: a JSON array.
 * Not the row's own text, whose quotes depend on the locale.
 */
export const rowText = ({ name, columns }: ChainedTable): RawBuilder<string> =>
  sql`json_build_array(${sql.join(
    Object.entries(columns).map(([column, form]) => valueOf(name, column, form)),
  )})::text`
