/**
 * Chooses the singular or the plural by the number, in Greek and in English: singular for 1 and −1, plural for all others,
 * also 0, 21 and 1.5. The words may be of any case, and contain the verb: `plural(count, 'περιμένει', 'περιμένουν')`.
 */
export const plural = (count: number, one: string, many: string): string =>
  Math.abs(count) === 1 ? one : many
