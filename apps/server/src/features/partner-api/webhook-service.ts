import { createHmac, randomBytes } from 'node:crypto'
import { later } from '#server/lib/time/clock.ts'
import type { AuditActor } from '#server/lib/audit/audit.ts'
import {
  assertPortalSecret,
  assertVersion,
  auditedChange,
  findRegistered,
  PartnerError,
} from '#server/features/partners/registry-service.ts'
import { JobPostponed } from '#server/lib/jobs/job-runner.ts'
import { errorOfAddress, post, reachOf } from '#server/lib/http-client/http-client.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { seal, secretOf, unseal } from '#server/lib/security/encryption.ts'
import type { WebhookMessage } from '#server/ledger/events/announce.ts'
import { listEventsOf } from '#server/ledger/events/list.ts'
import * as webhooks from './webhook-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

const purpose = 'webhook secret'

/** How a webhook answered. status: null if it could not be reached; reason: then the code of the error. */
export type Answer = { status: number | null; reason: string | null; milliseconds: number }

/** A message that is not delivered. The text contains the client id, but no URL. */
export class WebhookError extends Error {
  override name = 'WebhookError'
  /** Kept with the message, for operators. */
  readonly answer: Answer | undefined
  constructor(message: string, answer?: Answer) {
    super(message)
    this.answer = answer
  }
}

/**
 * Pauses after failed deliveries to a webhook in milliseconds; each is twice the previous one. The first is shorter
 * than the retry delay of a job, so that it does not delay a single message.
 */
const retryPause = { initialMs: 2_500, maxMs: 900_000 }

/**
 * Sends events to a partner's webhook, signed according to Standard Webhooks. Retries use the same message id. Does
 * nothing if the partner is disabled or has no webhook.
 * @returns the answer, which is kept with the message for operators
 * @throws WebhookError if the response is not 2xx; the job queue retries for four days
 * @throws JobPostponed during the pause after a failed delivery
 */
export async function deliverWebhook(
  context: Context,
  { partnerId, recordIds }: WebhookMessage,
): Promise<Answer | undefined> {
  const { db, clock } = context
  const webhook = await webhooks.findWebhook(db, partnerId)
  if (!webhook) return undefined
  if (webhook.retryAt && webhook.retryAt > clock.now())
    throw new JobPostponed(`The webhook of ${webhook.clientId} failed recently.`)

  const events = await listEventsOf({ db, clock }, partnerId, recordIds)
  const answer = await send(context, webhook, `msg_${partnerId}_${recordIds[0]}`, 'points.events', { events })
  if (isDelivered(answer)) {
    if (webhook.failures > 0) await webhooks.clearFailures(db, partnerId)
    return answer
  }
  const pause = Math.min(retryPause.maxMs, retryPause.initialMs * 2 ** Math.min(webhook.failures, 20))
  await webhooks.recordFailure(db, partnerId, {
    webhookRetryAt: later(clock.now(), pause),
    webhookFailedAt: clock.now(),
    webhookFailedStatus: answer.status,
  })
  const reason =
    answer.status === null ? `cannot be reached (${answer.reason})` : `responded with status ${answer.status}`
  throw new WebhookError(`The webhook of ${webhook.clientId} ${reason}.`, answer)
}

export const isDelivered = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300

/** Sends a signed message once. @throws WebhookError if the secret cannot be decrypted */
async function send(
  { clock, config }: Context,
  webhook: webhooks.WebhookRow,
  id: string,
  type: string,
  data: object,
): Promise<Answer> {
  const secret = secretOf(config)
  const key = secret && unseal(secret, purpose, webhook.secret)
  if (!key)
    throw new WebhookError(`Cannot decrypt the webhook secret of ${webhook.clientId}. Set the webhook again.`)
  const body = JSON.stringify({ type, timestamp: clock.now().toISOString(), data })
  const headers = signedHeaders(id, clock.now(), body, key)
  const begun = performance.now()
  const status = await post(webhook.url, { headers, body, reach: reachOf(config) }).catch(
    (error: unknown) => error as Error,
  )
  const milliseconds = Math.round(performance.now() - begun)
  return typeof status === 'number'
    ? { status, reason: null, milliseconds }
    : { status: null, reason: codeOf(status), milliseconds }
}

const codeOf = (error: Error) => (error as NodeJS.ErrnoException).code?.toString() ?? error.name

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
 * Sets or removes a partner's webhook. The secret is a new one, also for the same URL; the old one ends at once.
 * @param url null: removes the webhook
 * @param version of the registration that the operator saw
 * @returns the secret, which is not shown again; undefined if the webhook was removed
 * @throws PartnerError
 */
export async function setWebhook(
  context: Context,
  by: AuditActor,
  clientId: string,
  url: string | null,
  version?: number,
): Promise<string | undefined> {
  assertPortalSecret(context)
  const code = url === null ? undefined : errorOfAddress(url, reachOf(context.config))
  if (code && url !== null) throw new PartnerError([{ code, field: 'webhook_url', params: { value: url } }])
  const key = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = url === null ? null : seal(secretOf(context.config) ?? '', purpose, key)
  await auditedChange(context, by, 'webhook', clientId, async (trx) => {
    const partner = await findRegistered(trx, clientId)
    assertVersion(partner.version, version)
    await webhooks.updateWebhook(trx, partner.id, url, sealed)
    const shown = (address: string | null) => `webhook_url: ${address ?? '–'}`
    return {
      ...(url !== partner.webhookUrl && { before: shown(partner.webhookUrl), after: shown(url) }),
      ...(url !== null && { secret: 'changed' }),
    }
  })
  return url === null ? undefined : key
}

/**
 * Sends a signed message of the type `test` to the webhook of a partner, once. What waits after failures is not affected.
 * @throws PartnerError if the partner is unknown, paused or has no webhook
 */
export async function testWebhook(context: Context, by: AuditActor, clientId: string): Promise<Answer> {
  const { id } = await findRegistered(context.db, clientId)
  const webhook = await webhooks.findWebhook(context.db, id)
  if (!webhook) throw new PartnerError([{ code: 'not_found' }])
  await auditedChange(context, by, 'test-webhook', clientId, async () => ({}))
  const message = `msg_test_${randomBytes(12).toString('hex')}`
  return send(context, webhook, message, 'test', {})
}

/** Lists the newest webhook messages of a partner. @throws PartnerError if it is unknown */
export async function listDeliveries({ db }: Pick<Context, 'db'>, clientId: string, limit: number) {
  const { id } = await findRegistered(db, clientId)
  return webhooks.listDeliveries(db, id, limit)
}

/** Counts the messages of each partner that are not delivered yet, by its id. */
export const countWaitingMessages = async ({ db }: Pick<Context, 'db'>): Promise<Map<number, number>> =>
  new Map((await webhooks.countWaiting(db)).map(({ partnerId, count }) => [partnerId, count]))

/**
 * Sends the messages of a partner that wait after failures now, or one of them.
 * @throws PartnerError if the partner is unknown, or its message did not fail
 */
export const retryWebhook = (
  context: Pick<Context, 'db' | 'clock'>,
  by: AuditActor,
  clientId: string,
  message?: string,
): Promise<void> =>
  auditedChange(context, by, 'retry-webhook', clientId, async (trx) => {
    const { id } = await findRegistered(trx, clientId)
    const count = await webhooks.endWait(trx, id, message)
    if (message !== undefined && count === 0) throw new PartnerError([{ code: 'not_found' }])
    return {}
  })
