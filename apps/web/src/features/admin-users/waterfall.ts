import type { PointsSummary } from '@portal/contract/points.ts'

export type Sum = keyof PointsSummary

export type Step = {
  sum: Sum
  /** The figure as it counts towards the result: what was redeemed is taken away. */
  change: number
  /** Is it the result of what stands above it? */
  result: boolean
  /** Where its bar begins and how wide it is, in per cent of the drawing. */
  start: number
  width: number
  /** Does it lead to fewer points? */
  falls: boolean
}

/**
 * The five sums as steps that one can follow with the finger: oil and reuse add up to what was collected; what was
 * redeemed is taken from it; what is left is available. Each bar begins where the one above it ended, so corrections
 * below zero, of which imported ledgers have some, are drawn like anything else.
 * @returns the steps and where zero lies, in per cent
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
