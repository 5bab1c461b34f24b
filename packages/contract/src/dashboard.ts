import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { queryText } from './points.ts'
import { routes } from './routes.ts'

/**
 * What happened in some days. Points are named as in `pointsSummary`: collected = cookingoils + reuse. What is cancelled
 * is taken off on the day of the cancellation, so a sum may be negative; over all time the sums are those of all balances.
 */
const activity = {
  collected: z.int(),
  cookingoils: z.int(),
  reuse: z.int(),
  /** What coupons cost, less what came back. */
  redeemed: z.int(),
  /** Points of cancelled collections; `cookingoils` is less by them already. */
  oil_cancelled: z.int(),
  /** Points that cancelled coupons gave back; `redeemed` is less by them already. */
  coupons_cancelled: z.int(),
  /** Of the deliveries whose records tell it, less what was cancelled; three decimals at most. */
  litres: z.number(),
  /** Of the records of reuse that tell it. */
  items: z.int(),
  /** Deliveries of oil whose records don't tell the litres, and records of reuse that don't tell the items. */
  without_litres: z.int(),
  without_items: z.int(),
  records: z.int(),
  /** Citizens who confirmed their address in these days. */
  new_accounts: z.int(),
}
export const activitySums = z.object(activity)
export type ActivitySums = z.output<typeof activitySums>

const days = { from: z.string(), to: z.string() }

/** Days are whole days of Europe/Athens, YYYY-MM-DD, both included. */
export const dashboard = z.object({
  /** The days of the question in which there can be anything; null where there are none. */
  period: z.object(days).nullable(),
  totals: activitySums,
  /** As many days before them; null for all time, and where the portal isn't that old. */
  previous: z.object({ ...days, totals: activitySums }).nullable(),
  /** How long a part of `series` is: days up to two months, weeks up to six, then months. Of the first and last only the period's days count. */
  unit: z.enum(['day', 'week', 'month']),
  series: z.array(z.object({ ...days, ...activity })),
  /** By where people lived when the record came, most points collected first; no id: not known, no name: gone since. */
  municipalities: z.array(z.object({ id: z.int().nullable(), name: z.string().nullable(), ...activity })),
  /** How many people have at least one record in each calendar month that the period touches; months count whole. */
  active_citizens: z.array(z.object({ month: z.string(), citizens: z.int() })),
})
export type Dashboard = z.output<typeof dashboard>

export const showDashboard = endpoint({
  ...routes.showDashboard,
  summary: 'What was given and spent, by days, source and municipality; new accounts and active citizens',
  query: z.object({ from: queryText, to: queryText }),
  status: 200,
  reply: dashboard,
  errors: ['date_invalid'],
})
