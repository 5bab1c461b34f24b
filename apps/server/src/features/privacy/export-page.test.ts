import { exportOwnDataPage } from '@portal/contract/privacy.ts'
import { auditActions, auditActorKinds } from '@portal/contract/security/audit.ts'
import { auditCodes, auditDetails } from '@portal/contract/security/audit-text.ts'
import { type Language, languages } from '@portal/contract/words/language.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountMail, accountMails } from '#server/features/accounts/send-mail.ts'
import { writeAudit } from '#server/lib/audit/audit.ts'
import { openKnownEverywhere } from '#test/known-everywhere.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { detailLabels, detailNames, hiddenDetails, names } from './export-names.ts'

let testApp: TestApp
let known: Awaited<ReturnType<typeof openKnownEverywhere>>
const pages = {} as Record<Language, string>

beforeAll(async () => {
  testApp = await openTestApp()
  known = await openKnownEverywhere(testApp)
  const { db, portal } = testApp
  const { id, password } = known.person
  const details = Object.fromEntries(auditDetails.map((name) => [name, null]))
  const codes = {
    method: 'totp',
    step: 'confirmed',
    scope: 'openid profile',
    to: 'manager',
    partner: known.program.partner.clientId,
  }
  for (const kind of auditActorKinds)
    for (const action of auditActions)
      await writeAudit(
        portal,
        { kind, id, ...(/command|job/.test(kind) && { name: 'participant erase' }) },
        { action, subjectId: id, details: { ...details, ...codes, due_at: '2026-03-09T22:30:00.000Z' } },
      )
  const kinds = Object.keys(names.kind.el) as AccountMail['kind'][]
  await db.transaction().execute(async (trx) => {
    for (const kind of kinds)
      await portal.jobs.enqueue(trx, accountMails, { kind, userId: id, domain: 'a.gr' } as AccountMail)
  })
  await db
    .updateTable('accountActivity')
    .set({ lastSignInOn: '2026-03-09', warnedAt: new Date('2026-03-09T22:05:00Z') })
    .where('userId', '=', id)
    .execute()
  for (const language of languages) {
    await db.updateTable('users').set({ language }).where('id', '=', id).execute()
    const answer = await known.client.send(exportOwnDataPage, { body: { current_password: password } })
    pages[language] = answer.body
  }
})
afterAll(() => testApp.close())

/** What the page says, without its styles, by label. */
const valuesOf = (page: string) =>
  [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label = '', value = '']) => ({
    label,
    value,
  }))

describe('the page with the own data', () => {
  it.each(languages)(
    'names every action, mail and kind, without codes, in %s [privacy export]',
    (language) => {
      // What people, partners and the server chose: addresses, names, codes of stickers and of the account.
      const given = /@|Firefox|^[\dA-F-]{20,}$/i
      const codes = valuesOf(pages[language])
        .filter(({ label, value }) => !/^(Κωδικός|Code|Sticker code)/.test(label) && !given.test(value))
        .flatMap(({ label, value }) => [label, ...value.split(/ · |, /)])
        .filter((text) => /[a-z][._][a-z]|^[a-z]+(-[a-z]+)+$|_|\{|null/i.test(text.replace(/&#\d+;/g, '')))
      expect(codes).toEqual([])
      expect(pages.el).toContain('Σε: Εποπτεία')
      for (const name of [...Object.values(names.action[language]), ...Object.values(names.kind[language])])
        expect(valuesOf(pages[language]).map(({ value }) => value.toLowerCase())).toContain(
          name.toLowerCase(),
        )
    },
  )

  it('has no Greek action in English, and no English one in Greek [privacy export]', () => {
    for (const name of [...Object.values(names.action.en), ...Object.values(names.kind.en)])
      expect(name).not.toMatch(/\p{Script=Greek}/u)
    for (const name of [...Object.values(names.action.el), ...Object.values(names.kind.el)])
      expect(name).toMatch(/^[^a-z]*(email|PIN)?[^a-z]*$/i)
  })

  it.each(languages)(
    'writes days as DD/MM/YYYY and times with 24 hours, in %s [privacy export]',
    (language) => {
      const values = valuesOf(pages[language]).map(({ value }) => value)
      expect(values).toContain('09/03/2026')
      expect(values).toContain('10/03/2026 00:05')
      expect(pages[language].replace(/<style>.*<\/style>/s, '')).not.toMatch(
        /\d{4}-\d\d-\d\d|[πμ]\.μ\.|\b[ap]m\b/,
      )
    },
  )

  it.each(languages)('says to which site a consent was given, in %s [privacy export]', (language) => {
    const consent = valuesOf(pages[language]).filter(({ value }) => value.includes('Λάδι'))
    expect(consent.length).toBeGreaterThan(0)
    expect(pages[language]).not.toContain(known.program.partner.clientId)
  })

  it.each(languages)(
    'has a label or a reason to be silent for every detail of an audit entry, in %s [privacy export]',
    (language) => {
      const labelled = new Set([...Object.keys(detailLabels[language]), ...hiddenDetails])
      expect(auditDetails.filter((name) => !labelled.has(name))).toEqual([])
      const named = new Set(
        [...Object.values(names), ...Object.values(detailNames)].flatMap((one) => Object.keys(one[language])),
      )
      expect(auditCodes.filter((code) => !named.has(code))).toEqual([])
    },
  )

  it('does not say that there is nothing where it shows an authenticator app [privacy export]', async () => {
    const person = await testApp.make.customer()
    const client = await testApp.signIn(person)
    await testApp.db
      .insertInto('totpSecrets')
      .values({ userId: person.id, secret: 'x', createdAt: new Date(), lastStep: 0 })
      .execute()
    const { body } = await client.send(exportOwnDataPage, { body: { current_password: person.password } })
    const section = /<h2>Δεύτερο βήμα σύνδεσης<\/h2>(.*?)<\/section>/s.exec(body)?.[1] ?? ''
    expect(section).toContain('<dt>')
    expect(section).not.toContain('Δεν υπάρχουν στοιχεία')
  })

  it('has a name for every state that the queue of mails stores [privacy export]', async () => {
    const { rows } = await sql<{ state: string }>`
      select unnest(enum_range(null::pgboss.job_state))::text as state`.execute(testApp.db)
    for (const language of languages)
      expect(rows.filter(({ state }) => !Object.hasOwn(names.state[language], state))).toEqual([])
  })
})
