import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { address, maria, openPortal, serve } from './portal-in-test.tsx'
import { recordSample, stickerSample } from './samples-in-test.ts'

const title = 'Οι πρώτοι σας πόντοι σε τρία βήματα'
const firstSteps = () => screen.findByRole('region', { name: title })
const linksIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href') ?? ''}`)

describe('LandingPage', () => {
  it('shows a citizen without records three steps, after the cards', async () => {
    serve(maria).brand = {
      stickers_url: 'https://oil.example.gr/stickers/',
      collection_points_url: '/pages/points',
    }
    openPortal('/')
    const steps = await firstSteps()
    expect(
      within(steps)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Πάρτε ένα αυτοκόλλητο', 'Γράψτε τον κωδικό του αυτοκόλλητου', 'Παραδώστε το μπουκάλι'])
    expect(linksIn(steps)).toEqual([
      'Πού θα βρείτε αυτοκόλλητο https://oil.example.gr/stickers/',
      'Προσθήκη αυτοκόλλητου /settings/stickers',
      'Κοντινότερο σημείο /pages/points',
    ])
    const cards = screen.getByRole('list', { name: 'Υπηρεσίες' })
    expect(within(cards).getAllByRole('link')).toHaveLength(3)
    expect(steps.compareDocumentPosition(cards)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    expect(screen.queryByRole('heading', { name: 'Πρόσφατες κινήσεις' })).toBeNull()
  })

  it('shows the cards before the records are loaded [§2 landing page]', async () => {
    const server = serve(maria)
    const { promise, resolve } = Promise.withResolvers<void>()
    // A call without an end is a slow connection, also for the tests that follow.
    onTestFinished(() => resolve())
    server.replies['/api/points/mine/'] = () => promise.then(() => server.records)
    openPortal('/')
    const cards = await screen.findByRole('list', { name: 'Υπηρεσίες' })
    expect(within(cards).getAllByRole('link')).toHaveLength(3)
    expect(within(screen.getByRole('main')).getAllByText('Φόρτωση…')).not.toEqual([])
  })

  it('marks the steps of the sticker as done for a citizen who has one', async () => {
    const server = serve(maria)
    server.brand = { stickers_url: 'https://oil.example.gr/stickers/', collection_points_url: '/places' }
    server.replies['/api/stickers/mine/'] = [stickerSample]
    openPortal('/')
    const steps = await firstSteps()
    await within(steps).findByText('Το αυτοκόλλητο A4KX-97TE-H2MX είναι στον λογαριασμό σας.')
    expect(
      within(steps)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Πάρτε ένα αυτοκόλλητο (έγινε)',
      'Γράψτε τον κωδικό του αυτοκόλλητου (έγινε)',
      'Παραδώστε το μπουκάλι',
    ])
    expect(linksIn(steps)).toEqual(['Κοντινότερο σημείο /places'])
  })

  it('shows no button for a page that the brand does not name', async () => {
    serve(maria)
    const user = openPortal('/')
    const steps = await firstSteps()
    expect(linksIn(steps)).toEqual(['Προσθήκη αυτοκόλλητου /settings/stickers'])
    await user.click(within(steps).getByRole('link'))
    await screen.findByRole('heading', { name: 'Τα αυτοκόλλητά μου' })
    expect(address()).toBe('/settings/stickers')
  })

  it('shows the records instead, and links to the stickers', async () => {
    serve(maria).records = { results: [recordSample(2)], count: 1, total_pages: 1 }
    openPortal('/')
    const records = await screen.findByRole('list', { name: 'Πρόσφατες κινήσεις' })
    expect(within(records).getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByRole('region', { name: title })).toBeNull()
    expect(document.querySelectorAll('a[href="/claims"]')).toHaveLength(1)
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Τα αυτοκόλλητά μου' }).getAttribute('href')).toBe(
      '/settings/stickers',
    )
  })

  it('names the place of a record, with a link to its collection point [places records]', async () => {
    const place = { id: 'K-01', name: 'Πράσινο ΑΤΜ Δημαρχείου', kind: 'green_atm', municipality: 4 }
    const record = recordSample(1, { place })
    const origin = {
      ...record,
      received_at: record.created_at,
      reference: 'a',
      site: 'Λάδι',
      details: { collection_point: 'K-01' },
      rate: null,
      reverses: null,
      reversals: [],
      reversed_by: null,
    }
    const server = serve(maria)
    server.records = { results: [record], count: 1, total_pages: 1 }
    server.replies['/api/points/mine/1/'] = origin
    const user = openPortal('/')
    await user.click(await screen.findByRole('button', { name: /Παράδοση ελαίου.*Πράσινο ΑΤΜ Δημαρχείου/ }))
    const link = await screen.findByRole('link', { name: 'Πράσινο ΑΤΜ Δημαρχείου' })
    expect(link.getAttribute('href')).toBe('/places?municipality=4&kind=green_atm')
  })

  describe('the sentence of the year', () => {
    const source = { label: 'Οδηγία (ΕΕ) 2018/2001', url: 'https://eur-lex.europa.eu/eli/dir/2018/2001/oj' }
    const savings = { co2_kg_per_litre: 2.3, source }

    it.each([
      [12.5, 'Το 2026 παραδώσατε 12,5 λίτρα τηγανέλαιο: περίπου 29 κιλά λιγότερο CO₂.'],
      [0.435, 'Το 2026 παραδώσατε 0,4 λίτρα τηγανέλαιο: περίπου 1 κιλό λιγότερο CO₂.'],
      [1, 'Το 2026 παραδώσατε 1 λίτρο τηγανέλαιο: περίπου 2,3 κιλά λιγότερο CO₂.'],
    ])('says what %s litres saved, with the source [points year]', async (litres, sentence) => {
      const server = serve(maria)
      server.brand = { savings }
      server.year = { year: 2026, litres }
      openPortal('/')
      const section = await screen.findByRole('region', { name: 'Το 2026 με μια ματιά' })
      expect(within(section).getByText(sentence)).not.toBeNull()
      expect(linksIn(section)).toEqual([`${source.label} ${source.url}`])
    })

    it('is absent without litres, and without a figure in the brand file [points year]', async () => {
      const server = serve(maria)
      server.brand = { savings }
      openPortal('/')
      await firstSteps()
      expect(server.requests).toContain('GET /api/points/mine/year/')
      expect(screen.queryByText(/CO₂/)).toBeNull()
      cleanup()
      // Would be rounded to 0 litres.
      const drops = serve(maria)
      drops.brand = { savings }
      drops.year = { year: 2026, litres: 0.04 }
      openPortal('/')
      await firstSteps()
      expect(drops.requests).toContain('GET /api/points/mine/year/')
      expect(screen.queryByText(/CO₂/)).toBeNull()
      cleanup()
      const plain = serve(maria)
      plain.year = { year: 2026, litres: 5 }
      openPortal('/')
      await firstSteps()
      expect(plain.requests).not.toContain('GET /api/points/mine/year/')
      expect(screen.queryByText(/CO₂/)).toBeNull()
    })
  })
})
