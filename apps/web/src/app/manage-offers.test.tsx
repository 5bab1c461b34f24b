import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '@portal/contract/security/permissions.ts'
import { refusal } from '#web/api/refusal-in-test.tsx'
import { address, clerk, json, openPortal, registryOf, serve } from './portal-in-test.tsx'

const noStatistics = {
  taken: 0,
  taken_today: 0,
  valid: 0,
  used: 0,
  expired: 0,
  returned: 0,
  points: 0,
  points_returned: 0,
}
const offer = (id: number, more: object = {}) => ({
  id,
  kind: 'coupon',
  state: 'draft',
  partner: { client_id: 'bakery', name: 'Φούρνος' },
  title: `Προσφορά ${id}`,
  title_en: null,
  description: '',
  description_en: null,
  place: null,
  points: 150,
  coupon_days: 30,
  starts_on: '2026-11-01',
  ends_on: null,
  stock: 12,
  stock_per_day: null,
  per_person: null,
  per_person_days: null,
  municipalities: null,
  return_days: 7,
  returns_when_expired: true,
  picture: null,
  version: 1,
  created_at: '2026-11-01T10:00:00+02:00',
  published_at: null,
  ended_at: null,
  statistics: noStatistics,
  ...more,
})

type Changes = Record<string, (body: unknown) => Response>

function open(
  at: string,
  offers: object[],
  { role = 'operator', changes = {} }: { role?: Role; changes?: Changes } = {},
) {
  const server = serve({ ...clerk, role })
  const answer = server.answer.bind(server)
  const state = { offers }
  const sent: [string, unknown][] = []
  server.answer = async (path, init) => {
    const { method = 'GET' } = init
    if (method !== 'GET' && path.startsWith('/api/manage/offers/')) {
      const name = path.replace('/api/manage/offers/', '')
      const body: unknown = JSON.parse(init.body as string)
      sent.push([name, body])
      return (changes[name] ?? (() => refusal({ code: 'not_found' })))(body)
    }
    if (path === '/api/manage/offers/') return json(state.offers)
    if (path === '/api/manage/partners/') return json(registryOf('bakery', 'Φούρνος'))
    const [, id] = /^\/api\/manage\/offers\/(\d+)\/$/.exec(path) ?? []
    const found = state.offers.find((one) => 'id' in one && String(one.id) === id)
    if (id !== undefined) return found ? json(found) : refusal({ code: 'not_found' })
    return answer(path, init)
  }
  return { server, state, sent, user: openPortal(at) }
}
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
const form = async () => within(await screen.findByRole('form', { name: 'Στοιχεία' }))

afterEach(() => vi.unstubAllGlobals())

describe('the offers of the console', () => {
  it('shows a manager what offers cost and brought, without changes [offers console]', async () => {
    const statistics = {
      ...noStatistics,
      taken: 8,
      used: 5,
      expired: 1,
      valid: 2,
      points: 1200,
      points_returned: 150,
    }
    const { user } = open(
      '/admin/manage/offers',
      [
        offer(1, { state: 'published', statistics }),
        offer(2, { state: 'published', starts_on: '2099-01-01' }),
        offer(3, { state: 'ended', kind: 'donation', coupon_days: null }),
      ],
      { role: 'manager' },
    )
    const rows = within(await screen.findByRole('table', { name: 'Προσφορές' }))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map(cells)).toEqual([
      ['Δημοσιευμένη', '8 από 12', '5', '1', '1.200'],
      ['Δημοσιευμένη: Από 01/01/2099', '0 από 12', '0', '0', '0'],
      ['Τελείωσε', '0 από 12', '', '', '0'],
    ])
    expect(screen.queryByRole('link', { name: 'Νέα προσφορά' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Προσφορά 1' }))
    const figures = await screen.findByRole('region', { name: 'Τι κόστισε και τι απέδωσε' })
    expect(within(figures).getByText('Πόντοι που επιστράφηκαν').nextSibling?.textContent).toBe('150')
    expect(screen.queryByRole('form')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Τερματισμός προσφοράς' })).toBeNull()
  })

  it('says what is missing, then adds a draft [offers console]', async () => {
    const { sent, state, user } = open('/admin/manage/offers/new', [], {
      changes: {
        '': () => {
          state.offers = [offer(7, { title: 'Ψωμί' })]
          return json(state.offers[0], 201)
        },
      },
    })
    const fields = await form()
    await user.click(fields.getByRole('button', { name: 'Αποθήκευση ως πρόχειρη' }))
    expect(await fields.findByText('Παρακαλώ συμπληρώστε το πεδίο «Τίτλος».')).toBeTruthy()
    expect(fields.getByText('Παρακαλώ συμπληρώστε το πεδίο «Πόντοι».')).toBeTruthy()
    expect(sent).toEqual([])
    await user.type(fields.getByLabelText('Τίτλος'), 'Ψωμί')
    await user.type(fields.getByLabelText('Πόντοι'), '1.500')
    await user.type(fields.getByLabelText('Φορές ανά άτομο'), 'δύο')
    await user.click(fields.getByLabelText('Για όλους τους δήμους'))
    await user.selectOptions(fields.getByLabelText('Συνεργάτης'), 'bakery')
    await user.click(fields.getByRole('button', { name: 'Αποθήκευση ως πρόχειρη' }))
    expect(await fields.findByText('Γράψτε στο πεδίο «Φορές ανά άτομο» έναν ακέραιο αριθμό.')).toBeTruthy()
    expect(fields.getByText('Επιλέξτε τουλάχιστον έναν δήμο.')).toBeTruthy()
    await user.clear(fields.getByLabelText('Φορές ανά άτομο'))
    await user.click(fields.getByLabelText('Κοζάνης'))
    await user.click(fields.getByRole('button', { name: 'Αποθήκευση ως πρόχειρη' }))
    expect(await screen.findByText('Η προσφορά αποθηκεύτηκε ως πρόχειρη')).toBeTruthy()
    expect(address()).toBe('/admin/manage/offers/7')
    expect(sent).toEqual([
      [
        '',
        expect.objectContaining({
          kind: 'coupon',
          partner: 'bakery',
          title: 'Ψωμί',
          points: 1500,
          coupon_days: 30,
          per_person: null,
          municipalities: [2],
          returns_when_expired: false,
        }),
      ],
    ])
  })

  it('keeps what was typed if another operator changes the offer meanwhile [offers console]', async () => {
    const { sent, state, user } = open('/admin/manage/offers/1', [offer(1)], {
      changes: {
        '1/': (body) =>
          (body as { version: number }).version === 1
            ? refusal({ code: 'changed_meanwhile' })
            : json(offer(1, { version: 3, points: 200, stock: 20 })),
      },
    })
    const fields = await form()
    await user.clear(fields.getByLabelText('Πόντοι'))
    await user.type(fields.getByLabelText('Πόντοι'), '200')
    state.offers = [offer(1, { version: 2, stock: 20, returns_when_expired: false })]
    await user.click(fields.getByRole('button', { name: 'Αποθήκευση' }))
    const alert = await fields.findByRole('alert')
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Διαθέσιμα συνολικά: από «12» σε «20»',
      'Όταν λήξει αχρησιμοποίητο: από «Οι πόντοι επιστρέφονται» σε «Οι πόντοι δεν επιστρέφονται»',
    ])
    expect(fields.getByLabelText<HTMLInputElement>('Πόντοι').value).toBe('200')
    expect(fields.getByLabelText<HTMLInputElement>('Διαθέσιμα συνολικά').value).toBe('20')
    await user.click(fields.getByRole('button', { name: 'Αποθήκευση' }))
    expect(await fields.findByText('Οι αλλαγές αποθηκεύτηκαν')).toBeTruthy()
    expect(sent.map(([, body]) => body)).toEqual([
      expect.objectContaining({ version: 1, points: 200, stock: 12 }),
      expect.objectContaining({ version: 2, points: 200, stock: 20, returns_when_expired: false }),
    ])
  })

  it('publishes a draft and ends an offer, each after saying what it does [offers console]', async () => {
    const published = offer(1, {
      state: 'published',
      version: 2,
      statistics: { ...noStatistics, taken: 3, valid: 2 },
    })
    const { sent, user } = open('/admin/manage/offers/1', [offer(1)], {
      changes: {
        '1/publish/': () => json(published),
        '1/end/': () => json({ ...published, state: 'ended', version: 3 }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Δημοσίευση προσφοράς' }))
    const publishing = within(await screen.findByRole('alertdialog'))
    expect(publishing.getByText(/τη βλέπουν οι πολίτες/)).toBeTruthy()
    await user.click(publishing.getByRole('button', { name: 'Δημοσίευση προσφοράς' }))
    expect(await screen.findByText('Η προσφορά δημοσιεύτηκε')).toBeTruthy()
    // What the people with coupons rely on.
    const fields = await form()
    for (const name of ['Πρώτη ημέρα', 'Ημέρες για επιστροφή', 'Όταν λήξει αχρησιμοποίητο'])
      expect(fields.getByLabelText<HTMLInputElement>(name).readOnly).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Τερματισμός προσφοράς' }))
    const ending = within(await screen.findByRole('alertdialog'))
    expect(ending.getByText('Ισχύουν ακόμη 2 κουπόνια.')).toBeTruthy()
    expect(ending.getByText('Ο τερματισμός δεν αναιρείται.')).toBeTruthy()
    await user.click(ending.getByRole('button', { name: 'Τερματισμός προσφοράς' }))
    expect(await screen.findByText('Η προσφορά τερματίστηκε')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Αποθήκευση' })).toBeNull()
    expect(sent).toEqual([
      ['1/publish/', { version: 1 }],
      ['1/end/', { version: 2 }],
    ])
  })

  it('does not publish what was typed and not saved [offers console]', async () => {
    const { user } = open('/admin/manage/offers/1', [offer(1)])
    const fields = await form()
    await screen.findByRole('button', { name: 'Δημοσίευση προσφοράς' })
    await user.type(fields.getByLabelText('Τίτλος'), '!')
    expect(await screen.findByText('Αποθηκεύστε πρώτα τις αλλαγές στα στοιχεία.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Δημοσίευση προσφοράς' })).toBeNull()
  })

  it('refuses a file that is no picture, and says why the server did not keep one [offers console]', async () => {
    const { sent, user } = open('/admin/manage/offers/1', [offer(1)], {
      changes: { '1/picture/': () => refusal({ code: 'picture_damaged' }) },
    })
    const field = await screen.findByLabelText('Αρχείο εικόνας')
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no image')))
    await user.upload(field, new File(['<html>'], 'photo.png', { type: 'image/png' }))
    expect(await screen.findByText(/δεν είναι εικόνα που διαβάζεται/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Αποθήκευση εικόνας' })).toBeNull()

    vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => {} }))
    const context = { fillRect: vi.fn<() => void>(), drawImage: vi.fn<() => void>() }
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,/9j/AAAA')
    await user.upload(field, new File(['x'], 'photo.jpg', { type: 'image/jpeg' }))
    await user.click(await screen.findByRole('button', { name: 'Αποθήκευση εικόνας' }))
    expect(await screen.findByText(/Το αρχείο της εικόνας είναι χαλασμένο/)).toBeTruthy()
    // Drawn smaller before it is sent.
    expect(context.drawImage).toHaveBeenCalledWith(expect.anything(), 0, 0, 1200, 900)
    expect(sent).toEqual([['1/picture/', { version: 1, picture: '/9j/AAAA' }]])
    vi.restoreAllMocks()
  })
})
