import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync, cpSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { contentPages, type PublicPage } from '@portal/contract/public-pages.ts'
import { listOwnAudit } from '@portal/contract/audit.ts'
import { findParticipant, listParticipants } from '@portal/contract/participants.ts'
import { type Language, languages } from '@portal/contract/words/language.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { claims } from '#server/features/oidc/claims-by-scope.ts'
import { personalColumns } from '#server/features/privacy/personal-columns.ts'
import { readConfig } from '#server/lib/config/config.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { gapsIn } from './markdown.ts'
import { noticeFields } from './notice-fields.ts'
import { describeTemplates, readPage } from './pages-service.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const templates = join(root, 'apps/server/content')
const folder = mkdtempSync(join(tmpdir(), 'portal-notices-'))
cpSync(templates, folder, { recursive: true })
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ CONTENT_DIR: folder })
})
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true, force: true })
})

const pageOf = (name: PublicPage['name']) =>
  contentPages.find((page) => page.name === name) ?? contentPages[0]
/** The texts of the demonstration, in which every field has an example. */
const textOf = (name: PublicPage['name'], language: Language = 'el', env: Record<string, string> = {}) =>
  readPage(pageOf(name), readConfig({ ...env, DEMO: 'yes' }), language)
/** As served with the standard settings of an operator, where the periods apply. */
const servedText = (name: PublicPage['name'], language: Language = 'el', env: Record<string, string> = {}) =>
  readPage(pageOf(name), readConfig({ ...env, DEMO: 'no' }), language)
/** On one line. */
const flat = (text: string) => text.replace(/\s+/g, ' ')

describe('the notices', () => {
  test('claims nothing that the product does not do [notices true]', () => {
    const absolute =
      /κάθε πρόσβασ|όλες τις προσβάσεις|όλα όσα|(?<!\p{L})ποτέ|πλήρως ανώνυμ|τους αποδέχεστε|δεν μπορ\S+ να συνδεθ\S+ ξανά|each access|every access|everything|(?<!is )never|anonymised|you accept|by automated means/iu
    for (const { name } of contentPages)
      for (const language of languages)
        expect(`${name} ${flat(textOf(name, language)).match(absolute)?.[0] ?? ''}`).toBe(`${name} `)
  })

  test('name the limits and periods of this server [notices true]', () => {
    const standard = flat(servedText('privacy'))
    expect(standard).toContain(
      'Για εσάς το όριο είναι 5.000 πόντοι. Η υπηρεσία απορρίπτει αυτόματα όσες κινήσεις ανεβάζουν τους πόντους της ημέρας πάνω από 10 φορές το όριο.',
    )
    expect(standard).toContain('δεν χρησιμοποιείται για 5 έτη διαγράφεται αυτόματα')
    expect(standard).toContain('Σας στέλνουμε email 60 ημέρες νωρίτερα')
    expect(standard).toContain('Ολοκληρώνεται έπειτα από 7 ημέρες')
    const other = flat(
      servedText('privacy', 'en', {
        CAP_PERSON_DAY: '300',
        CAP_REJECT_FACTOR: '4',
        RETENTION_INACTIVE: '3y',
        RETENTION_WARNING: '30d',
        ERASURE_COOLING_OFF: '1d',
      }),
    )
    const single = flat(servedText('privacy', 'el', { CAP_REJECT_FACTOR: '1', RETENTION_INACTIVE: '1y' }))
    expect(single).toContain('πάνω από 1 φορά το όριο')
    expect(single).toContain('δεν χρησιμοποιείται για 1 έτος διαγράφεται')
    expect(other).toContain(
      'Yours is 300 points. Records that bring the points of the day above 4 times the limit are rejected',
    )
    expect(other).toContain(
      'not used for 3 years is deleted automatically, with its points. We write to you 30 days before',
    )
    expect(other).toContain('completed after 1 day.')
    const off = {
      CAP_PERSON_DAY: 'off',
      CAP_PARTNER_DAY: 'off',
      RETENTION_INACTIVE: 'off',
      CAP_STAFF_READS_DAY: 'off',
    }
    expect(flat(servedText('privacy', 'el', off))).toContain('Η υπηρεσία δεν απορρίπτει κινήσεις')
    expect(flat(servedText('terms', 'el', off))).toContain('Οι ανενεργοί λογαριασμοί δεν διαγράφονται')
    expect(flat(servedText('privacy-staff', 'el', off))).toContain('Δεν υπάρχει όριο για το πόσων')
    expect(flat(servedText('privacy-staff'))).toContain('περισσότερων από 2.000 χρηστών')
    expect(flat(servedText('privacy-staff'))).toContain('έως 12 ώρες')
    expect(readConfig({}).sessions.staff.longest).toBe(12 * 3_600_000)
  })

  test('name the life of each cookie [notices true]', () => {
    const source = readFileSync(join(root, 'apps/server/src/http/cookies.ts'), 'utf8')
    const lives: Record<string, [el: string, en: string]> = {
      [`csrfCookie, newToken(), { ...cookie, maxAge: year }`]: [
        '`csrftoken`.* Ένα έτος',
        '`csrftoken`.* One year',
      ],
      [`browserCookie(setting), marks, { ...cookie, maxAge: year }`]: [
        '`knownbrowser`[^`]* Ένα έτος',
        '`knownbrowser`[^`]* One year',
      ],
      [`maxAge: 60 })`]: ['`newpassword`.* Ένα λεπτό', '`newpassword`.* One minute'],
      [`secure, maxAge: 3_600 })`]: ['`sitelanguage`.* Μία ώρα', '`sitelanguage`.* One hour'],
      [`languageCookie, language, { path: '/', sameSite: 'lax', secure, maxAge: year }`]: [
        '`language`.* Ένα έτος',
        '`language`.* One year',
      ],
    }
    for (const [code, [el, en]] of Object.entries(lives)) {
      expect(source).toContain(code)
      expect(flat(textOf('privacy'))).toMatch(new RegExp(el))
      expect(flat(textOf('privacy', 'en'))).toMatch(new RegExp(en))
    }
    expect(source).toContain('const year = 365 * 86_400')
    expect(readConfig({}).sessions.citizens.longest).toBe(14 * 86_400_000)
    expect(flat(textOf('privacy'))).toMatch(/`sessionid`[^`]*14 ημέρες/)
  })

  test('names every choice that the web app keeps [notices true]', () => {
    const sources = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    const keys = sources.flatMap(({ text }) =>
      [...text.matchAll(/deviceSetting(?:<\w+>)?\(\s*'([^']+)'/g)].map(([, key]) => key ?? ''),
    )
    expect(keys.toSorted()).toEqual(['desk-camera', 'portal keys', 'portal rows'])
    for (const language of languages)
      for (const key of keys) expect(textOf('privacy', language)).toContain(`\`${key}\``)
    const storing = sources.filter(({ text }) =>
      /\b(localStorage|sessionStorage|indexedDB|caches\.open)\b/.test(text),
    )
    // The page of desks has no data of its reader.
    expect(storing.map(({ file }) => file).toSorted()).toEqual([
      'apps/web/src/desk/model/database.ts',
      'apps/web/src/desk/worker/desk-worker.ts',
      'apps/web/src/lib/device-setting.ts',
    ])
  })

  test('has a place for every table with data of a person [notices true]', () => {
    const places: Record<string, string> = {
      Λογαριασμού: 'users imports import_parts',
      Πόντοι: 'balances points_records partner_references open_streams',
      Αυτοκόλλητα: 'stickers waiting_deliveries sticker_batches',
      'Αναφορές παραδόσεων': 'delivery_claims',
      Κουπόνια: 'coupons coupon_gifts',
      Κάρτα: 'card_codes printed_cards desk_entries',
      'Σημειώσεις κλήσεων': 'call_notes',
      'Email για τους πόντους σας': 'points_mails',
      Έλεγχοι: 'ledger_flags approvals staff_reads',
      'Συνεργαζόμενοι ιστότοποι':
        'oidc_payloads partner_sign_ins partner_consents partner_subjects rejected_records',
      'Στοιχεία ασφάλειας':
        'sessions pending_sign_ins totp_secrets passkeys recovery_codes second_factor_set_ups account_activity account_locks account_restrictions email_changes rate_limits',
      'Ιστορικό ενεργειών':
        'audit_entries audit_texts exports export_people export_ends page_texts page_drafts',
      'Αιτήματα και μηνύματα':
        'account_tokens data_requests erasures notice_news job erasure_mentions approvers chain_erasures',
    }
    const text = flat(textOf('privacy'))
    for (const place of Object.keys(places).slice(1)) expect(text).toContain(`**${place}**`)
    const named = new Set(Object.values(places).flatMap((tables) => tables.split(' ')))
    const personal = Object.entries(personalColumns)
      .filter(([, columns]) => Object.values(columns).some(({ is }) => is !== 'none'))
      .map(([table]) => table.replace(/^\w+\./, ''))
    // A new table needs a place in the notice, and here.
    expect(personal.filter((table) => !named.has(table))).toEqual([])
  })

  test('says what the copy of the data leaves out [notices true]', () => {
    const excluded = Object.values(personalColumns)
      .flatMap((columns) => Object.values(columns))
      .flatMap((column) =>
        column.is === 'personal' && column.exported.startsWith('not: ') ? [column.exported] : [],
      )
    const unnamed = excluded.filter(
      (reason) =>
        !/secret|credential|technical|see |the account itself|computed|part of account|account\.sub|key of the provider|names the session|whether a page is open|decision of staff|accounts of staff|^not: staff$|names the searches|a note of staff about labels|^not: a file of an operator$/.test(
          reason,
        ),
    )
    expect(unnamed).toEqual([])
    const text = flat(textOf('privacy'))
    for (const part of [
      'συνθηματικά, κλειδιά',
      'κωδικούς κουπονιών',
      'ονόματα υπαλλήλων',
      'αναζητήσεις',
      'τεχνικά',
      'αρχεία εισαγωγής',
    ])
      expect(text).toContain(part)
  })

  test('name what partner sites can learn [notices true]', () => {
    expect(Object.keys(claims)).toEqual(['openid', 'profile', 'email', 'phone', 'municipality', 'points'])
    const text = flat(textOf('privacy'))
    for (const word of ['όνομα', 'email', 'τηλέφωνο', 'δήμος', 'πόντους']) expect(text).toContain(word)
  })

  it('says which accesses people see: opened data, not searches [notices true]', async () => {
    const person = await testApp.make.customer({ lastName: 'Αδαμαντίδου' })
    const staff = await testApp.signIn(await testApp.make.staff())
    await staff.call(listParticipants, { query: { search: 'Αδαμαντίδου' } })
    await staff.call(findParticipant, { params: { id: String(person.id) } })
    const { results } = await (await testApp.signIn(person)).call(listOwnAudit)
    const ofStaff = results.filter(({ actor }) => actor.kind === 'staff').map(({ action }) => action)
    expect(ofStaff).toEqual(['participant.view'])
    expect(flat(textOf('privacy'))).toContain('Εκεί δεν φαίνονται αναζητήσεις και κατάλογοι')
  })

  test('have no sentence of more than 20 words [notices true]', () => {
    const tooLong = contentPages.flatMap(({ name }) =>
      languages.flatMap((language) =>
        // The section of the periods has a generated table.
        sentencesOf(textOf(name, language).replace(/\n## (Πόσο κρατάμε|How long we keep)[^]*?(?=\n## )/, ''))
          .filter((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length > 20)
          .map((sentence) => `${name} ${language}: ${sentence}`),
      ),
    )
    expect(tooLong).toEqual([])
  })
})

/** Sentences and entries of lists, without the marks of Markdown. */
const sentencesOf = (text: string): string[] =>
  text
    .replace(/\b(ν|παρ|par|art|Avenue)\./g, '$1')
    .split(/\n\s*\n|\n\s*- |\n#+ /)
    .flatMap((block) => flat(block).split(/[.;·:!](?=\s|\*|$)/))

describe('the legal bases and other values', () => {
  it.each(['privacy', 'terms', 'accessibility', 'privacy-staff'] as const)(
    '%s has only known keys, and none is unused',
    (name) => {
      for (const language of languages)
        expect(
          gapsIn(textOf(name, language)).filter((gap) => !/διάρκεια|duration|RETENTION_/.test(gap)),
        ).toEqual([])
      const all = contentPages.map((page) => readFileSync(join(templates, `${page.name}.md`), 'utf8')).join()
      const unused = Object.keys(noticeFields).filter((key) => !flat(all).includes(`{{${key}}}`))
      // In the text of a choice.
      expect(unused).toEqual(['διάταξη καθήκοντος'])
    },
  )

  it('has the same keys in values.json', () => {
    const shipped = JSON.parse(readFileSync(join(templates, 'values.json'), 'utf8')) as Record<string, string>
    expect(Object.keys(shipped)).toEqual(Object.keys(noticeFields))
    expect(new Set(Object.values(shipped))).toEqual(new Set(['']))
  })

  const body = async (path: string, language = 'el') => {
    const browser = testApp.visitor()
    browser.cookies.set('language', language)
    return flat((await browser.inject({ method: 'GET', url: path })).body)
  }
  const choose = (values: object) => writeFileSync(join(folder, 'values.json'), JSON.stringify(values))

  it('shows a placeholder in the language of the page until a basis is chosen [notices values]', async () => {
    choose({})
    expect(await body('/pages/privacy')).toContain('Νομική βάση: <mark>[συμπληρώστε: νομική βάση]</mark>')
    expect(await body('/pages/privacy', 'en')).toContain('Legal basis: <mark>[fill in: legal basis]</mark>')
    expect(describeTemplates(testApp.portal.config).join('\n')).toContain("'νομική βάση: λογαριασμός'")
    choose({ 'νομική βάση: λογαριασμός': 'δημόσιο καθήκον', 'διάταξη καθήκοντος': 'απόφαση 12/2026' })
    expect(await body('/pages/privacy')).toContain('Το ορίζει: απόφαση 12/2026.')
    expect(await body('/pages/privacy', 'en')).toContain('a task in the public interest')
    expect(describeTemplates(testApp.portal.config).join('\n')).not.toContain("'νομική βάση: λογαριασμός'")
  })

  it('takes texts by language, and lists unknown keys and values that cannot be chosen [notices values]', async () => {
    choose({
      δικαστήρια: { el: 'Κοζάνη', en: 'Kozani' },
      'νομική βάση: στατιστικά': 'συγκατάθεση',
      άγνωστο: 'x',
    })
    expect(await body('/pages/terms')).toContain('δικαστηρίων: Κοζάνη.')
    expect(await body('/pages/terms', 'en')).toContain('are those of: Kozani.')
    const lines = describeTemplates(testApp.portal.config).join('\n')
    expect(lines).toContain("'άγνωστο' is unknown")
    expect(lines).toContain(
      "'νομική βάση: στατιστικά' is not one of: ν. 4819/2021, ν. 4555/2018, ν. 4624/2019",
    )
  })

  it.each([
    ['πλήρης', 'συμμορφώνεται πλήρως', 'fully compliant'],
    ['μερική', 'συμμορφώνεται μερικώς', 'partially compliant'],
    ['καμία', 'δεν συμμορφώνεται', 'not compliant'],
  ])(
    'states the compliance %s in the words of Decision (EU) 2018/1523 [notices values]',
    async (value, el, en) => {
      choose({ συμμόρφωση: value })
      expect(await body('/pages/accessibility')).toContain(`<strong>${el}</strong>`)
      expect(await body('/pages/accessibility', 'en')).toContain(`<strong>${en}</strong>`)
    },
  )

  it('are examples in the demonstration, marked as such', async () => {
    const demo = readConfig({ DEMO: 'yes' })
    expect(readPage(pageOf('terms'), demo, 'el')).toContain('(παράδειγμα της επίδειξης)')
    expect(gapsIn(readPage(pageOf('terms'), demo, 'el'))).toEqual([])
    expect(describeTemplates(demo).length).toBeGreaterThan(0)
  })
})
