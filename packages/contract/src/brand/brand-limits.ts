/** Limits of the brand, without zod, because the form names them. */

export const maxLogoBytes = 200 * 1024
/** Width and height of a PNG. */
export const maxLogoPixels = 2_000
/** Places of links in the footer. */
export const brandLinkPlaces = [0, 1, 2, 3, 4, 5] as const
export const maxBrandLinks = brandLinkPlaces.length
