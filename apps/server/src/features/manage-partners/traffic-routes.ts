import {
  listPartnerCalls,
  listPartnerDeliveries,
  listPartnerRecords,
  retryPartnerDelivery,
  retryPartnerWebhook,
  setPartnerWebhook,
  testPartnerWebhook,
} from '@portal/contract/partner-traffic.ts'
import * as calls from '#server/features/partner-api/calls-service.ts'
import { listRejections } from '#server/features/partner-api/rejections-service.ts'
import * as webhooks from '#server/features/partner-api/webhook-service.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { countPeopleRead } from '#server/lib/audit/staff-reads.ts'
import { listRestricted, seesRestricted } from '#server/lib/restrictions/restrictions.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import { asApiError } from './errors.ts'
import { deliveryOf, findManaged } from './service.ts'

/** Webhook messages that the screen lists. */
const shownDeliveries = 100

/** What a partner sends and receives, for operators. */
export const partnerTrafficRoutes: Routes = (scope, context) => {
  const show = (clientId: string) => findManaged(context, clientId)

  handle(scope, listPartnerCalls, ({ params: { client }, query }) =>
    asApiError(async () => {
      const { counts } = await listRejections(context, client, 0)
      const found = await calls.listCalls(context, client, query.outcome)
      return { counts, calls: found.map(toWire) }
    }),
  )

  handle(scope, listPartnerRecords, async ({ actor, params: { client }, query }) => {
    await auditRead(context, actor, { action: 'points.list', details: { partner: client } })
    const { records, next } = await asApiError(() => calls.listRecords(context, client, query.before))
    const people = records.map(({ participantId }) => participantId)
    await countPeopleRead(context, actor, people)
    const hidden = seesRestricted(actor) ? new Set() : await listRestricted(context.db, people)
    return {
      records: records.map((record) => ({
        ...toWire(record),
        participant: hidden.has(record.participantId) ? null : record.participantId,
      })),
      next,
    }
  })

  handle(scope, setPartnerWebhook, async ({ actor, params: { client }, body }) => {
    const { webhook_url: url, version } = body
    const secret = await asApiError(() => webhooks.setWebhook(context, byActor(actor), client, url, version))
    return { partner: await show(client), secret: secret ?? null }
  })

  handle(scope, testPartnerWebhook, async ({ actor, params: { client } }) => {
    const answer = await asApiError(() => webhooks.testWebhook(context, byActor(actor), client))
    return { ...answer, delivered: webhooks.isDelivered(answer) }
  })

  handle(scope, listPartnerDeliveries, async ({ params: { client } }) => {
    const found = await asApiError(() => webhooks.listDeliveries(context, client, shownDeliveries))
    return { deliveries: found.map(deliveryOf) }
  })

  handle(scope, retryPartnerDelivery, async ({ actor, params: { client, delivery } }) => {
    await asApiError(() => webhooks.retryWebhook(context, byActor(actor), client, delivery))
    return show(client)
  })

  handle(scope, retryPartnerWebhook, async ({ actor, params: { client } }) => {
    await asApiError(() => webhooks.retryWebhook(context, byActor(actor), client))
    return show(client)
  })
}
