import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { address, json, openPortal, maria, serve } from './portal-in-test.tsx'
import { stickerSample } from './samples-in-test.ts'
import { refusal } from '#web/api/refusal-in-test.tsx'

const reported = {
  id: 1,
  visit: null,
  sticker: 'A4KX-97TE-H2MX',
  place: null,
  day: '2026-03-01',
  hour: null,
  litres: null,
  note: '',
  created_at: '2026-03-02T10:00:00+02:00',
  decided_at: null,
  points: null,
  reason: null,
  answer: '',
  state: 'open',
}
const place = (id: string, name: string, town: [number, string]) => ({
  id,
  name,
  kind: 'green_atm',
  address: 'Πλατεία Νίκης',
  municipality: { id: town[0], name: town[1] },
  latitude: 40.3,
  longitude: 21.8,
  hours: '',
  opening_hours: null,
  closed: null,
})
const places = [place('A-1', 'Πράσινο ΑΤΜ', [1, 'Αμυνταίου']), place('K-01', 'Κάδος', [2, 'Κοζάνης'])]

/** Signs Maria in and serves her stickers, the places and her claims; `sent` are the reports. */
function open(
  at: string,
  {
    stickers = [stickerSample],
    answer = reported,
    listStatus = 200,
  }: Partial<{ stickers: object[]; answer: object; listStatus: number }> = {},
) {
  const server = serve(maria)
  const sent: Record<string, unknown>[] = []
  const claims: object[] = []
  const list = { status: listStatus, loaded: Promise.resolve() }
  Object.assign(server.replies, {
    '/api/claims/mine/': async (body: unknown) => {
      if (body === undefined) {
        await list.loaded
        return json(claims, list.status)
      }
      sent.push(body as Record<string, unknown>)
      if (!(answer instanceof Response)) claims.unshift(answer)
      return answer
    },
    '/api/places/': places,
    '/api/stickers/mine/': stickers,
  })
  return { sent, claims, list, user: openPortal(at) }
}

const day = async (user: ReturnType<typeof openPortal>) => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Athens' }).format(new Date())
  await user.type(screen.getByLabelText('Ποια ημέρα;'), today.split('-').toReversed().join('/'))
  return today
}

describe('the page of missing deliveries', () => {
  it('is found on the landing page, also before the first record [claims]', async () => {
    const { user } = open('/')
    await user.click(await screen.findByRole('link', { name: 'Δεν πήρα πόντους για μια παράδοση' }))
    await screen.findByRole('heading', { name: 'Δεν πήρα πόντους για μια παράδοση', level: 1 })
    expect(address()).toBe('/claims')
  })

  it('reports a delivery with the own sticker, which is chosen already, and shows its state [claims]', async () => {
    const { sent, user } = open('/claims')
    const form = await screen.findByRole('form', { name: 'Στοιχεία της παράδοσης' })
    const today = await day(user)
    await user.click(within(form).getByRole('button', { name: 'Αποστολή' }))
    expect(await screen.findByText('Λάβαμε την αναφορά σας')).toBeTruthy()
    const { submission, ...body } = sent[0] ?? {}
    expect(submission).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(body).toEqual({ sticker: 'A4KX97TEH2MX', day: today })
    const list = await screen.findByRole('list', { name: 'Οι αναφορές σας' })
    expect(list.textContent).toContain('Παράδοση 01/03/2026Εξετάζεται')
    // The next report is another one.
    await day(user)
    await user.click(within(form).getByRole('button', { name: 'Αποστολή' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.['submission']).not.toBe(submission)
  })

  it('asks for the place without a sticker, lists that of the own municipality first, and needs no exact hour or litres [claims]', async () => {
    const { sent, user } = open('/claims')
    const form = await screen.findByRole('form')
    await user.selectOptions(screen.getByLabelText('Με ποιο αυτοκόλλητο;'), 'Δεν έχω τον κωδικό')
    await user.type(screen.getByLabelText('Πόσα λίτρα;'), 'δύο')
    await user.click(within(form).getByRole('button', { name: 'Αποστολή' }))
    for (const name of ['Πού;', 'Ποια ημέρα;', 'Πόσα λίτρα;'])
      expect(screen.getByLabelText(name).getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
    const options = within(screen.getByLabelText('Πού;')).getAllByRole('option')
    expect(options.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Κοζάνης: Κάδος',
      'Αμυνταίου: Πράσινο ΑΤΜ',
    ])
    await user.selectOptions(screen.getByLabelText('Πού;'), 'K-01')
    await user.selectOptions(screen.getByLabelText('Τι ώρα περίπου;'), 'Περίπου 09:00')
    await user.clear(screen.getByLabelText('Πόσα λίτρα;'))
    await user.type(screen.getByLabelText('Πόσα λίτρα;'), '2,5')
    await user.type(screen.getByLabelText('Θέλετε να προσθέσετε κάτι;'), 'Χωρίς απόδειξη')
    const today = await day(user)
    await user.click(within(form).getByRole('button', { name: 'Αποστολή' }))
    await screen.findByText('Λάβαμε την αναφορά σας')
    expect(sent[0]).toMatchObject({ place: 'K-01', day: today, hour: 9, litres: 2.5, note: 'Χωρίς απόδειξη' })
    expect(sent[0]).not.toHaveProperty('sticker')
  })

  it('keeps the submission after a failure, so that a repeated one creates no second claim [claims]', async () => {
    const { sent, user } = open('/claims', {
      answer: refusal({ code: 'claims_full', params: { max: 5 } }),
      stickers: [],
    })
    const form = await screen.findByRole('form')
    await user.type(await screen.findByLabelText('Κωδικός αυτοκόλλητου'), 'a4kx-97te-h2m6')
    await day(user)
    await user.click(within(form).getByRole('button', { name: 'Αποστολή' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Έχετε ήδη 5 αναφορές που εξετάζονται')
    await user.click(within(form).getByRole('button', { name: 'Αποστολή' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[0]).toEqual(sent[1])
  })

  it('keeps what was typed while the list is loaded again after an error [claims]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { claims, list, user } = open('/claims', { listStatus: 500 })
    await screen.findByRole('heading', { level: 1 })
    // The retries of the call.
    await act(() => vi.advanceTimersByTimeAsync(4000))
    await screen.findByRole('form')
    await user.type(screen.getByLabelText('Πόσα λίτρα;'), '2,5')
    await user.type(screen.getByLabelText('Θέλετε να προσθέσετε κάτι;'), 'Χωρίς απόδειξη')
    claims.push(reported)
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(list, { status: 200, loaded: promise })
    await user.click(screen.getByRole('button', { name: 'Νέα προσπάθεια' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    // Would hide what follows it (base.css).
    expect(document.querySelector('[data-loading] *')).toBeNull()
    resolve()
    await screen.findByRole('list', { name: 'Οι αναφορές σας' })
    expect(screen.getByLabelText<HTMLInputElement>('Πόσα λίτρα;').value).toBe('2,5')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Θέλετε να προσθέσετε κάτι;').value).toBe(
      'Χωρίς απόδειξη',
    )
  })

  it('says so at once if the delivery was found [claims]', async () => {
    const { user } = open('/claims', {
      answer: { ...reported, state: 'credited', points: 50, decided_at: reported.created_at },
    })
    const form = await screen.findByRole('form')
    await day(user)
    await user.click(within(form).getByRole('button', { name: 'Αποστολή' }))
    expect(await screen.findByText('Προσθέσαμε 50 πόντους στον λογαριασμό σας.')).toBeTruthy()
    expect((await screen.findByRole('list', { name: 'Οι αναφορές σας' })).textContent).toContain(
      'Πήρατε πόντους: +50',
    )
  })

  it('shows what the desk recorded for somebody else, its state and the answer [card not mine]', async () => {
    const visit = {
      record: 81,
      at: '2026-03-01T10:12:00+02:00',
      partner: 'ΚΔΕΥ Κοζάνης',
      device: 'Υποδοχή',
      description: 'item_delivered',
      title: null,
      points: 48,
    }
    const about = { ...reported, sticker: null, visit }
    const coupon = { ...visit, description: 'coupon_created', title: 'Ένα ψωμί', points: -100 }
    const { claims } = open('/claims')
    claims.push(
      { ...about, id: 5 },
      { ...about, id: 4, state: 'undone', points: -48, answer: 'Συγγνώμη' },
      { ...about, id: 3, state: 'undone', visit: coupon, place: 'Κοζάνη' },
      { ...about, id: 2, state: 'rejected', reason: 'points_spent' },
    )
    const list = await screen.findByRole('list', { name: 'Οι αναφορές σας' })
    const [waiting, undone, back, kept] = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(waiting).toBe(
      'Δεν ήσασταν εσείς στο ταμείο, 01/03/2026ΕξετάζεταιΚίνησηΠαράδοση αντικειμένου για επαναχρησιμοποίηση, +48ΣημείοΚΔΕΥ Κοζάνης, ΥποδοχήΠότε01/03/2026, 10:12Στάλθηκε02/03/2026, 10:00',
    )
    expect(undone).toContain('ΑναιρέθηκεΑφαιρέσαμε 48 πόντους από τον λογαριασμό σας.Συγγνώμη')
    expect(back).toContain('ΑναιρέθηκεΜπορείτε να χρησιμοποιήσετε ξανά το κουπόνι σας.')
    expect(back).toContain('ΚίνησηΧρησιμοποιήθηκε κουπόνι: Ένα ψωμίΣημείοΚΔΕΥ Κοζάνης, Κοζάνη')
    expect(kept).toContain('Δεν αναιρέθηκεΟι πόντοι αυτής της κίνησης έχουν ήδη εξαργυρωθεί.')
  })
})
