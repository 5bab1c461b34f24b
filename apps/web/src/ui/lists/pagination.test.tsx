import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { placesOf } from './pagination-places.ts'
import { Pagination } from './pagination.tsx'

const drawn = (pages: number, active: number) =>
  placesOf(pages, active)
    .map((place) => (typeof place === 'number' ? place : '…'))
    .join(' ')

describe('placesOf', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])('lists all of %i pages', (pages) => {
    const all = Array.from({ length: pages }, (_, at) => at + 1)
    for (const active of all) expect(placesOf(pages, active)).toEqual(all)
  })

  it.each([
    [1, '1 2 3 4 5 … 10'],
    [2, '1 2 3 4 5 … 10'],
    [3, '1 2 3 4 5 … 10'],
    [4, '1 2 3 4 5 … 10'],
    [5, '1 … 4 5 6 … 10'],
    [6, '1 … 5 6 7 … 10'],
    [7, '1 … 6 7 8 9 10'],
    [8, '1 … 6 7 8 9 10'],
    [9, '1 … 6 7 8 9 10'],
    [10, '1 … 6 7 8 9 10'],
  ])('shows page %i of 10 as %s [§2 pagination]', (active, places) => {
    expect(drawn(10, active)).toBe(places)
  })

  it('applies the number of boundary and sibling pages', () => {
    const drawn = (active: number) => placesOf(20, active, { boundary: 2, siblings: 2 }).join(' ')
    expect(drawn(1)).toBe('1 2 3 4 5 6 7 8 gap-right 19 20')
    expect(drawn(10)).toBe('1 2 gap-left 8 9 10 11 12 gap-right 19 20')
    expect(drawn(20)).toBe('1 2 gap-left 13 14 15 16 17 18 19 20')
    expect(placesOf(11, 6, { boundary: 2, siblings: 2 })).toHaveLength(11)
  })

  it('replaces at least two pages by a gap', () => {
    expect(drawn(8, 4)).toBe('1 2 3 4 5 … 8')
    expect(drawn(8, 5)).toBe('1 … 4 5 6 7 8')
  })

  it('returns seven places with the current page among them, for 8 to 60 pages [§2 pagination]', () => {
    for (let pages = 8; pages <= 60; pages++) {
      for (let active = 1; active <= pages; active++) {
        const places = placesOf(pages, active)
        expect(places).toHaveLength(7)
        expect(places).toContain(active)
        expect(new Set(places).size).toBe(7)
      }
    }
  })
})

const show = (page: number, pages: number, count: number) =>
  render(
    <MemoryRouter>
      <Pagination
        page={page}
        pages={pages}
        count={count}
        size={20}
        addressOf={(page) => `/admin/points/page/${page}?from=2026-01-01`}
      />
    </MemoryRouter>,
  )

describe('Pagination', () => {
  it('is labelled, and links each page to its address [§2 pagination]', () => {
    show(2, 13, 256)
    expect(screen.getByRole('navigation', { name: 'Σελίδες' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Σελίδα 3' }).getAttribute('href')).toBe(
      '/admin/points/page/3?from=2026-01-01',
    )
    expect(screen.getByRole('link', { name: 'Τελευταία σελίδα' }).getAttribute('href')).toBe(
      '/admin/points/page/13?from=2026-01-01',
    )
  })

  it('has first and previous before the pages, next and last after them', () => {
    show(5, 13, 256)
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    const at = (page: number) => `/admin/points/page/${page}?from=2026-01-01`
    expect(links).toEqual([
      ['Πρώτη σελίδα', at(1)],
      ['Προηγούμενη σελίδα', at(4)],
      ['1', at(1)],
      ['4', at(4)],
      ['5', at(5)],
      ['6', at(6)],
      ['13', at(13)],
      ['Επόμενη σελίδα', at(6)],
      ['Τελευταία σελίδα', at(13)],
    ])
  })

  it('marks only the current page', () => {
    show(2, 13, 256)
    const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map((link) => link.textContent)).toEqual(['2'])
  })

  it('shows the range and the total', () => {
    show(2, 13, 256)
    expect(screen.getByRole('status').textContent).toBe('21–40 από 256')
  })

  it('shows the range of a last page that is not full [§2 points pages]', () => {
    show(242, 242, 4823)
    expect(screen.getByRole('status').textContent).toBe('4.821–4.823 από 4.823')
  })

  it.each([
    [1, ['Πρώτη σελίδα', 'Προηγούμενη σελίδα'], ['Επόμενη σελίδα', 'Τελευταία σελίδα']],
    [13, ['Επόμενη σελίδα', 'Τελευταία σελίδα'], ['Πρώτη σελίδα', 'Προηγούμενη σελίδα']],
  ])('disables the links without a target on page %i', (page, off, on) => {
    show(page, 13, 256)
    for (const name of off) {
      const step = screen.getByRole('link', { name })
      expect(step.getAttribute('aria-disabled')).toBe('true')
      expect(step.hasAttribute('href')).toBe(false)
    }
    for (const name of on) expect(screen.getByRole('link', { name }).hasAttribute('href')).toBe(true)
  })
})
