import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { address, maria, openPortal, serve } from './portal-in-test.tsx'
import { stickerSample } from './samples-in-test.ts'

const place = (id: string, kind: string, town: [number, string], latitude: number, longitude: number) => ({
  id,
  kind,
  name: `Σημείο ${id}`,
  address: `Οδός ${id}`,
  municipality: { id: town[0], name: town[1] },
  latitude,
  longitude,
  hours: 'Όλο το 24ωρο',
  opening_hours: null as object | null,
  closed: null as object | null,
})
const places = [
  place('1', 'green_atm', [1, 'Δήμος Αμυνταίου'], 40.69, 21.68),
  place('2', 'orange_bin', [2, 'Κοζάνης'], 40.3, 21.79),
  place('3', 'reuse_centre', [2, 'Κοζάνης'], 40.35, 21.75),
]

/** Opens a page with these places, as a visitor or as an account. */
function open(at: string, shown: object[] = places, profile: typeof maria | null = null) {
  const server = serve(profile)
  server.hasPlaces = shown.length > 0
  server.replies['/api/places/'] = shown
  return { server, user: openPortal(at) }
}

const stubPosition = (locate: Geolocation['getCurrentPosition']) =>
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: locate },
  })
const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const towns = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
})

describe('PlacesPage', () => {
  it('names the kind only if the name does not begin with it [places]', async () => {
    open('/places', [places[1] ?? {}, { ...places[0], name: 'Πράσινο ΑΤΜ Αμυνταίου' }])
    const list = await screen.findAllByRole('list')
    const kinds = list.flatMap((list) => within(list).queryAllByText(/^(Πράσινο ΑΤΜ|Πορτοκαλί κάδος)$/))
    expect(kinds.map(({ textContent }) => textContent)).toEqual(['Πορτοκαλί κάδος'])
  })

  it('says which places are closed, or will be, until when and why [places]', async () => {
    const closing = (from: string, until: string | null, message: string | null) => ({
      ...places[0],
      closed: { from, until, message },
    })
    open('/places', [
      closing('2020-01-01', '2999-12-31', 'Λόγω έργων.'),
      { ...closing('2020-01-01', null, null), id: '2' },
      { ...closing('2999-01-01', '2999-12-31', null), id: '3' },
    ])
    expect(await screen.findByText('Προσωρινά κλειστό έως 31/12/2999')).toBeTruthy()
    expect(screen.getByText('Λόγω έργων.')).toBeTruthy()
    expect(screen.getByText('Προσωρινά κλειστό')).toBeTruthy()
    expect(screen.getByText('Θα είναι κλειστό από 01/01/2999 έως 31/12/2999')).toBeTruthy()
  })

  it('lists the places by municipality for a visitor, who finds it in the menu and the footer [places]', async () => {
    const { user } = open('/login')
    const menu = await screen.findByRole('navigation', { name: 'Κύριο μενού' })
    expect(
      within(screen.getByRole('contentinfo'))
        .getByRole('link', { name: 'Σημεία συλλογής' })
        .getAttribute('href'),
    ).toBe('/places')
    await user.click(within(menu).getByRole('link', { name: 'Σημεία συλλογής' }))
    await screen.findByText('3 σημεία')
    expect(towns()).toEqual(['Δήμος Αμυνταίου', 'Δήμος Κοζάνης'])
    expect(names()).toEqual(['Σημείο 1', 'Σημείο 2', 'Σημείο 3'])
    expect(screen.getByRole('link', { name: 'Χάρτης Σημείο 2' }).getAttribute('href')).toContain('40.3')
  })

  it('lists the municipality of the signed-in citizen first [places]', async () => {
    open('/places', places, maria)
    await screen.findByText('3 σημεία')
    expect(towns()).toEqual(['Δήμος Κοζάνης', 'Δήμος Αμυνταίου'])
  })

  it('is linked from the message about an added sticker [places]', async () => {
    const { server, user } = open('/settings/stickers', places, maria)
    server.replies['/api/stickers/mine/'] = (body) =>
      body ? { sticker: stickerSample, credited: { records: 0, points: 0 } } : []
    await user.type(await screen.findByLabelText('Κωδικός αυτοκόλλητου'), 'A4KX-97TE-H2MX{Enter}')
    await user.click(await screen.findByRole('link', { name: 'Πού θα παραδώσετε το μπουκάλι' }))
    expect(address()).toBe('/places')
  })

  it('filters by municipality and kind, in the address [places]', async () => {
    const { user } = open('/places')
    await user.selectOptions(await screen.findByLabelText('Δήμος'), 'Κοζάνης')
    await user.selectOptions(screen.getByLabelText('Είδος'), 'Κέντρο επαναχρησιμοποίησης')
    expect(names()).toEqual(['Σημείο 3'])
    expect(address()).toBe('/places?municipality=2&kind=reuse_centre')
    await user.selectOptions(screen.getByLabelText('Δήμος'), 'Αμυνταίου')
    await user.click(screen.getByRole('button', { name: 'Όλα τα σημεία' }))
    expect(names()).toHaveLength(3)
    expect(address()).toBe('/places')
  })

  it('says so if the operator has entered no places yet [places]', async () => {
    open('/places', [])
    expect(await screen.findByText('Δεν έχουν καταχωριστεί ακόμη σημεία συλλογής')).toBeTruthy()
    expect(screen.queryByLabelText('Δήμος')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Σημεία συλλογής' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Τα πιο κοντινά πρώτα' })).toBeNull()
  })

  it('sorts by the distance from the device, whose position is not sent [places]', async () => {
    stubPosition((found) => found({ coords: { latitude: 40.36, longitude: 21.75 } } as GeolocationPosition))
    const { user, server } = open('/places')
    await screen.findByText('3 σημεία')
    const before = [...server.requests]
    await user.click(screen.getByRole('button', { name: 'Τα πιο κοντινά πρώτα' }))
    expect(names()).toEqual(['Σημείο 3', 'Σημείο 2', 'Σημείο 1'])
    expect(screen.getByText(/1,1 χλμ\. · Δήμος Κοζάνης/)).toBeTruthy()
    expect(server.requests).toEqual(before)
    await user.click(screen.getByRole('button', { name: 'Ανά δήμο' }))
    expect(names()).toEqual(['Σημείο 1', 'Σημείο 2', 'Σημείο 3'])
  })

  it('keeps the order and says so if the position is denied [places]', async () => {
    stubPosition((_found, failed) => failed?.({ code: 1 } as GeolocationPositionError))
    const { user } = open('/places')
    await screen.findByText('3 σημεία')
    await user.click(screen.getByRole('button', { name: 'Τα πιο κοντινά πρώτα' }))
    expect(await screen.findByText(/Η θέση σας δεν είναι διαθέσιμη/)).toBeTruthy()
    expect(names()).toEqual(['Σημείο 1', 'Σημείο 2', 'Σημείο 3'])
  })
})
