import type { Place } from '@portal/contract/places.ts'
import { inLanguage } from '#web/lib/language.ts'

/** A point on the map, WGS 84, in degrees. */
export type Point = { latitude: number; longitude: number }

const earthRadiusKm = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Distance as the crow flies, in kilometres (haversine formula). */
export function distanceKm(a: Point, b: Point): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
  const chord = half(a.latitude, b.latitude) + across * half(a.longitude, b.longitude)
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(chord))
}

const text = inLanguage({
  el: { locale: 'el-GR', metres: 'μ.', kilometres: 'χλμ.' },
  en: { locale: 'en-GB', metres: 'm', kilometres: 'km' },
})
const metres = new Intl.NumberFormat(text.locale, { maximumSignificantDigits: 1 })
const kilometres = new Intl.NumberFormat(text.locale, { maximumFractionDigits: 1 })

/** Formats a distance: 0.34 → '300 μ.', 2.46 → '2,5 χλμ.', 48.2 → '48 χλμ.'. */
export function formatDistance(km: number): string {
  if (km < 0.95) return `${metres.format(Math.max(km * 1000, 100))} ${text.metres}`
  return `${kilometres.format(km < 10 ? km : Math.round(km))} ${text.kilometres}`
}

/**
 * Address that opens the place in the device's own map: `maps:` on Apple's systems, `geo:` on Android (RFC 5870).
 * Others have no such address: a map in the browser.
 */
export function mapLink(
  { latitude, longitude, name }: Point & Pick<Place, 'name'>,
  userAgent: string,
): string {
  const point = `${latitude},${longitude}`
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `maps:?ll=${point}&q=${encodeURIComponent(name)}`
  if (/Android/.test(userAgent)) return `geo:${point}?q=${point}(${encodeURIComponent(name)})`
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}
