import type { PointsSummary } from '@portal/contract/points.ts'

export type Sum = keyof PointsSummary

export type Step = {
  sum: Sum
  /** Contribution to the result: redeemed points are negative. */
  change: number
  /** Whether it is the result of the steps above. */
  result: boolean
  /** Start and width of the bar in per cent of the chart. */
  start: number
  width: number
  /** Whether it reduces the points. */
  falls: boolean
}

/**
 * Converts the five sums to waterfall steps: oil and reuse add up to collected; redeemed is subtracted; the rest is
 * available. Each bar begins where the one above ends, which also handles corrections below zero, as in some imported
 * ledgers.
 * @returns the steps, and the position of zero in per cent
 */
export function waterfallOf(sums: PointsSummary): { steps: Step[]; zero: number } {
  const { cookingoils, reuse, collected, redeemed, available } = sums
  const spans: { sum: Sum; from: number; to: number; result: boolean }[] = [
    { sum: 'cookingoils', from: 0, to: cookingoils, result: false },
    { sum: 'reuse', from: cookingoils, to: cookingoils + reuse, result: false },
    { sum: 'collected', from: 0, to: collected, result: true },
    { sum: 'redeemed', from: collected, to: collected - redeemed, result: false },
    { sum: 'available', from: 0, to: available, result: true },
  ]
  const ends = spans.flatMap(({ from, to }) => [from, to])
  const lowest = Math.min(0, ...ends)
  const extent = Math.max(0, ...ends) - lowest
  const percent = (points: number) => (extent === 0 ? 0 : (points / extent) * 100)

  const steps = spans.map(({ sum, from, to, result }) => ({
    sum,
    change: to - from,
    result,
    start: percent(Math.min(from, to) - lowest),
    width: percent(Math.abs(to - from)),
    falls: to < from,
  }))
  return { steps, zero: percent(0 - lowest) }
}
