import { describe, expect, it } from 'vitest'
import { scaleOf, stack } from './chart-scale.ts'

describe('scaleOf', () => {
  it.each([
    [[], [0, 1]],
    [
      [0, 0],
      [0, 1],
    ],
    [[0.4], [0, 1]],
    [[3], [0, 1, 2, 3]],
    [[7], [0, 2, 4, 6, 8]],
    [[100], [0, 50, 100]],
    [
      [1240, 10],
      [0, 500, 1000, 1500],
    ],
    [
      [-30, 100],
      [-50, 0, 50, 100],
    ],
    [[-3], [-3, -2, -1, 0]],
    [[3_999_999], [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000]],
  ])('returns for %j the ticks %j', (values, ticks) => {
    const scale = scaleOf(values)
    expect(scale.ticks).toEqual(ticks)
    expect([scale.min, scale.max]).toEqual([ticks[0], ticks.at(-1)])
  })

  it('includes every value, with at most six ticks', () => {
    for (let value = 1; value < 1e9; value = Math.ceil(value * 1.7)) {
      const { max, ticks } = scaleOf([value])
      expect(max).toBeGreaterThanOrEqual(value)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }
  })
})

describe('stack', () => {
  it('stacks positive values upwards and negative ones downwards', () => {
    expect(stack([10, 5])).toEqual([
      { from: 0, to: 10 },
      { from: 10, to: 15 },
    ])
    expect(stack([-10, 5, -1])).toEqual([
      { from: 0, to: -10 },
      { from: 0, to: 5 },
      { from: -10, to: -11 },
    ])
  })
})
