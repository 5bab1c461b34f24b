import { crc32 } from 'node:zlib'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const cell = (value: string | number) =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${escape(value)}</t></is></c>`

/** An .xlsx file with one sheet. */
export function workbookOf(rows: readonly (readonly (string | number)[])[]): Buffer {
  const sheet = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  const files: Record<string, string> = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  }
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, data] = [Buffer.from(path), Buffer.from(text)]
    // Version, flags, method (stored), time, date, CRC, both sizes, lengths of the name and of nothing.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(name.length, 22)
    parts.push(Buffer.from('PK\u0003\u0004'), facts, name, data)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, place, name)
    at += 30 + name.length + data.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end])
}
