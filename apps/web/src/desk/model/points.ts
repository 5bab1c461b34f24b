import type { Desk, EntryKind } from '@portal/contract/desk/desk.ts'

type Rate = Desk['rates'][number]

/** The rates of a kind, that of every other material last. */
export const ratesOf = (rates: readonly Rate[], kind: EntryKind): Rate[] =>
  rates
    .filter((rate) => rate.kind === kind)
    .sort((one, other) => Number(one.material === null) - Number(other.material === null))

/**
 * Points of a number of items or litres, as the server computes them: rounded half up, with integers, because floating point
 * would round 1.005 × 100 down. It shows what to expect; the server's number counts.
 */
export function pointsFor(quantity: number, pointsPerUnit: number): number {
  const product = BigInt(Math.round(quantity * 1_000)) * BigInt(Math.round(pointsPerUnit * 10_000))
  const unit = 10_000_000n
  return Number((2n * product + unit) / (2n * unit))
}
