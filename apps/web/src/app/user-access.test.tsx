import type { Role } from '@portal/contract/security/permissions.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clerk, noOverview, openPortal, serve } from './portal-in-test.tsx'

afterEach(() => vi.unstubAllGlobals())

const noPoints = { available: 0, collected: 0, reuse: 0, cookingoils: 0, redeemed: 0 }
const person = {
  id: 7,
  full_name: 'Μαρία Δήμου',
  first_name: 'Μαρία',
  last_name: 'Δήμου',
  telephone: '6944000000',
  email: 'maria@example.gr',
  municipality_name: null,
  points_transactions: 0,
  points_summary: noPoints,
  created_at: '2026-01-01T10:00:00+02:00',
  is_active: true,
}

/** Opens the page of a person whose account is not locked; `sent` are the changes. */
function open(role: Role) {
  const server = serve({ ...clerk, role })
  server.person = person
  const sent: [string, unknown][] = []
  const answer = server.answer.bind(server)
  const setLock = (lock: object | null) =>
    (server.overview = { ...noOverview, account: { ...noOverview.account, lock } })
  setLock(null)
  server.answer = async (path, init) => {
    if (init.method !== 'POST' || !path.startsWith('/api/participants/7/')) return answer(path, init)
    sent.push([path, typeof init.body === 'string' ? JSON.parse(init.body) : undefined])
    const at = '2026-03-01T10:00:00+02:00'
    if (path.includes('/restrict')) {
      const restriction = { at, lifts_at: path.endsWith('/lift/') ? '2026-03-04T10:00:00+02:00' : null }
      server.overview = { ...noOverview, account: { ...noOverview.account, restriction } }
      return new Response(null, { status: 204 })
    }
    const lock = { reason: 'stolen', at, ends_at: null }
    if (!path.endsWith('/end_sessions/')) setLock(path.endsWith('/lock/') ? lock : null)
    return new Response(null, { status: 204 })
  }
  return { sent, user: openPortal('/admin/users/7') }
}

describe("the access to a citizen's account", () => {
  it('is locked and unlocked after a question with the reason and the length [security locks]', async () => {
    const { sent, user } = open('manager')
    await user.click(await screen.findByRole('button', { name: 'Κλείδωμα λογαριασμού' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Να κλειδωθεί ο λογαριασμός;' })
    expect(dialog.textContent).toContain('Μαρία Δήμου')
    await user.selectOptions(within(dialog).getByLabelText(/^Λόγος/), 'stolen')
    await user.selectOptions(within(dialog).getByLabelText('Διάρκεια'), '7')
    await user.click(within(dialog).getByRole('button', { name: 'Κλείδωμα λογαριασμού' }))
    await screen.findByText('Ο λογαριασμός κλειδώθηκε.')
    expect(sent).toEqual([['/api/participants/7/lock/', { reason: 'stolen', days: 7 }]])
    expect(await screen.findByText(/^Κλειδωμένος από υπάλληλο \(υποψία/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Ξεκλείδωμα λογαριασμού' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: /^Ξεκλείδωμα/ }))
    await screen.findByText('Ο λογαριασμός ξεκλειδώθηκε.')
    expect(screen.queryByText(/^Κλειδωμένος από υπάλληλο/)).toBeNull()
  })

  it('ends its sessions after a question [security locks]', async () => {
    const { sent, user } = open('operator')
    await user.click(await screen.findByRole('button', { name: 'Αποσύνδεση από παντού' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Ακύρωση' }))
    expect(sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Αποσύνδεση από παντού' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Αποσύνδεση από παντού' }),
    )
    await screen.findByText('Ο χρήστης αποσυνδέθηκε από παντού.')
    expect(sent).toEqual([['/api/participants/7/end_sessions/', undefined]])
  })

  it('loses its second factor after a question with the reason [security reset factor]', async () => {
    const { sent, user } = open('manager')
    await user.click(await screen.findByRole('button', { name: 'Αφαίρεση δεύτερου βήματος' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Να αφαιρεθεί το δεύτερο βήμα σύνδεσης;' })
    await user.selectOptions(within(dialog).getByLabelText('Λόγος'), 'device_changed')
    await user.click(within(dialog).getByRole('button', { name: 'Αφαίρεση δεύτερου βήματος' }))
    await screen.findByText('Το δεύτερο βήμα σύνδεσης αφαιρέθηκε.')
    expect(sent).toEqual([['/api/participants/7/reset_second_factor/', { reason: 'device_changed' }]])
  })

  it('is not changed by clerks [security locks]', async () => {
    open('clerk')
    await screen.findByRole('heading', { name: 'Κουπόνια' })
    expect(screen.queryByRole('button', { name: 'Κλείδωμα λογαριασμού' })).toBeNull()
  })
})

it('says after a restriction, and after its end is announced, what applies now [privacy restriction]', async () => {
  const { user } = open('manager')
  const form = await screen.findByRole('form', { name: 'Περιορισμός της επεξεργασίας' })
  expect(form.textContent).not.toContain('τρεις ημέρες')
  await user.type(within(form).getByLabelText('Αιτιολογία προς τον χρήστη'), 'Ελέγχουμε τα στοιχεία σας.')
  await user.click(within(form).getByRole('button', { name: 'Περιορισμός' }))
  expect(await within(form).findByText(/^Ο περιορισμός ισχύει\./)).toBeTruthy()
  expect(form.textContent).toContain('Ο περιορισμός λήγει τρεις ημέρες μετά το email.')
  await user.type(within(form).getByLabelText('Αιτιολογία προς τον χρήστη'), 'Η διόρθωση έγινε.')
  await user.click(within(form).getByRole('button', { name: 'Άρση του περιορισμού' }))
  expect(await within(form).findByText(/^Ο περιορισμός λήγει σε τρεις ημέρες\./)).toBeTruthy()
  expect(screen.getByText(/Λήγει: 04\/03\/2026/)).toBeTruthy()
})
