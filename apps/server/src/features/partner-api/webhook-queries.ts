import type { Db } from '#server/db/database.ts'

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

export const recordFailure = (db: Db, partnerId: number, webhookRetryAt: Date) =>
  db
    .updateTable('partners')
    .set((set) => ({ webhookFailures: set('webhookFailures', '+', 1), webhookRetryAt }))
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
    .set({ webhookUrl, webhookSecret, ...noFailures })
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
