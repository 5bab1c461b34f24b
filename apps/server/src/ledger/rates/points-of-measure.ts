/** The delivered quantity: litres (at most three decimals) or items. */
export type Measure = {
  litres?: number | undefined
  item_count?: number | undefined
  material?: string | undefined
}

/** Converts a decimal to an integer of ten-thousandths: points per unit have at most four decimals. */
const scaled = (decimal: string): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(4, '0').slice(0, 4))
}

/**
 * Returns the points of a measure, rounded half up, once per record (docs/decisions/015): 2.5 litres at 20.2 points are
 * 50.5, rounded to 51. Uses integers: floating point would round 1.005 × 100 down.
 * @param pointsPerUnit a decimal with at most four places, as PostgreSQL returns it
 */
export function pointsOfMeasure({ litres, item_count: items }: Measure, pointsPerUnit: string): number {
  const thousandths = BigInt(litres === undefined ? (items ?? 0) * 1_000 : Math.round(litres * 1_000))
  const product = thousandths * scaled(pointsPerUnit)
  const unit = 10_000_000n
  return Number((2n * product + unit) / (2n * unit))
}
