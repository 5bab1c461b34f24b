import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeEventSource, show, stubStreams } from './event-source-in-test.ts'
import { maria, openPortal, serve } from './portal-in-test.tsx'
import { recordSample } from './samples-in-test.ts'

beforeEach(stubStreams)

const streams = () => FakeEventSource.opened
const stream = () => streams().at(-1) as FakeEventSource
const recordOf = (id: number, points: number) => recordSample(id, { points })
const sumsOf = (available: number) => ({
  available,
  collected: available,
  reuse: 0,
  cookingoils: available,
  redeemed: 0,
})
type Server = ReturnType<typeof serve>
const give = (server: Server, ...points: number[]) => {
  const results = points.map((one, place) => recordOf(place + 1, one))
  server.records = { results, count: results.length, total_pages: 1 }
  server.sums = sumsOf(points.reduce((sum, one) => sum + one, 0))
}
const listed = async () =>
  within(await screen.findByRole('list', { name: 'Πρόσφατες κινήσεις' })).getAllByRole('button')
const balance = () => screen.getByRole('region', { name: 'Οι πόντοι σας' })

async function openLanding(...points: number[]) {
  const server = serve(maria)
  give(server, ...points)
  const user = openPortal('/')
  expect(await listed()).toHaveLength(points.length)
  await waitFor(() => expect(streams()).toHaveLength(1))
  return { server, user }
}

describe('LivePoints', () => {
  it('shows, marks and announces a record as soon as the server reports it [live points]', async () => {
    const { server } = await openLanding(40)
    expect(stream().path).toBe('/api/points/mine/changes/')
    act(() => stream().sends({ count: 1 }))
    const requests = server.requests.length
    give(server, 40, 1200)
    act(() => stream().sends({ count: 2 }))
    await waitFor(() => expect(balance().textContent).toContain('1.240'))
    const [newest, older] = await listed()
    expect(newest?.textContent).toContain('Νέα')
    expect(older?.textContent).not.toContain('Νέα')
    expect(
      screen
        .getByText('Νέα κίνηση: Παράδοση ελαίου +1.200. Διαθέσιμοι πόντοι: 1.240.')
        .closest('[role=status]'),
    ).not.toBeNull()
    expect(server.requests.slice(requests)).toEqual([
      'GET /api/points/mine/?page=1&page_size=10',
      'GET /api/points/summary/',
    ])
  })

  it('reloads nothing if the page shows all records, or if the event is malformed', async () => {
    const { server } = await openLanding(40)
    const requests = server.requests.length
    act(() => stream().sends({ count: 1 }))
    act(() => stream().sends({ count: 'x' }))
    expect(server.requests).toHaveLength(requests)
    expect(screen.queryByText('Νέα')).toBeNull()
  })

  it('replaces the first steps by the first record', async () => {
    const server = serve(maria)
    openPortal('/')
    await screen.findByRole('region', { name: 'Οι πρώτοι σας πόντοι σε τρία βήματα' })
    await waitFor(() => expect(streams()).toHaveLength(1))
    give(server, 40)
    act(() => stream().sends({ count: 1 }))
    expect(await listed()).toHaveLength(1)
    expect((await listed())[0]?.textContent).toContain('Νέα')
  })

  it('closes the stream of a hidden page, and is up to date when it is visible again [live points]', async () => {
    const { server } = await openLanding(40)
    act(() => stream().sends({ count: 1 }))
    show(false)
    expect(stream().readyState).toBe(FakeEventSource.CLOSED)
    expect(streams()).toHaveLength(1)
    give(server, 40, 10)
    show(true)
    await waitFor(async () => expect(await listed()).toHaveLength(2))
    expect(streams()).toHaveLength(2)
  })

  it('updates on focus without a stream, and shows no error [live points]', async () => {
    const { server } = await openLanding(40)
    act(() => stream().fails())
    expect(screen.queryByRole('alert')).toBeNull()
    give(server, 40, 10)
    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(async () => expect(await listed()).toHaveLength(2))
    expect(streams()).toHaveLength(2)
  })

  it('opens no further stream when the server has replaced it, until the page is used again', async () => {
    await openLanding(40)
    act(() => void stream().dispatchEvent(new Event('replaced')))
    expect(stream().readyState).toBe(FakeEventSource.CLOSED)
    act(() => stream().fails())
    expect(streams()).toHaveLength(1)
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(streams()).toHaveLength(2)
  })

  it('closes the stream when the page is left, and forgets the marks', async () => {
    const { server, user } = await openLanding(40)
    give(server, 40, 10)
    act(() => stream().sends({ count: 2 }))
    await screen.findByText('Νέα')
    const main = within(screen.getByRole('main'))
    await user.click(main.getByRole('link', { name: 'Τα αυτοκόλλητά μου' }))
    await waitFor(() => expect(stream().readyState).toBe(FakeEventSource.CLOSED))
    await user.click(screen.getAllByRole('link', { name: 'Πόντοι Φορέας' })[0] as HTMLElement)
    expect(await listed()).toHaveLength(2)
    expect(screen.queryByText('Νέα')).toBeNull()
  })
})
