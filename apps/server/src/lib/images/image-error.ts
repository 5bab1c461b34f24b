/** Why a picture is refused. Features have their own codes. */
export class ImageError extends Error {
  override name = 'ImageError'
  readonly why: 'damaged' | 'dimensions'
  constructor(why: ImageError['why']) {
    super(`The picture is refused: ${why}.`)
    this.why = why
  }
}
