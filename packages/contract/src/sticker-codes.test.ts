import { describe, expect, it } from 'vitest'
import { checkCharacterOf, isStickerCode, readStickerCode, stickerLink } from './sticker-codes.ts'

const code = 'A4KX97TEH2M' + checkCharacterOf('A4KX97TEH2M')
const printed = (code.match(/.{4}/g) ?? []).join('-')

describe('readStickerCode', () => {
  it.each([
    [code],
    [` ${printed.toLowerCase()} `],
    [`\u202a${printed.replaceAll('-', '\u200b\u2011')}\u202c\ufeff`],
    [stickerLink('https://portal.example.gr', code)],
    [stickerLink('http://localhost:8000', printed)],
    [`https://portal.example.gr/s/${code}/`],
    [`https://portal.example.gr/s/${code}?utm=1#top`],
    [`HTTPS://PORTAL.EXAMPLE.GR/S/${code}`],
    [`portal.example.gr/s/${code}`],
    [`/s/${code}`],
    // A scanner that types with the Greek keyboard layout.
    [`ηττπσ:--πορταλ.εχαμπλε.γρ/σ/${code.toLowerCase()}`],
  ])('reads %j as the code', (text) => {
    expect(isStickerCode(code)).toBe(true)
    expect(readStickerCode(text)).toBe(code)
  })

  it.each([
    ['ΛΑ-000123', 'ΛΑ-000123'],
    ['a/s/12', 'A/S/12'],
    ['s/12', 'S/12'],
    ['https://portal.example.gr/s/%CE%9B%CE%91-000123', 'ΛΑ-000123'],
    ['https://portal.example.gr/s/%E0%A4%A', '%E0%A4%A'],
    ['https://portal.example.gr/s/', 'HTTPS://PORTAL.EXAMPLE.GR/S/'],
    ['https://portal.example.gr/settings', 'HTTPS://PORTAL.EXAMPLE.GR/SETTINGS'],
    ['', ''],
  ])('keeps the text of another format: %j is %j', (text, read) => {
    expect(readStickerCode(text)).toBe(read)
  })
})
