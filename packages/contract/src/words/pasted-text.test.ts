import { describe, expect, it } from 'vitest'
import { cleanEnds, cleanLine } from './pasted-text.ts'

/** U+200B to U+200F, U+202A to U+202E, U+2066 to U+2069, and others that copied texts contain. */
const invisible = [
  ...Array.from({ length: 5 }, (_, at) => 0x200b + at),
  ...Array.from({ length: 5 }, (_, at) => 0x202a + at),
  ...Array.from({ length: 4 }, (_, at) => 0x2066 + at),
  ...[0xad, 0x61c, 0x2060, 0xfeff],
].map((code) => String.fromCodePoint(code))

describe('cleanLine', () => {
  it.each(invisible)('removes the invisible character %j anywhere', (sign) =>
    expect(cleanLine(`${sign}Μα${sign}ρία${sign}`)).toBe('Μαρία'),
  )

  it('writes common spaces and hyphens for their variants', () =>
    expect(cleanLine('\u00a0694\u00a0412\u202f3456\u2011\u20107\u2009')).toBe('694 412 3456--7'))

  it('keeps the joiners of Persian and Indian names', () => {
    expect(cleanLine('می\u200cخواهم')).toBe('می\u200cخواهم')
    expect(cleanLine('क्\u200dष')).toBe('क्\u200dष')
  })

  it('keeps line feeds and tabs, which names may not contain', () =>
    expect(cleanLine('Μαρία\nΒ\tΓ')).toBe('Μαρία\nΒ\tΓ'))

  it('takes linear time', () => {
    for (const part of ['\u200b', ' ', 'α\u200d', '\u0301', '\u202e '])
      expect(cleanLine(`${part.repeat(500_000)}x`)).toContain('x')
  })
})

describe('cleanEnds', () => {
  it.each([...invisible, ' ', '\u00a0', '\t'])('removes %j at both ends', (sign) =>
    expect(cleanEnds(`${sign}${sign}maria@example.gr${sign} `)).toBe('maria@example.gr'),
  )

  it('keeps what is inside', () => expect(cleanEnds('ma\u200bria@example.gr')).toBe('ma\u200bria@example.gr'))

  it('returns an empty text if nothing is visible', () => expect(cleanEnds('\u200b \ufeff')).toBe(''))
})
