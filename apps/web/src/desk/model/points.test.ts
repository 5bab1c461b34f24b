import { describe, expect, it } from 'vitest'
import { pointsFor, ratesOf } from './points.ts'

describe('pointsFor', () => {
  it.each([
    [2.5, 20, 50],
    [2.5, 20.2, 51],
    [1.005, 100, 101],
    [3, 16, 48],
    [0.01, 10, 0],
  ])('%d at %d are %d points', (quantity, rate, points) => {
    expect(pointsFor(quantity, rate)).toBe(points)
  })
})

it('ratesOf returns the rates of a kind, that of every other material last', () => {
  const rate = (kind: 'brought' | 'oil', material: string | null) => ({ kind, material, points_per_unit: 1 })
  const rates = [rate('brought', null), rate('oil', null), rate('brought', 'βιβλία')]
  expect(ratesOf(rates, 'brought').map(({ material }) => material)).toEqual(['βιβλία', null])
})
