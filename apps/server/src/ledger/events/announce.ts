import type { Trx } from '#server/db/database.ts'
import type { JobQueue } from '#server/lib/jobs/jobs.ts'
import type { Portal } from '#server/lib/context/context.ts'
import * as queries from './queries.ts'

/** A message for a partner's webhook: about these records of its own. */
export type WebhookMessage = { partnerId: number; recordIds: number[] }

/** One delivery per partner: a receiver that takes 9 s to answer delays its own messages and no others. */
export const webhookMessages: JobQueue<WebhookMessage> = {
  name: 'webhook-messages',
  concurrency: 40,
  retryConcurrency: 10,
  groupConcurrency: 1,
  groupOf: ({ partnerId }) => String(partnerId),
}

/** So many events a message at most. */
const most = 100

/** Has a partner's webhook told of new records, if they are committed. Whoever has no webhook reads the list of events. */
export async function announceRecords(
  { jobs }: Pick<Portal, 'jobs'>,
  trx: Trx,
  partnerId: number,
  recordIds: number[],
): Promise<void> {
  if (recordIds.length === 0 || !(await queries.hasWebhook(trx, partnerId))) return
  for (let first = 0; first < recordIds.length; first += most)
    await jobs.enqueue(trx, webhookMessages, { partnerId, recordIds: recordIds.slice(first, first + most) })
}
