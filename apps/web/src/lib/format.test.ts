import { describe, expect, it } from 'vitest'
import {
  formatCompact,
  formatDateTime,
  formatNumber,
  formatSigned,
  fullMunicipalityName,
  municipalityName,
} from './format.ts'

describe('formatNumber', () => {
  it('groups thousands with a dot', () => {
    expect(formatNumber(0)).toBe('0')
    expect(formatNumber(999)).toBe('999')
    expect(formatNumber(1240)).toBe('1.240')
    expect(formatNumber(1234567)).toBe('1.234.567')
  })

  it('uses U+2212 as the minus sign', () => {
    expect(formatNumber(-1200)).toBe('\u22121.200')
  })
})

describe('municipalityName', () => {
  it.each(['Κοζάνης', 'Δήμος Κοζάνης', 'δημος Κοζάνης', 'ΔΗΜΟΣ  Κοζάνης'])(
    'of %s has no prefix, and the full name has it once',
    (stored) => {
      expect([municipalityName(stored), fullMunicipalityName(stored)]).toEqual(['Κοζάνης', 'Δήμος Κοζάνης'])
    },
  )
})

describe('formatCompact', () => {
  it('abbreviates thousands and millions', () => {
    expect(
      [0, 950, 1500, -200_000, 3_000_000].map((value) => formatCompact(value).replace(/\s/g, ' ')),
    ).toEqual(['0', '950', '1,5 χιλ.', '\u2212200 χιλ.', '3 εκ.'])
  })
})

describe('formatSigned', () => {
  it('shows the sign of positive and negative values', () => {
    expect(formatSigned(1240)).toBe('+1.240')
    expect(formatSigned(-200)).toBe('\u2212200')
    expect(formatSigned(0)).toBe('0')
  })
})

describe('formatDateTime', () => {
  it('shows the time of Athens in summer and winter, whatever the machine’s time zone [§9 dates]', () => {
    expect(formatDateTime('2024-07-03T12:00:00+03:00')).toBe('03/07/2024, 12:00')
    expect(formatDateTime('2026-01-09T21:05:00.123+00:00')).toBe('09/01/2026, 23:05')
  })

  it('has 24 hours, with midnight as 00:00 of the new day', () => {
    expect(formatDateTime('2026-03-11T22:00:00Z')).toBe('12/03/2026, 00:00')
  })

  it('handles the change to daylight saving time', () => {
    expect(formatDateTime('2026-03-29T00:59:00Z')).toBe('29/03/2026, 02:59')
    expect(formatDateTime('2026-03-29T01:00:00Z')).toBe('29/03/2026, 04:00')
  })
})
