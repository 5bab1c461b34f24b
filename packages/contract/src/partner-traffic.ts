import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr, moment } from './fields.ts'
import { version } from './manage-fields.ts'
import { clientParam, entered, shownPartner } from './manage-partners.ts'
import { queryText } from './points.ts'
import { routes } from './routes.ts'
import { descriptions } from './words/descriptions.ts'

export const callOutcomes = ['recorded', 'waiting', 'repeated', 'refused'] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** What became of a record that a partner sent, without personal data. */
const partnerCall = z.object({
  outcome: z.enum(callOutcomes),
  at: moment,
  /** The partner's number of the record; '' if it may be something else, and of repeated ones. */
  reference: z.string(),
  /** Of recorded and waiting ones. */
  description: z.enum(descriptions).nullable(),
  points: z.int().nullable(),
  /** The error of refused ones. */
  code: z.string().nullable(),
  /** Repeated ones are counted by minute. */
  count: z.int(),
})
export type PartnerCall = z.output<typeof partnerCall>

export const listPartnerCalls = endpoint({
  ...routes.listPartnerCalls,
  summary:
    'Lists the newest 200 outcomes of records of a partner, all or of one kind, and numbers of the rejections of 30 days by error code',
  params: clientParam,
  query: z.object({ outcome: queryText }),
  reply: z.object({
    counts: z.array(z.object({ code: z.string(), count: z.int() })),
    calls: z.array(partnerCall),
  }),
  errors: ['not_found'],
})

export const listPartnerRecords = endpoint({
  ...routes.listPartnerRecords,
  summary: 'Lists the points records that a partner wrote, a hundred at a time, the last received first',
  params: clientParam,
  query: z.object({ before: queryText }),
  reply: z.object({
    records: z.array(
      z.object({
        id: z.int(),
        created_at: moment,
        description: z.enum(descriptions),
        points: z.int(),
        reference: z.string(),
        /** Number of the account; null: its data is restricted, and the reader may not see whose record it is. */
        participant: z.int().nullable(),
      }),
    ),
    /** `before` of the next page; null: there is none. */
    next: z.int().nullable(),
  }),
  errors: ['not_found', 'cursor_invalid'],
})

export const setPartnerWebhook = endpoint({
  ...routes.setPartnerWebhook,
  summary: 'Sets or removes the webhook of a partner, with a new signing secret, which is returned once',
  params: clientParam,
  body: z.object({ version, webhook_url: entered.nullable() }),
  account: true,
  confirmed: true,
  /** secret: null if the webhook was removed. */
  reply: z.object({ partner: shownPartner, secret: z.string().nullable() }),
  errors: [
    ...textRules,
    'integer_invalid',
    'address_unreadable',
    'address_insecure',
    'address_with_user',
    'address_with_fragment',
    'address_private',
    'portal_secret_missing',
    'not_found',
    'changed_meanwhile',
  ],
})

/** How a webhook answered. status: null if it could not be reached; reason: then the error's code, such as ECONNREFUSED. */
const answer = { status: z.int().nullable(), reason: z.string().nullable(), milliseconds: z.int() }

export const testPartnerWebhook = endpoint({
  ...routes.testPartnerWebhook,
  summary:
    'Sends a signed message of the type `test` to the webhook of a partner and returns how it answered',
  params: clientParam,
  account: true,
  reply: z.object({ ...answer, delivered: z.boolean() }),
  errors: ['not_found'],
})

const delivery = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'sending', 'delivered', 'given_up']),
  queued_at: moment,
  /** Of the end of a delivered or given up message, or of the next try. */
  at: moment,
  events: z.int(),
  tries: z.int(),
  /** The last answer to it; null: none yet. */
  answer: z.object(answer).nullable(),
})
export type Delivery = z.output<typeof delivery>

export const listPartnerDeliveries = endpoint({
  ...routes.listPartnerDeliveries,
  summary:
    'Lists the newest 100 webhook messages of a partner: those that wait, and those that ended in the last hour',
  params: clientParam,
  reply: z.object({ deliveries: z.array(delivery) }),
  errors: ['not_found'],
})

export const retryPartnerDelivery = endpoint({
  ...routes.retryPartnerDelivery,
  summary: 'Sends a webhook message of a partner again now, if it failed',
  params: clientParam.extend({ delivery: z.uuid({ error: absentOr('invalid') }) }),
  account: true,
  reply: shownPartner,
  errors: ['not_found'],
})

export const retryPartnerWebhook = endpoint({
  ...routes.retryPartnerWebhook,
  summary: 'Sends the waiting webhook messages of a partner now, instead of after the pause of its failures',
  params: clientParam,
  account: true,
  reply: shownPartner,
  errors: ['not_found'],
})
