/** Statistics of measured values. */

/** The value below which this share of the sorted values lies; share 1: the maximum. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

export const median = (values: number[]): number => percentile(values, 0.5)
