import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showPage } from '#web/api/page-in-test.tsx'
import { LoginPage } from './login-page.tsx'
import { refusal } from '#web/api/refusal-in-test.tsx'

/** Factors of the account, and the mock server's response to a code. */
let factors: { totp: boolean; passkey: boolean; recovery: boolean }
let response: Response
let sent: [path: string, body: unknown][]

beforeEach(() => {
  factors = { totp: true, passkey: true, recovery: true }
  response = refusal({ code: 'second_factor_wrong' })
  sent = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path === '/api/auth/token/login') return new Response(JSON.stringify({ second_factor: factors }))
    if (!path.startsWith('/api/auth/token/')) return new Response('{}', { status: 404 })
    sent.push([path, typeof body === 'string' ? JSON.parse(body) : undefined])
    return response.clone()
  })
})
async function openSecondStep() {
  const user = showPage(<LoginPage />)
  await user.type(screen.getByLabelText('Email'), 'maria@example.gr')
  await user.type(screen.getByLabelText('Συνθηματικό'), 'λάδι-και-φως-9')
  await user.click(screen.getByRole('button', { name: 'Είσοδος' }))
  await screen.findByRole('heading', { level: 1, name: 'Δεύτερο βήμα σύνδεσης' })
  return user
}

describe('SecondStep', () => {
  it('focuses the field, sends the code and shows the error there [security second factor]', async () => {
    const user = await openSecondStep()
    const field = screen.getByLabelText('Κωδικός εφαρμογής')
    expect(document.activeElement).toBe(field)
    await user.keyboard('{Enter}')
    expect(sent).toEqual([])
    await user.paste('123 456')
    await user.keyboard('{Enter}')
    await screen.findByText(/Ο κωδικός είναι λάθος ή έχει ήδη χρησιμοποιηθεί/)
    expect(sent).toEqual([['/api/auth/token/totp/', { code: '123 456' }]])
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('shows when the limit ends', async () => {
    response = refusal({ code: 'throttled', params: { seconds: 600 } })
    const user = await openSecondStep()
    await user.keyboard('123456{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('σε 10 λεπτά')
  })

  it('returns to the password after five minutes, with the reason', async () => {
    response = refusal({ code: 'not_signed_in' })
    const user = await openSecondStep()
    await user.keyboard('123456{Enter}')
    expect(await screen.findByText(/ισχύει το πολύ πέντε λεπτά/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Συνθηματικό').value).toBe('')
  })

  it('sends a recovery code', async () => {
    const user = await openSecondStep()
    await user.click(screen.getByRole('button', { name: 'Με κωδικό ανάκτησης' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Κωδικός ανάκτησης'))
    await user.keyboard('A4KX-97TE-H2MX{Enter}')
    await screen.findByText(/Δοκιμάστε έναν άλλον/)
    expect(sent).toEqual([['/api/auth/token/recovery_code/', { code: 'A4KX-97TE-H2MX' }]])
  })

  it('names no recovery code to an account that has none', async () => {
    factors = { totp: false, passkey: true, recovery: false }
    await openSecondStep()
    expect(screen.getByText(/δεν υποστηρίζει κλειδιά πρόσβασης/).textContent).not.toContain('ανάκτησης')
    expect(screen.queryByRole('button', { name: 'Με κωδικό ανάκτησης' })).toBeNull()
  })

  it('offers the other ways in a browser without passkeys', async () => {
    factors = { totp: false, passkey: true, recovery: true }
    await openSecondStep()
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
    expect(screen.getByText(/δεν υποστηρίζει κλειδιά πρόσβασης/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Με κωδικό ανάκτησης' })).toBeTruthy()
  })
})
