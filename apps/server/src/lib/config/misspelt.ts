/** Beginnings of names that only the portal's settings have. */
const ownBeginnings = /^(LIMIT|RETENTION|PORTAL|CAP)_/

/** Shorter names, such as HOST, resemble too many others. */
const minLength = 8

/** Number of characters to insert, delete, replace or exchange with the next one (Damerau–Levenshtein, adjacent characters). */
function distanceOf(one: string, other: string): number {
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[before, row] = [row, next]
  }
  return row[other.length] ?? 0
}

export type Misspelt = { name: string; nearest: string }

/**
 * Returns the environment variables that are probably misspelt settings: the name differs from that of a setting in one or
 * two characters, or three if it begins as only settings do. Others are not the portal's.
 */
export const listMisspelt = (
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): Misspelt[] =>
  Object.keys(env).flatMap((name) => {
    if (name.length < minLength || known.includes(name)) return []
    const most = ownBeginnings.test(name) ? 3 : 2
    const [nearest] = known
      .filter((one) => one.length >= minLength && Math.abs(one.length - name.length) <= most)
      .map((one) => ({ one, distance: distanceOf(name, one) }))
      .filter(({ distance }) => distance <= most)
      .toSorted((a, b) => a.distance - b.distance)
    return nearest ? [{ name, nearest: nearest.one }] : []
  })

export const misspeltText = ({ name, nearest }: Misspelt): string =>
  `${name} is not a setting of the portal. Did you mean ${nearest}?`
