import { maxLogoBytes, maxLogoPixels } from '@portal/contract/brand/brand-limits.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { ImageError } from '#server/lib/images/image-error.ts'
import { isPng, rewritePng } from '#server/lib/images/png.ts'
import { rewriteSvg } from './read-svg.ts'

/** As in the database. Written anew, an image may be larger: a quotation mark has six characters then. */
const maxWrittenBytes = 2 * maxLogoBytes

export type Logo = { bytes: Buffer; type: 'image/svg+xml' | 'image/png' }

/**
 * Checks an image by its bytes, whatever its name is, and writes it anew.
 * @throws ApiError logo_…
 */
export async function readLogo(bytes: Buffer): Promise<Logo> {
  if (bytes.length > maxLogoBytes) throw new ApiError('logo_large')
  if (isPng(bytes)) {
    const written = await rewritePng(bytes, maxLogoPixels).catch((error: unknown) => {
      throw error instanceof ImageError ? new ApiError(`logo_${error.why}`) : error
    })
    return { bytes: written, type: 'image/png' }
  }
  let text
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('logo_type')
  }
  const written = Buffer.from(rewriteSvg(text))
  if (written.length > maxWrittenBytes) throw new ApiError('logo_large')
  return { bytes: written, type: 'image/svg+xml' }
}
