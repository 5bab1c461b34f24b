import type { Description } from '@portal/contract/points.ts'
import type { Db } from '#server/db/database.ts'
import { type Measure, pointsOfMeasure } from './points-of-measure.ts'
import type { Rate } from './queries.ts'
import * as queries from './queries.ts'

export type { Measure } from './points-of-measure.ts'
export type { Rate } from './queries.ts'

/** What an operator got wrong about rates: a sentence for a terminal. */
export class RateError extends Error {
  override name = 'RateFault'
}

/** All rates there have ever been. There are dozens, not thousands. */
export const listRates = ({ db }: { db: Db }): Promise<Rate[]> => queries.listRates(db)

/**
 * The points of a measure by the rate of its day: the material's own one, else the one for whatever has none.
 * @param day of Athens, YYYY-MM-DD
 * @returns undefined where no rate holds
 */
export function rateOf(
  rates: readonly Rate[],
  description: Description,
  measure: Measure,
  day: string,
): { rate: Rate; points: number } | undefined {
  const unit = measure.litres === undefined ? 'item' : 'litre'
  const holding = rates.filter(
    (rate) =>
      rate.description === description &&
      rate.unit === unit &&
      rate.validFrom <= day &&
      (rate.validTo === null || day <= rate.validTo),
  )
  const rate =
    holding.find(({ material }) => material !== null && material === measure.material) ??
    holding.find(({ material }) => material === null)
  return rate && { rate, points: pointsOfMeasure(measure, rate.pointsPerUnit) }
}

/**
 * Adds a rate.
 * @throws RateError where another one holds for the same thing on one of its days
 */
export async function addRate({ db }: { db: Db }, rate: Omit<Rate, 'id'>): Promise<number> {
  try {
    return (await queries.insertRate(db, rate)).id
  } catch (error) {
    if ((error as { code?: string }).code !== '23P01') throw error
    throw new RateError(
      'Another rate holds for the same description, material and unit on one of these days; close that one first.',
    )
  }
}

/**
 * Ends a rate: `lastDay` is the last one on which it holds. What was recorded by it keeps it.
 * @throws RateError where there is no such rate, or it was closed before, or has given points after that day
 */
export async function closeRate({ db }: { db: Db }, id: number, lastDay: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Records are being computed by it: they finish, and later ones see it closed.
    await queries.lockRates(trx)
    const rate = await queries.findRate(trx, id)
    if (!rate) throw new RateError(`There is no rate ${id}.`)
    if (rate.validTo !== null) throw new RateError(`Rate ${id} was closed on ${rate.validTo}.`)
    if (lastDay < rate.validFrom)
      throw new RateError(`Rate ${id} begins on ${rate.validFrom}; it can't end before.`)
    const used = await queries.findLastUse(trx, id)
    if (used && used > lastDay)
      throw new RateError(`Rate ${id} has given points on ${used}; it can't end before.`)
    await queries.closeRate(trx, id, lastDay)
  })
}
