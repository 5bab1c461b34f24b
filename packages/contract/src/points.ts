import { z } from 'zod'
import { descriptions } from './words/descriptions.ts'
import { moment } from './fields.ts'
import { endpoint, fileHeaders, workbook } from './endpoint.ts'
import { placeKinds } from './places.ts'
import { routes } from './routes.ts'

export const description = z.enum(descriptions)

/**
 * Sums in points. collected = cookingoils + reuse; redeemed = points spent on coupons minus those given back;
 * available = collected − redeemed, which is the sum of all records.
 */
export const pointsSummary = z.object({
  available: z.int(),
  collected: z.int(),
  reuse: z.int(),
  cookingoils: z.int(),
  redeemed: z.int(),
})
export type PointsSummary = z.output<typeof pointsSummary>

export const recordPlace = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(placeKinds),
  /** Id of its municipality. */
  municipality: z.int(),
})
export type RecordPlace = z.output<typeof recordPlace>

/** `points` are signed; `created_at` has the offset of Europe/Athens and at most milliseconds. */
export const pointsRecord = z.object({
  id: z.int(),
  /** null: the processing of the person's data is restricted, and the reader may not see whose record it is. */
  participant: z.object({ id: z.int(), email: z.string() }).nullable(),
  points: z.int(),
  created_at: moment,
  description,
  /** The collection point that the partner named, by its number or name; absent: none. */
  place: recordPlace.optional(),
})
export type PointsRecord = z.output<typeof pointsRecord>

export const pointsPage = z.object({
  results: z.array(pointsRecord),
  count: z.int(),
  total_pages: z.int(),
})
export type PointsPage = z.output<typeof pointsPage>

/** Optional query parameter as text. Of repeated parameters the last one is used, like in Django. */
export const queryText = z
  .preprocess((value) => (Array.isArray(value) ? value.at(-1) : value), z.string().optional())
  .optional()

const paging = { page: queryText, page_size: queryText }

/** `created_at_after` and `created_at_before` are whole days of Europe/Athens, both included, as YYYY-MM-DD. */
const range = { created_at_after: queryText, created_at_before: queryText }

export const summarizePoints = endpoint({
  ...routes.summarizePoints,
  summary: 'Returns the sums of points of the signed-in account',
  reply: pointsSummary,
  errors: ['not_signed_in'],
})

export const listOwnPoints = endpoint({
  ...routes.listOwnPoints,
  summary: 'Lists the points records of the signed-in account, newest first',
  query: z.object({ ...paging, ...range }),
  reply: pointsPage,
  errors: ['not_signed_in', 'date_invalid', 'page_invalid'],
})

/** Litres of oil that the account delivered in a calendar year of Europe/Athens, without cancelled deliveries. */
export const pointsYear = z.object({ year: z.int(), litres: z.number() })
export type PointsYear = z.output<typeof pointsYear>

export const summarizeOwnYear = endpoint({
  ...routes.summarizeOwnYear,
  summary: 'Returns the litres of oil that the signed-in account delivered this year',
  reply: pointsYear,
  errors: ['not_signed_in'],
})

/**
 * `count`: number of the account's records. It only grows, so a page with fewer records is out of date. `used_at`: when a
 * desk last used one of its coupons.
 */
export const pointsChange = z.object({ count: z.int(), used_at: moment.nullable() })
export type PointsChange = z.output<typeof pointsChange>

export const watchOwnPoints = endpoint({
  ...routes.watchOwnPoints,
  summary:
    'Streams the number of points records of the signed-in account and the last use of a coupon at a desk: at once, and within a second of each new one',
  events: pointsChange,
  errors: ['not_signed_in'],
})

export const listPoints = endpoint({
  ...routes.listPoints,
  summary: 'Lists the points records of all participants, newest first, filtered by participant and days',
  query: z.object({ ...paging, ...range, participant: queryText }),
  reply: pointsPage,
  errors: ['participant_unknown', 'processing_restricted', 'date_invalid', 'page_invalid'],
})

/** Sums of points records by sign: `negative` is zero or less, `balance` the sum of both. */
export const pointsTotals = z.object({ positive: z.int(), negative: z.int(), balance: z.int() })
export type PointsTotals = z.output<typeof pointsTotals>

export const totalPoints = endpoint({
  ...routes.totalPoints,
  summary: 'Returns the sums of the positive and of the negative points records that match the filters',
  query: z.object({ ...range, participant: queryText }),
  reply: pointsTotals,
  errors: ['participant_unknown', 'processing_restricted', 'date_invalid'],
})

export const exportPoints = endpoint({
  ...routes.exportPoints,
  summary: 'Exports all points records that match the filters, newest first, as an Excel workbook',
  query: z.object({ ...range, participant: queryText }),
  file: { name: 'points.xlsx', type: workbook },
  headers: fileHeaders,
  errors: ['participant_unknown', 'processing_restricted', 'date_invalid', 'throttled'],
})
