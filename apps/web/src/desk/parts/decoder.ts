/** Reads the QR code in the picture of a camera. */
export type Decoder = (video: HTMLVideoElement) => Promise<string | undefined>

type Detector = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}
declare const BarcodeDetector: DetectorClass | undefined

/** Wide enough for a QR code at arm's length; a larger picture takes old phones longer than 100 ms. */
const widthOfPicture = 640

/** The browser's decoder, as on Android; otherwise a script of ours, loaded only now. */
export async function loadDecoder(): Promise<Decoder> {
  if (
    typeof BarcodeDetector !== 'undefined' &&
    (await BarcodeDetector.getSupportedFormats()).includes('qr_code')
  ) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { default: decode } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('No canvas')
  return (video) => {
    const scale = Math.min(1, widthOfPicture / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return Promise.resolve(decode(context.getImageData(0, 0, canvas.width, canvas.height)))
    } catch {
      // It throws when the picture has no code.
      return Promise.resolve(undefined)
    }
  }
}
