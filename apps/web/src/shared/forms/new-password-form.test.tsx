import type { ErrorCode } from '@portal/contract/error-codes.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { NewPasswordForm } from './new-password-form.tsx'
import { refusal } from '#web/api/refusal-in-test.tsx'

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const open = (link?: { uid: string; token: string }) => {
  vi.stubGlobal('fetch', fetched)
  render(
    <MemoryRouter>
      <NewPasswordForm
        link={link}
        intro="Επιλέξτε νέο συνθηματικό."
        search="?next=/x"
        after={<p>Σύνδεση</p>}
      />
    </MemoryRouter>,
  )
  return userEvent.setup()
}
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const [current, next, repeat] = [
  'Τρέχον συνθηματικό',
  'Νέο συνθηματικό',
  'Επαλήθευση νέου συνθηματικού',
] as const
const rejects = (code: ErrorCode, field: string) =>
  fetched.mockImplementation(async () => refusal({ code, field }))

it('NewPasswordForm requires all fields and equal passwords, and clears all errors on an edit', async () => {
  const user = open()
  await user.click(screen.getByRole('button', { name: 'Αλλαγή συνθηματικού' }))
  for (const label of [current, next, repeat])
    expect(screen.getByText(`Παρακαλώ συμπληρώστε το πεδίο «${label}».`)).toBeTruthy()
  await user.type(input(current), 'a')
  expect(screen.queryByText(/Παρακαλώ συμπληρώστε/)).toBeNull()

  await user.type(input(next), 'πράσινο-λάδι')
  await user.type(input(repeat), 'πράσινο{Enter}')
  expect(screen.getByText('Η επαλήθευση συνθηματικού δεν ταιριάζει με το συνθηματικό.')).toBeTruthy()
  expect(document.activeElement).toBe(input(repeat))
  expect(fetched).not.toHaveBeenCalled()

  await user.type(input(repeat), '-λάδι')
  rejects('password_incorrect', 'current_password')
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Αποτυχία αλλαγής συνθηματικού')
  expect(document.activeElement).toBe(input(current))
  await user.type(input(repeat), 'x')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText('Παρακαλώ γράψτε το σωστό τρέχον συνθηματικό.')).toBeNull()
})

it('NewPasswordForm with a link does not require the current password, and is read-only after success', async () => {
  const user = open({ uid: 'MQ', token: 'abc' })
  expect(screen.queryByLabelText(current)).toBeNull()
  await user.type(input(next), 'πράσινο-λάδι')
  await user.type(input(repeat), 'πράσινο-λάδι')
  fetched.mockImplementation(async () => new Response(null, { status: 204 }))
  await user.keyboard('{Enter}')
  const notice = await screen.findByText('Το συνθηματικό για τον λογαριασμό σας άλλαξε επιτυχώς')
  expect(notice.closest('[role="status"]')).toBe(document.activeElement)
  expect(fetched.mock.calls.map(([address, { body }]) => [address, body])).toEqual([
    [
      '/api/auth/users/reset_password_confirm/',
      JSON.stringify({ uid: 'MQ', token: 'abc', new_password: 'πράσινο-λάδι' }),
    ],
  ])
  expect([input(next).readOnly, input(repeat).readOnly]).toEqual([true, true])
  // Nothing invites to edit.
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText('Επιλέξτε νέο συνθηματικό.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Αλλαγή συνθηματικού' })).toBeNull()
  expect(screen.getByText('Σύνδεση')).toBeTruthy()
})

it('NewPasswordForm shows the reasons of a rejection once, and ticks no rejected rule', async () => {
  const user = open({ uid: 'MQ', token: 'abc' })
  const rules = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const common = 'Είναι δύσκολο να το μαντέψει κάποιος'
  const later = `${common} (θα ελεγχθεί όταν στείλετε τη φόρμα)`
  await user.type(input(next), 'abc')
  expect(rules().join()).not.toContain('δεν τηρείται ακόμη')
  await user.tab()
  expect(rules()).toContain('Έχει τουλάχιστον 8 χαρακτήρες (ο κανόνας δεν τηρείται ακόμη)')
  await user.clear(input(next))
  await user.type(input(next), 'πράσινο-λάδι')
  await user.type(input(repeat), 'πράσινο-λάδι')
  expect(rules()).toContain(later)
  rejects('password_too_common', 'new_password')
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Μη αποδεκτό συνθηματικό')
  expect(screen.getAllByText('Πολύ κοινό συνθηματικό.')).toHaveLength(1)
  expect(rules()).toContain(`${common} (ο κανόνας δεν τηρείται ακόμη)`)
  expect(input(next).getAttribute('aria-invalid')).toBe('true')
  const describedBy = (input(next).getAttribute('aria-describedby') ?? '').split(' ')
  expect(describedBy.map((id) => document.querySelector(`[id="${id}"]`)?.textContent)).toContain(
    'Πολύ κοινό συνθηματικό.',
  )
  expect(document.activeElement).toBe(input(next))

  // The message is gone after an edit; the same password again is still marked.
  await user.type(input(next), 'x')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(rules()).toContain(later)
  await user.type(input(next), '{Backspace}')
  expect(rules()).toContain(`${common} (ο κανόνας δεν τηρείται ακόμη)`)
})

it('NewPasswordForm links to a new request if the link is invalid, and shows unknown errors unchanged', async () => {
  const user = open({ uid: 'MQ', token: 'abc' })
  await user.type(input(next), 'πράσινο-λάδι')
  await user.type(input(repeat), 'πράσινο-λάδι')
  rejects('token_invalid', 'token')
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Ο σύνδεσμος επαναφοράς δεν είναι σωστός ή δεν ισχύει πια.',
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe('/password/reset?next=/x')

  const body = JSON.stringify({ new_password: { code: 7 } })
  fetched.mockImplementation(async () => new Response(body, { status: 400 }))
  await user.click(screen.getByRole('button', { name: 'Αλλαγή συνθηματικού' }))
  const raw = await screen.findByText(/"code": 7/)
  expect(JSON.parse(raw.textContent)).toEqual({ new_password: { code: 7 } })
})
