import type { Trx } from '#server/db/database.ts'
import type { JobQueue } from '#server/lib/jobs/jobs.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import * as queries from './queries.ts'

/** Payload of a webhook job: a partner and the ids of its records. */
export type WebhookMessage = { partnerId: number; recordIds: number[] }

/** One delivery at a time per partner: a receiver that takes 9 s to answer delays only its own messages. */
export const webhookMessages: JobQueue<WebhookMessage> = {
  name: 'webhook-messages',
  concurrency: 40,
  retryConcurrency: 10,
  groupConcurrency: 1,
  groupOf: ({ partnerId }) => String(partnerId),
}

/** Maximum events per message. */
const maxEventsPerMessage = 100

/** Enqueues webhook messages about new records in the transaction, if the partner has a webhook. */
export async function announceRecords(
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  partnerId: number,
  recordIds: number[],
): Promise<void> {
  if (recordIds.length > 0 && (await queries.hasWebhook(trx, partnerId)))
    await enqueueRecords({ jobs }, trx, partnerId, recordIds)
}

/** As `announceRecords`, for a partner with a webhook. */
export async function enqueueRecords(
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  partnerId: number,
  recordIds: number[],
): Promise<void> {
  for (let first = 0; first < recordIds.length; first += maxEventsPerMessage)
    await jobs.enqueue(trx, webhookMessages, {
      partnerId,
      recordIds: recordIds.slice(first, first + maxEventsPerMessage),
    })
}
