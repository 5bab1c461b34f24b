import { ImageError } from './image-error.ts'

/** Markers of ITU-T T.81, without their first byte 0xFF. */
const marker = {
  SOI: 0xd8,
  EOI: 0xd9,
  SOS: 0xda,
  DQT: 0xdb,
  DHT: 0xc4,
  DRI: 0xdd,
  APP14: 0xee,
  COM: 0xfe,
} as const
/** Frames that browsers decode: baseline, extended and progressive, with Huffman codes. */
const frames = new Set([0xc0, 0xc1, 0xc2])

export const isJpeg = (bytes: Buffer): boolean =>
  bytes[0] === 0xff && bytes[1] === marker.SOI && bytes[2] === 0xff

/** Progressive pictures have about ten. A few bytes that go over millions of pixels again would keep a browser busy for minutes. */
const maxScans = 32

const damaged = () => new ImageError('damaged')

const isApplications = (code: number) => code >= 0xe0 && code <= 0xef

type Frame = { components: Set<number> }

/** @throws ImageError damaged, dimensions */
function readFrame(data: Buffer, maxPixels: number): Frame {
  const [precision, count] = [data[0], data[5] ?? 0]
  if (data.length < 6 || data.length !== 6 + 3 * count || precision !== 8) throw damaged()
  const [height, width] = [data.readUInt16BE(1), data.readUInt16BE(3)]
  if (width === 0 || height === 0 || ![1, 3, 4].includes(count)) throw damaged()
  if (width > maxPixels || height > maxPixels) throw new ImageError('dimensions')
  const components = new Set<number>()
  for (let at = 6; at < data.length; at += 3) {
    const [id = 0, sampling = 0, table = 4] = data.subarray(at, at + 3)
    const isSampled = (factor: number) => factor >= 1 && factor <= 4
    if (components.has(id) || table > 3 || !isSampled(sampling >> 4) || !isSampled(sampling & 15))
      throw damaged()
    components.add(id)
  }
  return { components }
}

/** @throws ImageError damaged */
function checkQuantization(data: Buffer): void {
  let at = 0
  while (at < data.length) {
    const kind = data[at] ?? 0
    if (kind >> 4 > 1 || (kind & 15) > 3) throw damaged()
    at += 1 + 64 * ((kind >> 4) + 1)
  }
  if (at !== data.length || at === 0) throw damaged()
}

/** @throws ImageError damaged */
function checkHuffman(data: Buffer): void {
  let at = 0
  while (at < data.length) {
    const kind = data[at] ?? 0
    const codes = data.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0)
    if (kind >> 4 > 1 || (kind & 15) > 3 || codes > 256) throw damaged()
    at += 17 + codes
  }
  if (at !== data.length || at === 0) throw damaged()
}

/** @throws ImageError damaged */
function checkScan(data: Buffer, { components }: Frame): void {
  const count = data[0] ?? 0
  if (count < 1 || count > 4 || data.length !== 4 + 2 * count) throw damaged()
  for (let at = 1; at <= 2 * count; at += 2) if (!components.has(data[at] ?? -1)) throw damaged()
}

/** Of Adobe: whether four colours are inverted, and how three are coded. Pictures of other programs have none. */
const isColours = (code: number, data: Buffer) =>
  code === marker.APP14 && data.length === 12 && data.toString('latin1', 0, 5) === 'Adobe'

/** @returns where coded pixels end: at the next marker that is not a restart */
function endOfPixels(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at += 1
  }
  throw damaged()
}

/**
 * Writes a JPEG anew: frame, tables and coded pixels. Everything else, such as what cameras add (EXIF, places, previews),
 * comments and what follows the picture, is left out. Does not decode the pixels.
 * @param maxPixels width and height
 * @throws ImageError damaged, dimensions
 */
export function rewriteJpeg(bytes: Buffer, maxPixels: number): Buffer {
  if (!isJpeg(bytes)) throw damaged()
  const parts: Buffer[] = [Buffer.from([0xff, marker.SOI])]
  let frame: Frame | undefined
  let [hasTables, scans] = [false, 0]
  for (let at = 2; ;) {
    if (bytes[at] !== 0xff) throw damaged()
    // Markers may be preceded by any number of 0xFF.
    while (bytes[at + 1] === 0xff) at += 1
    const code = bytes[at + 1]
    if (code === marker.EOI) {
      if (scans === 0) throw damaged()
      return Buffer.concat([...parts, Buffer.from([0xff, marker.EOI])])
    }
    if (code === undefined || at + 4 > bytes.length) throw damaged()
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) throw damaged()
    const [segment, data] = [bytes.subarray(at, end), bytes.subarray(at + 4, end)]
    at = end
    if (frames.has(code)) {
      if (frame) throw damaged()
      frame = readFrame(data, maxPixels)
    } else if (code === marker.DQT) {
      checkQuantization(data)
      hasTables = true
    } else if (code === marker.DHT) checkHuffman(data)
    else if (code === marker.SOS) {
      if (!frame || !hasTables || scans === maxScans) throw damaged()
      checkScan(data, frame)
      at = endOfPixels(bytes, end)
      if (at === end) throw damaged()
      parts.push(segment, bytes.subarray(end, at))
      scans += 1
      continue
    } else if (code === marker.DRI) {
      if (data.length !== 2) throw damaged()
    } else if (isApplications(code) || code === marker.COM) {
      if (!isColours(code, data)) continue
    } else throw damaged()
    parts.push(segment)
  }
}
