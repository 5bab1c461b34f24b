import type { Device, HeldEntry } from '@portal/contract/desk/manage-devices.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refusal } from '#web/api/refusal-in-test.tsx'
import { clerk, json, openPortal, registryOf, serve } from './portal-in-test.tsx'

afterEach(() => vi.unstubAllGlobals())

const operator = { ...clerk, role: 'operator' } as const
const registry = registryOf('centre', 'ΚΔΕΥ Κοζάνης', {
  scopes: ['points:write'],
  descriptions: ['item_delivered'],
})
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const days = (count: number) => count * 24 * 60
let ids = 0
const deviceOf = (name: string, given: Partial<Device> = {}): Device => ({
  id: (ids += 1),
  name,
  place: null,
  may: ['coupons'],
  state: 'enrolled',
  enrolment_until: null,
  created_at: inMinutes(-days(30)),
  enrolled_at: inMinutes(-days(30)),
  last_seen_at: inMinutes(-5),
  revoked_at: null,
  version: 1,
  ...given,
})
const entry: HeldEntry = {
  id: 7,
  device: { id: 1, name: 'Όχημα 2', revoked_at: inMinutes(-60) },
  kind: 'oil',
  by: 'sticker',
  material: null,
  quantity: 2.5,
  happened_at: inMinutes(-90),
  device_at: inMinutes(-90),
  received_at: inMinutes(-10),
}
const place = {
  id: 3,
  reference: 'K-1',
  kind: 'reuse_centre',
  name: 'ΚΔΕΥ',
  address: 'Νίκης 1',
  municipality: { id: 2, name: 'Κοζάνης' },
  latitude: 40.3,
  longitude: 21.8,
  hours: 'Πάντα',
  opening_hours: null,
  closed: null,
  version: 1,
}
const rate = {
  id: 1,
  description: 'item_delivered',
  unit: 'item',
  material: null,
  points_per_unit: 16,
  valid_from: '2026-01-01',
  valid_to: null,
  note: '',
  last_used: null,
}
const path = '/api/manage/partners/centre/'

type Given = {
  devices?: Device[]
  links?: object[]
  held?: HeldEntry[]
  /** Replies to changes, in order. */
  changes?: (() => Response | Promise<Response>)[]
}

/** Opens the tab; `server.devices` may change while it is open. */
function openTab({ devices = [], links = [], held = [], changes = [] }: Given = {}) {
  const server = serve(operator)
  const answer = server.answer.bind(server)
  const state = { devices, links, held, sent: [] as string[] }
  server.answer = async (address, init) => {
    const { method = 'GET', body } = init
    if (address === '/api/manage/partners/' && method === 'GET') return json(registry)
    if (!address.startsWith('/api/manage/')) return answer(address, init)
    if (method !== 'GET') {
      state.sent.push(`${method} ${address} ${typeof body === 'string' ? body : ''}`.trim())
      return (changes.shift() ?? (() => refusal({ code: 'not_found' })))()
    }
    if (address === `${path}devices/`)
      return json({ devices: state.devices, links: state.links, held: state.held.length })
    if (address === `${path}held_entries/`) return json({ count: state.held.length, entries: state.held })
    if (address.startsWith(`${path}desk_days/`)) return json([])
    if (address.startsWith('/api/manage/places/')) return json({ count: 1, results: [place] })
    if (address.startsWith('/api/manage/rates/'))
      return json({ today: '2026-11-27', needs_approval: true, rates: [rate], gaps: [], requests: [] })
    return answer(address, init)
  }
  return { state, user: openPortal('/admin/manage/partners/centre?tab=devices') }
}
const enrolment = () => ({
  code: 'A4KX-97TE',
  link: 'https://portal.example.gr/desk#A4KX97TE',
  qr: { size: 21, path: 'M0 0h7v1h-7z' },
  until: inMinutes(15),
})
const itemOf = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name })
  return within(heading.closest('li') as HTMLElement)
}

describe('the devices of a partner', () => {
  it('have their state in words, and the tab says how many entries wait [console devices]', async () => {
    openTab({
      devices: [
        deviceOf('Νέο', {
          state: 'waiting',
          enrolled_at: null,
          last_seen_at: null,
          enrolment_until: inMinutes(12),
        }),
        deviceOf('Ληγμένο', { state: 'waiting', enrolled_at: null, last_seen_at: null }),
        deviceOf('Ταμείο 1'),
        deviceOf('Ταμείο 2', { state: 'locked' }),
        deviceOf('Παλιό', { last_seen_at: inMinutes(-days(8)) }),
        deviceOf('Χαμένο', { state: 'revoked', revoked_at: '2026-11-20T10:00:00+02:00' }),
      ],
      held: [entry],
    })
    expect((await itemOf('Νέο')).getByText('Περιμένει σύνδεση: ο κωδικός ισχύει για 12 λεπτά')).toBeTruthy()
    expect((await itemOf('Ληγμένο')).getByText('Δεν έχει συνδεθεί: ο κωδικός έληξε')).toBeTruthy()
    expect((await itemOf('Ταμείο 1')).getByText('Λειτουργεί')).toBeTruthy()
    expect((await itemOf('Ταμείο 2')).getByText('Κλειδωμένη μετά από πέντε λάθος PIN')).toBeTruthy()
    expect((await itemOf('Παλιό')).getByText(/^Δεν έχει φανεί από/)).toBeTruthy()
    const revoked = await itemOf('Χαμένο')
    expect(revoked.getByText('Αποσύρθηκε: 20/11/2026, 10:00')).toBeTruthy()
    expect(revoked.queryAllByRole('button')).toEqual([])
    expect(screen.getByRole('link', { name: 'Συσκευές: 1 σε αναμονή' })).toBeTruthy()
  })

  it('are added with what the partner lacks for them; the code is shown once, until it is used [console devices]', async () => {
    const waiting = deviceOf('Υποδοχή', {
      may: ['reuse'],
      state: 'waiting',
      enrolled_at: null,
      last_seen_at: null,
      enrolment_until: inMinutes(15),
    })
    const { state, user } = openTab({
      changes: [
        () => {
          state.devices = [waiting]
          return json({ device: waiting, enrolment: enrolment() }, 201)
        },
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Νέα συσκευή' }))
    await user.click(screen.getByRole('button', { name: 'Προσθήκη συσκευής' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Όνομα συσκευής'))
    expect(state.sent).toEqual([])
    await user.type(screen.getByLabelText('Όνομα συσκευής'), 'Υποδοχή')
    await user.selectOptions(await screen.findByLabelText('Σημείο συλλογής'), 'ΚΔΕΥ, Νίκης 1')
    const form = within(screen.getByRole('form', { name: 'Νέα συσκευή' }))
    await user.click(form.getByLabelText('Να καταχωρίζει αντικείμενα που έφεραν ή πήραν οι πολίτες'))
    const lacks = (await form.findByText('Λείπουν ακόμη')).parentElement as HTMLElement
    expect(lacks.textContent).toMatch(/δεν επιτρέπεται να γράφει: Επαναχρησιμοποίηση αντικειμένου\./)
    expect(lacks.textContent).toMatch(/Δεν υπάρχει τιμή πόντων για: Επαναχρησιμοποίηση αντικειμένου\./)
    expect(within(lacks).getByRole('link', { name: 'Προσθήκη τιμής' }).getAttribute('href')).toBe(
      '/admin/manage/rates?change=rate_added',
    )
    await user.click(screen.getByRole('button', { name: 'Προσθήκη συσκευής' }))
    const heading = await screen.findByRole('heading', { name: 'Σύνδεση: Υποδοχή' })
    expect(document.activeElement).toBe(heading)
    expect(state.sent).toEqual([`POST ${path}devices/ {"name":"Υποδοχή","place":3,"may":["reuse"]}`])
    expect(screen.getByText('A4KX-97TE')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Κωδικός QR της σύνδεσης' })).toBeTruthy()
    expect(screen.getByText('Ισχύει για 15 λεπτά')).toBeTruthy()
    state.devices = [{ ...waiting, state: 'enrolled', enrolment_until: null, enrolled_at: inMinutes(0) }]
    expect(await screen.findByText('Η συσκευή συνδέθηκε', undefined, { timeout: 5_000 })).toBeTruthy()
    expect(screen.queryByText('A4KX-97TE')).toBeNull()
  })

  it('are revoked after a question that says what happens to what waits on the phone [console devices]', async () => {
    const till = deviceOf('Ταμείο 1')
    const { state, user } = openTab({
      devices: [till],
      changes: [
        () => {
          state.devices = [{ ...till, state: 'revoked', revoked_at: inMinutes(0) }]
          return json(state.devices[0])
        },
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Απόσυρση: Ταμείο 1' }))
    const question = within(screen.getByRole('alertdialog'))
    expect(question.getByText(/περιμένει στο κινητό χωρίς δίκτυο δεν χάνεται/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Ακύρωση' }))
    expect(state.sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Απόσυρση: Ταμείο 1' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Απόσυρση' }))
    expect(await screen.findByText('Αποσύρθηκε: Ταμείο 1')).toBeTruthy()
    expect(state.sent).toEqual([`POST /api/manage/devices/${till.id}/revoke/`])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Απόσυρση: Ταμείο 1' })).toBeNull())
  })

  it('that a colleague changed meanwhile keep what was typed [console devices]', async () => {
    const till = deviceOf('Ταμείο 1')
    const { state, user } = openTab({
      devices: [till],
      changes: [
        () => {
          state.devices = [{ ...till, may: ['coupons', 'oil'], version: 2 }]
          return refusal({ code: 'changed_meanwhile' })
        },
        () => json({ ...till, name: 'Ταμείο Α', may: ['coupons', 'oil'], version: 3 }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Αλλαγή: Ταμείο 1' }))
    await user.clear(screen.getByLabelText('Όνομα συσκευής'))
    await user.type(screen.getByLabelText('Όνομα συσκευής'), 'Ταμείο Α')
    await user.click(screen.getByRole('button', { name: 'Αποθήκευση' }))
    const alert = await screen.findByText('Τι θα κάνει: κουπόνια, λίτρα')
    expect(alert).toBeTruthy()
    expect(screen.getByLabelText('Όνομα συσκευής')).toHaveProperty('value', 'Ταμείο Α')
    await user.click(screen.getByRole('button', { name: 'Αποθήκευση' }))
    expect(await screen.findByText('Αποθηκεύτηκε: Ταμείο Α')).toBeTruthy()
    expect(state.sent.at(-1)).toBe(
      `PUT /api/manage/devices/${till.id}/ {"name":"Ταμείο Α","place":null,"may":["coupons","oil"],"version":2}`,
    )
  })

  it('that are locked are unlocked, and get a new code after a question [console devices]', async () => {
    const till = deviceOf('Ταμείο 1', { state: 'locked' })
    const { state, user } = openTab({
      devices: [till],
      changes: [
        () => json({ ...till, state: 'enrolled' }),
        () => json({ device: till, enrolment: enrolment() }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Ξεκλείδωμα: Ταμείο 1' }))
    expect(await screen.findByText('Ξεκλειδώθηκε: Ταμείο 1')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Νέος κωδικός: Ταμείο 1' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Νέος κωδικός' }))
    expect(await screen.findByRole('heading', { name: 'Σύνδεση: Ταμείο 1' })).toBeTruthy()
    expect(state.sent).toEqual([
      `POST /api/manage/devices/${till.id}/unlock/`,
      `POST /api/manage/devices/${till.id}/enrol/`,
    ])
  })
})

describe('entries of revoked devices', () => {
  it('are accepted or, after a question, refused one by one [console held entries]', async () => {
    const other = {
      ...entry,
      id: 8,
      kind: 'brought' as const,
      material: 'Βιβλία',
      quantity: 3,
      by: 'card' as const,
    }
    const { state, user } = openTab({
      held: [entry, other],
      changes: [
        () => refusal({ code: 'cap_reached' }),
        () => {
          state.held = [other]
          return json({ state: 'recorded', points: 50 })
        },
        () => {
          state.held = []
          return json({ state: 'refused', points: null })
        },
      ],
    })
    const accept = async () => user.click(await screen.findByRole('button', { name: /^Αποδοχή: 2,5 λίτρα/ }))
    await accept()
    expect(await screen.findByText('Ξεπερνά το όριο πόντων εκείνης της ημέρας.')).toBeTruthy()
    await accept()
    expect(await screen.findByText('Η καταχώριση έγινε δεκτή: 50 πόντοι.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Απόρριψη: Έφερε 3 αντικείμενα \(Βιβλία\)/ }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Απόρριψη' }))
    expect(await screen.findByText('Η καταχώριση απορρίφθηκε.')).toBeTruthy()
    expect(await screen.findByText('Δεν περιμένει τίποτα.')).toBeTruthy()
    expect(state.sent).toEqual([
      'POST /api/manage/held_entries/7/decide/ {"accept":true}',
      'POST /api/manage/held_entries/7/decide/ {"accept":true}',
      'POST /api/manage/held_entries/8/decide/ {"accept":false}',
    ])
    await waitFor(() => expect(screen.getByRole('link', { name: 'Συσκευές' })).toBeTruthy())
  })
})

describe('decisions about two entries of revoked devices', () => {
  it('are both sent if the second is made before the first is answered [console held entries]', async () => {
    const first = Promise.withResolvers<Response>()
    const { state, user } = openTab({
      held: [entry, { ...entry, id: 8, quantity: 4 }],
      changes: [() => first.promise, () => json({ state: 'recorded', points: 80 })],
    })
    await user.click(await screen.findByRole('button', { name: /^Αποδοχή: 2,5 λίτρα/ }))
    await user.click(screen.getByRole('button', { name: /^Αποδοχή: 4,0 λίτρα/ }))
    expect(await screen.findByText('Η καταχώριση έγινε δεκτή: 80 πόντοι.')).toBeTruthy()
    first.resolve(json({ state: 'recorded', points: 50 }))
    expect(await screen.findByText('Η καταχώριση έγινε δεκτή: 50 πόντοι.')).toBeTruthy()
    expect(state.sent).toEqual([
      'POST /api/manage/held_entries/7/decide/ {"accept":true}',
      'POST /api/manage/held_entries/8/decide/ {"accept":true}',
    ])
  })
})

describe('the link for the contact of a partner', () => {
  it('is shown once, and can be withdrawn [console devices]', async () => {
    const link = {
      id: 4,
      may: ['oil'],
      devices_left: 2,
      created_at: inMinutes(0),
      expires_at: inMinutes(days(7)),
    }
    const { state, user } = openTab({
      changes: [
        () => {
          state.links = [link]
          return json(
            { ...link, link: 'https://portal.example.gr/desk#link=x', qr: { size: 21, path: '' } },
            201,
          )
        },
        () => {
          state.links = []
          return new Response(null, { status: 204 })
        },
      ],
    })
    const form = within(await screen.findByRole('form', { name: 'Σύνδεσμος για τον συνεργάτη' }))
    await user.clear(form.getByLabelText('Πόσες συσκευές'))
    await user.type(form.getByLabelText('Πόσες συσκευές'), '2')
    await user.click(form.getByLabelText('Να καταχωρίζει λίτρα τηγανελαίου'))
    await user.click(form.getByRole('button', { name: 'Δημιουργία συνδέσμου' }))
    expect(await screen.findByText('https://portal.example.gr/desk#link=x')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: /^Ανάκληση του συνδέσμου/ }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Ανάκληση' }))
    expect(await screen.findByText('Ο σύνδεσμος δεν ισχύει πια.')).toBeTruthy()
    expect(screen.queryByText('https://portal.example.gr/desk#link=x')).toBeNull()
    expect(state.sent).toEqual([
      `POST ${path}device_links/ {"devices":2,"may":["oil"]}`,
      `POST ${path}device_links/4/withdraw/`,
    ])
  })
})

describe('a new partner without software', () => {
  it('needs no site and no sign-in, and its secret is not handed over [console devices]', async () => {
    const { state, user } = openTab({
      changes: [() => json({ partner: registry.partners[0], secret: 'the-secret' }, 201)],
    })
    await user.click(await screen.findByRole('link', { name: 'Νέος συνεργάτης' }))
    await user.click(await screen.findByLabelText(/^Κέντρο επαναχρησιμοποίησης/))
    expect(screen.queryByLabelText('Διευθύνσεις επιστροφής')).toBeNull()
    await user.type(screen.getByLabelText('Όνομα'), 'ΚΔΕΥ Κοζάνης')
    await user.click(screen.getByRole('button', { name: 'Προσθήκη συνεργάτη' }))
    expect(document.activeElement?.textContent).toBe('Προστέθηκε: ΚΔΕΥ Κοζάνης')
    expect(screen.queryByText('the-secret')).toBeNull()
    expect(screen.getByRole('link', { name: 'Προσθήκη συσκευής' }).getAttribute('href')).toBe(
      '/admin/manage/partners/centre?tab=devices',
    )
    expect(JSON.parse(/\{.*/.exec(state.sent[0] ?? '')?.[0] ?? '')).toMatchObject({
      home_url: 'https://portal.example.gr',
      scopes: ['points:write'],
      descriptions: ['item_reused', 'item_delivered'],
      redirect_uris: [],
    })
  })
})
