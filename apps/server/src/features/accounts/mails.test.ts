import type { Language } from '@portal/contract/words/language.ts'
import { describe, expect, it } from 'vitest'
import { secondFactorTexts } from './mail-texts/second-factor-texts.ts'
import { claimMail, type ClaimFacts } from './claim-mails.ts'
import * as mails from './mails.ts'
import { pointsMail } from './points-mail.ts'

const to = 'maria@example.gr'
const url = 'https://portal.example.gr/link'
const at = '2026-02-03T12:05:00Z'

const claim: ClaimFacts = {
  number: 1,
  day: '2026-02-03',
  state: 'open',
  points: null,
  reason: null,
  answer: '',
  visit: null,
}
const visit = { where: 'Bakery, Till 1', coupon: null }

/** Every mail to a customer, by name. */
function allMails(language: Language, firstName = 'Maria') {
  const contact = { telephone: '2461 000000', email: 'info@example.gr' }
  const sender = { language, product: 'Recycling points', company: 'Company', contact }
  const signIn = { at, browser: 'Firefox', system: 'Linux', network: '192.0.2.0' }
  return {
    activation: mails.activationMail(to, sender, { url, disownUrl: url, days: 7 }),
    reset: mails.resetMail(to, firstName, sender, url, 24),
    'password changed': mails.passwordChangedMail(to, firstName, sender, url),
    'new sign-in': mails.newSignInMail(to, firstName, sender, url, signIn),
    'new sign-in from an unknown browser': mails.newSignInMail(to, firstName, sender, url, {
      ...signIn,
      browser: '',
    }),
    'erasure requested': mails.erasureRequestedMail(to, firstName, sender, url, 24),
    'erasure scheduled': mails.erasureScheduledMail(to, firstName, sender, { url, dueAt: new Date(at) }),
    'retention warning': mails.retentionWarningMail(to, firstName, sender, { url, until: '2026-02-03' }),
    'changed notice': mails.noticeMail(to, firstName, sender, { page: 'privacy', url }),
    erased: mails.erasedMail(to, firstName, sender),
    points: pointsMail(
      to,
      firstName,
      sender,
      { records: [{ description: 'oil_collected', points: 1_240, at }], more: 2, available: 1_240 },
      { url, offUrl: url, offCall: url },
    ),
    'claim received': claimMail(to, firstName, sender, url, claim),
    'claim credited': claimMail(to, firstName, sender, url, { ...claim, state: 'credited', points: 1_240 }),
    'claim rejected': claimMail(to, firstName, sender, url, {
      ...claim,
      state: 'rejected',
      reason: 'not_found',
    }),
    'visit reported': claimMail(to, firstName, sender, url, { ...claim, visit }),
    'visit undone': claimMail(to, firstName, sender, url, { ...claim, visit, state: 'undone', points: -48 }),
    'visit of a coupon undone': claimMail(to, firstName, sender, url, {
      ...claim,
      state: 'undone',
      visit: { ...visit, coupon: 'Bread' },
    }),
    'visit kept': claimMail(to, firstName, sender, url, {
      ...claim,
      visit,
      state: 'rejected',
      reason: 'no_mistake',
    }),
    locked: mails.accessMail(to, firstName, sender, { change: 'locked', reason: 'stolen', until: at }),
    'locked without an end': mails.accessMail(to, firstName, sender, {
      change: 'locked',
      reason: 'own_request',
      until: null,
    }),
    unlocked: mails.accessMail(to, firstName, sender, { change: 'unlocked' }),
    'signed out': mails.accessMail(to, firstName, sender, { change: 'signed-out' }),
    ...Object.fromEntries(
      Object.keys(secondFactorTexts)
        .filter(mails.isSecondFactorEvent)
        .map((event) => [event, mails.secondFactorMail(to, firstName, sender, url, event)]),
    ),
  }
}

const isGreek = (text: string) => /[\u0370-\u03ff\u1f00-\u1fff]/.test(text)

describe('mails [languages mails]', () => {
  it.each(Object.entries(allMails('en')))('are English in English: %s', (_name, { subject, text, html }) => {
    expect([subject, text, html].filter(isGreek)).toEqual([])
    expect(html).toContain('<html lang="en">')
  })

  it.each(Object.entries(allMails('el')))('are Greek in Greek: %s', (_name, { subject, text, html }) => {
    expect([subject, text, html].map(isGreek)).toEqual([true, true, true])
    expect(html).toContain('<html lang="el">')
  })

  it('greet with the vocative only in Greek', () => {
    expect(allMails('el', 'Γιώργος').reset.text).toContain('Γεια σας, Γιώργο,')
    expect(allMails('en', 'Γιώργος').reset.text).toContain('Hello Γιώργος,')
    expect(allMails('en', '').reset.text).toContain('Hello,')
  })

  it('write dates in words of the language', () => {
    expect(allMails('en')['new sign-in'].text).toContain('When: 3 February 2026 at 14:05 (time in Greece)')
    expect(allMails('el')['new sign-in'].text).toContain('Πότε: 3 Φεβρουαρίου 2026, 14:05 (ώρα Ελλάδας)')
    expect(allMails('el').points.text).toContain(
      'Νέα κίνηση πόντων:\n\nΠαράδοση ελαίου, +1.240 (3 Φεβρουαρίου 2026',
    )
    expect(allMails('en')['retention warning'].text).toContain('Last day: Tuesday, 3 February 2026')
  })
})
