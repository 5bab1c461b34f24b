/** The colour of the brand. Imports nothing, so that every page can use it without schemas. */

/** The least contrast of text and controls (WCAG 1.4.3, level AA). */
export const leastContrast = 4.5

/** The cream of pages: of all grounds below text of the brand's colour the darkest, so that white has more contrast. */
const ground = '#faf7f0'

/** The portal's own colour, if the brand names none. */
export const standardColour = '#1a6b48'

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)

/** Relative luminance of WCAG 2.2. */
const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((share) =>
    share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Whether a text is a colour such as '#1a6b48'. */
export const isColour = (text: string): boolean => /^#[\da-f]{6}$/i.test(text)

/** Returns the contrast of two colours: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns the contrast of the brand's colour on the portal's pages, rounded down: 4.499 is not 4.5. */
export const brandContrast = (colour: string): number => Math.floor(contrastOf(colour, ground) * 100) / 100

/** @param share of the colour, 0 to 1; the rest is `other`, 0 (black) or 1 (white) */
const mix = (colour: string, share: number, other: 0 | 1): string =>
  `#${channelsOf(colour)
    .map((channel) =>
      Math.round((channel * share + other * (1 - share)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/**
 * Returns the custom properties of tokens.css that a colour replaces. Darker ones keep the contrast of text on them, the
 * pale one that of the darker colour on it.
 */
export const colourTokens = (
  colour: string,
): Record<'--brand' | '--brand-strong' | '--brand-deep' | '--brand-pale', string> => ({
  '--brand': colour,
  '--brand-strong': mix(colour, 0.81, 0),
  '--brand-deep': mix(colour, 0.43, 0),
  '--brand-pale': mix(colour, 0.12, 1),
})
