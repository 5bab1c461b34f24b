import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { absentOr, typeChecked } from './fields.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { moment, mostPoints, newRecord, recordFieldRules, reference } from './partner-fields.ts'
import { description, queryText } from './points.ts'
import { textRules } from './error-codes.ts'
import { routes } from './routes.ts'

/** What a delivery waits for: its sticker is none of the portal's, nobody's, or was reported lost. */
export const waitsFor = z.enum(['sticker_unknown', 'sticker_unbound', 'sticker_lost'])

/**
 * What became of one record.
 * `recorded`: it stands in the ledger now. `repeated`: it stood there before, as the same record. `waiting`: its sticker
 * belongs to nobody yet; it is credited when it does, and the same record sent again then says `repeated`.
 * `withdrawn`: it waited and was taken back. `rejected`: nothing was changed; `code` says why, `errors` in the words of
 * a single rejection.
 */
const answer = z.object({
  reference: z.string().nullable(),
  status: z.enum(['recorded', 'repeated', 'waiting', 'withdrawn', 'refused']),
  id: z.int().optional(),
  points: z.int().optional(),
  waits_for: waitsFor.optional(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
})
export type Answer = z.output<typeof answer>

/** So many records a call; more are two calls. */
export const mostRecords = 1_000

/** Each record of a list is read by itself, so that one that is wrong doesn't reject the others. */
const records = typeChecked(
  (value) => (Array.isArray(value) ? (value as unknown[]) : undefined),
  'list_type',
  z
    .array(z.unknown().meta(jsonSchemaOf(newRecord, 'input')))
    .min(1, 'list_empty')
    .max(mostRecords, 'list_too_long'),
)

/** The error codes of one record. */
const recordErrors = [
  ...recordFieldRules,
  'reference_conflict',
  'points_insufficient',
  'points_spent',
  'points_not_given',
  'reversal_only',
  'participant_unknown',
  'points_sign',
  'rate_missing',
  'sticker_only_adds',
  'waiting_full',
  'consent_missing',
  'description_not_allowed',
  'moment_future',
  'moment_past',
  'moment_too_old',
] as const

export const recordPoints = endpoint({
  ...routes.recordPoints,
  summary: `Record points: one record, or {"records": [up to ${mostRecords}]} with an answer for each`,
  // Either form: zod reads the list alone, and the service each record by itself.
  body: z
    .looseObject({ records: records.optional() })
    .meta({ anyOf: [jsonSchemaOf(newRecord, 'input'), { required: ['records'] }] }),
  status: 200,
  reply: z.union([z.object({ results: z.array(answer) }), answer]),
  errors: [...recordErrors, 'throttled', 'list_type', 'list_empty', 'list_too_long'],
})

export const reversePoints = endpoint({
  ...routes.reversePoints,
  summary: 'Reverse a record by its reference, in whole or in part; each reversal is a record',
  body: z.strictObject({
    reference,
    reversal_reference: reference,
    happened_at: moment,
    /** How many of the record's points are taken back; absent: the whole record. */
    points: z
      .int({ error: absentOr('integer_invalid') })
      .min(1, 'too_small')
      .max(mostPoints, 'too_big')
      .optional(),
    as: z.enum(['coupon_cancelled', 'coupon_reimbursed'], { error: absentOr('choice_invalid') }).optional(),
    reason: reference.optional(),
  }),
  status: 200,
  reply: answer,
  errors: [
    ...textRules,
    'field_unknown',
    'choice_invalid',
    'moment_invalid',
    'integer_invalid',
    'too_small',
    'too_big',
    'reference_unknown',
    'reference_conflict',
    'already_reversed',
    'reversal_exceeds',
    'points_not_given',
    'not_reversible',
    'reversal_kind',
    'points_spent',
    'description_not_allowed',
    'moment_future',
    'moment_past',
    'moment_too_old',
    'throttled',
  ],
})

/**
 * By `sub`; for a first party also by the account's number. A third party needs a live consent with the scope `points`.
 */
export const findBalance = endpoint({
  ...routes.findBalance,
  summary: 'How many points a participant can spend',
  params: z.object({ participant: z.string().max(100) }),
  status: 200,
  reply: z.object({ sub: z.string(), available: z.int() }),
  errors: ['not_found', 'consent_missing', 'throttled'],
})

/** A record of the partner's own, as the list of events and the webhook tell it. */
export const pointsEvent = z.object({
  cursor: z.int(),
  type: z.enum(['record.created', 'record.credited', 'record.reversed']),
  record: z.object({
    id: z.int(),
    reference: z.string(),
    /** Absent for a third party without a live consent of the participant. */
    sub: z.string().optional(),
    description,
    points: z.int(),
    created_at: z.string(),
    received_at: z.string(),
    reverses: z.string().nullable(),
  }),
})
export type PointsEvent = z.output<typeof pointsEvent>

export const listEvents = endpoint({
  ...routes.listEvents,
  summary: 'What happened to the own records since `after`, oldest first; begin with 0, go on with `next`',
  query: z.object({ after: queryText, limit: queryText }),
  status: 200,
  reply: z.object({ events: z.array(pointsEvent), next: z.int() }),
  errors: ['cursor_invalid', 'throttled'],
})
