import type { PointsOrigin } from '@portal/contract/points-origin.ts'
import { describe, expect, it } from 'vitest'
import { describeOrigin } from './points-origin-facts.ts'

const rate: NonNullable<PointsOrigin['rate']> = {
  points_per_unit: 10,
  unit: 'litre',
  material: null,
  valid_from: '2026-01-01',
  valid_to: null,
  note: '',
}
const delivery: PointsOrigin = {
  id: 7,
  participant: { id: 3, email: 'maria@example.gr' },
  points: 20,
  description: 'oil_collected',
  created_at: '2026-11-02T09:30:00+02:00',
  received_at: '2026-11-04T18:00:00+02:00',
  reference: 'atm-7',
  site: 'Λάδι',
  details: { litres: 2 },
  rate,
  reverses: null,
  reversals: [],
  reversed_by: null,
}
const told = (difference: Partial<PointsOrigin>) => describeOrigin({ ...delivery, ...difference }, 'owner')
const terms = (difference: Partial<PointsOrigin>) => told(difference).facts.map(({ term }) => term)

describe('describeOrigin', () => {
  it.each<[string, number, Partial<NonNullable<PointsOrigin['rate']>>, PointsOrigin['details']]>([
    ['2,0 λίτρα × 10 πόντοι ανά λίτρο = 20 πόντοι', 20, {}, { litres: 2 }],
    ['1,0 λίτρο × 1 πόντος ανά λίτρο = 1 πόντος', 1, { points_per_unit: 1 }, { litres: 1 }],
    [
      '0,75 λίτρα × 12,5 πόντοι ανά λίτρο = 9,375, με στρογγυλοποίηση 9 πόντοι',
      9,
      { points_per_unit: 12.5 },
      { litres: 0.75 },
    ],
    [
      '10,0 λίτρα × 0,1234 πόντοι ανά λίτρο = 1,234, με στρογγυλοποίηση 1 πόντος',
      1,
      { points_per_unit: 0.1234 },
      { litres: 10 },
    ],
    ['0,1 λίτρα × 30 πόντοι ανά λίτρο = 3 πόντοι', 3, { points_per_unit: 30 }, { litres: 0.1 }],
    ['1.200,0 λίτρα × 10 πόντοι ανά λίτρο = 12.000 πόντοι', 12_000, {}, { litres: 1200 }],
    [
      '3 αντικείμενα × 5 πόντοι ανά αντικείμενο = 15 πόντοι',
      15,
      { unit: 'item', points_per_unit: 5 },
      { item_count: 3 },
    ],
    [
      '1 αντικείμενο × 5 πόντοι ανά αντικείμενο = 5 πόντοι',
      5,
      { unit: 'item', points_per_unit: 5 },
      { item_count: 1 },
    ],
  ])('shows the sum: %s', (line, points, difference, details) => {
    expect(told({ points, rate: { ...rate, ...difference }, details }).sum?.line).toBe(line)
  })

  it('shows the first and last day of the rate, and the operator’s note [origins rates]', () => {
    expect(told({}).sum).toMatchObject({ rate: 'Πόντοι ανά λίτρο, από 01/01/2026', note: '' })
    const ended = { ...rate, valid_to: '2026-11-30', note: 'Επινοημένη' }
    expect(told({ rate: ended }).sum).toMatchObject({
      rate: 'Πόντοι ανά λίτρο, από 01/01/2026 έως 30/11/2026',
      note: 'Επινοημένη',
    })
  })

  it('shows the material of the record, or else of the rate', () => {
    const material = (difference: Partial<PointsOrigin>) =>
      told(difference).facts.find(({ term }) => term === 'Υλικό')?.value
    expect(material({ details: { litres: 2, material: 'τηγανέλαιο' } })).toBe('τηγανέλαιο')
    expect(material({ rate: { ...rate, material: 'λάδι μηχανής' } })).toBe('λάδι μηχανής')
    expect(material({})).toBeUndefined()
  })

  it('shows a sticker’s code as printed on the sticker', () => {
    const details = { sticker: 'A4KX97TEH2MX' }
    const value = told({ details }).facts.find(({ term }) => term === 'Αυτοκόλλητο')?.value
    // Codes of other people's stickers are not replaced.
    expect(value).toMatch(/^A4KX-?97TE-?H2MX$/)
  })

  it('states that the site set the points of a delivery without a rate [origins rates]', () => {
    expect(terms({ rate: null })).toContain('Υπολογισμός')
    expect(terms({ rate: null, description: 'coupon_created', details: { coupon: 'K1' } })).not.toContain(
      'Υπολογισμός',
    )
  })

  it('states that a record has no details [origins none]', () => {
    const silent = { rate: null, details: {} }
    expect(told(silent).sentence).toBe('Ο ιστότοπος «Λάδι» έστειλε μόνο τους πόντους, χωρίς άλλα στοιχεία.')
    expect(told({ ...silent, site: null }).sentence).toContain('παλαιότερο αρχείο')
    expect(told({ ...silent, details: { litres: 1 } }).sentence).toBeUndefined()
    const reverses = {
      id: 6,
      points: 20,
      description: 'oil_collected',
      created_at: delivery.created_at,
    } as const
    expect(told({ ...silent, reverses }).sentence).toBeUndefined()
  })

  it.each([
    ['coupon_created', -200, 'Το κουπόνι κόστισε 200 πόντους.'],
    ['coupon_cancelled', 200, 'Επιστράφηκαν 200 πόντοι από το κουπόνι.'],
    ['coupon_reimbursed', 1, 'Επιστράφηκε 1 πόντος από το κουπόνι.'],
    ['collection_cancelled', -60, 'Η παράδοση ακυρώθηκε ή διορθώθηκε και αφαιρέθηκαν 60 πόντοι.'],
    ['item_reused', -5, 'Η αρχική κίνηση ακυρώθηκε ή διορθώθηκε και αφαιρέθηκαν 5 πόντοι.'],
  ] as const)('explains %s of %d points, also without details', (description, points, sentence) => {
    expect(told({ description, points, rate: null, details: {} }).sentence).toBe(sentence)
    expect(told({ description, points, rate: null, details: { litres: 3 } }).sentence).toBe(sentence)
  })

  it('shows the reference only to staff [origins reference]', () => {
    expect(terms({})).not.toContain('Κωδικός κίνησης')
    expect(describeOrigin(delivery, 'clerk').facts.at(-1)).toEqual({
      term: 'Κωδικός κίνησης',
      value: 'atm-7',
    })
  })
})
