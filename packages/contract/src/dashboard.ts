import { z } from 'zod'
import { dayText, monthText } from './fields.ts'
import { endpoint } from './endpoint.ts'
import { queryText } from './points.ts'
import { routes } from './routes.ts'

/**
 * Sums of a range of days. Points are named as in `pointsSummary`: collected = cookingoils + reuse. Cancellations are
 * subtracted on their own day, so a sum may be negative. Over all time, the sums equal those of all balances.
 */
const activity = {
  collected: z.int(),
  cookingoils: z.int(),
  reuse: z.int(),
  /** Points spent on coupons, minus those given back. */
  redeemed: z.int(),
  /** Points of cancelled collections, already subtracted from `cookingoils`. */
  oil_cancelled: z.int(),
  /** Points given back for cancelled coupons, already subtracted from `redeemed`. */
  coupons_cancelled: z.int(),
  /** Litres of the deliveries whose records contain them, minus cancellations; at most three decimals. */
  litres: z.number(),
  /** Items of the reuse records that contain them. */
  items: z.int(),
  /** Oil deliveries without litres, and reuse records without items. */
  without_litres: z.int(),
  without_items: z.int(),
  records: z.int(),
  /** Citizens who activated their account on these days. */
  new_accounts: z.int(),
}
export const activitySums = z.object(activity)
export type ActivitySums = z.output<typeof activitySums>

const days = { from: dayText, to: dayText }

/** Ranges are whole days of Europe/Athens, YYYY-MM-DD, both included. */
export const dashboard = z.object({
  /** The requested range, limited to days that can have data; null if there are none. */
  period: z.object(days).nullable(),
  totals: activitySums,
  /** The range of the same length before `period`; null for all time and before the portal's first day. */
  previous: z.object({ ...days, totals: activitySums }).nullable(),
  /**
   * Length of an element of `series`: days up to two months, weeks up to six months, then months. The first and last
   * elements contain only days of the period.
   */
  unit: z.enum(['day', 'week', 'month']),
  series: z.array(z.object({ ...days, ...activity })),
  /** By municipality at the time of the record, most points first. `id` null: unknown; `name` null: deleted since. */
  municipalities: z.array(z.object({ id: z.int().nullable(), name: z.string().nullable(), ...activity })),
  /** People with at least one record, for each whole calendar month that overlaps the period. */
  active_citizens: z.array(z.object({ month: monthText, citizens: z.int() })),
})
export type Dashboard = z.output<typeof dashboard>

export const showDashboard = endpoint({
  ...routes.showDashboard,
  summary:
    'Returns points collected and spent by day, source and municipality, new accounts and active citizens',
  query: z.object({ from: queryText, to: queryText }),
  reply: dashboard,
  errors: ['date_invalid'],
})
