import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { address, openPortal, serve, signIn } from './portal-in-test.tsx'
import { refusal } from '#web/api/refusal-in-test.tsx'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const email = () => screen.getByLabelText<HTMLInputElement>('Email').value

describe('/login', () => {
  it('offers the sign-up beside the name of a partner site, with the address and the query string', async () => {
    const server = serve(null)
    server.replies['/api/auth/sign_in_site/'] = { name: 'Λάδι & Φως' }
    const atSite = '?next=%2Foauth%2Finteraction%2Fa%3Fclient%3Doil-shop'
    const user = openPortal(`/login${atSite}`)
    await user.type(await screen.findByLabelText('Email'), 'eleni@example.gr')
    const beside = (await screen.findByText('«Λάδι & Φως»')).closest('div') ?? document.body
    await user.click(within(beside).getByRole('link', { name: 'Εγγραφή' }))
    await heading('Εγγραφή')
    expect(address()).toBe(`/signup${atSite}`)
    expect(email()).toBe('eleni@example.gr')
  })

  it('asks the browser to check no spelling, which could send the text elsewhere', async () => {
    serve(null)
    openPortal('/login')
    const form = (await screen.findByLabelText('Email')).closest('form')
    const fields = [...(form?.querySelectorAll('input') ?? [])]
    expect(fields.map((field) => field.getAttribute('spellcheck'))).toEqual(['false', 'false'])
  })

  it('offers a new password in the message of a failure, with the address and the query string', async () => {
    serve(null)
    const user = openPortal('/login?next=%2Fsettings')
    await signIn(user, 'eleni@example.gr')
    await user.click(
      within(await screen.findByRole('alert')).getByRole('link', { name: 'Ορίστε νέο συνθηματικό' }),
    )
    await heading('Επαναφορά συνθηματικού')
    expect(address()).toBe('/password/reset?next=%2Fsettings')
    expect(email()).toBe('eleni@example.gr')
  })
})

describe('/password/reset/confirm', () => {
  it('says that the link cannot be used before a password is typed, and offers a new one', async () => {
    const server = serve(null)
    server.replies['/api/auth/users/reset_password_check/'] = refusal({ code: 'token_invalid' })
    const user = openPortal('/password/reset/confirm/u/t?next=%2Fsettings')
    const box = await screen.findByRole('alert')
    expect(box.textContent).toContain('Ο σύνδεσμος επαναφοράς δεν είναι σωστός ή δεν ισχύει πια.')
    await user.click(within(box).getByRole('link', { name: 'Ζητήστε νέο σύνδεσμο επαναφοράς' }))
    await heading('Επαναφορά συνθηματικού')
    expect(address()).toBe('/password/reset?next=%2Fsettings')
  })

  it('says for a broken link what continues at a partner site, and announces no message twice', async () => {
    const server = serve(null)
    server.replies['/api/auth/sign_in_site/'] = { name: 'Λάδι' }
    server.replies['/api/auth/users/reset_password_check/'] = refusal({ code: 'token_invalid' })
    const user = openPortal('/password/reset/confirm/u/t?next=%2Foauth%2Finteraction%2Fa%3Fclient%3Doil-shop')
    await screen.findByRole('alert')
    expect(screen.queryByText(/^Επιλέξτε νέο συνθηματικό/)).toBeNull()
    const site = await screen.findByText(/^Για να συνεχίσετε στον ιστότοπο/)
    expect(site.closest('p')?.textContent).toBe(
      'Για να συνεχίσετε στον ιστότοπο «Λάδι», ζητήστε νέο σύνδεσμο επαναφοράς.',
    )
    await user.type(screen.getByLabelText('Νέο συνθηματικό'), 'πράσινο-λάδι')
    await user.type(screen.getByLabelText('Επαλήθευση νέου συνθηματικού'), 'πράσινο-λάδι{Enter}')
    await waitFor(() =>
      expect(document.activeElement?.textContent).toContain('Αποτυχία αλλαγής συνθηματικού'),
    )
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    // A new element with this role would be read once more.
    await user.type(screen.getByLabelText('Νέο συνθηματικό'), 'x')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('link', { name: 'Ζητήστε νέο σύνδεσμο επαναφοράς' })).toBeTruthy()
  })

  it('shows no message if the link cannot be checked', async () => {
    const server = serve(null)
    openPortal('/password/reset/confirm/u/t')
    await heading('Ορισμός νέου συνθηματικού')
    await waitFor(() => expect(server.requests).toContain('POST /api/auth/users/reset_password_check/'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
