import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

/** Why an .xlsx file cannot be read, for pages. */
export class WorkbookError extends Error {
  override name = 'WorkbookError'
  readonly code: 'workbook_unreadable' | 'workbook_large'

  constructor(code: 'workbook_unreadable' | 'workbook_large') {
    super(code)
    this.code = code
  }
}
const unreadable = () => new WorkbookError('workbook_unreadable')

/** Bytes that may still be unpacked from a file: a megabyte of ZIP can contain a gigabyte. */
export type Budget = { bytes: number }

type Entry = { method: 0 | 8; data: Buffer }

/** The signatures that the records of a ZIP file begin with, and their lengths without names (APPNOTE.TXT 6.3). */
const end = { signature: 0x0605_4b50, length: 22 }
const central = { signature: 0x0201_4b50, length: 46 }
const local = { signature: 0x0403_4b50, length: 30 }
const maxComment = 65_535
/** Files of a workbook; Excel writes some twenty. */
const maxEntries = 2_000

export const isZip = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === local.signature

/**
 * Lists the files of a ZIP file by their paths, without unpacking them.
 * @throws WorkbookError if it is damaged, encrypted or above 4 GB
 */
export function listEntries(bytes: Buffer): Map<string, Entry> {
  const from = Math.max(0, bytes.length - maxComment - end.length)
  let at = bytes.length - end.length
  while (at >= from && bytes.readUInt32LE(at) !== end.signature) at -= 1
  if (at < from || at < 0) throw unreadable()
  const count = bytes.readUInt16LE(at + 10)
  if (count > maxEntries) throw new WorkbookError('workbook_large')
  let next = bytes.readUInt32LE(at + 16)
  const entries = new Map<string, Entry>()
  for (let number = 0; number < count; number += 1) {
    if (next + central.length > bytes.length || bytes.readUInt32LE(next) !== central.signature)
      throw unreadable()
    const isEncrypted = (bytes.readUInt16LE(next + 8) & 1) !== 0
    const method = bytes.readUInt16LE(next + 10)
    const size = bytes.readUInt32LE(next + 20)
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(next + place)) as [
      number,
      number,
      number,
    ]
    const path = bytes.toString('utf8', next + central.length, next + central.length + name)
    if (isEncrypted || (method !== 0 && method !== 8)) throw unreadable()
    entries.set(path, { method, data: dataAt(bytes, bytes.readUInt32LE(next + 42), size) })
    next += central.length + name + extra + comment
  }
  return entries
}

function dataAt(bytes: Buffer, at: number, size: number): Buffer {
  if (at + local.length > bytes.length || bytes.readUInt32LE(at) !== local.signature) throw unreadable()
  const start = at + local.length + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (start + size > bytes.length) throw unreadable()
  return bytes.subarray(start, start + size)
}

/** Bytes that are unpacked at once: their text takes less than a millisecond to read. */
const chunkSize = 16_384

function* piecesOf(data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.length; at += chunkSize) yield data.subarray(at, at + chunkSize)
}

/**
 * Unpacks a file piece by piece, in zlib's thread.
 * @throws WorkbookError if it is damaged, or the budget is used up
 */
export async function* unpack({ method, data }: Entry, budget: Budget): AsyncGenerator<Buffer> {
  const pieces = Readable.from(piecesOf(data), { objectMode: false })
  // The loop below throws errors of both streams; the callback has nothing to do.
  const unpacked = method === 0 ? pieces : pipeline(pieces, createInflateRaw({ chunkSize }), () => {})
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      budget.bytes -= piece.length
      if (budget.bytes < 0) throw new WorkbookError('workbook_large')
      yield piece
    }
  } catch (error) {
    throw error instanceof WorkbookError ? error : unreadable()
  }
}
