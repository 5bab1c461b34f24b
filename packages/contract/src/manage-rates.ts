import { z } from 'zod'
import { approval, approvalKinds, requestedRate } from './checks.ts'
import { type Description, descriptions, isDelivery } from './words/descriptions.ts'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { absentOr, dayText, line, monthText, shortIdParam } from './fields.ts'
import { absentIfEmpty } from './manage-fields.ts'
import { cleanText } from './partner-record-fields.ts'
import { routes } from './routes.ts'

/** Kinds of deliveries to which a rate may apply. */
export const ratedDescriptions = descriptions.filter(isDelivery)
export const rateUnits = ['litre', 'item'] as const

/** Points per litre or item as a decimal: '20', '0.5'. A decimal comma is accepted. */
export const pointsPerUnit = z
  .string({ error: absentOr('not_a_string') })
  .overwrite((text) => text.trim().replace(',', '.'))
  .regex(/^(?!0+(\.0+)?$)\d{1,5}(\.\d{1,4})?$/, 'points_per_unit_invalid')

const day = z.iso.date({ error: absentOr('day_invalid') }).refine((day) => day >= '2000-01-01', 'day_invalid')

const rate = z
  .int({ error: absentOr('pk_type') })
  .min(1, 'pk_type')
  .max(2 ** 31 - 1, 'pk_type')
const figures = { points_per_unit: pointsPerUnit, valid_to: absentIfEmpty(day) }
const note = absentIfEmpty(line(200, cleanText))

/** `material` absent: every material without a rate of its own. `valid_to` absent: open end. */
const added = z.object({
  kind: z.literal('rate_added'),
  description: z.enum(ratedDescriptions as [Description, ...Description[]], {
    error: absentOr('choice_invalid'),
  }),
  unit: z.enum(rateUnits, { error: absentOr('choice_invalid') }),
  material: absentIfEmpty(line(100, cleanText)),
  ...figures,
  valid_from: day,
  note,
})
/** Another number of points in place of `rate`, from a day on. `valid_to` absent: that of the replaced rate. */
const replaced = z.object({
  kind: z.literal('rate_replaced'),
  rate,
  ...figures,
  valid_from: day,
  note,
})
const closed = z.object({ kind: z.literal('rate_closed'), rate, last_day: day })
const deleted = z.object({ kind: z.literal('rate_deleted'), rate })

type Period = { valid_from: string; valid_to?: string | undefined }
const isForward = (change: object | Period) =>
  !('valid_from' in change) || change.valid_to === undefined || change.valid_to >= change.valid_from
const reversed = { error: 'period_reversed', path: ['valid_to'] }
/** `input` is the whole body. */
const kind = {
  error: ({ input }: { input?: unknown }) =>
    absentOr('choice_invalid')({ input: (input as { kind?: unknown } | null | undefined)?.kind }),
}

/** A change of the rates. */
export const rateChange = z
  .discriminatedUnion('kind', [added, replaced, closed, deleted], kind)
  .refine(isForward, reversed)
export type RateChangeBody = z.output<typeof rateChange>

/** Of the preview on which the operator decided: a change of other rates and requests is rejected. */
const version = { version: z.string({ error: absentOr('not_a_string') }).max(100, 'too_long') }
const requestedChange = z
  .discriminatedUnion(
    'kind',
    [added.extend(version), replaced.extend(version), closed.extend(version), deleted.extend(version)],
    kind,
  )
  .refine(isForward, reversed)

/** The first day on which deliveries of a kind have no rate; partners' records of that day are rejected. */
const rateGap = z.object({
  description: z.string(),
  unit: z.enum(rateUnits),
  material: z.string().nullable(),
  day: dayText,
})
export type RateGap = z.output<typeof rateGap>

/** `last_used`: the last day with a delivery that has points of this rate. */
const managedRate = z.object({
  id: z.int(),
  description: z.string(),
  unit: z.enum(rateUnits),
  material: z.string().nullable(),
  points_per_unit: z.number(),
  valid_from: dayText,
  valid_to: dayText.nullable(),
  note: z.string(),
  last_used: dayText.nullable(),
})
export type ManagedRate = z.output<typeof managedRate>

const rateRequest = approval
  .pick({
    id: true,
    requested_by: true,
    requested_at: true,
    decision: true,
    decided_by: true,
    decided_at: true,
    note: true,
  })
  .extend({ kind: z.enum(approvalKinds), rate: requestedRate })
export type RateRequest = z.output<typeof rateRequest>

export const listRates = endpoint({
  ...routes.listRates,
  summary:
    'Lists the rates, the kinds of deliveries without a rate in the next 366 days, and requests for changes that wait or were decided in the last 30 days',
  reply: z.object({
    today: dayText,
    /** Whether a change waits for a second person. */
    needs_approval: z.boolean(),
    rates: z.array(managedRate),
    gaps: z.array(rateGap),
    /** Those that wait first, then the newest. */
    requests: z.array(rateRequest),
  }),
  errors: [],
})

/** Deliveries of last month, their points, and those that the changed rates give for them. */
const worth = { deliveries: z.int(), points: z.int(), points_with: z.int() }

const ratePreview = z.object({
  version: z.string(),
  /** The day on which the change begins. */
  day: dayText,
  /** Points per unit that the affected deliveries get then; null: none, they are rejected. */
  points_per_unit: z.number().nullable(),
  /** Days without a rate that the change causes. */
  gaps: z.array(rateGap),
  month: monthText,
  totals: z.object(worth),
  municipalities: z.array(z.object({ id: z.int().nullable(), name: z.string().nullable(), ...worth })),
})
export type RatePreview = z.output<typeof ratePreview>

const impossible = ['rate_overlaps', 'rate_ended', 'rate_begins', 'rate_used', 'not_found'] as const
const invalid = [
  ...textRules,
  'choice_invalid',
  'pk_type',
  'points_per_unit_invalid',
  'day_invalid',
  'period_reversed',
] as const

export const previewRateChange = endpoint({
  ...routes.previewRateChange,
  summary: 'Shows what a change of the rates causes, without making it',
  body: rateChange,
  account: true,
  reply: ratePreview,
  errors: [...invalid, ...impossible],
})

export const requestRateChange = endpoint({
  ...routes.requestRateChange,
  summary: 'Requests a change of the rates, or makes it where no second person has to approve',
  body: requestedChange,
  account: true,
  confirmed: true,
  /** The number of the request; null: the change is made. */
  reply: z.object({ request: z.int().nullable() }),
  errors: [...invalid, ...impossible, 'changed_meanwhile'],
})

export const previewRateRequest = endpoint({
  ...routes.previewRateRequest,
  summary: 'Shows what the change of the rates causes that a request asks for',
  params: shortIdParam,
  reply: ratePreview,
  errors: impossible,
})
