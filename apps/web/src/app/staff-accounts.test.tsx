import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { clerk, openPortal, serve } from './portal-in-test.tsx'

afterEach(() => vi.unstubAllGlobals())

const operator = { ...clerk, role: 'operator' } as const
const anna = { id: 1, email: clerk.email, first_name: 'Άννα', last_name: 'Λύτρα', role: 'operator' }
const niki = { id: 2, email: 'niki@example.gr', first_name: 'Νίκη', last_name: 'Βασιλείου', role: 'clerk' }
const state = { active: true, has_password: true, signed_in_at: null }

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
  return { sent, user: openPortal('/admin/staff') }
}

const rejectWith = (status: number, detail: string) => () =>
  new Response(JSON.stringify({ detail }), { status })

it.each([
  [409, 'At least one active operator must remain.', /τουλάχιστον ένας ενεργός λογαριασμός/],
  [409, 'Operators cannot change their own role or disable themselves.', /τον δικό σας ρόλο/],
  [404, 'Not found.', /δεν υπάρχει πια/],
  [403, 'You do not have permission to perform this action.', /δεν έχει δικαίωμα/],
])(
  'shows and focuses the reason of a rejected change: %i %s [security staff]',
  async (status, detail, reason) => {
    const { sent, user } = openStaff(rejectWith(status, detail))
    await user.click(await screen.findByRole('button', { name: 'Απενεργοποίηση: Νίκη Βασιλείου' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Απενεργοποίηση' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(reason)
    expect(document.activeElement).toBe(alert)
    expect(sent).toEqual(['POST /api/staff/2/disable/'])
  },
)

it('sends nothing if the question is cancelled, and has no buttons for the operator’s own account', async () => {
  const { sent, user } = openStaff(rejectWith(500, ''))
  await user.click(await screen.findByRole('button', { name: 'Αλλαγή ρόλου: Νίκη Βασιλείου' }))
  await user.selectOptions(screen.getByRole('alertdialog').querySelector('select') as Element, 'manager')
  await user.click(screen.getByRole('button', { name: 'Ακύρωση' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent).toEqual([])
  expect(within(screen.getByRole('row', { name: /Άννα/ })).queryAllByRole('button')).toEqual([])
})
