import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr, dayText, idParam, line, moment, shortIdParam, stickerCode, whole } from './fields.ts'
import { maxPointsPerRecord } from './partner-record-fields.ts'
import { waitsFor } from './partner-points.ts'
import { description, queryText } from './points.ts'
import { routes } from './routes.ts'
import { differences, rejectionReasons } from './words/claim-facts.ts'

/** Items per page of the staff's list. */
export const claimsPageSize = 20

/** Days in which a citizen can report what a desk recorded. */
export const notMineDays = 30

/**
 * What a desk recorded for a citizen, who says that it was somebody else. `record`: of the points; of a coupon that was used
 * (`title` is its own), the coupon's. `points`: of the record; what a coupon had cost is negative.
 */
const visit = z.object({
  record: z.int(),
  at: moment,
  partner: z.string(),
  device: z.string(),
  description,
  title: z.string().nullable(),
  points: z.int(),
})

/**
 * What a citizen reports: a delivery that was not credited, with approximate `litres` and `hour`, or a `visit` at a desk of
 * somebody else.
 */
const reported = {
  id: z.int(),
  visit: visit.nullable(),
  /** The sticker code in groups of four, as typed if it is none. */
  sticker: z.string().nullable(),
  /** Name of the collection point. */
  place: z.string().nullable(),
  day: dayText,
  hour: z.int().nullable(),
  litres: z.number().nullable(),
  note: z.string(),
  created_at: moment,
  decided_at: moment.nullable(),
  /** Credited points, once decided; of a visit, those of the record that took them back, null for a coupon. */
  points: z.int().nullable(),
  reason: z.enum(rejectionReasons).nullable(),
  /** What staff wrote to the citizen. */
  answer: z.string(),
}

/** A claim, for the citizen. The same for every code: it does not show whether a sticker or a delivery exists. */
const ownClaim = z.object({ ...reported, state: z.enum(['open', 'credited', 'undone', 'rejected']) })
export type OwnClaim = z.output<typeof ownClaim>

export const listOwnClaims = endpoint({
  ...routes.listOwnClaims,
  summary:
    'Lists the claims of the signed-in account, newest first: about deliveries that were not credited, and what desks recorded',
  reply: z.array(ownClaim),
  errors: ['not_signed_in'],
})

export const reportClaim = endpoint({
  ...routes.reportClaim,
  summary: 'Reports a delivery that was not credited. A repeated submission returns the first claim',
  body: z.object({
    /** Chosen by the client, the same for a repeated call. */
    submission: z.uuid({ error: absentOr('choice_invalid') }),
    sticker: stickerCode.optional(),
    /** Id of a collection point; required without a sticker. */
    place: line(100).optional(),
    day: line(10),
    hour: whole(0, 23).optional(),
    litres: z
      .number({ error: absentOr('number_invalid') })
      .min(0.1, { error: 'too_small', abort: true })
      .max(1_000, { error: 'too_big', abort: true })
      .refine((litres) => Number.isInteger(Math.round(litres * 1e6) / 1e3), 'decimals')
      .optional(),
    note: line(500).optional(),
  }),
  account: true,
  reply: ownClaim,
  errors: [
    ...textRules,
    'choice_invalid',
    'moment_invalid',
    'moment_future',
    'moment_too_old',
    'integer_invalid',
    'number_invalid',
    'decimals',
    'too_small',
    'too_big',
    'claims_full',
    'throttled',
  ],
})

export const reportNotMine = endpoint({
  ...routes.reportNotMine,
  summary: `Reports that what a desk recorded in the last ${notMineDays} days was of somebody else. A repeated report returns the first claim`,
  params: idParam,
  account: true,
  reply: ownClaim,
  errors: ['not_signed_in', 'not_found', 'record_too_old'],
})

const person = z.object({ id: z.int(), full_name: z.string() })

/**
 * A claim, for staff. `approval`: id of the request that waits for a second person. `own`: it is of the signed-in account,
 * so a colleague decides. `decided_by` is null if it was credited automatically.
 */
const claimRow = {
  ...reported,
  state: z.enum(['open', 'approval', 'credited', 'undone', 'rejected']),
  participant: person,
  own: z.boolean(),
  approval: z.int().nullable(),
  decided_by: z.string().nullable(),
}
const claim = z.object(claimRow)
export type Claim = z.output<typeof claim>

export const listClaims = endpoint({
  ...routes.listClaims,
  summary: 'Lists the open claims, oldest first, or the decided ones, newest first',
  /** `state`: 'open' (default) or 'decided'; `page` begins at 1. */
  query: z.object({ state: queryText, page: queryText }),
  reply: z.object({ count: z.int(), results: z.array(claim) }),
  errors: ['page_invalid'],
})

export const countClaims = endpoint({
  ...routes.countClaims,
  summary: 'Returns the number of open claims, for the menu',
  reply: z.object({ open: z.int() }),
  errors: [],
})

/** A waiting delivery that may be the reported one, and in what it differs. `owner`: of a sticker that was lost. */
const candidate = z.object({
  id: z.int(),
  /** Not in groups, so that it can be compared. */
  sticker: z.string(),
  /** The sticker code of the citizen that is closest to it. */
  compared: z.string().nullable(),
  differences: z.array(z.enum(differences)),
  site: z.string(),
  description,
  points: z.int(),
  litres: z.number().nullable(),
  place: z.string().nullable(),
  created_at: moment,
  waits_for: waitsFor,
  owner: person.nullable(),
})
export type Candidate = z.output<typeof candidate>

const credited = z.object({
  id: z.int(),
  description,
  points: z.int(),
  litres: z.number().nullable(),
  place: z.string().nullable(),
  created_at: moment,
})

/**
 * A claim with its evidence. `credited`: the citizen's deliveries around that day. `suggested_points`: the reported
 * litres at the rate of that day.
 */
const claimDetails = z.object({
  ...claimRow,
  email: z.string(),
  candidates: z.array(candidate),
  credited: z.array(credited),
  points_per_litre: z.number().nullable(),
  suggested_points: z.int().nullable(),
})
export type ClaimDetails = z.output<typeof claimDetails>

export const findClaim = endpoint({
  ...routes.findClaim,
  summary: 'Returns a claim with the waiting deliveries that may be the reported one',
  params: shortIdParam,
  reply: claimDetails,
  errors: ['not_found'],
})

export const decideClaim = endpoint({
  ...routes.decideClaim,
  summary:
    'Decides on a claim: credits a waiting delivery, credits points by hand, takes back what a desk recorded, or rejects. Points above FOUR_EYES_ABOVE need a second person',
  params: shortIdParam,
  body: z.object({
    /** 'undo', for a visit: takes its points back, or the use of its coupon. */
    answer: z.enum(['delivery', 'points', 'undo', 'reject'], { error: absentOr('choice_invalid') }),
    /** Id of a candidate, for 'delivery'. */
    delivery: z.int({ error: absentOr('integer_invalid') }).optional(),
    /** For 'points'. */
    points: whole(1, maxPointsPerRecord).optional(),
    /** For 'reject'; 'other' requires a text. */
    reason: z.enum(rejectionReasons, { error: absentOr('choice_invalid') }).optional(),
    text: line(500).optional(),
    /** Ids of the `credited` deliveries that the decider saw. Nothing is credited if the account has others. */
    credited: z
      .array(z.int({ error: absentOr('integer_invalid') }), { error: absentOr('integer_invalid') })
      .optional(),
  }),
  account: true,
  reply: claim,
  errors: [
    ...textRules,
    'choice_invalid',
    'integer_invalid',
    'too_small',
    'too_big',
    'not_found',
    'already_decided',
    'claim_own',
    'claim_changed',
    'delivery_gone',
    'participant_unknown',
    'already_reversed',
    'points_spent',
    'processing_restricted',
    'coupon_expired',
    'coupon_code_gone',
  ],
})
