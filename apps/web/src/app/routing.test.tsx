import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { address, clerk, maria, openPortal, serve, signIn } from './portal-in-test.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

describe('the route table', () => {
  it.each([
    ['nobody', null, '/', '/login', 'Σύνδεση'],
    ['nobody', null, '/?a=1&b=%CF%80', '/login?a=1&b=%CF%80', 'Σύνδεση'],
    ['nobody', null, '/login', '/login', 'Σύνδεση'],
    ['nobody', null, '/signup?a=1', '/signup?a=1', 'Εγγραφή'],
    ['nobody', null, '/password/reset', '/password/reset', /συνθηματικο/],
    ['nobody', null, '/password/reset/confirm/u/t', '/password/reset/confirm/u/t', /συνθηματικ/],
    ['nobody', null, '/account/activate', '/account/activate', 'Νέο μήνυμα ενεργοποίησης'],
    ['nobody', null, '/settings?a=1', '/login?a=1', 'Σύνδεση'],
    ['nobody', null, '/settings/password', '/login', 'Σύνδεση'],
    ['nobody', null, '/admin', '/login', 'Σύνδεση'],
    ['nobody', null, '/admin/nowhere?a=1', '/login?a=1', 'Σύνδεση'],
    ['nobody', null, '/nowhere/at/all', '/nowhere/at/all', 'Η σελίδα δεν υπάρχει'],
    ['a customer', maria, '/', '/', 'Καλώς ήρθατε, Μαρία'],
    ['a customer without a name', { ...maria, first_name: '', last_name: '' }, '/', '/', 'Καλώς ήρθατε'],
    ['a customer', maria, '/login', '/', 'Καλώς ήρθατε, Μαρία'],
    ['a customer', maria, '/account/activate/u/t', '/', 'Καλώς ήρθατε, Μαρία'],
    ['a customer', maria, '/settings', '/settings', /Ρυθμίσεις/],
    ['a customer', maria, '/settings/password', '/settings/password', /συνθηματικού/],
    ['a customer', maria, '/admin', '/', 'Καλώς ήρθατε, Μαρία'],
    ['a customer', maria, '/admin/settings', '/', 'Καλώς ήρθατε, Μαρία'],
    ['a customer', maria, '/nowhere?next=/settings', '/', 'Καλώς ήρθατε, Μαρία'],
    ['staff', clerk, '/', '/admin/users', 'Χρήστες'],
    ['staff', clerk, '/admin', '/admin/users', 'Χρήστες'],
    ['staff', clerk, '/admin/nowhere/at/all', '/admin/users', 'Χρήστες'],
    ['staff', clerk, '/admin/settings', '/admin/settings', /Ρυθμίσεις/],
    ['staff', clerk, '/admin/settings/password', '/admin/settings/password', /συνθηματικού/],
    ['staff', clerk, '/settings', '/settings', /Ρυθμίσεις/],
    ['staff', clerk, '/signup', '/admin/users', 'Χρήστες'],
    ['staff', clerk, '/nowhere', '/admin/users', 'Χρήστες'],
  ] as const)('leads %s from %s%s to %s', async (_who, profile, from, to, name) => {
    serve(profile)
    openPortal(from)
    await heading(name)
    expect(address()).toBe(to)
    await waitFor(() => expect(document.title).toMatch(/ · Δοκιμή$/))
  })

  it.each([
    [
      403,
      { detail: 'Under maintenance.' },
      'Η υπηρεσία δεν είναι διαθέσιμη αυτή τη στιγμή',
      ['Under maintenance.'],
    ],
    [403, '<h1>Forbidden</h1>', 'Η υπηρεσία δεν είναι διαθέσιμη αυτή τη στιγμή', []],
    [401, { detail: 'Authentication credentials were not provided.' }, 'Σύνδεση', []],
  ])(
    'logs the detail of a %i %j of users/me as a warning, of a 401 nothing',
    async (status, body, name, says) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      const server = serve(maria)
      const answer = server.answer.bind(server)
      server.answer = async (path, init) =>
        path.includes('/users/me/') ? new Response(JSON.stringify(body), { status }) : answer(path, init)
      openPortal('/')
      await heading(new RegExp(name))
      expect(warn.mock.calls.flat()).toEqual(says)
    },
  )

  it('asks nobody who is signed in when the browser knows of no session', async () => {
    const server = serve(null)
    openPortal('/')
    await heading('Σύνδεση')
    expect(server.requests).not.toContain('GET /api/auth/users/me/')
  })

  it('tells a visitor at an unknown address what the portal is and where to go', async () => {
    serve(null)
    openPortal('/nowhere')
    await heading('Η σελίδα δεν υπάρχει')
    for (const name of ['Πώς κερδίζετε πόντους', 'Πώς τους εξαργυρώνετε', 'Πού θα βρείτε βοήθεια'])
      expect(screen.getByRole('heading', { name })).toBeTruthy()
    const main = screen.getByRole('main')
    expect([...main.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '/login',
      '/signup',
      'https://oil.example.gr/',
      'https://reuse.example.gr/',
      'https://redemption.example.gr/',
      'tel:2461000000',
      'mailto:info@example.gr',
    ])
  })
})

describe('where signing in leads', () => {
  it.each([
    ['/login', '/'],
    ['/login?next=%2Fsettings%3Fa%3D1', '/settings?a=1'],
    ['/login?next=%2Fnowhere&destination=%2Fsettings', '/settings'],
    ['/login?next=//evil.example', '/'],
    ['/login?next=javascript:alert(1)', '/'],
    ['/login?next=https://evil.example/settings', '/'],
    ['/settings/password?a=1', '/settings/password?a=1'],
    ['/admin/users', '/'],
  ])('from %s to %s', async (from, to) => {
    serve(null)
    const user = openPortal(from)
    await signIn(user, maria.email)
    await waitFor(() => expect(address()).toBe(to))
  })

  it('is the same for someone who is signed in already', async () => {
    serve(clerk)
    openPortal('/login?next=%2Fadmin%2Fsettings')
    await waitFor(() => expect(address()).toBe('/admin/settings'))
  })

  it.each(['/login', '/', '/settings'])('loads what lies under /oauth/, asked for at %s', async (path) => {
    const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
    serve(maria)
    openPortal(`${path}?next=%2Foauth%2Finteraction%2Fa%3Fb%3Dc`)
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/oauth/interaction/a?b=c'))
  })

  it('shows no page of one account to the next', async () => {
    const server = serve(maria)
    const user = openPortal('/')
    await heading('Καλώς ήρθατε, Μαρία')
    const before = server.requests.filter((call) => call.includes('/api/points/')).length
    await user.click(screen.getByRole('link', { name: 'Αποσύνδεση', hidden: true }))
    await heading('Σύνδεση')
    await signIn(user, maria.email)
    await heading('Καλώς ήρθατε, Μαρία')
    await waitFor(() =>
      expect(server.requests.filter((call) => call.includes('/api/points/')).length).toBe(2 * before),
    )
  })
})

describe('signing out', () => {
  it('by the parameter `logout`, which clears itself and nothing else', async () => {
    const server = serve(maria)
    openPortal('/settings?a=1&logout=yes&b=%CF%80')
    await heading('Σύνδεση')
    expect(address()).toBe('/login?a=1&b=%CF%80')
    expect(server.requests.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/auth/token/logout/',
    ])
  })

  it('by the parameter on a page for visitors, before it leads anyone on', async () => {
    const server = serve(maria)
    openPortal('/login?next=%2Fsettings&logout')
    await heading('Σύνδεση')
    expect(address()).toBe('/login?next=%2Fsettings')
    expect(server.profile).toBeNull()
  })

  it.each([
    ['/logout', '/login'],
    ['/logout?returnTo=%2Fsignup%3Fa%3D1', '/signup?a=1'],
    ['/logout?returnTo=https%3A%2F%2Fevil.example%2F', '/login'],
    ['/logout?returnTo=%2F%2Fevil.example', '/login'],
    ['/logout?returnTo=javascript%3Aalert(1)', '/login'],
  ])('at %s, then to %s', async (from, to) => {
    const server = serve(maria)
    openPortal(from)
    await waitFor(() => expect(address()).toBe(to))
    expect(server.requests).toContain('POST /api/auth/token/logout/')
  })

  it('leaves for an address that the operator has named', async () => {
    const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
    serve(maria)
    openPortal('/logout?returnTo=https%3A%2F%2Foil.example.gr%2Fthanks')
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://oil.example.gr/thanks'))
  })

  it('says so when it could not be done, and tries again', async () => {
    const server = serve(maria)
    const answer = server.answer.bind(server)
    server.answer = (address, init) =>
      address.includes('logout') ? Promise.reject(new TypeError('no network')) : answer(address, init)
    const user = openPortal('/logout')
    await heading(/Η αποσύνδεση δεν ολοκληρώθηκε/)
    server.answer = answer
    await user.click(screen.getByRole('button', { name: 'Δοκιμή ξανά' }))
    expect(await heading('Σύνδεση')).toBeTruthy()
  })
})

describe('a session that ends under one’s hands', () => {
  it('leads to /login, says why, and back to where one was with what one had typed', async () => {
    const server = serve(maria)
    const user = openPortal('/settings?a=1')
    const name = await screen.findByLabelText<HTMLInputElement>('Όνομα')
    await screen.findByRole('option', { name: 'Δήμος Κοζάνης' })
    await user.clear(name)
    await user.type(name, 'Μαριώ')
    server.profile = null
    await user.click(screen.getByRole('button', { name: 'Ενημέρωση' }))

    await heading('Σύνδεση')
    expect(address()).toBe(`/login?${new URLSearchParams({ next: '/settings?a=1' }).toString()}`)
    expect(screen.getByText(/Η σύνδεσή σας έληξε/)).toBeTruthy()
    await signIn(user, maria.email)
    expect((await screen.findByLabelText<HTMLInputElement>('Όνομα')).value).toBe('Μαριώ')
    expect(address()).toBe('/settings?a=1')
  })

  it('is no such thing when one signs out', async () => {
    serve(maria)
    openPortal('/settings?logout')
    await heading('Σύνδεση')
    expect(screen.queryByText(/Η σύνδεσή σας έληξε/)).toBeNull()
  })
})
