import { createHmac, randomBytes } from 'node:crypto'
import { later } from '#server/lib/time/clock.ts'
import { type AuditActor, byCommand, writeAudit } from '#server/lib/audit/audit.ts'
import { findRegistered } from '#server/features/partners/registry-service.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { JobPostponed } from '#server/lib/jobs/job-runner.ts'
import { errorOfAddress, post, reachOf } from '#server/lib/http-client/http-client.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { seal, secretOf, unseal } from '#server/lib/security/encryption.ts'
import type { WebhookMessage } from '#server/ledger/events/announce.ts'
import { listEventsOf } from '#server/ledger/events/list.ts'
import * as webhooks from './webhook-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

const purpose = 'webhook secret'

/** A webhook that cannot be set or delivered. The message contains the client id, but no URL. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

/**
 * Pauses after failed deliveries to a webhook in milliseconds; each is twice the previous one. The first is shorter
 * than the retry delay of a job, so that it does not delay a single message.
 */
const retryPause = { initialMs: 2_500, maxMs: 900_000 }

/**
 * Sends events to a partner's webhook, signed according to Standard Webhooks. Retries use the same message id. Does
 * nothing if the partner is disabled or has no webhook.
 * @throws WebhookError if the response is not 2xx; the job queue retries for four days
 * @throws JobPostponed during the pause after a failed delivery
 */
export async function deliverWebhook(
  context: Context,
  { partnerId, recordIds }: WebhookMessage,
): Promise<void> {
  const { db, clock, config } = context
  const webhook = await webhooks.findWebhook(db, partnerId)
  if (!webhook) return
  if (webhook.retryAt && webhook.retryAt > clock.now())
    throw new JobPostponed(`The webhook of ${webhook.clientId} failed recently.`)

  const secret = secretOf(config)
  const key = secret && unseal(secret, purpose, webhook.secret)
  if (!key)
    throw new WebhookError(`Cannot decrypt the webhook secret of ${webhook.clientId}. Set the webhook again.`)
  const events = await listEventsOf({ db, clock }, partnerId, recordIds)
  const body = JSON.stringify({
    type: 'points.events',
    timestamp: clock.now().toISOString(),
    data: { events },
  })
  const headers = signedHeaders(`msg_${partnerId}_${recordIds[0]}`, clock.now(), body, key)
  const status = await post(webhook.url, { headers, body, reach: reachOf(context.config) }).catch(
    (error: unknown) => error as Error,
  )
  if (typeof status === 'number' && status >= 200 && status < 300) {
    if (webhook.failures > 0) await webhooks.clearFailures(db, partnerId)
    return
  }
  const pause = Math.min(retryPause.maxMs, retryPause.initialMs * 2 ** Math.min(webhook.failures, 20))
  await webhooks.recordFailure(db, partnerId, {
    webhookRetryAt: later(clock.now(), pause),
    webhookFailedAt: clock.now(),
    webhookFailedStatus: typeof status === 'number' ? status : null,
  })
  const reason =
    typeof status === 'number' ? `responded with status ${status}` : `cannot be reached (${codeOf(status)})`
  throw new WebhookError(`The webhook of ${webhook.clientId} ${reason}.`)
}

const codeOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? error.name

/**
 * Returns the headers of a webhook message with its signature (standardwebhooks.com).
 * @param key `whsec_` followed by the key in base64
 */
export function signedHeaders(id: string, sentAt: Date, body: string, key: string): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signature = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
  return {
    'Content-Type': 'application/json',
    'Webhook-Id': id,
    'Webhook-Timestamp': timestamp,
    'Webhook-Signature': `v1,${signature}`,
  }
}

/**
 * Sets or removes a partner's webhook. A new URL gets a new secret.
 * @param url null: removes the webhook
 * @returns the secret, which is not shown again; undefined if the webhook was removed
 * @throws WebhookError
 */
export async function setWebhook(
  context: Context,
  clientId: string,
  url: string | null,
): Promise<string | undefined> {
  const secret = secretOf(context.config)
  if (!secret) throw new WebhookError('PORTAL_SECRET: missing. Webhooks require it.')
  const error = url === null ? undefined : errorOfAddress(url, reachOf(context.config))
  if (error) throw new WebhookError(`The webhook URL ${error}.`)
  const key = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = url === null ? null : seal(secret, purpose, key)
  await context.db.transaction().execute(async (trx) => {
    if (!(await webhooks.updateWebhook(trx, clientId, url, sealed)))
      throw new WebhookError(`There is no partner ${clientId}.`)
    const entry = { action: 'partner.change', details: { partner: clientId, change: 'webhook' } } as const
    await writeAudit({ ...context, db: trx }, byCommand('partner set-webhook'), entry)
  })
  return url === null ? undefined : key
}

/** Counts the messages of each partner that are not delivered yet, by its id. */
export const countWaitingMessages = async ({ db }: Pick<Context, 'db'>): Promise<Map<number, number>> =>
  new Map((await webhooks.countWaiting(db)).map(({ partnerId, count }) => [partnerId, count]))

/**
 * Sends the messages of a partner that wait after failures now.
 * @throws PartnerError if it is unknown
 */
export const retryWebhook = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  by: AuditActor,
  clientId: string,
): Promise<void> =>
  changeAs(db, by, async (trx) => {
    const { id } = await findRegistered(trx, clientId)
    await webhooks.endWait(trx, id)
    const entry = {
      action: 'partner.change',
      details: { partner: clientId, change: 'retry-webhook' },
    } as const
    await writeAudit({ db: trx, clock }, by, entry)
  })
