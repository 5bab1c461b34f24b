import { describe, expect, it } from 'vitest'
import { distanceKm, formatDistance, mapLink } from './nearby.ts'

const kozani = { latitude: 40.3007, longitude: 21.7889 }
const florina = { latitude: 40.7823, longitude: 21.4094 }

describe('distanceKm', () => {
  it('returns the distance between two towns, in both directions', () => {
    expect(distanceKm(kozani, florina)).toBeCloseTo(62.4, 0)
    expect(distanceKm(florina, kozani)).toBe(distanceKm(kozani, florina))
    expect(distanceKm(kozani, kozani)).toBe(0)
  })
})

describe('formatDistance', () => {
  it.each([
    [0, '100 μ.'],
    [0.34, '300 μ.'],
    [0.94, '900 μ.'],
    [0.96, '1 χλμ.'],
    [2.46, '2,5 χλμ.'],
    [48.2, '48 χλμ.'],
  ])('formats %f km as %s', (km, text) => expect(formatDistance(km)).toBe(text))
})

describe('mapLink', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'maps:?ll=40.3007,21.7889&q=%CE%91%20(1)'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'geo:40.3007,21.7889?q=40.3007,21.7889(%CE%91%20(1))'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
      'https://www.openstreetmap.org/?mlat=40.3007&mlon=21.7889#map=17/40.3007/21.7889',
    ],
  ])('opens the map of %s [places]', (userAgent, link) => {
    expect(mapLink({ ...kozani, name: 'Α (1)' }, userAgent)).toBe(link)
  })
})
