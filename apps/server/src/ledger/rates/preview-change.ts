import type { Description } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { AuditActor } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { daysOfWarning, type RateChange, tryChange, versionOf } from './change-rates.ts'
import { sumDeliveries, type Worth } from './queries.ts'
import { dayAfter, listGaps, type Rate, type RateGap, rateOf } from './rates.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** What a change causes. `pointsPerUnit`: of the affected deliveries from `day` on; null: they are rejected. */
export type Consequences = {
  version: string
  day: string
  pointsPerUnit: string | null
  gaps: RateGap[]
  /** Asks for the affected deliveries of last month. */
  affected: { rates: number[]; material: string | null; except: string[] }
}

/** Milliseconds. The lock of a change waits for a backup, which reads for minutes, and partners' records wait behind it. */
const lockTimeoutMs = 2_000

/**
 * Tells what a change would cause, without making it.
 * @throws RateError if it is impossible now
 */
export const previewChange = (
  context: Context,
  author: AuditActor,
  change: RateChange,
): Promise<Consequences> =>
  changeAs(context.db, author, async (trx) => {
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(trx)
    const version = await versionOf(context, trx)
    const before = await listGaps({ ...context, db: trx }, daysOfWarning)
    const { rates, gaps } = await tryChange(context, trx, author, change)
    const known = new Set(before.map((gap) => JSON.stringify(gap)))
    const day = firstDayOf(change)
    const { description, unit, material } = change.payload
    const measure = unit === 'litre' ? { litres: 1 } : { item_count: 1 }
    const rate = rateOf(rates, description, { ...measure, material: material ?? undefined }, day)
    return {
      version,
      day,
      pointsPerUnit: rate?.rate.pointsPerUnit ?? null,
      gaps: gaps.filter((gap) => !known.has(JSON.stringify(gap))),
      affected: affectedBy({ description, unit, material }, rates, day),
    }
  })

function firstDayOf({ kind, payload }: RateChange): string {
  return kind === 'rate_closed' ? dayAfter(payload.lastDay) : payload.validFrom
}

/** Of a rate without a material: all deliveries except those of materials that have a rate of their own then. */
function affectedBy(
  { description, unit, material }: { description: Description; unit: Rate['unit']; material: string | null },
  rates: readonly Rate[],
  day: string,
): Consequences['affected'] {
  const same = rates.filter((rate) => rate.description === description && rate.unit === unit)
  const others = same.flatMap(({ material, validFrom, validTo }) =>
    material !== null && validFrom <= day && (validTo === null || day <= validTo) ? [material] : [],
  )
  return { rates: same.map(({ id }) => id), material, except: others }
}

/** The first and last day of the calendar month before today's, in Athens. */
export function lastMonth({ clock }: Pick<Context, 'clock'>): { from: string; to: string } {
  const to = dayAfter(`${athensDay(clock.now()).slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** Sums the deliveries of days that a change affects, with the points that they have and those that it gives for them. */
export const sumMonth = (
  { db }: { db: Db },
  { from, to }: { from: string; to: string },
  { affected, pointsPerUnit }: Consequences,
): Promise<Worth[]> =>
  sumDeliveries(db, { ...affected, from, to: dayAfter(to), pointsPerUnit: pointsPerUnit ?? '0' })
