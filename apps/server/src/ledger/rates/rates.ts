import type { Description } from '@portal/contract/words/descriptions.ts'
import type { ErrorCode, ErrorDetail } from '@portal/contract/error-codes.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { type Clock, days, later } from '#server/lib/time/clock.ts'
import { type Measure, pointsOfMeasure } from './points-of-measure.ts'
import type { Rate } from './queries.ts'
import * as queries from './queries.ts'

export type { Measure } from './points-of-measure.ts'
export { lockRates, type Rate, type RateGap } from './queries.ts'

/** Invalid operation on rates: the message is printed by the CLI, the code is for the screens. */
export class RateError extends Error {
  override name = 'RateError'
  readonly detail: ErrorDetail

  constructor(message: string, code: ErrorCode, params?: ErrorDetail['params']) {
    super(message)
    this.detail = { code, ...(params && { params }) }
  }
}

/** Lists all rates, current and closed. Expect dozens. */
export const listRates = ({ db }: { db: Db }): Promise<Rate[]> => queries.listRates(db)

/** Lists all rates with the last day of the deliveries that have their points. */
export const listUses = ({ db }: { db: Db }): Promise<(Rate & { lastUsed: string | null })[]> =>
  queries.listUses(db)

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
    const { code, detail = '' } = error as { code?: string; detail?: string }
    if (code !== '23P01') throw error
    const [rate = '', from = '', to = ''] = detail.split(' ')
    throw new RateError(
      'Another rate is valid for the same description, material and unit on one of these days. Close that rate first.',
      'rate_overlaps',
      { rate: Number(rate), from, to },
    )
  }
}

/**
 * Closes a rate, or ends it earlier. Existing records keep their rate.
 * @param lastDay the last valid day in Athens, YYYY-MM-DD
 * @throws RateError if the rate does not exist, ends earlier, begins after that day or was used after it
 */
export async function closeRate(trx: Trx, id: number, lastDay: string): Promise<void> {
  const { rate, used } = await lockRate(trx, id)
  if (rate.validTo !== null && rate.validTo <= lastDay)
    throw new RateError(`Rate ${id} was closed on ${rate.validTo}.`, 'rate_ended', { day: rate.validTo })
  if (lastDay < rate.validFrom)
    throw new RateError(`Rate ${id} begins on ${rate.validFrom} and cannot end earlier.`, 'rate_begins', {
      day: rate.validFrom,
    })
  if (used && used > lastDay)
    throw new RateError(`Rate ${id} was used on ${used} and cannot end earlier.`, 'rate_used', { day: used })
  await queries.closeRate(trx, id, lastDay)
}

/** Deletes a rate. @throws RateError if it does not exist or was used */
export async function deleteRate(trx: Trx, id: number): Promise<void> {
  const { used } = await lockRate(trx, id)
  if (used)
    throw new RateError(
      `Rate ${id} was used on ${used} and cannot be deleted. Close or replace it.`,
      'rate_used',
      { day: used },
    )
  await queries.deleteRate(trx, id)
}

/**
 * Adds a rate in place of another one, which ends on the day before; one that would have no day left is deleted.
 * @returns the id of the new rate
 * @throws RateError as closeRate, deleteRate and addRate; if the other one ends before the new one begins
 */
export async function replaceRate(trx: Trx, id: number, rate: Omit<Rate, 'id'>): Promise<number> {
  const { rate: old } = await lockRate(trx, id)
  if (old.validTo !== null && rate.validFrom > old.validTo)
    throw new RateError(`Rate ${id} ends on ${old.validTo}. Add the next one with rates add.`, 'rate_ended', {
      day: old.validTo,
    })
  if (rate.validFrom > old.validFrom) await closeRate(trx, id, dayBefore(rate.validFrom))
  else await deleteRate(trx, id)
  return addRate({ db: trx }, rate)
}

const dayBefore = (day: string) => dayAfter(day, -1)

/** @param day in Athens, YYYY-MM-DD */
export const dayAfter = (day: string, n = 1): string =>
  athensDay(later(new Date(`${day}T12:00:00Z`), days(n)))

/** Finds a rate. @throws RateError if it does not exist */
export async function findRate({ db }: { db: Db }, id: number): Promise<Rate> {
  const rate = await queries.findRate(db, id)
  if (!rate) throw new RateError(`Rate ${id} does not exist.`, 'not_found')
  return rate
}

/** Waits for transactions that use the rate; later transactions see it changed. `used`: the last day of its records. */
async function lockRate(trx: Trx, id: number): Promise<{ rate: Rate; used: string | null }> {
  await queries.lockRates(trx)
  return { rate: await findRate({ db: trx }, id), used: await queries.findLastUse(trx, id) }
}

/** Lists the kinds of deliveries that had a rate and have none on today or one of the next `ahead` days. */
export const listGaps = (
  { db, clock }: { db: Db; clock: Clock },
  ahead: number,
): Promise<queries.RateGap[]> =>
  queries.listGaps(db, athensDay(clock.now()), athensDay(later(clock.now(), days(ahead))))

/** Describes a gap for operators. */
export const gapText = ({ description, material, unit, gap }: queries.RateGap): string =>
  `${description}${material === null ? '' : `, ${material}`} by ${unit} has no rate on ${gap}: records of that day will be rejected (rate_missing).`
