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
    .selectFrom('partners as p')
    .leftJoin('partnerWebhookStates as s', 's.partnerId', 'p.id')
    .select(['p.clientId', 'p.webhookUrl', 'p.webhookSecret', 's.failures', 's.retryAt'])
    .where('p.id', '=', partnerId)
    .where('p.disabledAt', 'is', null)
    .executeTakeFirst()
  if (!row?.webhookUrl || !row.webhookSecret) return undefined
  const { clientId, webhookUrl: url, webhookSecret: secret, failures, retryAt } = row
  return { clientId, url, secret, failures: failures ?? 0, retryAt }
}

export const recordFailure = (db: Db, partnerId: number, retryAt: Date) =>
  db
    .insertInto('partnerWebhookStates')
    .values({ partnerId, failures: 1, retryAt })
    .onConflict((conflict) =>
      conflict.column('partnerId').doUpdateSet((set) => ({
        failures: set('partnerWebhookStates.failures', '+', 1),
        retryAt,
      })),
    )
    .execute()

export const clearFailures = (db: Db, partnerId: number) =>
  db.deleteFrom('partnerWebhookStates').where('partnerId', '=', partnerId).execute()

/** @returns false if the partner does not exist */
export async function updateWebhook(
  db: Db,
  clientId: string,
  webhookUrl: string | null,
  webhookSecret: string | null,
): Promise<boolean> {
  const row = await db
    .updateTable('partners')
    .set({ webhookUrl, webhookSecret })
    .where('clientId', '=', clientId)
    .returning('id')
    .executeTakeFirst()
  if (row) await clearFailures(db, row.id)
  return row !== undefined
}
