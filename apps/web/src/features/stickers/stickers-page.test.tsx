import { checkCharacterOf } from '@portal/contract/sticker-codes.ts'
import type { Sticker } from '@portal/contract/stickers.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showPage } from '#web/api/page-in-test.tsx'
import { StickersPage } from './stickers-page.tsx'
import { refusal } from '#web/api/refusal-in-test.tsx'

const codeOf = (body: string) => body + checkCharacterOf(body)
const printed = (code: string) => (code.match(/.{4}/g) ?? []).join('-')
const [first, second] = [codeOf('A4KX97TEH2M'), codeOf('XPM3A4KX97T')]
const sticker = (code: string, difference: Partial<Sticker> = {}): Sticker => ({
  code,
  printed: printed(code),
  bound_at: '2026-11-02T09:30:00+02:00',
  lost_at: null,
  replaced_by: null,
  waiting: 0,
  ...difference,
})

let kept: Sticker[] = []
/** Mock server's response to the next change. */
let answer: object
let sent: { path: string; body: unknown }[] = []

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  kept = []
  sent = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path === '/api/stickers/mine/' && method === 'GET') return json(kept)
    if (method !== 'POST') return json({ detail: 'Not found.' }, 404)
    sent.push({ path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    return answer instanceof Response ? answer : json(answer)
  })
  window.history.replaceState(null, '', '/settings/stickers')
})
const scan = (code: string) =>
  window.history.replaceState(null, '', `/settings/stickers?${new URLSearchParams({ code }).toString()}`)
async function open() {
  const user = showPage(<StickersPage />)
  await screen.findByText(kept.length === 0 ? 'Δεν έχετε ακόμη αυτοκόλλητο' : (kept[0]?.printed ?? ''))
  return user
}
const field = () => screen.getByLabelText<HTMLInputElement>('Κωδικός αυτοκόλλητου')
const add = () => screen.getByRole('button', { name: 'Προσθήκη' })
const statusTexts = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)

describe('StickersPage opened by a QR code', () => {
  it('fills in the code, adds it only on the button, and then forgets it [stickers link]', async () => {
    scan(first)
    const user = await open()
    expect(field().value).toBe(printed(first))
    expect(statusTexts().join()).toContain('Ο κωδικός συμπληρώθηκε αυτόματα')
    expect(sent).toEqual([])
    answer = { sticker: sticker(first), credited: { records: 0, points: 0 } }
    kept = [sticker(first)]
    await user.click(add())
    await screen.findByText(`Το αυτοκόλλητο ${printed(first)} είναι δικό σας`)
    expect(field().value).toBe('')
    expect(window.location.search).toBe('')
    expect(statusTexts().join()).not.toContain('συμπληρώθηκε')
  })

  it('says that the sticker is already in the account [stickers link]', async () => {
    kept = [sticker(first)]
    scan(first)
    await open()
    expect(statusTexts().join()).toContain(`Το αυτοκόλλητο ${printed(first)} είναι ήδη στον λογαριασμό σας`)
  })

  it.each([
    ['A4KX', 'Ο κωδικός του συνδέσμου δεν έχει τη συνηθισμένη μορφή.'],
    ['', 'Ο σύνδεσμος δεν έχει κωδικό.'],
  ])('explains the code %j in the form [stickers link]', async (code, message) => {
    scan(code)
    await open()
    expect(screen.getByRole('alert').textContent).toContain(message)
    expect(field().value).toBe(code)
  })
})

describe('AddSticker', () => {
  it.each([
    ['sticker_code_wrong', 'Ο κωδικός δεν είναι σωστός.'],
    ['sticker_unknown', 'Δεν βρέθηκε αυτοκόλλητο με αυτόν τον κωδικό.'],
    [
      'sticker_taken',
      'Αυτό το αυτοκόλλητο ανήκει ήδη σε άλλον λογαριασμό. Ελέγξτε τον κωδικό ή χρησιμοποιήστε άλλο αυτοκόλλητο.',
    ],
    ['sticker_lost', 'Αυτό το αυτοκόλλητο το έχετε δηλώσει χαμένο ή το αντικαταστήσατε.'],
  ] as const)('shows for %s: %s', async (code, told) => {
    const user = await open()
    answer = refusal({ code, field: 'code' })
    await user.type(field(), 'a4kx')
    await user.click(add())
    expect(await screen.findByText(told, { exact: false })).toBeTruthy()
    expect(document.activeElement).toBe(field())
    expect(field().value).toBe('a4kx')
  })

  it('shows the waiting time after too many codes [stickers wrong codes]', async () => {
    const user = await open()
    answer = refusal({ code: 'throttled', params: { seconds: 600 } })
    await user.type(field(), 'a4kx{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('δοκιμάστε ξανά σε 10 λεπτά')
  })

  it.each([
    [{ records: 0, points: 0 }, []],
    [{ records: 1, points: 1 }, ['Πήρατε πόντους για μία παράδοση που περίμενε: +1 πόντος.']],
    [{ records: 12, points: 1240 }, ['Πήρατε πόντους για 12 παραδόσεις που περίμεναν: +1.240 πόντοι.']],
  ])('shows the credited deliveries: %j [stickers add]', async (credited, told) => {
    const user = await open()
    answer = { sticker: sticker(first), credited }
    kept = [sticker(first)]
    await user.type(field(), 'α4κχ 97τε{Enter}')
    const said = (await screen.findByText(`Το αυτοκόλλητο ${printed(first)} είναι δικό σας`)).closest(
      '[role="status"]',
    )
    expect(document.activeElement).toBe(said)
    expect([...(said?.querySelectorAll('p') ?? [])].slice(1).map(({ textContent }) => textContent)).toEqual([
      'Από εδώ και πέρα, τα μπουκάλια που παραδίδετε με αυτό σάς δίνουν πόντους.',
      ...told,
    ])
    // Sent as typed: the server normalizes codes.
    expect(sent).toEqual([{ path: '/api/stickers/mine/', body: { code: 'α4κχ 97τε' } }])
    expect(field().value).toBe('')
  })
})

describe('the result of an action', () => {
  it('is gone when a later action fails', async () => {
    kept = [sticker(second)]
    const user = await open()
    answer = { sticker: sticker(first), credited: { records: 0, points: 0 } }
    await user.type(field(), `${first}{Enter}`)
    const added = `Το αυτοκόλλητο ${printed(first)} είναι δικό σας`
    expect(await screen.findByText(added)).toBeTruthy()
    await user.click(add())
    expect(await screen.findByText(/^Παρακαλώ συμπληρώστε το πεδίο/)).toBeTruthy()
    expect(screen.queryByText(added)).toBeNull()

    await user.type(field(), `${first}{Enter}`)
    expect(await screen.findByText(added)).toBeTruthy()
    answer = refusal({ code: 'sticker_not_yours', field: 'code' })
    await user.click(screen.getByRole('button', { name: 'Το έχασα' }))
    await user.click(screen.getByRole('button', { name: 'Ναι, το έχασα' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryByText(added)).toBeNull()
  })
})

describe('StickerCard', () => {
  it('shows the actions of its state [stickers replaced]', async () => {
    kept = [sticker(second), sticker(first, { lost_at: '2026-11-03T10:00:00+02:00', replaced_by: second })]
    await open()
    const [inUse, replaced] = screen.getAllByRole('listitem').map((card) => within(card))
    expect(inUse?.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Αντικατάσταση',
      'Το έχασα',
    ])
    expect(replaced?.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Το βρήκα'])
    expect(replaced?.getByText(`Αντικαταστάθηκε με το ${printed(second)}.`)).toBeTruthy()
    expect(replaced?.getByText('Εκτός χρήσης από 03/11/2026, 10:00')).toBeTruthy()
  })

  it.each([
    [0, []],
    [1, ['Μία παράδοση με το χαμένο αυτοκόλλητο περιμένει ήδη: δεν έδωσε πόντους.']],
    [1_240, ['1.240 παραδόσεις με το χαμένο αυτοκόλλητο περιμένουν ήδη: δεν έδωσαν πόντους.']],
  ])(
    'of a lost sticker shows the number of waiting deliveries: %d [stickers lost]',
    async (waiting, told) => {
      kept = [sticker(first, { lost_at: '2026-11-03T10:00:00+02:00', waiting })]
      await open()
      expect(
        screen.queryAllByText(/περιμένει ήδη|περιμένουν ήδη/).map(({ textContent }) => textContent),
      ).toEqual(told)
    },
  )

  it('asks for the code of the replacement, and can be cancelled', async () => {
    kept = [sticker(first)]
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'Αντικατάσταση' }))
    const code = screen.getByLabelText<HTMLInputElement>('Κωδικός του νέου αυτοκόλλητου')
    expect(document.activeElement).toBe(code)
    answer = refusal({ code: 'sticker_taken', field: 'new_code' })
    await user.type(code, second)
    await user.keyboard('{Enter}')
    expect(
      await screen.findByText('Αυτό το αυτοκόλλητο έχει ήδη προστεθεί σε λογαριασμό.', { exact: false }),
    ).toBeTruthy()
    expect(sent).toEqual([{ path: '/api/stickers/mine/replace/', body: { code: first, new_code: second } }])
    await user.click(screen.getByRole('button', { name: 'Ακύρωση' }))
    expect(screen.queryByLabelText('Κωδικός του νέου αυτοκόλλητου')).toBeNull()
  })

  it('shows an error if a sticker reported found no longer belongs to the account', async () => {
    kept = [sticker(first, { lost_at: '2026-11-03T10:00:00+02:00' })]
    const user = await open()
    answer = refusal({ code: 'sticker_not_yours', field: 'code' })
    await user.click(screen.getByRole('button', { name: 'Το βρήκα' }))
    expect((await screen.findByRole('alert')).textContent).toContain('δεν είναι πια στον λογαριασμό σας')
  })
})
