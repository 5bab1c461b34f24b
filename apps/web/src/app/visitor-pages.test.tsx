import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { address, maria, openPortal, serve, signIn } from './portal-in-test.tsx'
import { refusal } from '#web/api/refusal-in-test.tsx'

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const rejection = (status: number, body: unknown) => async () =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
const back = () => screen.queryByRole('button', { name: 'Επιστροφή' })

describe('/login for a partner site', () => {
  it('fills in the address of login_hint', async () => {
    serve(null)
    openPortal('/login?next=%2Foauth%2Finteraction%2Fa&login_hint=maria%40example.gr')
    expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveProperty('value', 'maria@example.gr')
  })
})

describe('pages of visitors who come from a partner site', () => {
  const atSite = '?next=%2Foauth%2Finteraction%2Fa%3Fclient%3Doil-shop'
  /** Registers the site 'oil-shop' and lets activations and resets succeed. */
  const serveSite = () => {
    const server = serve(null)
    const ok = () =>
      new Response(null, {
        status: 204,
        headers: { 'X-Account-Email': encodeURIComponent('maria@example.gr') },
      })
    Object.assign(server.replies, {
      '/api/auth/sign_in_site/': (_: unknown, address: string) => ({
        name: address.endsWith('client=oil-shop') ? 'Λάδι & Φως' : null,
      }),
      '/api/auth/users/activation/': ok,
      '/api/auth/users/reset_password_confirm/': ok,
    })
    return server
  }
  const note = async () =>
    (await screen.findByText(/Για να συνεχίσετε στον ιστότοπο/)).closest('p') ?? document.body

  it.each([
    ['/login', 'συνδεθείτε με τον λογαριασμό σας.'],
    ['/signup', 'δημιουργήστε λογαριασμό.'],
    ['/account/activate/u/t', 'συνδεθείτε.'],
    ['/password/reset', 'ορίστε πρώτα νέο συνθηματικό.'],
    ['/password/reset/confirm/u/t', 'ορίστε νέο συνθηματικό.'],
  ])('name the site: %s [partner site named]', async (path, action) => {
    serveSite()
    openPortal(path + atSite)
    expect((await note()).textContent).toBe(`Για να συνεχίσετε στον ιστότοπο «Λάδι & Φως», ${action}`)
  })

  it('name the site of an authorization address', async () => {
    serveSite()
    openPortal('/login?destination=%2Foauth%2Fauth%3Fclient_id%3Doil-shop')
    expect((await note()).textContent).toContain('«Λάδι & Φως»')
  })

  it.each([
    ['an unknown site', '?next=%2Foauth%2Finteraction%2Fa%3Fclient%3Dunknown'],
    ['a page of the portal', '?next=%2Fsettings%3Fclient%3Doil-shop'],
    ['another origin', '?next=https%3A%2F%2Fevil.example%2Foauth%2Finteraction%2Fa%3Fclient%3Doil-shop'],
    ['a parameter of the page itself', '?client=oil-shop&site=oil-shop'],
  ])('name no site for %s', async (_case, search) => {
    serveSite()
    openPortal(`/login${search}`)
    await waitFor(() => expect(document.title).toBe('Σύνδεση · Δοκιμή'))
    expect(screen.queryByText(/Για να συνεχίσετε/)).toBeNull()
  })

  it('fill in the address of the activated account at the sign-in [partner site email]', async () => {
    serveSite()
    const user = openPortal(`/account/activate/u/t${atSite}`)
    await heading('Ο λογαριασμός σας ενεργοποιήθηκε')
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Σύνδεση' }))
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'maria@example.gr')
    expect(address()).toBe(`/login${atSite}`)
  })

  it('fill in the address of the account whose password was reset', async () => {
    serveSite()
    const user = openPortal('/password/reset/confirm/u/t')
    await user.type(await screen.findByLabelText('Νέο συνθηματικό'), 'ελιά-κι-αλάτι-73')
    await user.type(screen.getByLabelText('Επαλήθευση νέου συνθηματικού'), 'ελιά-κι-αλάτι-73')
    await user.click(screen.getByRole('button', { name: 'Αλλαγή συνθηματικού' }))
    await user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Σύνδεση' }))
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'maria@example.gr')
    expect(address()).toBe('/login')
  })

  it('keep the address that was typed, between sign-up, sign-in and reset', async () => {
    serveSite()
    const user = openPortal('/signup?login_hint=other%40example.gr')
    await user.type(await screen.findByLabelText('Email'), 'eleni@example.gr')
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Σύνδεση' }))
    await heading('Σύνδεση')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'eleni@example.gr')
    await user.click(screen.getByRole('link', { name: 'Ξεχάσατε το συνθηματικό σας;' }))
    await heading('Επαναφορά συνθηματικού')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'eleni@example.gr')
    await user.click(screen.getByRole('link', { name: 'Επιστροφή' }))
    await heading('Σύνδεση')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'eleni@example.gr')
  })
})

describe('Back button of /login and /signup', () => {
  it.each(['', '?a=1', '?cancelTo=', '?cancelTo=javascript:alert(1)', '?cancelTo=//evil.example'])(
    'is not shown for the query string %j',
    async (search) => {
      serve(null)
      openPortal(`/login${search}`)
      await heading('Σύνδεση')
      expect(back()).toBeNull()
    },
  )

  it.each(['/login', '/signup'])('of %s loads an absolute address in cancelTo', async (path) => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
    serve(null)
    const user = openPortal(`${path}?cancelTo=https%3A%2F%2Foil.example.gr%2Fx`)
    await user.click(await screen.findByRole('button', { name: 'Επιστροφή' }))
    expect(assign).toHaveBeenCalledWith('https://oil.example.gr/x')
  })

  it.each(['/login', '/signup'])('of %s navigates to a path in cancelTo', async (path) => {
    serve(null)
    const user = openPortal(`${path}?cancelTo=%2Fpassword%2Freset%3Fa%3D1`)
    await user.click(await screen.findByRole('button', { name: 'Επιστροφή' }))
    await waitFor(() => expect(address()).toBe('/password/reset?a=1'))
  })

  it.each(['next', 'destination'])('goes one step back in history if `%s` is set', async (name) => {
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(2)
    serve(null)
    const user = openPortal(`/login?${name}=%2Fsettings`, ['/nowhere'])
    await user.click(await screen.findByRole('button', { name: 'Επιστροφή' }))
    await waitFor(() => expect(address()).toBe('/nowhere'))
  })
})

describe('/login', () => {
  it('keeps its query string in the links to other pages', async () => {
    const server = serve(null)
    server.brand = { forgot_password_url: 'https://accounts.example.gr/reset' }
    openPortal('/login?next=%2Fsettings')
    await heading('Σύνδεση')
    const main = within(screen.getByRole('main'))
    const linkTo = (name: string) => main.getByRole('link', { name }).getAttribute('href')
    expect(linkTo('Εγγραφή')).toBe('/signup?next=%2Fsettings')
    expect(linkTo('Ξεχάσατε το συνθηματικό σας;')).toBe('/password/reset?next=%2Fsettings')
    await waitFor(() =>
      expect(linkTo('Άλλος τρόπος επαναφοράς συνθηματικού')).toBe('https://accounts.example.gr/reset'),
    )
  })

  it('shows no forgot-password link unless one is configured [§2 forgot-password link]', async () => {
    serve(null)
    openPortal('/login')
    await waitFor(() => expect(document.title).toBe('Σύνδεση · Δοκιμή'))
    expect(screen.queryByText('Άλλος τρόπος επαναφοράς συνθηματικού')).toBeNull()
  })

  it.each<[string, () => Promise<Response>, string]>([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'Δεν υπάρχει επικοινωνία'],
    [
      '500 of the portal',
      async () => refusal({ code: 'server_fault', params: { request: '7' } }),
      'πρόβλημα στην υπηρεσία μας',
    ],
    ['502 of a proxy', rejection(502, '<h1>Bad gateway</h1>'), 'δεν είναι διαθέσιμη αυτή τη στιγμή'],
    [
      '503 of the portal',
      async () => refusal({ code: 'unavailable' }),
      'Η υπηρεσία δεν είναι διαθέσιμη αυτή τη στιγμή. Παρακαλώ προσπαθήστε ξανά σε λίγο.',
    ],
    ['a missing CSRF cookie', async () => refusal({ code: 'csrf_cookie_missing' }), 'Ανανεώστε'],
    ['another origin', async () => refusal({ code: 'csrf_other_site' }), 'Ανανεώστε'],
    [
      'too many tries',
      async () => refusal({ code: 'throttled', params: { seconds: 90 } }),
      'δοκιμάστε ξανά σε 2 λεπτά',
    ],
    ['an unknown field', rejection(400, { captcha: ['Solve it.'] }), 'captcha: Solve it.'],
    ['a known field', rejection(400, { email: ['This domain is blocked.'] }), 'This domain is blocked.'],
    ['an unknown shape', rejection(409, { error: { kind: 'maintenance' } }), '"kind": "maintenance"'],
    ['an empty answer', rejection(418, ''), 'HTTP 418'],
    ['a list', rejection(400, ['No.']), 'No.'],
    ['a body that is not an object', rejection(400, 'null'), 'HTTP 400'],
  ])(
    'shows the failure of portal.md §8 above the reason for %s [§8 failure reasons]',
    async (_case, answerLogin, reason) => {
      const server = serve(null)
      server.replies['/api/auth/token/login'] = answerLogin
      const user = openPortal('/login')
      await signIn(user, 'maria@example.gr')
      const box = await screen.findByRole('alert')
      const [title, ...rest] = [...box.querySelectorAll('p, li')].map((line) => line.textContent)
      expect(title).toBe('Αποτυχία σύνδεσης, παρακαλώ προσπαθήστε ξανά.')
      expect(rest.join(' ')).toContain(reason)
      expect(screen.queryByRole('link', { name: 'Νέα αποστολή του μηνύματος ενεργοποίησης' })).toBeNull()
    },
  )

  it('reports a browser that stores no session cookie', async () => {
    const server = serve(null)
    server.replies['/api/auth/token/login'] = {}
    const user = openPortal('/login')
    await signIn(user, 'maria@example.gr')
    const box = await screen.findByRole('alert')
    expect(box.textContent).toContain('Αποτυχία σύνδεσης, παρακαλώ προσπαθήστε ξανά.')
    expect(box.textContent).toContain('cookies')
  })

  it('offers the activation mail again after a failure, and requests it with the query string', async () => {
    const server = serve(null)
    const user = openPortal('/login?next=%2Fsettings')
    await signIn(user, 'eleni@example.gr')
    expect(await screen.findByText('Αποτυχία σύνδεσης, παρακαλώ προσπαθήστε ξανά.')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Νέα αποστολή του μηνύματος ενεργοποίησης' }))
    await heading('Νέο μήνυμα ενεργοποίησης')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('eleni@example.gr')
    await user.click(screen.getByRole('button', { name: 'Αποστολή μηνύματος' }))
    await heading('Λάβαμε το αίτημά σας')
    expect(server.requests).toContain('POST /api/auth/users/resend_activation/?next=%2Fsettings')
    expect(screen.getByRole('link', { name: 'Επιστροφή' }).getAttribute('href')).toBe(
      '/login?next=%2Fsettings',
    )
  })
})

describe('/account/activate', () => {
  it('keeps its query string in the link to /login', async () => {
    const server = serve(null)
    server.replies['/api/auth/users/activation/'] = () => undefined
    openPortal('/account/activate/u/t?next=%2Fsettings&cancelTo=https%3A%2F%2Foil.example.gr%2F')
    await heading('Ο λογαριασμός σας ενεργοποιήθηκε')
    expect(screen.getByRole('main').querySelector('a')?.getAttribute('href')).toBe(
      '/login?next=%2Fsettings&cancelTo=https%3A%2F%2Foil.example.gr%2F',
    )
  })

  it('offers to sign in, to retry and to get a new mail after a failure', async () => {
    serve(null)
    openPortal('/account/activate/u/t?next=%2Fsettings')
    await heading('Αποτυχία ενεργοποίησης λογαριασμου.')
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Σύνδεση' }).getAttribute('href')).toBe('/login?next=%2Fsettings')
    expect(main.getByRole('button', { name: 'Νέα προσπάθεια' })).toBeTruthy()
    expect(main.getByRole('link', { name: 'Επιστροφή' })).toBeTruthy()
    expect(
      screen.getByRole('link', { name: 'Νέα αποστολή του μηνύματος ενεργοποίησης' }).getAttribute('href'),
    ).toBe('/account/activate?next=%2Fsettings')
  })
})

describe('/account/disown', () => {
  it('reports success although the profile cannot be read afterwards', async () => {
    const server = serve(maria)
    server.replies['/api/auth/users/activation/disown/'] = () => {
      server.replies['/api/auth/users/me/'] = new Response('{}', { status: 403 })
    }
    const user = openPortal('/account/disown/u/t')
    await user.click(await screen.findByRole('button', { name: 'Δεν ήμουν εγώ' }))
    await heading('Το αίτημά σας ολοκληρώθηκε')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
