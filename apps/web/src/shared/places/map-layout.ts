/** A point of a map, in pixels from its top left. */
type Spot = { x: number; y: number }
/** WGS 84, in degrees. */
type Degrees = { latitude: number; longitude: number }
type Size = { width: number; height: number }

const kmPerDegree = 111.2
/** Empty pixels at the edges: half a marker, and the names below markers. */
const margin = 36
/** A map of one point shows at least this around it. */
const leastKm = 0.4

/**
 * Fits points into a map: an equirectangular projection, in which a degree of longitude is shorter by the cosine of the
 * latitude. Over a region of 200 km, distances are right to 1 %.
 * @returns a function from degrees to pixels, and kilometres per pixel
 */
export function fitMap(points: readonly Degrees[], { width, height }: Size) {
  const [south, north] = rangeOf(points.map(({ latitude }) => latitude))
  const [west, east] = rangeOf(points.map(({ longitude }) => longitude))
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  const shortened = Math.cos((middle.latitude * Math.PI) / 180)
  const km = {
    width: Math.max((east - west) * shortened * kmPerDegree, leastKm),
    height: Math.max((north - south) * kmPerDegree, leastKm),
  }
  const kmPerPixel = Math.max(
    km.width / Math.max(width - 2 * margin, 1),
    km.height / Math.max(height - 2 * margin, 1),
  )
  const spotOf = ({ latitude, longitude }: Degrees): Spot => ({
    x: width / 2 + ((longitude - middle.longitude) * shortened * kmPerDegree) / kmPerPixel,
    y: height / 2 - ((latitude - middle.latitude) * kmPerDegree) / kmPerPixel,
  })
  return { spotOf, kmPerPixel }
}

/** Smallest and largest; a map has at least one point. */
const rangeOf = (values: number[]): [number, number] => [
  values.reduce((least, value) => Math.min(least, value)),
  values.reduce((most, value) => Math.max(most, value)),
]

/** Length of a scale bar: 1, 2 or 5 times a power of ten, of at most `longest` pixels. */
export function scaleBar(kmPerPixel: number, longest: number): { km: number; width: number } {
  const most = kmPerPixel * longest
  const power = 10 ** Math.floor(Math.log10(most))
  const km = ([5, 2].find((times) => times * power <= most) ?? 1) * power
  return { km, width: km / kmPerPixel }
}

/** Joins items whose markers would touch, until none do. @returns groups, in the order of their first items */
export function groupNear<Item extends Spot>(items: readonly Item[], distance: number) {
  const groups: (Spot & { items: Item[] })[] = []
  const add = (items: Item[]) => {
    const x = items.reduce((sum, item) => sum + item.x, 0) / items.length
    const y = items.reduce((sum, item) => sum + item.y, 0) / items.length
    const near = groups.findIndex((group) => Math.hypot(group.x - x, group.y - y) < distance)
    // A joined group has another centre, and may touch the next one.
    const [joined] = near < 0 ? [] : groups.splice(near, 1)
    if (joined) add([...joined.items, ...items])
    else groups.push({ x, y, items })
  }
  for (const item of items) add([item])
  const order = new Map(items.map((item, at) => [item, at]))
  const first = ({ items: [item] }: { items: Item[] }) => (item && order.get(item)) ?? 0
  return groups.toSorted((a, b) => first(a) - first(b))
}

/** Half the height of a name, and of a marker. */
const [halfName, halfMarker] = [9, 17]
/** From the middle of a point to that of its name, below or above. */
const nameDistance = 27

/**
 * Places names below their points, or above them; leaves out those that would cover a marker or an earlier name.
 * @param letter width of a letter in pixels
 */
export function placeNames<Name extends Spot & { name: string }>(
  names: readonly Name[],
  { markers, width, letter }: { markers: readonly Spot[]; width: number; letter: number },
): Name[] {
  const shown: (Name & { half: number })[] = []
  for (const one of names) {
    const half = (one.name.length * letter) / 2
    // A name wider than the map begins at its edge.
    const x = Math.max(Math.min(one.x, width - half - 4), half + 4)
    const isFree = (y: number) =>
      shown.every(
        (other) => Math.abs(other.y - y) >= 2 * halfName || Math.abs(other.x - x) >= other.half + half,
      ) &&
      markers.every(
        (marker) =>
          Math.abs(marker.y - y) >= halfMarker + halfName || Math.abs(marker.x - x) >= half + halfMarker,
      )
    const y = [one.y + nameDistance, one.y - nameDistance].find(isFree)
    if (y !== undefined) shown.push({ ...one, x, y, half })
  }
  return shown
}
