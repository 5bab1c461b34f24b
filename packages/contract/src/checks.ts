import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr, idParam, line, shortIdParam, dayText, moment } from './fields.ts'
import { queryText } from './points.ts'
import { dataRequestFacts, requestText } from './privacy.ts'
import { routes } from './routes.ts'

/** `state`: 'open' (default) or 'all'; `page` begins at 1. */
const listQuery = z.object({ state: queryText, page: queryText })

/** Items per page of both lists. */
export const checksPageSize = 20

const note = line(500)
const person = z.object({ id: z.int(), full_name: z.string() })
/** Who decided, when, with which note. */
const decided = { decided_by: z.string().nullable(), decided_at: moment.nullable(), note: z.string() }

/**
 * A sum of points above a cap on a day: of a partner (`participant` null), of a participant from all partners (`partner`
 * null), or of a participant from one partner. `rejected`: a record was rejected. `credited_twice`: deliveries that may be
 * those that staff credited by hand; `cap` is what they gave by hand. `points`: the sum when it was raised. Of `staff`: the
 * number of people whose data a member of staff read on the day, as `points`.
 */
const pointsFlag = z.object({
  id: z.int(),
  partner: z.string().nullable(),
  participant: person.nullable(),
  staff: z.object({ id: z.int(), name: z.string() }).nullable(),
  day: dayText,
  rejected: z.boolean(),
  credited_twice: z.boolean(),
  cap: z.int(),
  points: z.int(),
  raised_at: moment,
  /**
   * A member of staff who decided on something of the participant, or of the requester, and shares this with that account:
   * perhaps the same person. 'filing': something, when the claim was filed.
   */
  same_person: z
    .object({
      staff: z.string(),
      requester: z.string().nullable(),
      shared: z.array(z.enum(['email', 'telephone', 'network', 'filing'])),
      occasion: z.string(),
    })
    .nullable(),
  ...decided,
})
export type PointsFlag = z.output<typeof pointsFlag>

export const listFlags = endpoint({
  ...routes.listFlags,
  summary:
    'Lists sums of points above a cap, deliveries that may be credited twice, and staff who read the data of many people, newest first',
  query: listQuery,
  reply: z.object({ count: z.int(), results: z.array(pointsFlag) }),
  errors: ['page_invalid'],
})

export const resolveFlag = endpoint({
  ...routes.resolveFlag,
  summary: 'Marks a flag as checked',
  params: shortIdParam,
  body: z.object({ note }),
  account: true,
  reply: pointsFlag,
  errors: [
    ...textRules,
    'not_found',
    'already_decided',
    'request_own',
    'approver_pending',
    'approver_waiting',
  ],
})

export const listApprovers = endpoint({
  ...routes.listApprovers,
  summary:
    'Lists the managers who wait for the confirmation of an approver, and says when the caller approves',
  reply: z.object({
    /** The signed-in account; `from` is null until another approver has confirmed it. */
    own: z.object({ from: moment.nullable(), approves: z.boolean() }),
    waiting: z.array(
      z.object({
        id: z.int(),
        email: z.string(),
        full_name: z.string(),
        /** null: a command of the operator. */
        asked_by: z.string().nullable(),
        asked_at: moment,
        /** Whether the caller is the person, or asked for it, and so cannot confirm. */
        own: z.boolean(),
      }),
    ),
  }),
  errors: [],
})

export const confirmApprover = endpoint({
  ...routes.confirmApprover,
  summary: 'Confirms that a manager may approve, from a day later on',
  params: idParam,
  account: true,
  status: 204,
  errors: ['not_found', 'already_decided', 'request_own', 'approver_pending', 'approver_waiting'],
})

export const approvalKinds = [
  'rate_added',
  'rate_closed',
  'rate_deleted',
  'rate_replaced',
  'points_imported',
  'points_added',
  'email_changed',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/**
 * A new rate, or one that is deleted or ends: `valid_to` is then the requested last day. `replaces`: points per unit of the
 * rate in whose place it is valid.
 */
export const requestedRate = z.object({
  description: z.string(),
  unit: z.enum(['litre', 'item']),
  material: z.string().nullable(),
  points_per_unit: z.number(),
  valid_from: dayText,
  valid_to: dayText.nullable(),
  replaces: z.number().nullable(),
  note: z.string(),
})

/** A request for a change that a second person has to approve. The facts of other kinds are null. */
export const approval = z.object({
  id: z.int(),
  kind: z.enum(approvalKinds),
  points: z.int().nullable(),
  /** Of a manual record. */
  record: z
    .object({ participant: person, description: z.string(), created_at: moment, reason: z.string() })
    .nullable(),
  /** Of another e-mail address. `to` is null if it was rejected, replaced or deleted since. */
  email: z.object({ participant: person, to: z.string().nullable(), reason: z.string() }).nullable(),
  /** Of an import. */
  file: z.object({ name: z.string(), sha256: z.string(), records: z.int() }).nullable(),
  rate: requestedRate.nullable(),
  requested_by: z.string(),
  requested_at: moment,
  /** Whether the signed-in account requested it, and so cannot decide. */
  own: z.boolean(),
  decision: z.enum(['approved', 'rejected']).nullable(),
  ...decided,
  executed_at: moment.nullable(),
})
export type Approval = z.output<typeof approval>

export const listApprovals = endpoint({
  ...routes.listApprovals,
  summary:
    'Lists changes of rates, imports, manual records and changes of addresses that need a second person, newest first',
  query: listQuery,
  reply: z.object({ count: z.int(), results: z.array(approval) }),
  errors: ['page_invalid'],
})

export const decideApproval = endpoint({
  ...routes.decideApproval,
  summary:
    'Approves or rejects a request of another person; an approved change takes effect with the decision',
  params: shortIdParam,
  body: z.object({
    decision: z.enum(['approved', 'rejected'], { error: absentOr('choice_invalid') }),
    note: note.optional(),
  }),
  account: true,
  reply: approval,
  errors: [
    ...textRules,
    'choice_invalid',
    'not_found',
    'already_decided',
    'request_own',
    'approver_pending',
    'approver_waiting',
    'request_impossible',
  ],
})

/** Where a text stands: notes of calls, claims, details of partners' waiting deliveries, checks, stickers, searches of staff. */
export const mentionPlaces = [
  'call_note',
  'claim_note',
  'claim_answer',
  'delivery',
  'flag_note',
  'request_reason',
  'request_note',
  'batch_note',
  'search',
] as const
export type MentionPlace = (typeof mentionPlaces)[number]

/** Items per page. */
export const mentionsPageSize = 20

/**
 * A text that is not on an erased person's own page and may mention that person. `account`: the erased account's number.
 * `participant`: on whose page the text is. `begins`, `ends`: the mention in the text, in UTF-16 units. `found_at`: when the
 * account was erased.
 */
const mention = z.object({
  id: z.int(),
  account: z.int(),
  place: z.enum(mentionPlaces),
  participant: person.nullable(),
  text: z.string(),
  begins: z.int(),
  ends: z.int(),
  written_at: moment,
  found_at: moment,
})
export type Mention = z.output<typeof mention>

export const listMentions = endpoint({
  ...routes.listMentions,
  summary: 'Lists texts that may mention an erased person and wait for a decision, oldest first',
  query: z.object({ page: queryText }),
  reply: z.object({ count: z.int(), results: z.array(mention) }),
  errors: ['page_invalid'],
})

export const mentionDecisions = ['remove', 'keep'] as const
export type MentionDecision = (typeof mentionDecisions)[number]

export const decideMention = endpoint({
  ...routes.decideMention,
  summary: 'Removes a text that mentions an erased person, or leaves it',
  params: idParam,
  body: z.object({ decision: z.enum(mentionDecisions, { error: absentOr('choice_invalid') }) }),
  account: true,
  status: 204,
  errors: [...textRules, 'choice_invalid', 'not_found', 'approver_pending', 'approver_waiting'],
})

/** A request as managers see it. `overdue`: not answered in time. */
const dataRequest = z.object({
  ...dataRequestFacts,
  participant: person,
  overdue: z.boolean(),
  /** Whether the account is restricted now. */
  restricted: z.boolean(),
  answered_by: z.string().nullable(),
})
export type DataRequest = z.output<typeof dataRequest>

export const listDataRequests = endpoint({
  ...routes.listDataRequests,
  summary: `Lists requests of citizens about their data, the most urgent first, ${checksPageSize} a page`,
  query: listQuery,
  reply: z.object({ count: z.int(), results: z.array(dataRequest) }),
  errors: ['page_invalid'],
})

export const answerDataRequest = endpoint({
  ...routes.answerDataRequest,
  summary: 'Answers a request and mails the answer',
  params: idParam,
  body: z.object({
    outcome: z.enum(['done', 'refused'], { error: absentOr('choice_invalid') }),
    answer: requestText,
  }),
  account: true,
  status: 204,
  errors: [...textRules, 'choice_invalid', 'not_found', 'already_decided'],
})

export const extendDataRequest = endpoint({
  ...routes.extendDataRequest,
  summary: 'Extends the time for the answer once, by two months, and mails the reason (article 12(3))',
  params: idParam,
  body: z.object({ reason: requestText }),
  account: true,
  status: 204,
  errors: [...textRules, 'not_found', 'already_decided', 'extension_impossible'],
})
