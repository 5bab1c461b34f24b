import { describe, expect, it } from 'vitest'
import { fitMap, groupNear, placeNames, scaleBar } from './map-layout.ts'

const kozani = { latitude: 40.3007, longitude: 21.7889 }
const florina = { latitude: 40.7823, longitude: 21.4094 }

describe('fitMap', () => {
  it('shows all points inside, north up, at their distance [places]', () => {
    const { spotOf, kmPerPixel } = fitMap([kozani, florina], { width: 400, height: 400 })
    const [south, north] = [spotOf(kozani), spotOf(florina)]
    expect(north.y).toBeCloseTo(36)
    expect(south.y).toBeCloseTo(364)
    expect(north.x).toBeLessThan(south.x)
    // 62.4 km by the haversine formula.
    expect(Math.hypot(south.x - north.x, south.y - north.y) * kmPerPixel).toBeCloseTo(62.4, 0)
  })
  it('shows a single point in the middle [places]', () => {
    expect(fitMap([kozani], { width: 300, height: 200 }).spotOf(kozani)).toEqual({ x: 150, y: 100 })
  })
})

it.each([
  [0.25, 100, 20],
  [0.011, 100, 1],
  [0.004, 100, 0.2],
])('a scale bar at %f km a pixel, of at most %i pixels, is %f km [places]', (kmPerPixel, longest, km) => {
  const bar = scaleBar(kmPerPixel, longest)
  expect(bar.km).toBeCloseTo(km)
  expect(bar.width).toBeLessThanOrEqual(longest)
})

it('groups markers that would touch, also those that a group then touches [places]', () => {
  const at = (x: number) => ({ x, y: 0 })
  const groups = groupNear([at(200), at(0), at(25), at(40)], 30)
  expect(groups.map(({ items }) => items.map(({ x }) => x))).toEqual([[200], [0, 25, 40]])
  expect(groups[1]?.x).toBeCloseTo(21.7, 1)
})

it('places names below or above their points, and leaves out those that cover others [places]', () => {
  const name = (x: number, y: number, name: string) => ({ x, y, name })
  const names = [
    name(100, 100, 'Κοζάνης'),
    name(120, 60, 'Εορδαίας'),
    name(140, 100, 'Βοΐου'),
    name(2, 200, 'Σερβίων'),
  ]
  const shown = placeNames(names, { markers: names, width: 400, letter: 7 })
  expect(shown.map(({ name, x, y }) => [name, x, y])).toEqual([
    ['Κοζάνης', 100, 127],
    ['Εορδαίας', 120, 33],
    ['Σερβίων', 28.5, 227],
  ])
})
