import { describe, expect, it } from 'vitest'
import { addressOf, type PointsView, viewOf } from './address.ts'

const everything: PointsView = {
  participantId: undefined,
  page: 1,
  period: 'all',
  from: '',
  to: '',
  search: '',
}
const read = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'https://portal.example.gr')
  const [, participantId, page] = /^\/admin\/points(?:\/([^/]+))?\/page\/(.+)$/.exec(pathname) ?? []
  return viewOf({ participantId, page }, searchParams)
}
const written = (view: PointsView) => {
  const { pathname, search } = addressOf(view)
  return pathname + search
}

describe('addressOf and viewOf', () => {
  it.each<[string, Partial<PointsView>]>([
    ['/admin/points/page/1', {}],
    ['/admin/points/17/page/3', { participantId: '17', page: 3 }],
    ['/admin/points/page/1?period=last-month', { period: 'last-month' }],
    ['/admin/points/page/1?period=previous-month', { period: 'previous-month' }],
    ['/admin/points/page/1?period=custom', { period: 'custom' }],
    [
      '/admin/points/17/page/2?period=custom&from=2026-03-01&to=2026-03-29&search=%CF%80%CE%B1%CF%80',
      {
        participantId: '17',
        page: 2,
        period: 'custom',
        from: '2026-03-01',
        to: '2026-03-29',
        search: 'παπ',
      },
    ],
  ])('convert a view to %s and back [§2 points address]', (address, difference) => {
    const view = { ...everything, ...difference }
    expect(written(view)).toBe(address)
    expect(read(address)).toEqual(view)
  })

  it.each([
    ['/admin/points/page/0', '/admin/points/page/1'],
    ['/admin/points/page/two', '/admin/points/page/1'],
    ['/admin/points/page/1?period=last-decade', '/admin/points/page/1'],
    ['/admin/points/page/1?period=last-week&from=2026-01-01', '/admin/points/page/1?period=last-week'],
    ['/admin/points/page/1?period=custom&from=2026-02-30', '/admin/points/page/1?period=custom'],
    ['/admin/points/page/1?from=2026-01-01', '/admin/points/page/1?period=custom&from=2026-01-01'],
  ])('normalize %s to %s', (asked, understood) => {
    expect(written(read(asked))).toBe(understood)
  })
})
