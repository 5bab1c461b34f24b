/** What was handed in: litres (to the millilitre) or items. */
export type Measure = {
  litres?: number | undefined
  item_count?: number | undefined
  material?: string | undefined
}

/** Whole units of the fourth decimal: points per unit have four, so nothing is lost before the rounding. */
const scaled = (decimal: string): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(4, '0').slice(0, 4))
}

/**
 * The points that a measure gives, rounded half up to whole points, once, on the record (docs/decisions/015): 2.5 litres
 * at 20.2 points are 50.5, so 51. In whole numbers: binary fractions would round 1.005 × 100 down.
 * @param pointsPerUnit a decimal of at most four places, as the database writes it
 */
export function pointsOfMeasure({ litres, item_count: items }: Measure, pointsPerUnit: string): number {
  const thousandths = BigInt(litres === undefined ? (items ?? 0) * 1_000 : Math.round(litres * 1_000))
  const product = thousandths * scaled(pointsPerUnit)
  const unit = 10_000_000n
  return Number((2n * product + unit) / (2n * unit))
}
