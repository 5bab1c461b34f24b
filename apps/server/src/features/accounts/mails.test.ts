import type { Language } from '@portal/contract/words/language.ts'
import { describe, expect, it } from 'vitest'
import type { Mail } from '#server/lib/mail/mailer.ts'
import { claimText, type ClaimFacts } from './claim-mails.ts'
import { accessTexts } from './mail-texts/lock-texts.ts'
import { type MailText, mailTexts } from './mail-texts/mail-texts.ts'
import { secondFactorTexts } from './mail-texts/second-factor-texts.ts'
import { mailOf } from './mails.ts'
import { pointsText } from './points-mail.ts'

const product = 'Recycling points'
const at = '2026-02-03T12:05:00Z'
const signIn = { at, browser: 'Firefox', system: 'Linux', network: '192.0.2.0' }
const points = { description: 'oil_collected', points: 1_240, at } as const

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

const textsIn = (language: Language) => ({
  activation: mailTexts.activation[language](product, 7),
  reset: mailTexts.reset[language](product, 24),
  'password changed': mailTexts.passwordChanged[language](product),
  'new sign-in': mailTexts.newSignIn[language](product, signIn),
  'new sign-in from an unknown browser': mailTexts.newSignIn[language](product, { ...signIn, browser: '' }),
  'erasure requested': mailTexts.erasureRequested[language](product, 24),
  'erasure scheduled': mailTexts.erasureScheduled[language](product, new Date(at)),
  'retention warning': mailTexts.retentionWarning[language](product, '2026-02-03'),
  'changed notice': mailTexts.notice[language](product, 'privacy'),
  erased: mailTexts.erased[language](product),
  points: pointsText(language, { records: [points], more: 2, available: 1_240 }),
  'claim received': claimText(language, claim),
  'claim credited': claimText(language, { ...claim, state: 'credited', points: 1_240 }),
  'claim rejected': claimText(language, { ...claim, state: 'rejected', reason: 'not_found' }),
  'visit reported': claimText(language, { ...claim, visit }),
  'visit undone': claimText(language, { ...claim, visit, state: 'undone', points: -48 }),
  'visit of a coupon undone': claimText(language, {
    ...claim,
    state: 'undone',
    visit: { ...visit, coupon: 'Bread' },
  }),
  'visit kept': claimText(language, { ...claim, visit, state: 'rejected', reason: 'no_mistake' }),
  locked: accessTexts[language](product, { change: 'locked', reason: 'stolen', until: at }),
  'locked without an end': accessTexts[language](product, {
    change: 'locked',
    reason: 'own_request',
    until: null,
  }),
  unlocked: accessTexts[language](product, { change: 'unlocked' }),
  'signed out': accessTexts[language](product, { change: 'signed-out' }),
  ...Object.fromEntries(
    Object.entries(secondFactorTexts).map(([event, texts]) => {
      const [subject, ...lines] = texts[language]
      return [event, { subject, lines }]
    }),
  ),
})

/** Every mail to a customer, by name. */
function allMails(language: Language, firstName = 'Maria') {
  const contact = { telephone: '2461 000000', email: 'info@example.gr' }
  const sender = { language, product, company: 'Company', contact }
  const [email, url] = ['maria@example.gr', 'https://portal.example.gr/link']
  const texts = textsIn(language)
  const mails = Object.entries<MailText>(texts).map(([name, text]) => [
    name,
    mailOf(name === 'activation' ? { email } : { email, firstName }, sender, text, { url, otherUrl: url }),
  ])
  return Object.fromEntries(mails) as Record<keyof typeof texts, Mail>
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
