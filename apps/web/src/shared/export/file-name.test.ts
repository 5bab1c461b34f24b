import { describe, expect, it } from 'vitest'
import { pointsFileName, usersFileName } from './file-name.ts'

describe('pointsFileName', () => {
  it.each([
    [undefined, '', '', 'points.xlsx'],
    ['Παπαδοπούλου', '2026-10-01', '2026-10-31', 'points_papadopoulou_2026-10.xlsx'],
    [undefined, '2028-02-01', '2028-02-29', 'points_2028-02.xlsx'],
    [undefined, '2026-02-01', '2026-02-27', 'points_2026-02-01_2026-02-27.xlsx'],
    ['Χατζής - Παπαδόπουλος ', '', '', 'points_chatzis-papadopoulos.xlsx'],
    ['', '', '2026-11-21', 'points_until_2026-11-21.xlsx'],
    ['O’Brien/../Şükrü', '2026-10-22', '2026-11-21', 'points_o-brien-sukru_2026-10-22_2026-11-21.xlsx'],
    ['😀', '', '', 'points.xlsx'],
  ])('of %s from %s to %s is %s [exports names]', (lastName, from, to, name) => {
    expect(pointsFileName(lastName, { from, to })).toBe(name)
  })

  it('shortens long names, in ASCII [exports names]', () => {
    const name = pointsFileName('Ω'.repeat(200), { from: '', to: '' })
    expect(name).toBe(`points_${'o'.repeat(40)}.xlsx`)
  })
})

describe('usersFileName', () => {
  it('does not contain the search, which may be personal data [exports names]', () => {
    expect([usersFileName(' '), usersFileName('6944123456')]).toEqual(['users.xlsx', 'users_search.xlsx'])
  })
})
