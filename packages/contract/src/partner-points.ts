import { z } from 'zod'
import { couponReversals } from './words/descriptions.ts'
import { endpoint } from './endpoint.ts'
import { absentOr, jsonSchemaOf, moment, typeChecked, whole } from './fields.ts'
import {
  timestamp,
  maxPointsPerRecord,
  newRecord,
  recordFieldRules,
  reference,
} from './partner-record-fields.ts'
import { description, queryText } from './points.ts'
import { textRules } from './error-codes.ts'
import { routes } from './routes.ts'

/** Why a delivery waits: its sticker is unknown, has no owner, or was reported lost. */
export const waitsFor = z.enum(['sticker_unknown', 'sticker_unbound', 'sticker_lost'])

/**
 * Result of one record. `recorded`: added to the ledger. `repeated`: the same record was in the ledger before.
 * `waiting`: its sticker has no owner yet; it is credited when it has one, and sending the same record again then
 * returns `repeated`. `withdrawn`: it waited and was reversed. `refused`: nothing was changed; `errors` is the body of an
 * error response, `code` its first error, `params` the values in its message, and `final` whether the same record may be accepted later.
 */
const answer = z.object({
  reference: z.string().nullable(),
  status: z.enum(['recorded', 'repeated', 'waiting', 'withdrawn', 'refused']),
  id: z.int().optional(),
  points: z.int().optional(),
  waits_for: waitsFor.optional(),
  code: z.string().optional(),
  final: z.boolean().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  errors: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
})
export type Answer = z.output<typeof answer>

/** Maximum records per call. */
export const maxRecords = 1_000

/** The service validates each record of the list separately, so that an invalid one does not reject the others. */
const records = typeChecked(
  // zod would copy the hundred thousands of entries of a list that is too long before it counts them.
  (value) => (Array.isArray(value) ? value.slice(0, maxRecords + 1) : undefined),
  'list_type',
  z
    .array(z.unknown().meta(jsonSchemaOf(newRecord, 'input')))
    .min(1, 'list_empty')
    .max(maxRecords, 'list_too_long'),
)

/** Removes what the JSON Schema of an object says by itself, for a `meta` that describes it by alternatives. */
const undescribed = { type: undefined, properties: undefined, additionalProperties: undefined }

/** Error codes of one record. */
const recordErrors = [
  ...recordFieldRules,
  'reference_conflict',
  'points_insufficient',
  'points_spent',
  'points_not_given',
  'processing_restricted',
  'reversal_only',
  'participant_unknown',
  'points_sign',
  'rate_missing',
  'sticker_only_adds',
  'waiting_full',
  'cap_reached',
  'consent_missing',
  'description_not_allowed',
  'moment_future',
  'moment_past',
  'moment_too_old',
  'coupon_ended',
] as const

export const recordPoints = endpoint({
  ...routes.recordPoints,
  summary: `Records points: one record, or {"records": [up to ${maxRecords}]} with a result for each`,
  // Accepts both forms: zod validates only the list, the service validates each record.
  body: z.looseObject({ records: records.optional() }).meta({
    ...undescribed,
    oneOf: [
      jsonSchemaOf(newRecord, 'input'),
      {
        type: 'object',
        properties: { records: jsonSchemaOf(records, 'input') },
        required: ['records'],
        additionalProperties: false,
      },
    ],
  }),
  reply: z.union([z.object({ results: z.array(answer) }), answer]),
  errors: [...recordErrors, 'throttled', 'list_type', 'list_empty', 'list_too_long'],
})

export const reversePoints = endpoint({
  ...routes.reversePoints,
  summary: 'Reverses a record by its reference, in whole or in part; each reversal is a record',
  body: z.strictObject({
    reference,
    reversal_reference: reference,
    happened_at: timestamp,
    /** Number of points to reverse; absent: the whole record. */
    points: whole(1, maxPointsPerRecord).optional(),
    as: z.enum(couponReversals, { error: absentOr('choice_invalid') }).optional(),
    reason: reference.optional(),
  }),
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
    'processing_restricted',
    'description_not_allowed',
    'moment_future',
    'moment_past',
    'moment_too_old',
    'moment_before_record',
    'throttled',
  ],
})

/**
 * By `sub`; for first parties also by account id. Third parties need the participant's consent with the scope `points`.
 */
export const findBalance = endpoint({
  ...routes.findBalance,
  summary: 'Returns the available points of a participant',
  params: z.object({ participant: z.string().max(100) }),
  reply: z.object({ sub: z.string(), available: z.int() }),
  errors: ['not_found', 'consent_missing', 'processing_restricted', 'throttled'],
})

/** An event of one of the partner's records, as in the list of events and in webhooks. */
export const pointsEvent = z.object({
  cursor: z.int(),
  type: z.enum(['record.created', 'record.credited', 'record.reversed']),
  record: z.object({
    id: z.int(),
    reference: z.string(),
    /** Absent for third parties without the participant's consent, and while the participant's data are restricted. */
    sub: z.string().optional(),
    description,
    points: z.int(),
    created_at: moment,
    received_at: moment,
    reverses: z.string().nullable(),
  }),
})
export type PointsEvent = z.output<typeof pointsEvent>

/** The query parameters are text, and the service reads them: an invalid cursor has an error code of its own. */
const wholeNumber = { type: 'integer', minimum: 0 }

export const listEvents = endpoint({
  ...routes.listEvents,
  summary:
    'Lists the events of your records after the cursor `after`, oldest first. Start with 0, continue with `next`',
  query: z.object({ after: queryText.meta(wholeNumber), limit: queryText.meta(wholeNumber) }),
  reply: z.object({ events: z.array(pointsEvent), next: z.int() }),
  errors: ['cursor_invalid', 'throttled'],
})
