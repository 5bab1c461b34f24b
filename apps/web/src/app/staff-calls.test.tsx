import type { Role } from '@portal/contract/security/permissions.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { address, clerk, noOverview, openPortal, serve } from './portal-in-test.tsx'

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
  title_en: null,
  offer: null,
}

function open(overview: object, role: Role = 'clerk') {
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
        ...noOverview.account,
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
      'Τελευταία σύνδεση: 01/03/2026',
      'Δεν γίνεται σύνδεση από νέο περιηγητή για λίγη ώρα, γιατί γράφτηκε πολλές φορές λάθος συνθηματικό',
      'Προγραμματισμένη διαγραφή: 09/03/2026, 10:00',
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
    expect(screen.getByText(/Ο χρήστης μπορεί να διαβάσει τη σημείωση/)).toBeTruthy()
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

  it('leaves the field after a note, so that the next key is a shortcut again [staff call notes]', async () => {
    const { user } = open({})
    const field = await screen.findByLabelText('Νέα σημείωση')
    await user.keyboard('s')
    expect(document.activeElement).toBe(field)
    await user.keyboard('Θα ξαναπάρει.{Enter}')
    await screen.findByText('Η σημείωση αποθηκεύτηκε.')
    expect(document.activeElement?.textContent).toBe('Σημειώσεις κλήσεων')
    await user.keyboard('x')
    expect(field).toHaveProperty('value', '')
    await user.keyboard('ga')
    expect(await screen.findByRole('heading', { level: 1, name: 'Αναφορές χρηστών' })).toBeTruthy()
  })

  it('shows the available points beside the name, and links to open claims [staff calls]', async () => {
    open({ open_claims: [{ id: 4, day: '2026-03-01' }] })
    expect((await screen.findByText(/^Διαθέσιμοι πόντοι:/)).parentElement?.textContent).toBe(
      'Διαθέσιμοι πόντοι: 0',
    )
    const claim = await screen.findByRole('link', { name: 'Εκκρεμεί αναφορά παράδοσης: 01/03/2026' })
    expect(claim.getAttribute('href')).toBe('/admin/claims/4')
  })

  it('has no link and no key to the claims for operators, who do not decide them [staff calls]', async () => {
    const { user } = open({ open_claims: [{ id: 4, day: '2026-03-01' }] }, 'operator')
    const sentence = await screen.findByText('Εκκρεμεί αναφορά παράδοσης: 01/03/2026')
    expect(sentence.closest('a')).toBeNull()
    await user.keyboard('?')
    const help = await screen.findByRole('dialog', { name: 'Συντομεύσεις πληκτρολογίου' })
    expect(within(help).getByText('Επισκόπηση')).toBeTruthy()
    expect(within(help).queryByText('Αναφορές')).toBeNull()
    await user.click(within(help).getByRole('button', { name: 'Κλείσιμο' }))
    await user.keyboard('ga')
    expect(address()).toBe('/admin/users/7')
  })

  it('keeps what is typed while the note is being saved [staff call notes]', async () => {
    const { server, sent, user } = open({})
    const field: HTMLInputElement = await screen.findByLabelText('Νέα σημείωση')
    const answer = server.answer.bind(server)
    const saving = Promise.withResolvers<undefined>()
    server.answer = async (path, init) => {
      if (path === '/api/participants/7/notes/') await saving.promise
      return answer(path, init)
    }
    await user.type(field, 'Θα ξαναπάρει.{Enter}')
    await user.type(field, ' Αύριο.')
    saving.resolve(undefined)
    await screen.findByText('Η σημείωση αποθηκεύτηκε.')
    expect(field.value).toBe('Θα ξαναπάρει. Αύριο.')
    expect(document.activeElement).toBe(field)
    expect(sent).toEqual([{ text: 'Θα ξαναπάρει.' }])
    await user.clear(field)
    expect(screen.queryByText('Η σημείωση αποθηκεύτηκε.')).toBeNull()
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
    expect((await screen.findByLabelText<HTMLInputElement>('Νέα σημείωση')).value).toBe('')
  })

  it('lets a manager delete a note, after a question [staff call notes]', async () => {
    const { user } = open({ notes: [note] }, 'manager')
    await user.click(await screen.findByRole('button', { name: 'Διαγραφή' }))
    const question = screen.getByRole('alertdialog', { name: 'Να διαγραφεί η σημείωση;' })
    await user.click(within(question).getByRole('button', { name: 'Διαγραφή' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Σημειώσεις κλήσεων' })).toBeNull())
    expect(document.activeElement?.textContent).toBe('Σημειώσεις κλήσεων')
  })
})
