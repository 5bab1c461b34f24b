import { inflateRawSync } from 'node:zlib'
import readXlsxFile, { type CellValue } from 'read-excel-file/node'

/** Reads all cells of all sheets with another library than the writer. Timestamps are local times, as if in UTC. */
export async function readWorkbook(file: Buffer): Promise<{ sheet: string; data: (CellValue | null)[][] }[]> {
  return readXlsxFile(file, { trim: false })
}

/** Returns the parts of a workbook. @throws Error if the ZIP file is incomplete */
export function unzip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0) throw new Error('The ZIP file is incomplete.')
  const parts = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, nameLength, extraLength, commentLength] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
    ]
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    parts.set(name, inflateRawSync(file.subarray(start, start + size)).toString('utf8'))
    at += 46 + nameLength + extraLength + commentLength
  }
  return parts
}
