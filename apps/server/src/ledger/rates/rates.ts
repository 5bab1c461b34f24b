import type { Description } from '@portal/contract/descriptions.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { type Measure, pointsOfMeasure } from './points-of-measure.ts'
import type { Rate } from './queries.ts'
import * as queries from './queries.ts'

export type { Measure } from './points-of-measure.ts'
export type { Rate } from './queries.ts'

/** Invalid operation on rates; the message is printed by the CLI. */
export class RateError extends Error {
  override name = 'RateError'
}

/** Lists all rates, current and closed. Expect dozens. */
export const listRates = ({ db }: { db: Db }): Promise<Rate[]> => queries.listRates(db)

/**
 * Finds the rate valid on a day and returns it with the points of the measure. The material's rate takes precedence
 * over the rate without a material.
 * @param day in Athens, YYYY-MM-DD
 * @returns undefined if no rate is valid
 */
export function rateOf(
  rates: readonly Rate[],
  description: Description,
  measure: Measure,
  day: string,
): { rate: Rate; points: number } | undefined {
  const unit = measure.litres === undefined ? 'item' : 'litre'
  const valid = rates.filter(
    (rate) =>
      rate.description === description &&
      rate.unit === unit &&
      rate.validFrom <= day &&
      (rate.validTo === null || day <= rate.validTo),
  )
  const rate =
    valid.find(({ material }) => material !== null && material === measure.material) ??
    valid.find(({ material }) => material === null)
  return rate && { rate, points: pointsOfMeasure(measure, rate.pointsPerUnit) }
}

/**
 * Adds a rate.
 * @returns the id of the rate
 * @throws RateError if its days overlap another rate of the same description, material and unit
 */
export async function addRate({ db }: { db: Db }, rate: Omit<Rate, 'id'>): Promise<number> {
  try {
    return (await queries.insertRate(db, rate)).id
  } catch (error) {
    if ((error as { code?: string }).code !== '23P01') throw error
    throw new RateError(
      'Another rate is valid for the same description, material and unit on one of these days. Close that rate first.',
    )
  }
}

/**
 * Closes a rate. Existing records keep their rate.
 * @param lastDay the last valid day in Athens, YYYY-MM-DD
 * @throws RateError if the rate does not exist, is already closed, begins after that day or was used after it
 */
export async function closeRate(trx: Trx, id: number, lastDay: string): Promise<void> {
  // Waits for transactions that use the rate; later transactions see it closed.
  await queries.lockRates(trx)
  const rate = await queries.findRate(trx, id)
  if (!rate) throw new RateError(`Rate ${id} does not exist.`)
  if (rate.validTo !== null) throw new RateError(`Rate ${id} was closed on ${rate.validTo}.`)
  if (lastDay < rate.validFrom)
    throw new RateError(`Rate ${id} begins on ${rate.validFrom} and cannot end earlier.`)
  const used = await queries.findLastUse(trx, id)
  if (used && used > lastDay) throw new RateError(`Rate ${id} was used on ${used} and cannot end earlier.`)
  await queries.closeRate(trx, id, lastDay)
}
