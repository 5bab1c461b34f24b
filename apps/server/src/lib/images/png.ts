import { promisify } from 'node:util'
import { crc32, deflate, inflate } from 'node:zlib'
import { ImageError } from './image-error.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

/** Bytes of unpacked pixels: 4000 × 4000 of four bytes, a bit more for the filters. */
const maxUnpacked = 65_000_000

type Chunk = { type: string; data: Buffer }

/** @throws ImageError damaged */
function readChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = signature.length; at < bytes.length;) {
    if (at + 12 > bytes.length) throw damaged()
    const length = bytes.readUInt32BE(at)
    const end = at + 8 + length
    if (end + 4 > bytes.length) throw damaged()
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw damaged()
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: bytes.subarray(at + 8, end) })
    // What follows is not part of the picture.
    if (type === 'IEND') return chunks
    at = end + 4
  }
  throw damaged()
}

const damaged = () => new ImageError('damaged')

/** Samples of a pixel, and the bits that a sample may have, by the type of colour. */
const colourTypes: Record<number, { samples: number; depths: number[] } | undefined> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

/** First pixel and distance of pixels, across and down, of the passes of an interlaced picture. */
const passes = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const

/** Lines and bytes of a line, of each pass. @throws ImageError damaged, dimensions */
function linesOf(header: Buffer, maxPixels: number): { lines: number; bytes: number }[] {
  if (header.length !== 13) throw damaged()
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colour = 0, compression, filter, interlaced = 0] = header.subarray(8)
  const { samples, depths } = colourTypes[colour] ?? { samples: 0, depths: [] }
  if (width === 0 || height === 0 || compression !== 0 || filter !== 0 || interlaced > 1) throw damaged()
  if (!depths.includes(depth)) throw damaged()
  if (width > maxPixels || height > maxPixels) throw new ImageError('dimensions')
  return (interlaced ? passes : [[0, 1, 0, 1] as const])
    .map(([left, across, top, down]) => ({
      pixels: Math.ceil((width - left) / across),
      lines: Math.ceil((height - top) / down),
    }))
    .filter(({ pixels, lines }) => pixels > 0 && lines > 0)
    .map(({ pixels, lines }) => ({ lines, bytes: 1 + Math.ceil((pixels * samples * depth) / 8) }))
}

/** Each line begins with the number of its filter. */
function hasFilters(pixels: Buffer, passes: ReturnType<typeof linesOf>): boolean {
  let at = 0
  for (const { lines, bytes } of passes)
    for (let line = 0; line < lines; line += 1, at += bytes) if ((pixels[at] ?? 5) > 4) return false
  return true
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(data.length)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Writes a PNG anew: header, palette, transparency and pixels. Everything else, such as texts, positions, further frames
 * and what follows the picture, is left out. Unpacks no more than the picture's size, and one picture at a time: one may
 * take 130 MB and a second.
 * @param maxPixels width and height
 * @throws ImageError damaged, dimensions
 */
export function rewritePng(bytes: Buffer, maxPixels: number): Promise<Buffer> {
  const rewritten = last.then(() => rewrite(bytes, maxPixels))
  last = rewritten.catch(() => undefined)
  return rewritten
}

async function rewrite(bytes: Buffer, maxPixels: number): Promise<Buffer> {
  const chunks = readChunks(bytes)
  const all = (type: string) => chunks.filter((chunk) => chunk.type === type).map(({ data }) => data)
  const [header] = all('IHDR')
  if (!header || chunks[0]?.type !== 'IHDR' || all('IHDR').length > 1) throw damaged()
  const parts = linesOf(header, maxPixels)
  const size = parts.reduce((sum, { lines, bytes }) => sum + lines * bytes, 0)
  if (size > maxUnpacked) throw new ImageError('dimensions')
  const pixels = await promisify(inflate)(Buffer.concat(all('IDAT')), { maxOutputLength: size }).catch(() => {
    throw damaged()
  })
  if (pixels.length !== size || !hasFilters(pixels, parts)) throw damaged()
  const [[palette], [transparency]] = [all('PLTE'), all('tRNS')]
  const isIndexed = header[9] === 3
  const hasPalette = palette && palette.length % 3 === 0 && palette.length > 0 && palette.length <= 768
  if (isIndexed ? !hasPalette : palette && !hasPalette) throw damaged()
  if (transparency && transparency.length > 256) throw damaged()
  return Buffer.concat([
    signature,
    chunkOf('IHDR', header),
    ...(palette ? [chunkOf('PLTE', palette)] : []),
    ...(transparency ? [chunkOf('tRNS', transparency)] : []),
    chunkOf('IDAT', await promisify(deflate)(pixels, { level: 9 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}
