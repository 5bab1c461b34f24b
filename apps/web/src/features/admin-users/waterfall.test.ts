import { describe, expect, it } from 'vitest'
import { waterfallOf } from './waterfall.ts'

const drawn = (cookingoils: number, reuse: number, redeemed: number) => {
  const collected = cookingoils + reuse
  const { steps, zero } = waterfallOf({
    cookingoils,
    reuse,
    collected,
    redeemed,
    available: collected - redeemed,
  })
  return {
    zero,
    bars: Object.fromEntries(steps.map(({ sum, change, start, width }) => [sum, [change, start, width]])),
  }
}

describe('waterfallOf', () => {
  it('adds oil and reuse, and subtracts redeemed points', () => {
    expect(drawn(60, 40, 25)).toEqual({
      zero: 0,
      bars: {
        cookingoils: [60, 0, 60],
        reuse: [40, 60, 40],
        collected: [100, 0, 100],
        redeemed: [-25, 75, 25],
        available: [75, 0, 75],
      },
    })
  })

  it('returns bars of width 0 if all sums are 0', () => {
    const { zero, bars } = drawn(0, 0, 0)
    expect(zero).toBe(0)
    for (const [change, start, width] of Object.values(bars))
      expect([change, start, width]).toEqual([0, 0, 0])
  })

  it('draws a negative sum of reuse backwards from the end of oil', () => {
    expect(drawn(100, -40, 0).bars).toMatchObject({ reuse: [-40, 60, 40], collected: [60, 0, 60] })
  })

  it('draws negative sums to the left of zero', () => {
    const { zero, bars } = drawn(0, -50, -150)
    expect(zero).toBe(33.33333333333333)
    expect(bars['collected']).toEqual([-50, 0, expect.closeTo(33.33)])
    // More was taken back than spent.
    expect(bars['redeemed']).toEqual([150, 0, 100])
    expect(bars['available']).toEqual([100, expect.closeTo(33.33), expect.closeTo(66.67)])
  })

  it('keeps every bar between 0 and 100 per cent [§2 user details]', () => {
    for (const [oil, reuse, redeemed] of [
      [2_000_000_000, 1, 1_999_999_999],
      [-5, -5, -5],
      [7, -9, 3],
    ] as const) {
      const { bars } = drawn(oil, reuse, redeemed)
      for (const [, start = 0, width = 0] of Object.values(bars)) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(start + width).toBeLessThanOrEqual(100.000001)
      }
    }
  })
})
