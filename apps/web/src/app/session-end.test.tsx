import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { address, clerk, openPortal, serve } from './portal-in-test.tsx'

const otherTab = new BroadcastChannel('session')

/** Mock server with an idle limit of half an hour; counts the calls that extend the session. */
function serveWithLimit() {
  const server = serve(clerk)
  let lastUse = Date.now()
  let uses = 0
  let last = Infinity
  const endsIn = () => Math.min(lastUse + 1_800_000, last) - Date.now()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (endsIn() <= 0) server.setProfile(null)
    else if (!new Headers(init.headers).has('X-Unattended') && path === '/api/auth/users/me/') {
      lastUse = Date.now()
      uses += 1
    }
    const answer = await server.answer(path, init)
    if (path === '/api/auth/users/me/' && answer.ok)
      answer.headers.set('X-Session-Seconds', String(Math.floor(endsIn() / 1000)))
    return answer
  })
  return {
    server,
    uses: () => uses,
    endAfter: (ms: number) => {
      last = Date.now() + ms
    },
    useElsewhere: () => {
      lastUse = Date.now()
    },
  }
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => cleanup())

const minutes = (n: number) => act(() => vi.advanceTimersByTimeAsync(n * 60_000))
const warning = () => screen.queryByText(/Η σύνδεσή σας λήγει σε λίγο/)
const open = async () => {
  // As opening a page does.
  fireEvent.keyDown(document.body, { key: 'Shift' })
  openPortal('/admin/settings')
  return screen.findByLabelText<HTMLInputElement>('Επώνυμο')
}

describe('a session with an idle limit', () => {
  it('warns two minutes before its end; then the page asks to sign in and returns with the typed text', async () => {
    const limited = serveWithLimit()
    fireEvent.change(await open(), { target: { value: 'Λύτρα-Ράπτη' } })
    await minutes(27)
    expect(warning()).toBeNull()
    await minutes(1.5)
    expect(warning()).toBeTruthy()
    await minutes(2)
    expect(await screen.findByText(/Η σύνδεσή σας έληξε/)).toBeTruthy()
    expect(address()).toBe('/login?next=%2Fadmin%2Fsettings')
    expect(warning()).toBeNull()
    expect(limited.uses()).toBe(1)

    limited.useElsewhere()
    limited.server.setProfile(clerk)
    otherTab.postMessage('changed')
    expect((await screen.findByLabelText<HTMLInputElement>('Επώνυμο')).value).toBe('Λύτρα-Ράπτη')
  })

  it('is extended by the button of the warning', async () => {
    serveWithLimit()
    await open()
    await minutes(28.5)
    fireEvent.click(screen.getByRole('button', { name: 'Συνέχεια' }))
    await minutes(0.1)
    expect(warning()).toBeNull()
    await minutes(20)
    expect(address()).toBe('/admin/settings')
  })

  it('ends at its absolute limit, which the warning says when the button cannot extend it', async () => {
    const limited = serveWithLimit()
    await open()
    limited.endAfter(1_800_000)
    await minutes(28.5)
    fireEvent.click(screen.getByRole('button', { name: 'Συνέχεια' }))
    await minutes(0.1)
    expect(screen.getByText(/θα χρειαστεί να συνδεθείτε ξανά. Αποθηκεύστε/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Συνέχεια' })).toBeNull()
    await minutes(2)
    expect(await screen.findByText(/Η σύνδεσή σας έληξε/)).toBeTruthy()
    expect(screen.queryByText(/Αποθηκεύστε/)).toBeNull()
  })

  it('is extended by typing without a call', async () => {
    const limited = serveWithLimit()
    const field = await open()
    for (let n = 0; n < 6; n += 1) {
      fireEvent.keyDown(field, { key: 'α' })
      await minutes(10)
    }
    expect(warning()).toBeNull()
    expect(address()).toBe('/admin/settings')
    expect(limited.uses()).toBeGreaterThan(2)
  })

  it('does not warn while another tab uses it', async () => {
    const limited = serveWithLimit()
    await open()
    for (let n = 0; n < 6; n += 1) {
      await minutes(20)
      limited.useElsewhere()
    }
    expect(warning()).toBeNull()
    expect(limited.uses()).toBe(1)
  })
})
