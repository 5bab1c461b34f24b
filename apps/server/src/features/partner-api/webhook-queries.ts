import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { webhookMessages } from '#server/ledger/events/announce.ts'

export type WebhookRow = {
  clientId: string
  url: string
  secret: string
  failures: number
  retryAt: Date | null
}

/** Finds the webhook of an enabled partner. */
export async function findWebhook(db: Db, partnerId: number): Promise<WebhookRow | undefined> {
  const row = await db
    .selectFrom('partners')
    .select(['clientId', 'webhookUrl as url', 'webhookSecret as secret'])
    .select(['webhookFailures as failures', 'webhookRetryAt as retryAt'])
    .where('id', '=', partnerId)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  return row?.url && row.secret ? { ...row, url: row.url, secret: row.secret } : undefined
}

/** @param failure `webhookFailedStatus`: null if the webhook could not be reached */
export const recordFailure = (
  db: Db,
  partnerId: number,
  failure: { webhookRetryAt: Date; webhookFailedAt: Date; webhookFailedStatus: number | null },
) =>
  db
    .updateTable('partners')
    .set((set) => ({ webhookFailures: set('webhookFailures', '+', 1), ...failure }))
    .where('id', '=', partnerId)
    .execute()

const noFailures = { webhookFailures: 0, webhookRetryAt: null }

export const clearFailures = (db: Db, partnerId: number) =>
  db.updateTable('partners').set(noFailures).where('id', '=', partnerId).execute()

export const updateWebhook = (
  db: Db,
  partnerId: number,
  webhookUrl: string | null,
  webhookSecret: string | null,
) =>
  db
    .updateTable('partners')
    .set((set) => ({ webhookUrl, webhookSecret, ...noFailures, version: set('version', '+', 1) }))
    .where('id', '=', partnerId)
    .execute()

/** Counts the messages of each partner that are not delivered yet. */
export async function countWaiting(db: Db): Promise<{ partnerId: number; count: number }[]> {
  const { rows } = await sql<{ partnerId: number; count: number }>`
    select (data ->> 'partnerId')::int as partner_id, count(*)::int as count from pgboss.job
    where name = ${webhookMessages.name} and state < 'completed' group by 1`.execute(db)
  return rows
}

export type DeliveryRow = {
  id: string
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  queuedAt: Date
  /** Of the end, or of the next try. */
  at: Date
  events: number
  tries: number
  answer: { status?: number | null; reason?: string | null; milliseconds?: number } | null
}

/** The newest messages of a partner; the queue deletes those that have ended after an hour. */
export async function listDeliveries(db: Db, partnerId: number, limit: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select id, state, created_on as queued_at, coalesce(completed_on, start_after) as at,
      jsonb_array_length(data -> 'recordIds') as events, output as answer,
      retry_count + case when started_on is not null and state <> 'retry' then 1 else 0 end as tries
    from pgboss.job
    where name = ${webhookMessages.name} and data ->> 'partnerId' = ${String(partnerId)}
    order by created_on desc, id limit ${limit}`.execute(db)
  return rows
}

/**
 * Ends the pause after failures, and the wait of the messages that have failed, or of one of them, even if it was given up.
 * @returns the number of these messages
 */
export async function endWait(db: Db, partnerId: number, message?: string): Promise<number> {
  await db.updateTable('partners').set({ webhookRetryAt: null }).where('id', '=', partnerId).execute()
  const failed =
    message === undefined
      ? sql`state = 'retry' and start_after > now()`
      : sql`state in ('retry', 'failed') and id = ${message}::uuid`
  const { numAffectedRows } = await sql`
    update pgboss.job
    set start_after = now(), state = 'retry', completed_on = null,
      retry_limit = greatest(retry_limit, retry_count + 1), keep_until = greatest(keep_until, now() + interval '1 hour')
    where name = ${webhookMessages.name} and ${failed}
      and data ->> 'partnerId' = ${String(partnerId)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
