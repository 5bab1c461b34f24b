import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { address, clerk, openPortal, serve } from './portal-in-test.tsx'
import { refusal } from '#web/api/refusal-in-test.tsx'

const undecided = { decided_by: null, decided_at: null, note: '' }
const flag = {
  id: 3,
  partner: null,
  participant: { id: 7, full_name: 'Μαρία Δήμου' },
  day: '2026-03-01',
  rejected: false,
  credited_twice: false,
  staff: null,
  same_person: null,
  cap: 5_000,
  points: 7_200,
  raised_at: '2026-03-01T12:00:00+02:00',
  ...undecided,
}
const approval = {
  id: 12,
  kind: 'points_added',
  points: 20_000,
  record: {
    participant: { id: 7, full_name: 'Μαρία Δήμου' },
    description: 'oil_collected',
    created_at: '2026-03-01T12:00:00+02:00',
    reason: 'Η συσκευή χάλασε',
  },
  email: null,
  file: null,
  rate: null,
  requested_by: 'staff@example.gr',
  requested_at: '2026-03-01T12:00:00+02:00',
  own: false,
  decision: null,
  executed_at: null,
  ...undecided,
}

/** A note about Anna that names an erased person. */
const mention = {
  id: 5,
  account: 31,
  place: 'call_note',
  participant: { id: 8, full_name: 'Άννα Καρρά' },
  text: 'Ήρθε με την κ. Πελαγία Τσούτσα.',
  begins: 15,
  ends: 30,
  written_at: '2026-02-01T10:00:00+02:00',
  found_at: '2026-03-01T10:00:00+02:00',
}

afterEach(() => vi.unstubAllGlobals())

type Flags = (path: string) => object[] | Promise<object[]>

/** Signs in staff with a role and serves one flag and the requests; `sent` are the decisions. */
function serveChecks(
  role: 'clerk' | 'manager',
  approvals: object[] = [approval],
  flags: Flags = () => [flag],
  own?: object,
) {
  const server = serve(clerk)
  const sent: unknown[] = []
  const answer = server.answer.bind(server)
  server.answer = async (path, init) => {
    const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status })
    const listed = (results: object[]) => json({ count: results.length, results })
    if (path.startsWith('/api/checks/') && init.method === 'POST') {
      sent.push([path, JSON.parse(init.body as string)])
      if (path.includes('mentions')) return new Response(null, { status: 204 })
      return path.includes('flags')
        ? json({ ...flag, decided_by: 'a@example.gr', decided_at: flag.raised_at, note: 'x' })
        : refusal({ code: 'request_own' })
    }
    if (own && path === '/api/checks/approvers/') return json({ own, waiting: [] })
    if (path.startsWith('/api/checks/flags/')) return listed(await flags(path))
    if (path.startsWith('/api/checks/requests/')) return listed([])
    if (path.startsWith('/api/checks/approvals/')) return listed(approvals)
    if (path.startsWith('/api/checks/mentions/')) return listed(sent.length > 0 ? [] : [mention])
    const reply = await answer(path, init)
    if (path === '/api/auth/users/me/') reply.headers.set('X-Role', role)
    return reply
  }
  return sent
}

describe('the checks page', () => {
  it('is for managers only [security caps]', async () => {
    serveChecks('clerk')
    openPortal('/admin/checks')
    await screen.findByRole('link', { name: 'Χρήστες' })
    await waitFor(() => expect(address()).toBe('/admin/users'))
    expect(screen.queryByRole('link', { name: 'Έλεγχοι' })).toBeNull()
  })

  it('resolves a flag with a note, which is required [security caps]', async () => {
    const sent = serveChecks('manager')
    const user = openPortal('/admin/checks')
    const list = await screen.findByRole('region', { name: 'Ασυνήθιστοι πόντοι και ενέργειες υπαλλήλων' })
    expect((await within(list).findByRole('link', { name: 'Μαρία Δήμου' })).getAttribute('href')).toBe(
      '/admin/users/7',
    )
    expect(list.textContent).toMatch(/7\.200.*5\.000/)
    await user.click(within(list).getByRole('button', { name: /^Ολοκλήρωση ελέγχου/ }))
    const note = within(list).getByLabelText(/Σημείωση/)
    expect(document.activeElement).toBe(note)
    await user.click(within(list).getByRole('button', { name: 'Ολοκλήρωση ελέγχου' }))
    expect(note.getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
    await user.type(note, 'Ταβέρνα')
    await user.click(within(list).getByRole('button', { name: 'Ολοκλήρωση ελέγχου' }))
    expect(await screen.findByText('Ο έλεγχος ολοκληρώθηκε.')).toBeTruthy()
    expect(sent).toEqual([['/api/checks/flags/3/resolve/', { note: 'Ταβέρνα' }]])

    // No success stays above a failure.
    await user.click(screen.getByRole('button', { name: 'Έγκριση: Αίτημα 12' }))
    await user.click(screen.getByRole('button', { name: 'Οριστική έγκριση' }))
    await screen.findByRole('alert')
    expect(screen.queryByText('Ο έλεγχος ολοκληρώθηκε.')).toBeNull()
  })

  it.each([
    ['Αφαίρεση', 'Οριστική αφαίρεση', 'remove', 'Το κείμενο αφαιρέθηκε.'],
    ['Να μείνει', 'Να μείνει οριστικά', 'keep', 'Το κείμενο έμεινε όπως ήταν.'],
  ])(
    'shows where a text mentions an erased person: %s [privacy erasure]',
    async (choice, confirm, decision, done) => {
      const sent = serveChecks('manager', [], () => [])
      const user = openPortal('/admin/checks')
      const list = await screen.findByRole('region', { name: 'Κείμενα για χρήστες που διαγράφηκαν' })
      const quote = (await within(list).findByText('Πελαγία Τσούτσα')).closest('blockquote')
      expect(quote?.textContent).toBe(mention.text)
      expect(within(list).getByRole('heading', { name: 'Σημείωση κλήσης' })).toBeTruthy()
      expect(within(list).getByRole('link', { name: 'Άννα Καρρά' }).getAttribute('href')).toBe(
        '/admin/users/8',
      )
      await user.click(within(list).getByRole('button', { name: `${choice}: κείμενο 5` }))
      expect(sent).toEqual([])
      expect(document.activeElement).toBe(within(list).getByRole('button', { name: confirm }))
      await user.keyboard('{Enter}')
      expect(await screen.findByText(done)).toBeTruthy()
      expect(sent).toEqual([['/api/checks/mentions/5/decide/', { decision }]])
      expect(await within(list).findByText('Κανένα κείμενο δεν περιμένει έλεγχο')).toBeTruthy()
    },
  )

  it('offers no decisions to a manager who may not make them yet [security approvers]', async () => {
    serveChecks('manager', [], undefined, { from: null, approves: false })
    openPortal('/admin/checks')
    expect(
      await screen.findByText(
        'Δεν μπορείτε ακόμη να εγκρίνετε, να επιβεβαιώνετε μέλη ούτε να ολοκληρώνετε ελέγχους',
      ),
    ).toBeTruthy()
    for (const name of [
      'Κείμενα για χρήστες που διαγράφηκαν',
      'Ασυνήθιστοι πόντοι και ενέργειες υπαλλήλων',
    ]) {
      const list = await screen.findByRole('region', { name })
      await within(list).findByRole('listitem')
      expect(within(list).queryByRole('button')).toBeNull()
    }
  })

  it('tells a delivery that may be credited twice from a sum above a cap [claims]', async () => {
    serveChecks('manager', [], () => [
      { ...flag, partner: 'Λάδι', credited_twice: true, cap: 50, points: 110 },
    ])
    openPortal('/admin/checks')
    const title = await screen.findByRole('heading', { name: 'Παράδοση που ίσως πιστώθηκε δύο φορές' })
    expect(title.closest('li')?.textContent).toMatch(/Πόντοι με το χέρι50Πόντοι από παραδόσεις60/)
  })

  it('shows who read the data of many people in a day [security reads]', async () => {
    const staff = { id: 4, name: 'Άννα Λύτρα' }
    serveChecks('manager', [], () => [{ ...flag, participant: null, staff, cap: 2_000, points: 2_450 }])
    openPortal('/admin/checks')
    const title = await screen.findByRole('heading', { name: /^Ένας υπάλληλος είδε/ })
    expect(title.closest('li')?.textContent).toMatch(
      /ΥπάλληλοςΆννα Λύτρα.*Χρήστες έως την ειδοποίηση2\.450Όριο2\.000/,
    )
  })

  it('keeps the flags in view until the chosen ones are there', async () => {
    const all = Promise.withResolvers<object[]>()
    serveChecks('manager', [], (path) => (path.includes('state=all') ? all.promise : [flag]))
    const user = openPortal('/admin/checks')
    await screen.findByRole('heading', { name: /^Πολλοί πόντοι/ })
    await user.click(screen.getByRole('link', { name: 'Όλοι' }))
    expect(screen.queryByText('Φόρτωση…')).toBeNull()
    expect(screen.getByRole('heading', { name: /^Πολλοί πόντοι/ })).toBeTruthy()
    all.resolve([{ ...flag, rejected: true }])
    await screen.findByRole('heading', { name: /^Απορρίφθηκαν/ })
  })

  it('keeps what follows the flags visible until those of another choice are there', async () => {
    const all = Promise.withResolvers<object[]>()
    serveChecks('manager', [], (path) => (path.includes('state=all') ? all.promise : []))
    const user = openPortal('/admin/checks')
    await waitFor(() => expect(screen.queryByText('Φόρτωση…')).toBeNull())
    await user.click(await screen.findByRole('link', { name: 'Όλοι' }))
    expect((await screen.findByText('Φόρτωση…')).closest('[data-loading]')).toBeNull()
    all.resolve([flag])
    await screen.findByRole('heading', { name: /^Πολλοί πόντοι/ })
  })

  it('shows why a decision was not accepted', async () => {
    const sent = serveChecks('manager')
    const user = openPortal('/admin/checks')
    await user.click(await screen.findByRole('button', { name: 'Έγκριση: Αίτημα 12' }))
    await user.click(screen.getByRole('button', { name: 'Οριστική έγκριση' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Πρέπει να αποφασίσει άλλο μέλος της Εποπτείας.',
    )
    expect(sent).toEqual([['/api/checks/approvals/12/decide/', { decision: 'approved' }]])
  })

  it('offers no decision on a request of the same account [security four eyes]', async () => {
    serveChecks('manager', [{ ...approval, own: true }])
    openPortal('/admin/checks')
    expect(
      await screen.findByText('Το αίτημα είναι δικό σας. Πρέπει να αποφασίσει άλλο μέλος της Εποπτείας.'),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Έγκριση/ })).toBeNull()
  })
})
