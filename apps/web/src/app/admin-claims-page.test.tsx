import type { Role } from '@portal/contract/security/permissions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { address, clerk, noOverview, openPortal, serve } from './portal-in-test.tsx'
import { refusal } from '#web/api/refusal-in-test.tsx'

const claim = {
  id: 4,
  visit: null,
  sticker: 'A4KX-97TE-H2MX',
  place: null,
  day: '2026-03-01',
  hour: 10,
  litres: 2.5,
  note: 'Η οθόνη έσβησε',
  created_at: '2026-03-02T10:00:00+02:00',
  decided_at: null,
  points: null,
  reason: null,
  answer: '',
  state: 'open',
  participant: { id: 7, full_name: 'Μαρία Δήμου' },
  own: false,
  approval: null,
  decided_by: null,
}
const person = {
  ...claim.participant,
  first_name: 'Μαρία',
  last_name: 'Δήμου',
  telephone: '',
  email: 'maria@example.gr',
  municipality_name: null,
  points_transactions: 0,
  points_summary: { available: 0, collected: 0, reuse: 0, cookingoils: 0, redeemed: 0 },
  created_at: '2026-02-03T23:30:00+02:00',
  is_active: true,
}
const candidate = {
  id: 31,
  sticker: 'A4KX97TEN2MX',
  compared: 'A4KX97TEH2MX',
  differences: ['sticker'],
  site: 'Λάδι',
  description: 'oil_collected',
  points: 50,
  litres: 2.5,
  place: 'Πράσινο ΑΤΜ',
  created_at: '2026-03-01T10:12:00+02:00',
  waits_for: 'sticker_unknown',
  owner: null,
}
const details = {
  ...claim,
  email: 'maria@example.gr',
  candidates: [candidate],
  credited: [
    {
      id: 12,
      description: 'oil_collected',
      points: 30,
      litres: 1.5,
      place: null,
      created_at: '2026-03-01T09:00:00+02:00',
    },
  ],
  points_per_litre: 20,
  suggested_points: 50,
}
const visit = {
  record: 81,
  at: '2026-03-01T10:12:00+02:00',
  partner: 'ΚΔΕΥ Κοζάνης',
  device: 'Υποδοχή',
  description: 'item_delivered',
  title: null,
  points: 48,
}
const none = { candidates: [], credited: [], points_per_litre: null, suggested_points: null }
const visited = { ...details, ...none, visit, sticker: null, hour: null, litres: null, note: '' }
const others = [claim, { ...claim, id: 5, participant: { id: 8, full_name: 'Πέτρος Λύτρας' } }]

afterEach(() => vi.unstubAllGlobals())

/** Signs a member of staff in and serves the claims; `sent` are the decisions. */
function open(
  at: string,
  {
    role = 'clerk',
    shown = details,
    decision = { ...claim, state: 'credited', points: 50 },
  }: Partial<{ role: Role; shown: object; decision: object }> = {},
) {
  const server = serve({ ...clerk, role })
  server.person = person
  server.overview = { ...noOverview, open_claims: [{ id: 4, day: '2026-03-01' }] }
  const other = server.answer.bind(server)
  const sent: unknown[] = []
  const asked: string[] = []
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  let current: object = shown
  server.answer = async (path, init) => {
    if (path === '/api/claims/count/') return json({ open: 2 })
    if (path === '/api/claims/4/decide/') {
      sent.push(JSON.parse(init.body as string))
      if (decision instanceof Response) return decision
      current = { ...details, ...decision }
      return json(decision)
    }
    if (path === '/api/claims/4/') return json(current)
    if (path.startsWith('/api/claims/?')) {
      asked.push(path)
      return json({ count: others.length, results: others })
    }
    return other(path, init)
  }
  return { sent, asked, user: openPortal(at) }
}

describe('the page of claims', () => {
  it('is not for operators, and the menu shows clerks the number of open claims [claims]', async () => {
    open('/admin/claims', { role: 'operator' })
    await waitFor(() => expect(address()).toBe('/admin/users'))
    expect(screen.queryByRole('link', { name: /Αναφορές/ })).toBeNull()
  })

  it('lists claims, opens one by keyboard, and filters the decided ones [claims]', async () => {
    const { asked, user } = open('/admin/claims')
    const list = await screen.findByRole('list', { name: 'Κατάλογος αναφορών' })
    expect(await screen.findByRole('link', { name: /^Αναφορές.*2 εκκρεμούν$/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Περισσότερα.*, Αναφορές: 2 εκκρεμούν$/ })).toBeTruthy()
    // jsdom has no layout: nothing counts as shown.
    list.getClientRects = () => [{}] as unknown as DOMRectList
    await user.keyboard('jj')
    expect(document.activeElement?.textContent).toContain('Πέτρος Λύτρας')
    await user.keyboard('k{Enter}')
    expect(await screen.findByRole('heading', { name: 'Μαρία Δήμου' })).toBeTruthy()
    expect(address()).toBe('/admin/claims/4')
    await user.keyboard('{Escape}')
    expect(address()).toBe('/admin/claims')
    await user.click(screen.getByRole('link', { name: 'Απαντημένες' }))
    await waitFor(() => expect(asked.at(-1)).toBe('/api/claims/?state=decided&page=1'))
  })

  it('moves the focus to a claim opened from a user, not to one chosen in the list [claims]', async () => {
    const { user } = open('/admin/users/7')
    const name = { level: 2, name: 'Μαρία Δήμου' }
    await user.click(await screen.findByRole('link', { name: /^Εκκρεμεί αναφορά/ }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', name)))
    // The second time it is in the cache, and there as soon as the page.
    await user.click(screen.getByRole('link', { name: 'Μαρία Δήμου', current: false }))
    await user.click(await screen.findByRole('link', { name: /^Εκκρεμεί αναφορά/ }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', name)))
    await user.keyboard('{Escape}')
    const list = await screen.findByRole('list', { name: 'Κατάλογος αναφορών' })
    await user.click(within(list).getByRole('link', { name: /^Μαρία Δήμου/ }))
    await screen.findByRole('heading', name)
    expect(document.activeElement?.textContent).toContain('01/03/2026')
  })

  it('shows who claims what, and marks in what a waiting delivery differs [claims]', async () => {
    open('/admin/claims/4')
    const heading = await screen.findByRole('link', { name: 'Μαρία Δήμου', current: false })
    expect(heading.getAttribute('href')).toBe('/admin/users/7')
    expect(screen.getByText('01/03/2026, περίπου 10:00')).toBeTruthy()
    expect(screen.getByText('Η οθόνη έσβησε')).toBeTruthy()
    const delivery = screen.getByRole('list', { name: 'Παρόμοιες παραδόσεις σε αναμονή' })
    expect(delivery.textContent).toContain('A4KX-97TE-N2MX')
    expect(delivery.querySelector('mark')?.textContent).toBe('N')
    expect(within(delivery).getByText('Άλλος κωδικός')).toBeTruthy()
    expect(screen.getByText('2,5 λίτρα × 20 πόντοι ανά λίτρο')).toBeTruthy()
  })

  it('credits the found delivery with one press, with the message [claims]', async () => {
    const { sent, user } = open('/admin/claims/4')
    await user.type(await screen.findByLabelText('Μήνυμα προς τον χρήστη'), 'Συγγνώμη{Enter}')
    expect(sent).toEqual([])
    await user.click(screen.getByRole('button', { name: /^Πίστωση 50 πόντων/ }))
    expect(await screen.findByText(/Οι πόντοι πιστώθηκαν/)).toBeTruthy()
    expect(sent).toEqual([{ answer: 'delivery', delivery: 31, text: 'Συγγνώμη\n', credited: [12] }])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Απόρριψη' })).toBeNull())
    expect(document.activeElement?.tagName).toBe('H2')
  })

  it('credits the suggested points by hand; a large sum waits for an approval [claims]', async () => {
    const { sent, user } = open('/admin/claims/4', {
      decision: { ...claim, state: 'approval', points: 50, approval: 9, decided_by: 'a@example.gr' },
    })
    await user.click(await screen.findByRole('button', { name: 'Πίστωση πόντων' }))
    expect(await screen.findByText(/Η απάντηση χρειάζεται έγκριση/)).toBeTruthy()
    expect(sent).toEqual([{ answer: 'points', points: 50, credited: [12] }])
    expect(
      await screen.findByText('Την απάντηση πρέπει να εγκρίνει δεύτερο άτομο, στη σελίδα «Έλεγχοι».'),
    ).toBeTruthy()
  })

  it('rejects only with a reason, and says if a colleague was faster [claims]', async () => {
    const { sent, user } = open('/admin/claims/4', {
      decision: refusal({ code: 'already_decided' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Απόρριψη' }))
    expect(screen.getByLabelText('Λόγος απόρριψης').getAttribute('aria-invalid')).toBe('true')
    await user.selectOptions(screen.getByLabelText('Λόγος απόρριψης'), 'Δεν βρέθηκε παράδοση')
    await user.click(screen.getByRole('button', { name: 'Απόρριψη' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Η αναφορά έχει ήδη απαντηθεί')
    expect(sent).toEqual([{ answer: 'reject', reason: 'not_found' }])
  })

  it('shows what a desk recorded for somebody else, and undoes it with one press [card not mine]', async () => {
    const decision = { ...claim, ...visited, state: 'undone', points: -48 }
    const { sent, user } = open('/admin/claims/4', { shown: visited, decision })
    expect(await screen.findByText('Ο χρήστης δηλώνει ότι στο ταμείο ήταν άλλος')).toBeTruthy()
    const facts = [...document.querySelectorAll('dl div')].map(({ textContent }) => textContent)
    expect(facts).toEqual(
      expect.arrayContaining([
        'Στο ταμείο01/03/2026, 10:12',
        'ΣυνεργάτηςΚΔΕΥ Κοζάνης',
        'ΣυσκευήΥποδοχή',
        'ΚίνησηΠαράδοση αντικειμένου για επαναχρησιμοποίηση',
        'Πόντοι κίνησης48',
        'Αριθμός κίνησης81',
      ]),
    )
    expect(screen.queryByText('Παρόμοιες παραδόσεις σε αναμονή')).toBeNull()
    expect(screen.queryByLabelText('Πόντοι με το χέρι')).toBeNull()
    await user.type(screen.getByLabelText('Μήνυμα προς τον χρήστη'), 'Συγγνώμη')
    await user.click(screen.getByRole('button', { name: 'Αναίρεση κίνησης' }))
    expect(await screen.findByText('Η κίνηση αναιρέθηκε. Ο χρήστης ενημερώνεται με email.')).toBeTruthy()
    expect(sent).toEqual([{ answer: 'undo', text: 'Συγγνώμη' }])
  })

  it('says if points are spent or a coupon has expired, and rejects with reasons of desks [card not mine]', async () => {
    const coupon = { ...visit, description: 'coupon_created', title: 'Ένα ψωμί', points: -100 }
    const decision = refusal({ code: 'coupon_expired', params: { day: '2026-02-28' } })
    const { sent, user } = open('/admin/claims/4', { shown: { ...visited, visit: coupon }, decision })
    expect(await screen.findByText('Χρήση κουπονιού: Ένα ψωμί')).toBeTruthy()
    expect(screen.getByText('Πόντοι του κουπονιού').nextSibling?.textContent).toBe('100')
    await user.click(screen.getByRole('button', { name: 'Αναίρεση κίνησης' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Το κουπόνι έληξε: 28/02/2026.')
    const reasons = within(screen.getByLabelText('Λόγος απόρριψης')).getAllByRole('option')
    expect(reasons.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Δεν βρέθηκε λάθος',
      'Έχει ήδη αναιρεθεί',
      'Οι πόντοι έχουν ήδη εξαργυρωθεί',
      'Το κουπόνι έληξε ή δεν έχει πια κωδικό',
      'Άλλος λόγος (στο μήνυμα)',
    ])
    await user.selectOptions(screen.getByLabelText('Λόγος απόρριψης'), 'Δεν βρέθηκε λάθος')
    await user.click(screen.getByRole('button', { name: 'Απόρριψη' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent).toEqual([{ answer: 'undo' }, { answer: 'reject', reason: 'no_mistake' }])
  })

  it('offers no answer on the own claim or that of a namesake [claims]', async () => {
    open('/admin/claims/4', { shown: { ...details, own: true } })
    expect(await screen.findByText(/Θα απαντήσει συνάδελφός σας/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Πίστωση/ })).toBeNull()
  })
})
