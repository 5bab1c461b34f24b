/** An axis: its ends, which are ticks, and the ticks in ascending order. */
export type Scale = { min: number; max: number; ticks: number[] }

/**
 * Returns an axis with round, whole ticks that contains zero and all values.
 * @param values any numbers; may be empty
 * @param wish approximate number of steps
 */
export function scaleOf(values: readonly number[], wish = 4): Scale {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const step = roundStep((high - low) / wish)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  // Adding 0 turns -0 into 0.
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step + 0)
  return { min: first * step, max: last * step, ticks }
}

/** Returns the smallest of 1, 2, 5, 10, 20, 50 … that is at least `min`. */
function roundStep(min: number): number {
  if (min <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(min))
  const factor = [1, 2, 5].find((factor) => factor * power >= min) ?? 10
  return factor * power
}

/** Returns the positions of a bar's parts: positive values stack up from zero, negative ones down. */
export function stack(values: readonly number[]): { from: number; to: number }[] {
  let up = 0
  let down = 0
  return values.map((value) => {
    if (value < 0) return { from: down, to: (down += value) }
    return { from: up, to: (up += value) }
  })
}
