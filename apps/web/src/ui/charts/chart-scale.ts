/** An axis: its ends, which are among its ticks, and the ticks from the lowest up. */
export type Scale = { min: number; max: number; ticks: number[] }

/**
 * An axis of round, whole ticks that holds zero and all values.
 * @param values any numbers, also none
 * @param wish about how many steps there should be
 */
export function scaleOf(values: readonly number[], wish = 4): Scale {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const step = roundStep((high - low) / wish)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  // Zero comes out of some of these as minus zero.
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step + 0)
  return { min: first * step, max: last * step, ticks }
}

/** The least of 1, 2, 5, 10, 20, 50 … that isn't below. */
function roundStep(least: number): number {
  if (least <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5].find((factor) => factor * power >= least) ?? 10
  return factor * power
}

/** Where the parts of a bar stand: gains pile up from zero, losses hang down from it. */
export function stack(values: readonly number[]): { from: number; to: number }[] {
  let up = 0
  let down = 0
  return values.map((value) => {
    if (value < 0) return { from: down, to: (down += value) }
    return { from: up, to: (up += value) }
  })
}
