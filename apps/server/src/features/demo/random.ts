/** Deterministic pseudo-random numbers: the same seed gives the same numbers on every machine. */
export type Random = {
  /** Number in [0, 1). */
  next: () => number
  /** Integer in [0, n). */
  below: (n: number) => number
  pick: <T>(list: readonly [T, ...T[]]) => T
  /** Standard normal distribution. */
  normal: () => number
}

/** @param part number of the stream: each person uses a separate stream, independent of the others */
export function randomOf(seed: number, part: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(part + 1, 0xc2b2ae35)
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  next()
  const below = (n: number) => Math.floor(next() * n)
  return {
    next,
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** Returns a function that picks an index by weight, not below `from`. @param weights not empty, none negative */
export function weighted(weights: readonly number[]): (random: Random, from?: number) => number {
  const sums = new Float64Array(weights.length + 1)
  for (const [place, weight] of weights.entries()) sums[place + 1] = (sums[place] ?? 0) + weight
  const total = sums[weights.length] ?? 0
  return (random, from = 0) => {
    const lower = sums[from] ?? 0
    const target = lower + random.next() * (total - lower)
    let [low, high] = [from, weights.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle + 1] ?? 0) > target) high = middle
      else low = middle + 1
    }
    return low
  }
}
