import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { address, clerk, maria, openPortal, serve, signIn } from './portal-in-test.tsx'

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

describe('route table', () => {
  it.each([
    ['a visitor', '/', '/login', 'Σύνδεση', null],
    ['a visitor', '/?a=1&b=%CF%80', '/login?a=1&b=%CF%80', 'Σύνδεση', null],
    ['a visitor', '/login', '/login', 'Σύνδεση', null],
    ['a visitor', '/signup?a=1', '/signup?a=1', 'Εγγραφή', null],
    ['a visitor', '/password/reset', '/password/reset', /συνθηματικο/, null],
    ['a visitor', '/password/reset/confirm/u/t', '/password/reset/confirm/u/t', /συνθηματικ/, null],
    ['a visitor', '/account/activate', '/account/activate', 'Νέο μήνυμα ενεργοποίησης', null],
    ['a visitor', '/settings?a=1', '/login?a=1', 'Σύνδεση', null],
    ['a visitor', '/settings/password', '/login', 'Σύνδεση', null],
    ['a visitor', '/admin', '/login', 'Σύνδεση', null],
    ['a visitor', '/admin/nowhere?a=1', '/login?a=1', 'Σύνδεση', null],
    ['a visitor', '/nowhere/at/all', '/nowhere/at/all', 'Η σελίδα δεν υπάρχει', null],
    ['a customer', '/', '/', 'Καλώς ήρθατε, Μαρία', maria],
    ['a man', '/', '/', 'Καλώς ήρθατε, Γιώργο', { ...maria, first_name: 'Γιώργος' }],
    ['a customer without a name', '/', '/', 'Καλώς ήρθατε', { ...maria, first_name: '', last_name: '' }],
    ['a customer', '/login', '/', 'Καλώς ήρθατε, Μαρία', maria],
    ['a customer', '/account/activate/u/t', '/', 'Καλώς ήρθατε, Μαρία', maria],
    ['a customer', '/settings', '/settings', /Ρυθμίσεις/, maria],
    ['a customer', '/settings/password', '/settings/password', /συνθηματικού/, maria],
    ['a customer', '/admin', '/', 'Καλώς ήρθατε, Μαρία', maria],
    ['a customer', '/admin/settings', '/', 'Καλώς ήρθατε, Μαρία', maria],
    ['a customer', '/nowhere?next=/settings', '/', 'Καλώς ήρθατε, Μαρία', maria],
    ['staff', '/', '/admin/users', 'Χρήστες', clerk],
    ['staff', '/admin', '/admin/users', 'Χρήστες', clerk],
    ['staff', '/admin/nowhere/at/all', '/admin/users', 'Χρήστες', clerk],
    ['staff', '/admin/settings', '/admin/settings', /Ρυθμίσεις/, clerk],
    ['staff', '/admin/settings/password', '/admin/settings/password', /συνθηματικού/, clerk],
    ['staff', '/settings', '/settings', /Ρυθμίσεις/, clerk],
    ['staff', '/signup', '/admin/users', 'Χρήστες', clerk],
    ['staff', '/nowhere', '/admin/users', 'Χρήστες', clerk],
    ['a clerk', '/admin/staff', '/admin/users', 'Χρήστες', clerk],
    ['a manager', '/admin/staff', '/admin/users', 'Χρήστες', { ...clerk, role: 'manager' }],
    ['an operator', '/admin/staff', '/admin/manage/staff', 'Προσωπικό', { ...clerk, role: 'operator' }],
    ['an operator', '/admin/manage', '/admin/manage', 'Διαχείριση', { ...clerk, role: 'operator' }],
    ['a clerk', '/admin/manage', '/admin/users', 'Χρήστες', clerk],
    ['a visitor', '/s/a4kx', '/login?next=%2Fs%2FA4KX', 'Σύνδεση', null],
    ['a customer', '/s/A4KX/', '/settings/stickers?code=A4KX', 'Τα αυτοκόλλητά μου', maria],
    ['a customer', '/s', '/settings/stickers?code=', 'Τα αυτοκόλλητά μου', maria],
    ['a customer', '/login?next=%2Fs%2FA4KX', '/settings/stickers?code=A4KX', 'Τα αυτοκόλλητά μου', maria],
    ['staff', '/s/A4KX', '/admin/stickers?code=A4KX', 'Αυτοκόλλητα', clerk],
  ] as const)(
    'takes %s from %s to %s [§2 unknown names] [stickers link]',
    async (_who, from, to, name, profile) => {
      serve(profile)
      openPortal(from)
      await heading(name)
      expect(address()).toBe(to)
      await waitFor(() => expect(document.title).toMatch(/ · Δοκιμή$/))
    },
  )

  const login = ['/login', 'Σύνδεση'] as const
  const home = ['/', 'Αρχική'] as const
  const users = ['/admin/users', 'Χρήστες'] as const
  const stays = (title: string) => [undefined, title] as const
  type Ends = readonly [address: string | undefined, title: string]
  // Address and title for a visitor, a customer, and staff.
  const table: [path: string, visitor: Ends, customer: Ends, staff: Ends][] = [
    ['/', login, home, users],
    ['/login', stays('Σύνδεση'), home, users],
    ['/signup', stays('Εγγραφή'), home, users],
    ['/password/reset', stays('Επαναφορά συνθηματικού'), home, users],
    ['/password/reset/confirm/MQ/token', stays('Ορισμός νέου συνθηματικού'), home, users],
    ['/account/activate/MQ/token', stays('Ενεργοποίηση λογαριασμού'), home, users],
    ['/account/activate', stays('Νέο μήνυμα ενεργοποίησης'), home, users],
    ['/settings', login, stays('Ρυθμίσεις λογαριασμού'), stays('Ρυθμίσεις λογαριασμού')],
    ['/settings/password', login, stays('Αλλαγή συνθηματικού'), stays('Αλλαγή συνθηματικού')],
    ['/settings/security', login, stays('Ασφάλεια λογαριασμού'), stays('Ασφάλεια λογαριασμού')],
    ['/settings/sites', login, stays('Συνδεδεμένοι ιστότοποι'), users],
    ['/settings/stickers', login, stays('Αυτοκόλλητα'), users],
    ['/admin', login, home, users],
    ['/admin/users', login, home, users],
    ['/admin/users/999', login, home, stays('Χρήστες')],
    ['/admin/points', login, home, ['/admin/points/page/1', 'Πόντοι']],
    ['/admin/points/page/1', login, home, stays('Πόντοι')],
    ['/admin/stickers', login, home, stays('Αυτοκόλλητα')],
    ['/admin/dashboard', login, home, stays('Επισκόπηση')],
    ['/admin/staff', login, home, users],
    ['/admin/settings', login, home, stays('Ρυθμίσεις λογαριασμού')],
    ['/admin/settings/password', login, home, stays('Αλλαγή συνθηματικού')],
    ['/admin/settings/security', login, home, stays('Ασφάλεια λογαριασμού')],
    ['/admin/nothing/here', login, home, users],
    ['/nothing/here', stays('Η σελίδα δεν υπάρχει'), home, users],
  ]
  it.each(
    table.flatMap(([path, ...ends]) =>
      (['a visitor', 'a customer', 'staff'] as const).map((who, at) => ({
        who,
        path,
        end: ends[at] ?? home,
      })),
    ),
  )('leads $who from $path to its page [§2 routes] [§6 access]', async ({ who, path, end: [at, title] }) => {
    serve({ 'a visitor': null, 'a customer': maria, staff: clerk }[who])
    document.title = ''
    openPortal(path)
    await waitFor(() => expect([address(), document.title]).toEqual([at ?? path, `${title} · Δοκιμή`]))
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
    'logs the detail of a %i response %j of users/me as a warning, except for 401 [§7 profile detail]',
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

  it('shows the sign-in to a signed-in person of whom a site requires a new one', async () => {
    serve(maria)
    const user = openPortal('/login?next=%2Fsettings&again')
    await heading('Σύνδεση')
    expect(screen.getByText(/επιβεβαιώσετε ότι είστε εσείς/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(maria.email)
    await user.type(screen.getByLabelText('Συνθηματικό'), 'λάδι-και-φως-9')
    await user.click(screen.getByRole('button', { name: 'Είσοδος' }))
    await heading(/Ρυθμίσεις/)
    expect(address()).toBe('/settings')
  })

  it('does not request the profile without the session hint cookie', async () => {
    const server = serve(null)
    openPortal('/')
    await heading('Σύνδεση')
    expect(server.requests).not.toContain('GET /api/auth/users/me/')
  })

  it('shows a visitor at an unknown address an introduction and links', async () => {
    serve(null)
    openPortal('/nowhere')
    await heading('Η σελίδα δεν υπάρχει')
    for (const name of ['Πώς κερδίζετε πόντους', 'Πώς εξαργυρώνετε πόντους', 'Πού θα βρείτε βοήθεια'])
      expect(screen.getByRole('heading', { name })).toBeTruthy()
    const main = screen.getByRole('main')
    await within(main).findByRole('link', { name: 'info@example.gr' })
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

describe('sign-in', () => {
  it.each([
    ['/login', '/'],
    ['/login?next=%2Fsettings%3Fa%3D1', '/settings?a=1'],
    ['/login?next=%2Fnowhere&destination=%2Fsettings', '/settings'],
    ['/login?next=//evil.example', '/'],
    ['/login?next=javascript:alert(1)', '/'],
    ['/login?next=https://evil.example/settings', '/'],
    ['/settings/password?a=1', '/settings/password?a=1'],
    ['/admin/users', '/'],
  ])('redirects from %s to %s', async (from, to) => {
    serve(null)
    const user = openPortal(from)
    await signIn(user, maria.email)
    await waitFor(() => expect(address()).toBe(to))
  })

  it('redirects an account that is already signed in, too', async () => {
    serve(clerk)
    openPortal('/login?next=%2Fadmin%2Fsettings')
    await waitFor(() => expect(address()).toBe('/admin/settings'))
  })

  it.each(['/login', '/', '/settings'])(
    'loads an address under /oauth/ from the server, at %s [§2 redirect oauth]',
    async (path) => {
      const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
      serve(maria)
      openPortal(`${path}?next=%2Foauth%2Finteraction%2Fa%3Fb%3Dc`)
      await waitFor(() => expect(replace).toHaveBeenCalledWith('/oauth/interaction/a?b=c'))
    },
  )

  it('loads the points again after a sign-out', async () => {
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

describe('sign-out', () => {
  it('by the parameter `logout` removes only that parameter from the address', async () => {
    const server = serve(maria)
    openPortal('/settings?a=1&logout=yes&b=%CF%80')
    await heading('Σύνδεση')
    expect(address()).toBe('/login?a=1&b=%CF%80')
    expect(server.requests.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/auth/token/logout/',
    ])
  })

  it('by the parameter `logout` comes before a visitors’ page redirects [§2 logout parameter]', async () => {
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
  ])('at %s redirects to %s', async (from, to) => {
    const server = serve(maria)
    openPortal(from)
    await waitFor(() => expect(address()).toBe(to))
    expect(server.requests).toContain('POST /api/auth/token/logout/')
  })

  it('redirects to another site if the operator has configured its origin', async () => {
    const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
    serve(maria)
    openPortal('/logout?returnTo=https%3A%2F%2Foil.example.gr%2Fthanks')
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://oil.example.gr/thanks'))
  })

  it('shows a failure and a retry button [§2 logout]', async () => {
    const server = serve(maria)
    const answer = server.answer.bind(server)
    server.answer = (address, init) =>
      address.includes('logout') ? Promise.reject(new TypeError('no network')) : answer(address, init)
    const user = openPortal('/logout')
    await heading(/Η αποσύνδεση δεν ολοκληρώθηκε/)
    server.answer = answer
    await user.click(screen.getByRole('button', { name: 'Νέα προσπάθεια' }))
    expect(await heading('Σύνδεση')).toBeTruthy()
  })
})

describe('session that ends while a page is open', () => {
  it('redirects to /login with a message; a sign-in restores the page and its unsaved input', async () => {
    const server = serve(maria)
    const user = openPortal('/settings?a=1')
    const name = await screen.findByLabelText<HTMLInputElement>('Όνομα')
    await screen.findByRole('option', { name: 'Κοζάνης' })
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

  it('has no message after a sign-out', async () => {
    serve(maria)
    openPortal('/settings?logout')
    await heading('Σύνδεση')
    expect(screen.queryByText(/Η σύνδεσή σας έληξε/)).toBeNull()
  })
})
