import { describe, expect, it } from 'vitest'
import { auditDetailsText } from './audit-text.ts'

const inGreek = (details: Record<string, string | number | boolean | null>) =>
  auditDetailsText({ details, text: null })

describe('auditDetailsText', () => {
  it('translates values as well as names [security audit]', () => {
    expect(inGreek({ list: 'decided' })).toBe('απαντημένες')
    expect(inGreek({ from: 'clerk', to: 'operator' })).toBe('από Εξυπηρέτηση · σε Διαχείριση')
    expect(inGreek({ method: 'totp' })).toBe('εφαρμογή κωδικών')
    expect(inGreek({ step: 'confirmed', due_at: '2026-03-09T08:00:00.000Z' })).toBe(
      'επιβεβαιώθηκε · θα γίνει: 09/03/2026',
    )
    expect(inGreek({ due_at: '2026-03-09T22:30:00.000Z' })).toBe('θα γίνει: 10/03/2026')
    expect(inGreek({ claims: 2, notes: 1_200, codes: 3 })).toBe(
      'αναφορές: 2 · σημειώσεις κλήσεων: 1.200 · κωδικοί κουπονιών: 3',
    )
    expect(inGreek({ record: 7, points: -1200, description: 'oil_collected' })).toBe(
      'κίνηση αρ. 7 · πόντοι: −1.200',
    )
    expect(inGreek({ approval: 3, kind: 'rate_added', points: null })).toBe('αίτημα αρ. 3 · νέα τιμή πόντων')
    expect(inGreek({ claim: 2, reason: 'not_found' })).toBe('αναφορά αρ. 2 · η παράδοση δεν βρέθηκε')
  })

  it('has what was before a change first [security audit]', () => {
    expect(inGreek({ after: 'Κοζάνης', before: 'Κοζάνη' })).toMatch(/^πριν: .* · μετά: /)
  })

  it('shows the days of a filter', () => {
    expect(inGreek({ from: '2026-01-02', to: null })).toBe('από 02/01/2026')
  })
})
