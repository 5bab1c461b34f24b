import { maxPictureBytes, maxPicturePixels } from '@portal/contract/words/offer-limits.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { ImageError } from '#server/lib/images/image-error.ts'
import { isJpeg, rewriteJpeg } from '#server/lib/images/jpeg.ts'
import { isPng, rewritePng } from '#server/lib/images/png.ts'

export type Picture = { content: Buffer; type: 'image/png' | 'image/jpeg' }

/** As in the database: compressed anew, a picture may be a little larger. */
const maxWrittenBytes = 400 * 1024

/**
 * Checks a picture by its bytes, whatever its name is, and writes it anew.
 * @throws ApiError picture_…
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  if (bytes.length > maxPictureBytes) throw new ApiError('picture_large')
  if (!isPng(bytes) && !isJpeg(bytes)) throw new ApiError('picture_type')
  try {
    const picture: Picture = isPng(bytes)
      ? { content: await rewritePng(bytes, maxPicturePixels), type: 'image/png' }
      : { content: rewriteJpeg(bytes, maxPicturePixels), type: 'image/jpeg' }
    if (picture.content.length > maxWrittenBytes) throw new ApiError('picture_large')
    return picture
  } catch (error) {
    throw error instanceof ImageError ? new ApiError(`picture_${error.why}`) : error
  }
}
