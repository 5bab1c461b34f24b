import { maxPictureBytes } from '@portal/contract/words/offer-limits.ts'

/** Width and height of what is sent: enough for the widest page on a sharp screen. */
const maxPixels = 1200

/** Why a file is no picture that can be sent. */
export type PictureProblem = 'unreadable' | 'large'

/** The bytes in base64 take a third more. */
const fits = (base64: string) => base64.length <= Math.ceil(maxPictureBytes / 3) * 4

/**
 * Draws a photo smaller, as JPEG of at most 1200 × 1200 pixels: without place, camera and time, and small enough to be sent.
 * @returns the bytes in base64
 */
export async function shrinkPicture(file: Blob): Promise<{ picture: string } | { problem: PictureProblem }> {
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image || image.width === 0) return { problem: 'unreadable' }
  const scale = Math.min(1, maxPixels / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return { problem: 'unreadable' }
  // JPEG has no transparency: it would be black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  for (const quality of [0.85, 0.7, 0.5, 0.3]) {
    const picture = canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? ''
    if (picture !== '' && fits(picture)) return { picture }
  }
  return { problem: 'large' }
}
