import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { later } from '#server/lib/time/clock.ts'
import { JobPostponed } from '#server/lib/jobs/job-runner.ts'
import { errorOfAddress, post, reachOf } from '#server/lib/http-client/http-client.ts'
import type { Portal } from '#server/lib/context/context.ts'
import { seal, secretOf, unseal } from '#server/lib/security/encryption.ts'
import type { WebhookMessage } from '#server/ledger/events/announce.ts'
import { listEventsOf } from '#server/ledger/events/list.ts'
import * as webhooks from './webhook-queries.ts'

type Context = Pick<Portal, 'db' | 'clock' | 'config'>

const purpose = 'webhook secret'

/** A partner's webhook that can't be set, or doesn't answer: a sentence that names the partner at most. */
export class WebhookError extends Error {
  override name = 'WebhookFault'
}

/**
 * While a webhook doesn't answer it is asked no sooner than this, and each time twice as long after, up to a quarter of an
 * hour. The first pause is shorter than a job's own, so that a single message is tried again as soon as its job is.
 */
const pauses = { first: 2_500, most: 900_000 }

/**
 * Tells a partner's webhook of records, signed by the Standard Webhooks scheme. The id of a message stays the same
 * however often it is sent. A partner without a webhook, or disabled, is told nothing; its list of events stays.
 * @throws WebhookError where it doesn't answer with success; the job queue tries again, for four days
 * @throws JobPostponed where it failed a short time ago
 */
export async function deliverWebhook(
  context: Context,
  { partnerId, recordIds }: WebhookMessage,
): Promise<void> {
  const { db, clock, config } = context
  const webhook = await webhooks.findWebhook(db, partnerId)
  if (!webhook) return
  if (webhook.retryAt && webhook.retryAt > clock.now())
    throw new JobPostponed(`The webhook of ${webhook.clientId} failed a short time ago.`)

  const secret = secretOf(config)
  const key = secret && unseal(secret, purpose, webhook.secret)
  if (!key) throw new WebhookError(`The webhook secret of ${webhook.clientId} can't be read; set it anew.`)
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
    if (webhook.failures > 0) await webhooks.forgetFailures(db, partnerId)
    return
  }
  const pause = Math.min(pauses.most, pauses.first * 2 ** Math.min(webhook.failures, 20))
  await webhooks.noteFailure(db, partnerId, later(clock.now(), pause))
  const said = typeof status === 'number' ? `answered ${status}` : `can't be reached (${codeOf(status)})`
  throw new WebhookError(`The webhook of ${webhook.clientId} ${said}.`)
}

const codeOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? error.name

/** @param key `whsec_` and the key in base64 (standardwebhooks.com) */
export function signedHeaders(id: string, moment: Date, body: string, key: string): Record<string, string> {
  const timestamp = String(Math.floor(moment.getTime() / 1000))
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
 * Sets where a partner is told of its records, with a new secret.
 * @param url null: nowhere
 * @returns the secret, which is shown this once; undefined where there is no webhook any more
 * @throws WebhookError
 */
export async function setWebhook(
  context: { db: Db; config: Context['config'] },
  clientId: string,
  url: string | null,
): Promise<string | undefined> {
  const secret = secretOf(context.config)
  if (!secret) throw new WebhookError('PORTAL_SECRET: missing. Webhooks need it.')
  const error = url === null ? undefined : errorOfAddress(url, reachOf(context.config))
  if (error) throw new WebhookError(`The webhook's address ${error}.`)
  const key = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = url === null ? null : seal(secret, purpose, key)
  if (!(await webhooks.updateWebhook(context.db, clientId, url, sealed)))
    throw new WebhookError(`There is no partner ${clientId}.`)
  return url === null ? undefined : key
}
