import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clerk, noOverview, openPortal, serve } from './portal-in-test.tsx'

const person = {
  id: 7,
  full_name: 'Μαρία Παππά',
  first_name: 'Μαρία',
  last_name: 'Παππά',
  telephone: '',
  email: 'maria@example.gr',
  municipality_name: null,
  points_transactions: 0,
  points_summary: { available: 0, collected: 0, reuse: 0, cookingoils: 0, redeemed: 0 },
  created_at: '2026-02-03T23:30:00+02:00',
  is_active: true,
}
const note = { id: 3, at: '2026-03-02T09:30:00+02:00', author: 'Άννα Λύτρα', text: 'Θα ξαναπάρει.' }
const coupon = {
  id: 5,
  title: 'Ψωμί',
  shop: 'Φούρνος',
  site: 'Εξαργύρωση',
  cost: 50,
  issued_at: '2026-03-01T10:00:00+02:00',
  valid_until: '2026-12-31',
  state: 'valid',
  days_left: 12,
  ended_at: null,
  ending: '19AB',
}

function open(overview: object, role: 'clerk' | 'manager' = 'clerk') {
  const server = serve({ ...clerk, role })
  server.person = person
  server.overview = { ...noOverview, ...overview }
  const answer = server.answer.bind(server)
  const sent: unknown[] = []
  server.answer = async (path, init) => {
    const reply = await answer(path, init)
    if (path === '/api/participants/7/notes/') {
      if (typeof init.body === 'string') sent.push(JSON.parse(init.body))
      server.overview = { ...noOverview, notes: [note] }
      return new Response(JSON.stringify(note), { status: 201 })
    }
    if (path !== '/api/participants/notes/3/delete/') return reply
    server.overview = noOverview
    return new Response(null, { status: 204 })
  }
  return { server, sent, user: openPortal('/admin/users/7') }
}
const textsIn = async (role: string, name: string) =>
  within(await screen.findByRole(role, { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

afterEach(() => vi.unstubAllGlobals())

describe('the overview of a participant', () => {
  it('shows the state of the account, waiting deliveries and coupons, from one request [staff calls]', async () => {
    const { server } = open({
      account: {
        activated_at: '2026-02-04T10:00:00+02:00',
        last_sign_in_on: '2026-03-01',
        locked: true,
        erasure_due_at: '2026-03-09T10:00:00+02:00',
        failed_mails: 2,
      },
      waiting: { deliveries: 2, points: 80, oldest: '2026-02-20T10:00:00+02:00' },
      coupons: [coupon],
    })
    expect(await textsIn('list', 'Κατάσταση λογαριασμού')).toEqual([
      'Ενεργός από 04/02/2026',
      'Τελευταία σύνδεση 01/03/2026',
      'Κλειδωμένος για λίγη ώρα, από λάθος συνθηματικά',
      'Θα διαγραφεί στις 09/03/2026, 10:00',
      '2 email δεν παραδόθηκαν',
    ])
    expect(screen.getByText('2 παραδόσεις σε αναμονή (80 πόντοι) από 20/02/2026')).toBeTruthy()
    expect(await textsIn('list', 'Κουπόνια')).toEqual(['Ψωμί · ΦούρνοςΙσχύει έως 31/12/2026…19AB'])
    expect(server.requests.filter((request) => request.includes('/participants/7/'))).toEqual([
      'GET /api/participants/7/',
      'GET /api/participants/7/overview/',
    ])
  })

  it('adds a note of the call [staff call notes]', async () => {
    const { user, sent } = open({})
    const field = await screen.findByLabelText('Νέα σημείωση')
    expect(screen.getByText(/Ο χρήστης μπορεί να τη διαβάσει/)).toBeTruthy()
    await user.click(field)
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Γράψτε τη σημείωση.')).toBeTruthy()
    await user.keyboard('Θα ξαναπάρει.{Enter}')
    expect(await textsIn('list', 'Σημειώσεις κλήσεων')).toEqual([
      'Θα ξαναπάρει.02/03/2026, 09:30 · Άννα Λύτρα',
    ])
    expect(sent).toEqual([{ text: 'Θα ξαναπάρει.' }])
    expect((field as HTMLInputElement).value).toBe('')
    expect(screen.queryByRole('button', { name: 'Διαγραφή' })).toBeNull()
  })

  it('keeps an unsaved note while the clerk looks up others, until it is saved [staff call notes]', async () => {
    const { user } = open({})
    await user.type(await screen.findByLabelText('Νέα σημείωση'), 'Ρώτησε για')
    await user.click(screen.getByRole('link', { name: 'Ιστορικό πόντων' }))
    await screen.findByRole('heading', { level: 1, name: 'Ιστορικό πόντων' })
    cleanup()
    const again = openPortal('/admin/users/7')
    const field: HTMLInputElement = await screen.findByLabelText('Νέα σημείωση')
    expect(field.value).toBe('Ρώτησε για')
    await again.type(field, '{Enter}')
    await screen.findByText('Η σημείωση αποθηκεύτηκε.')
    cleanup()
    openPortal('/admin/users/7')
    expect(((await screen.findByLabelText('Νέα σημείωση')) as HTMLInputElement).value).toBe('')
  })

  it('lets a manager delete a note, after a question [staff call notes]', async () => {
    const { user } = open({ notes: [note] }, 'manager')
    await user.click(await screen.findByRole('button', { name: 'Διαγραφή' }))
    const question = screen.getByRole('alertdialog', { name: 'Να διαγραφεί η σημείωση;' })
    await user.click(within(question).getByRole('button', { name: 'Διαγραφή' }))
    await vi.waitFor(() => expect(screen.queryByRole('list', { name: 'Σημειώσεις κλήσεων' })).toBeNull())
    expect(document.activeElement?.textContent).toBe('Σημειώσεις κλήσεων')
  })
})
