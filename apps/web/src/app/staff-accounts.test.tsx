import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { clerk, openPortal, serve } from './portal-in-test.tsx'
import { refusal } from '#web/api/refusal-in-test.tsx'

afterEach(() => vi.unstubAllGlobals())

const operator = { ...clerk, role: 'operator' } as const
const anna = { id: 1, email: clerk.email, first_name: 'Άννα', last_name: 'Λύτρα', role: 'operator' }
const niki = { id: 2, email: 'niki@example.gr', first_name: 'Νίκη', last_name: 'Βασιλείου', role: 'clerk' }
const state = { active: true, has_password: true, signed_in_at: null, approver: null }

/** Opens /admin/staff; `change` answers calls that change accounts. */
function openStaff(change: () => Response) {
  const server = serve(operator)
  const answer = server.answer.bind(server)
  const sent: string[] = []
  server.answer = async (address, init) => {
    if (!address.startsWith('/api/staff/')) return answer(address, init)
    if (!init.method || init.method === 'GET')
      return new Response(JSON.stringify([anna, niki].map((member) => ({ ...member, ...state }))))
    sent.push(`${init.method} ${address} ${typeof init.body === 'string' ? init.body : ''}`.trim())
    return change()
  }
  return { sent, server, user: openPortal('/admin/manage/staff') }
}

it.each([
  ['last_operator', /τουλάχιστον ένας ενεργός λογαριασμός/],
  ['own_staff_account', /τον δικό σας ρόλο/],
  ['not_found', /δεν υπάρχει πια/],
  ['not_permitted', /δεν έχει δικαίωμα/],
] as const)(
  'shows and focuses the reason of a rejected change: %s [security staff]',
  async (code, reason) => {
    const { sent, user } = openStaff(() => refusal({ code }))
    await user.click(await screen.findByRole('button', { name: 'Απενεργοποίηση: Νίκη Βασιλείου' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Απενεργοποίηση' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(reason)
    expect(document.activeElement).toBe(alert)
    expect(sent).toEqual(['POST /api/staff/2/disable/'])
  },
)

it('sends nothing if the question is cancelled, and has no buttons for the operator’s own account', async () => {
  const { sent, user } = openStaff(() => refusal({ code: 'server_fault' }))
  await user.click(await screen.findByRole('button', { name: 'Αλλαγή ρόλου: Νίκη Βασιλείου' }))
  await user.selectOptions(screen.getByRole('alertdialog').querySelector('select') as Element, 'manager')
  await user.click(screen.getByRole('button', { name: 'Ακύρωση' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent).toEqual([])
  expect(within(screen.getByRole('row', { name: /Άννα/ })).queryAllByRole('button')).toEqual([])
})

it('asks for the password again in place, and then makes the change [console confirmation]', async () => {
  const replies = [
    () => refusal({ code: 'confirmation_required' }),
    () => new Response(JSON.stringify({ ...niki, ...state })),
  ]
  const { sent, user, server } = openStaff(() => (replies.shift() as () => Response)())
  const answer = server.answer.bind(server)
  const none = {
    totp: { available: true, added_at: null },
    passkeys: [],
    recovery_codes_left: 0,
    confirmed: false,
    required: false,
  }
  server.answer = async (address, init) => {
    if (address === '/api/auth/second_factor/') return new Response(JSON.stringify(none))
    if (address !== '/api/auth/second_factor/confirm/') return answer(address, init)
    sent.push(`${init.method} ${address} ${init.body as string}`)
    return new Response(null, { status: 204 })
  }
  await user.click(await screen.findByRole('button', { name: 'Απενεργοποίηση: Νίκη Βασιλείου' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Απενεργοποίηση' }))
  await user.type(await screen.findByLabelText('Τρέχον συνθηματικό'), 'λάδι-9')
  await user.click(screen.getByRole('button', { name: 'Συνέχεια' }))
  expect(await screen.findByText('Απενεργοποιήθηκε: Νίκη Βασιλείου')).toBeTruthy()
  expect(sent).toEqual([
    'POST /api/staff/2/disable/',
    'POST /api/auth/second_factor/confirm/ {"current_password":"λάδι-9"}',
    'POST /api/staff/2/disable/',
  ])
})
