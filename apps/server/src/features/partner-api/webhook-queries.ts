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

/** @returns false if the partner does not exist */
export async function updateWebhook(
  db: Db,
  clientId: string,
  webhookUrl: string | null,
  webhookSecret: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('partners')
    .set((set) => ({ webhookUrl, webhookSecret, ...noFailures, version: set('version', '+', 1) }))
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Counts the messages of each partner that are not delivered yet. */
export async function countWaiting(db: Db): Promise<{ partnerId: number; count: number }[]> {
  const { rows } = await sql<{ partnerId: number; count: number }>`
    select (data ->> 'partnerId')::int as partner_id, count(*)::int as count from pgboss.job
    where name = ${webhookMessages.name} and state < 'completed' group by 1`.execute(db)
  return rows
}

/** Ends the pause after failures, and the wait of the messages that have failed. */
export async function endWait(db: Db, partnerId: number): Promise<void> {
  await db.updateTable('partners').set({ webhookRetryAt: null }).where('id', '=', partnerId).execute()
  await sql`
    update pgboss.job set start_after = now()
    where name = ${webhookMessages.name} and state = 'retry' and start_after > now()
      and data ->> 'partnerId' = ${String(partnerId)}`.execute(db)
}
