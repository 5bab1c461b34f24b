import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { address, clerk, maria, openPortal, serve } from '../portal-in-test.tsx'

const linksIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link', { hidden: true })
    .map((link) => `${link.textContent} ${link.getAttribute('href') ?? ''}`)

describe('Header', () => {
  it('shows a visitor the menu and the links to sign up and sign in', async () => {
    serve(null)
    openPortal('/login')
    const banner = await screen.findByRole('banner')
    await within(banner).findByRole('link', { name: 'Σύνδεση' })
    expect(linksIn(banner).slice(1)).toEqual(['Σημεία συλλογής /places', 'Εγγραφή /signup', 'Σύνδεση /login'])
  })

  it('names the link to the first page before the names of the operator are loaded', async () => {
    const server = serve(null)
    const answer = server.answer.bind(server)
    const { promise, resolve } = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
      address === '/api/site/' ? promise : answer(address, init ?? {}),
    )
    openPortal('/login')
    const banner = await screen.findByRole('banner')
    expect(within(banner).getByRole('link', { name: 'Αρχική' }).getAttribute('href')).toBe('/')
    // A call that stays open shows the notice of a slow connection in later tests.
    resolve(new Response('{}'))
  })

  it('shows a customer the menu and the account button', async () => {
    serve(maria)
    openPortal('/')
    const banner = await screen.findByRole('banner')
    await within(banner).findByRole('button', { name: 'Λογαριασμός: maria@example.gr' })
    expect(linksIn(banner).slice(1)).toEqual([
      'Αρχική /',
      'Τα αυτοκόλλητά μου /settings/stickers',
      'Σημεία συλλογής /places',
      'Ρυθμίσεις /settings',
      'Αποσύνδεση /logout',
    ])
  })

  it('shows staff their menu and the account button', async () => {
    serve(clerk)
    openPortal('/admin/users')
    const banner = await screen.findByRole('banner')
    await within(banner).findByRole('button', { name: 'Λογαριασμός: staff@example.gr' })
    expect(linksIn(banner).slice(1)).toEqual([
      'Χρήστες /admin/users',
      'Πόντοι /admin/points',
      'Αυτοκόλλητα /admin/stickers',
      'Επισκόπηση /admin/dashboard',
      'Αναφορές /admin/claims',
      'Ρυθμίσεις /admin/settings',
      'Ρυθμίσεις /admin/settings',
      'Αποσύνδεση /logout',
    ])
  })

  it.each([
    ['clerk', ['Αναφορές /admin/claims']],
    [
      'manager',
      [
        'Αναφορές /admin/claims',
        'Έλεγχοι /admin/checks',
        'Διαχείριση /admin/manage',
        'Ιστορικό ενεργειών /admin/audit',
      ],
    ],
    ['operator', ['Διαχείριση /admin/manage']],
  ] as const)('shows a %s the entries of that role [security roles]', async (role, entries) => {
    serve({ ...clerk, role })
    openPortal('/admin/users')
    const banner = await screen.findByRole('banner')
    await within(banner).findByRole('button', { name: /Λογαριασμός/ })
    const ofAll = ['users', 'points', 'stickers', 'dashboard', 'settings']
    const others = linksIn(banner).filter((link) => !ofAll.some((page) => link.endsWith(`/admin/${page}`)))
    expect(others.slice(1)).toEqual([...entries, 'Αποσύνδεση /logout'])
  })

  it('shows a spinner until the profile is loaded [§2 header states]', async () => {
    const server = serve(maria)
    const answer = server.answer.bind(server)
    const { promise, resolve } = Promise.withResolvers<void>()
    server.answer = async (address, init) => {
      if (address.includes('/me/')) await promise
      return answer(address, init)
    }
    openPortal('/')
    const banner = screen.getByRole('banner')
    expect(within(banner).getByRole('status').textContent).toBe('Φόρτωση…')
    resolve()
    await within(banner).findByRole('button', { name: /Λογαριασμός/ })
    expect(within(banner).queryByRole('status')).toBeNull()
  })

  it('is not rendered in a frame, and neither is the footer', async () => {
    vi.spyOn(window, 'top', 'get').mockReturnValue({} as typeof window.top)
    serve(maria)
    openPortal('/settings')
    await screen.findByLabelText('Όνομα')
    expect(screen.queryByRole('banner')).toBeNull()
    expect(screen.queryByRole('contentinfo')).toBeNull()
  })
})

describe('SideMenu', () => {
  it('marks the stickers as the current page, and not the settings that contain it', async () => {
    serve(maria)
    const user = openPortal('/settings/stickers')
    await screen.findByRole('heading', { name: 'Τα αυτοκόλλητά μου' })
    await user.click(screen.getByRole('button', { name: 'Μενού' }))
    const links = within(screen.getByRole('dialog', { name: 'Μενού' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['Αρχική', null],
      ['Τα αυτοκόλλητά μου', 'page'],
      ['Σημεία συλλογής', null],
      ['Ρυθμίσεις', null],
      ['Αποσύνδεση', null],
    ])
  })
})

describe('SettingsDialog', () => {
  const openDialog = async (server: ReturnType<typeof serve>) => {
    const user = openPortal('/')
    await user.click(await screen.findByRole('button', { name: /Λογαριασμός/ }))
    await user.click(screen.getByRole('link', { name: 'Ρυθμίσεις' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ρυθμίσεις λογαριασμού' })
    server.requests.length = 0
    return { user, dialog }
  }

  it('shows the page in a frame of 500 px; closing it restores the placeholder and reloads the profile', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    const server = serve(maria)
    const { user, dialog } = await openDialog(server)
    const frame = within(dialog).getByTitle<HTMLIFrameElement>('Ρυθμίσεις λογαριασμού')
    expect([frame.getAttribute('src'), frame.height]).toEqual(['/settings', '500'])
    expect(
      within(dialog).getByRole('link', { name: 'Άνοιγμα σε ξεχωριστή σελίδα' }).getAttribute('href'),
    ).toBe('/settings')
    expect(within(dialog).getByRole('link', { name: 'Τα αυτοκόλλητά μου' }).getAttribute('href')).toBe(
      '/settings/stickers',
    )
    expect(within(dialog).queryByText('Ρυθμίσεις λογαριασμού'), 'the page has its own title').toBeNull()
    expect(address()).toBe('/')

    server.profile = { ...maria, first_name: 'Μαριώ' }
    await user.click(within(dialog).getByRole('button', { name: 'Κλείσιμο' }))
    await screen.findByRole('heading', { name: 'Καλώς ήρθατε, Μαριώ' })
    expect(screen.queryByTitle('Ρυθμίσεις λογαριασμού')).toBeNull()
    expect(dialog.textContent).toContain('Οι ρυθμίσεις φορτώνονται…')
    expect(server.requests).toEqual(['GET /api/auth/users/me/'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Λογαριασμός/ }))
  })

  it('asks for confirmation before it closes if the page in the frame has unsaved changes', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    const { user, dialog } = await openDialog(serve(maria))
    const page = new EventTarget()
    page.addEventListener('beforeunload', (event) => event.preventDefault())
    const frame = within(dialog).getByTitle<HTMLIFrameElement>('Ρυθμίσεις λογαριασμού')
    Object.defineProperty(frame, 'contentWindow', { value: page })
    await user.click(within(dialog).getByRole('button', { name: 'Κλείσιμο' }))
    await user.click(screen.getByRole('button', { name: 'Παραμονή στις ρυθμίσεις' }))
    expect(screen.getByTitle('Ρυθμίσεις λογαριασμού')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Κλείσιμο' }))
    await user.click(screen.getByRole('button', { name: 'Κλείσιμο χωρίς αποθήκευση' }))
    expect(screen.queryByTitle('Ρυθμίσεις λογαριασμού')).toBeNull()
  })

  it('does not open on a phone, which shows the settings page', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
    serve(maria)
    const user = openPortal('/')
    await user.click(await screen.findByRole('button', { name: /Λογαριασμός/ }))
    await user.click(screen.getByRole('link', { name: 'Ρυθμίσεις' }))
    await screen.findByLabelText('Όνομα')
    expect(address()).toBe('/settings')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('ConnectionNotice', () => {
  const notice = () => screen.queryByText(/σύνδεση στο διαδίκτυο|δεν απαντά|διαρκεί περισσότερο/)?.textContent

  it('is shown while the browser is offline', async () => {
    serve(null)
    openPortal('/login')
    await screen.findByRole('heading', { name: 'Σύνδεση' })
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent(window, new Event('offline'))
    expect(notice()).toMatch(/^Δεν υπάρχει σύνδεση στο διαδίκτυο/)
    onLine.mockReturnValue(true)
    fireEvent(window, new Event('online'))
    expect(notice()).toBeUndefined()
  })

  it('is shown after a call without a response, until a call gets one', async () => {
    const server = serve(null)
    const user = openPortal('/login')
    await screen.findByRole('heading', { name: 'Σύνδεση' })
    const answer = server.answer.bind(server)
    server.answer = () => Promise.reject(new TypeError('no network'))
    await user.type(screen.getByLabelText('Email'), 'a@example.gr')
    await user.type(screen.getByLabelText('Συνθηματικό'), 'x')
    await user.click(screen.getByRole('button', { name: 'Είσοδος' }))
    await waitFor(() => expect(notice()).toMatch(/^Η υπηρεσία δεν απαντά/))
    server.answer = answer
    await user.click(screen.getByRole('button', { name: 'Είσοδος' }))
    await waitFor(() => expect(notice()).toBeUndefined())
  })

  it('is shown after 5 seconds without a response, until it arrives', async () => {
    const server = serve(maria)
    const answer = server.answer.bind(server)
    const { promise, resolve } = Promise.withResolvers<void>()
    server.answer = async (address, init) => {
      await promise
      return answer(address, init)
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    openPortal('/')
    act(() => void vi.advanceTimersByTime(4900))
    expect(notice()).toBeUndefined()
    act(() => void vi.advanceTimersByTime(200))
    expect(notice()).toMatch(/διαρκεί περισσότερο/)
    vi.useRealTimers()
    resolve()
    await screen.findByRole('heading', { name: 'Καλώς ήρθατε, Μαρία' })
    await waitFor(() => expect(notice()).toBeUndefined())
  })
})

describe('Footer', () => {
  it('shows its links if the names of the operator are not loaded in time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const server = serve(null)
    const answer = server.answer.bind(server)
    const { promise, resolve } = Promise.withResolvers<void>()
    server.answer = async (path, init) => {
      if (path === '/api/site/') await promise
      return answer(path, init)
    }
    openPortal('/login')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('contentinfo')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(5000))
    const footer = screen.getByRole('contentinfo')
    expect(linksIn(footer)).not.toEqual([])
    resolve()
    await within(footer).findByRole('link', { name: 'info@example.gr' })
  })
})
