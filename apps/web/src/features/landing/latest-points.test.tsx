import type { PointsRecord } from '@portal/contract/points.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showPage } from '#web/api/page-in-test.tsx'
import { LatestPoints } from './latest-points.tsx'

/** The mock ledger of one person, oldest first; each record's points equal its number. */
let ledger: PointsRecord[] = []
let requests: string[] = []

const recordOf = (id: number): PointsRecord => ({
  id,
  participant: { id: 1, email: 'maria@example.gr' },
  points: id,
  description: 'oil_collected',
  created_at: new Date(Date.UTC(2026, 0, 1) + id * 3_600_000).toISOString(),
})

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  ledger = Array.from({ length: 75 }, (_, at) => recordOf(at + 1))
  requests = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://portal.example.gr')
    requests.push(pathname)
    if (pathname !== '/api/points/mine/') return json({ detail: 'Not found.' }, 404)
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('page_size'))]
    const newest = ledger.toReversed()
    const results = newest.slice((page - 1) * size, page * size)
    return json({ results, count: ledger.length, total_pages: Math.ceil(ledger.length / size) })
  })
})
async function open() {
  const user = showPage(<LatestPoints />)
  await waitFor(() => expect(rows()).toHaveLength(10))
  return user
}
const rows = () => within(screen.getByRole('list')).getAllByRole('listitem')
const points = () => rows().map((row) => Number(/\+(\d+)/.exec(row.textContent)?.[1]))
const from = (newest: number, length: number) => Array.from({ length }, (_, at) => newest - at)

describe('LatestPoints', () => {
  it('shows 10, then 50, then all 75 records, each once and in order', async () => {
    const user = await open()
    expect(points()).toEqual(from(75, 10))
    await user.click(screen.getByRole('button', { name: 'Περισσότερες κινήσεις' }))
    await waitFor(() => expect(points()).toEqual(from(75, 50)))
    expect(screen.getByRole('status').textContent).toBe('Εμφανίζονται 50 από 75')
    await user.click(screen.getByRole('button', { name: 'Περισσότερες κινήσεις' }))
    await waitFor(() => expect(points()).toEqual(from(75, 75)))
    expect(screen.queryByRole('button', { name: 'Περισσότερες κινήσεις' })).toBeNull()
  })

  it('shows the code of an unknown description', async () => {
    ledger.push({ ...recordOf(76), description: 'bonus_given' as never })
    await open()
    expect(rows()[0]?.textContent).toContain('bonus_given')
  })

  it('keeps the order if a record is added between two requests [origins pages]', async () => {
    const user = await open()
    ledger.push(recordOf(76))
    await user.click(screen.getByRole('button', { name: 'Περισσότερες κινήσεις' }))
    await waitFor(() => expect(points()).toEqual(from(76, 50)))
  })

  it('shows an error and a retry button if the origin of a record fails to load', async () => {
    const user = await open()
    await user.click(screen.getByRole('button', { name: /\+75/ }))
    const failed = await screen.findByRole('alert')
    expect(failed.textContent).toContain('Τα στοιχεία αυτής της κίνησης δεν είναι διαθέσιμα')
    requests.length = 0
    await user.click(within(failed).getByRole('button', { name: 'Νέα προσπάθεια' }))
    await waitFor(() => expect(requests).toEqual(['/api/points/mine/75/']))
  })
})
