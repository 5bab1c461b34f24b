import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { cpSync } from 'node:fs'
import { errorHeader } from '@portal/contract/endpoint.ts'
import {
  changeTextValues,
  countTextMails,
  discardTextDraft,
  findText,
  listTexts,
  previewText,
  publishText,
  readTextValues,
  readTextVersion,
  saveTextDraft,
  sendTextMails,
  withdrawText,
} from '@portal/contract/manage-texts.ts'
import { listNotices } from '@portal/contract/site.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dayAfter } from '#server/ledger/rates/rates.ts'
import { byCommand } from '#server/lib/audit/audit.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { days, minutes } from '#server/lib/time/clock.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { type Client, openTestApp, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { fieldGroups, noticeFields } from './notice-fields.ts'
import { describeTemplates } from './pages-service.ts'
import { readSettings } from './stored-service.ts'
import { publishFile } from './texts-service.ts'
import { changeValues, readValuesOf } from './values-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-texts-'))
let testApp: TestApp
let operator: Client
beforeAll(async () => {
  testApp = await openTestApp()
  testApp.clock.toNoon()
  operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
})
afterEach(async () => {
  for (const table of ['pageTexts', 'pageDrafts', 'pageValues', 'noticeVersions'] as const)
    await testApp.db.deleteFrom(table).execute()
})
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true, force: true })
})

const terms = { page: 'terms', language: 'el' } as const
const today = () => athensDay(testApp.portal.clock.now())
const bodyOf = async (path: string, app = testApp) =>
  (await app.visitor().inject({ method: 'GET', url: path })).body
const codesOf = ({ statusCode, headers }: Awaited<ReturnType<Client['send']>>) =>
  [statusCode, String(headers[errorHeader.toLowerCase()]).replace(/;[^,]*/g, '')] as const
const versionOf = async () => (await operator.call(findText, { params: terms })).version
const publish = async (text: string, valid_from = today(), client = operator) =>
  client.call(publishText, { params: terms, body: { version: await versionOf(), text, valid_from } })
const auditOf = async (action: 'text.values' | 'text.publish') => (await auditEntries(testApp, action)).at(-1)

/** A value for each field: the first choice, or a text. */
const allValues = () =>
  Object.fromEntries(
    Object.entries(noticeFields).map(([key, { choices }]) => [
      key,
      { el: choices ? (Object.keys(choices)[0] ?? '') : `Τιμή: ${key}`, en: '' },
    ]),
  )
const change = async (values: object, client = operator) => {
  const { version } = await client.call(readTextValues)
  return client.send(changeTextValues, { body: { version, values } })
}

describe('values of the texts', () => {
  it('are all in a group of the form [legal texts console]', () => {
    expect([...fieldGroups.keys()].sort()).toEqual(Object.keys(noticeFields).sort())
  })

  it('turn the templates of an empty portal into published pages [legal texts console]', async () => {
    const before = await operator.call(listTexts)
    expect(before.missing).toContain('υπεύθυνος προστασίας δεδομένων')
    expect(before.texts.find((one) => one.page === 'privacy')).toMatchObject({ source: 'shipped' })
    expect(await bodyOf('/pages/privacy')).toContain('Υπόδειγμα:')

    const reply = await change({
      ...allValues(),
      δικαστήρια: { el: 'της Κοζάνης', en: 'of Kozani' },
      'νομική βάση: στατιστικά': { el: 'δημόσιο καθήκον', en: '' },
      'διάταξη καθήκοντος': { el: '', en: '' },
    })
    expect(reply.statusCode).toBe(200)
    // Needed by the chosen basis alone.
    expect((await operator.call(listTexts)).missing).toEqual(['διάταξη καθήκοντος'])
    expect((await change({ 'διάταξη καθήκοντος': { el: 'ΦΕΚ 1', en: '' } })).statusCode).toBe(200)
    expect(await operator.call(listTexts)).toMatchObject({ missing: [], missing_contacts: [] })
    for (const name of ['privacy', 'terms', 'accessibility', 'privacy-staff'])
      expect(await bodyOf(`/pages/${name}`)).not.toMatch(/Υπόδειγμα:|\[συμπληρώστε/)
    expect(await bodyOf('/pages/terms')).toContain('της Κοζάνης')
    const english = testApp.visitor()
    english.cookies.set('language', 'en')
    expect((await english.inject({ method: 'GET', url: '/pages/terms' })).body).toContain('of Kozani')
    expect(describeTemplates(await readSettings(testApp.portal))).toEqual([])
    expect(await bodyOf('/pages/terms/versions')).toContain('/pages/terms/versions/1')
  })

  it('are audited with before and after, of people by name alone [legal texts console] [security audit]', async () => {
    await change({ δικαστήρια: { el: 'της Κοζάνης', en: '' } })
    await change({
      δικαστήρια: { el: 'των Γρεβενών', en: '' },
      'υπεύθυνος προστασίας δεδομένων': { el: 'Μαρία Παπαδοπούλου', en: '' },
    })
    expect((await auditOf('text.values'))?.details).toEqual({
      text_values: 'δικαστήρια: της Κοζάνης → των Γρεβενών\nυπεύθυνος προστασίας δεδομένων: άλλαξε',
    })
  })

  it('that are wrong are rejected at their field [legal texts console]', async () => {
    const replies = [
      await change({ 'νομική βάση: λογαριασμός': { el: 'έννομο συμφέρον', en: '' } }),
      await change({ άγνωστο: { el: 'x', en: '' } }),
      await change({ constructor: { el: 'x', en: '' } }),
      await change({ δικαστήρια: { el: '', en: 'x' } }),
      await change({ δικαστήρια: { el: 'x'.repeat(1001), en: '' } }),
    ]
    expect(replies.map((reply) => [...codesOf(reply), Object.keys(reply.json())])).toEqual([
      [400, 'choice_invalid', ['values.νομική βάση: λογαριασμός.el']],
      [400, 'field_unknown', ['values.άγνωστο']],
      [400, 'field_unknown', ['values.constructor']],
      [400, 'required', ['values.δικαστήρια.el']],
      [400, 'too_long', ['values.δικαστήρια.el']],
    ])
  })

  it('cannot refer to themselves, and what they contain stays text [security public pages]', async () => {
    await change({ δικαστήρια: { el: '{{δικαστήρια}} <script>alert(1)</script>', en: '' } })
    const html = await bodyOf('/pages/terms')
    expect(html).toContain('{{δικαστήρια}} &lt;script&gt;')
  })

  it('of two operators at a time, the second is told, and the first one’s stay [legal texts console]', async () => {
    const other = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    const { version } = await operator.call(readTextValues)
    const send = (client: Client, el: string) =>
      client.send(changeTextValues, { body: { version, values: { δικαστήρια: { el, en: '' } } } })
    const replies = await Promise.all([send(operator, 'της Κοζάνης'), send(other, 'των Γρεβενών')])
    expect(replies.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
    const late = replies.find(({ statusCode }) => statusCode === 409)
    expect(late && codesOf(late)).toEqual([409, 'changed_meanwhile'])
  })

  it('may have characters of two units, also where the audit log cuts them [legal texts console]', async () => {
    const el = `${'α'.repeat(99)}😀`
    expect((await change({ δικαστήρια: { el: `${el}\ud800`, en: '' } })).statusCode).toBe(200)
    const { fields } = await operator.call(readTextValues)
    expect(fields.find(({ key }) => key === 'δικαστήρια')?.el).toBe(`${el}\ufffd`)
  })

  it('can be those of a file of a command [legal texts console]', async () => {
    const file = join(folder, 'values.json')
    writeFileSync(file, JSON.stringify({ δικαστήρια: { el: 'της Κοζάνης', en: 'of Kozani' } }))
    await changeValues(testApp.portal, byCommand('texts values'), readValuesOf(file))
    const { fields } = await operator.call(readTextValues)
    expect(fields.find(({ key }) => key === 'δικαστήρια')).toMatchObject({
      el: 'της Κοζάνης',
      en: 'of Kozani',
      missing: false,
    })
    expect((await auditOf('text.values'))?.actorKind).toBe('command')
  })
})

describe('texts', () => {
  it('are shown from their day on, and versions and a notice follow [legal texts console]', async () => {
    const citizen = await testApp.signIn(await testApp.make.customer())
    testApp.clock.forward(minutes(1))
    await publish('# Οι πρώτοι όροι')
    expect(await bodyOf('/pages/terms')).toContain('<h1>Οι πρώτοι όροι</h1>')
    expect(await citizen.call(listNotices)).toEqual([])

    testApp.clock.forward(minutes(1))
    const tomorrow = dayAfter(today())
    const found = await publish('# Οι νέοι όροι', tomorrow)
    expect(found.publications.map(({ number, state, valid_from }) => [number, state, valid_from])).toEqual([
      [2, 'future', tomorrow],
      [1, 'current', today()],
    ])
    expect(await bodyOf('/pages/terms')).toContain('<h1>Οι πρώτοι όροι</h1>')
    expect((await operator.call(listTexts)).texts.find((one) => one.page === 'terms')).toMatchObject({
      source: 'published',
      since: today(),
      next: tomorrow,
    })

    testApp.clock.forward(days(1))
    expect(await bodyOf('/pages/terms')).toContain('<h1>Οι νέοι όροι</h1>')
    const again = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    const now = await again.call(findText, { params: terms })
    expect(now.publications.map(({ state }) => state)).toEqual(['current', 'past'])
    const old = { ...terms, id: String(now.publications[1]?.id) }
    expect(await again.call(readTextVersion, { params: old })).toMatchObject({ text: '# Οι πρώτοι όροι' })
    expect(await bodyOf('/pages/terms/versions/1')).toContain('Οι πρώτοι όροι')
    operator = again
  })

  it('are announced in the portal, and by mail once the number was shown [legal texts console] [notices announced]', async () => {
    const person = await testApp.make.customer()
    testApp.clock.forward(minutes(1))
    await publish('# Α')
    const mails = { params: { page: 'terms' as const } }
    expect(await operator.call(countTextMails, mails)).toEqual({ number: null, accounts: 0 })
    const send = (number: number) => operator.send(sendTextMails, { ...mails, body: { number } })
    expect(codesOf(await send(1))).toEqual([409, 'notice_unchanged'])
    testApp.clock.forward(minutes(1))
    await publish('# Β')
    expect(await (await testApp.signIn(person)).call(listNotices)).toMatchObject([
      { page: 'terms', number: 2 },
    ])
    const { number, accounts } = await operator.call(countTextMails, mails)
    expect([number, accounts > 0]).toEqual([2, true])
    expect(codesOf(await send(1))).toEqual([409, 'changed_meanwhile'])
    expect((await send(2)).statusCode).toBe(200)
    await until(async () => (await operator.call(countTextMails, mails)).accounts === 0)
    expect(await testApp.mails.to(person.email)).toHaveLength(1)
  })

  it('can be withdrawn before their day alone [legal texts console]', async () => {
    const now = await publish('# Τώρα')
    const later = await publish('# Αργότερα', dayAfter(today(), 9))
    const withdraw = (id = 0, version = '') =>
      operator.send(withdrawText, { params: { ...terms, id }, body: { version } })
    const [future, current] = later.publications
    expect(codesOf(await withdraw(current?.id, later.version))).toEqual([409, 'text_valid'])
    expect(codesOf(await withdraw(future?.id, now.version))).toEqual([409, 'changed_meanwhile'])
    expect((await withdraw(future?.id, later.version)).statusCode).toBe(200)
    expect(await versionOf()).toBe(now.version)
    expect(codesOf(await withdraw(future?.id, now.version))).toEqual([404, 'not_found'])
  })

  it('have a draft until they are published or it is discarded [legal texts console]', async () => {
    const save = async (text: string) =>
      operator.call(saveTextDraft, { params: terms, body: { text, version: await versionOf() } })
    const { draft, version } = await save('# Πρόχειρο')
    expect(draft).toMatchObject({ text: '# Πρόχειρο' })
    expect(await bodyOf('/pages/terms')).not.toContain('Πρόχειρο')
    const discard = { params: terms, body: { version } }
    await save('# Άλλο πρόχειρο')
    expect(codesOf(await operator.send(discardTextDraft, discard))).toEqual([409, 'changed_meanwhile'])
    expect((await publish('# Όροι')).draft).toBeNull()
    await save('# Τρίτο')
    const last = { params: terms, body: { version: await versionOf() } }
    expect((await operator.call(discardTextDraft, last)).draft).toBeNull()
  })

  it('that equal the shipped ones follow them, and entries have no text [legal texts console] [security audit]', async () => {
    await publish('# Δικοί μας όροι')
    expect(await auditOf('text.publish')).toMatchObject({
      details: { text_page: 'terms', text_language: 'el', text_version: 1, from: today(), text_length: 16 },
    })
    const { shipped } = await operator.call(findText, { params: terms })
    const { publications, current } = await publish(shipped)
    expect(publications[0]).toMatchObject({ number: 2, shipped: true, length: null, state: 'current' })
    expect(current).toBe(shipped)
    expect((await operator.call(listTexts)).texts.find((one) => one.page === 'terms')).toMatchObject({
      source: 'shipped',
    })
  })

  it('of two operators at a time, the second is told [legal texts console]', async () => {
    const other = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    const version = await versionOf()
    const send = (client: Client, text: string) =>
      client.send(publishText, { params: terms, body: { version, text, valid_from: today() } })
    const replies = await Promise.all([send(operator, '# Α'), send(other, '# Β')])
    expect(replies.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
    expect((await operator.call(findText, { params: terms })).publications).toHaveLength(1)
  })

  it('that are wrong are rejected, and need a confirmation [legal texts console] [console confirmation]', async () => {
    const send = async (text: unknown, valid_from = today()) =>
      codesOf(
        await operator.send(publishText, {
          params: terms,
          body: { version: await versionOf(), text, valid_from },
        }),
      )
    expect([
      await send(' \n'),
      await send('α'.repeat(100_001)),
      await send('α\0'),
      await send('α', dayAfter(today(), -1)),
      await send('α', '2030-02-30'),
    ]).toEqual([
      [400, 'blank'],
      [400, 'too_long'],
      [400, 'null_characters'],
      [400, 'day_past'],
      [400, 'day_invalid'],
    ])
    const unknown = { params: { page: 'imprint', language: 'el' } }
    expect((await operator.send(findText, unknown)).statusCode).toBe(404)
    testApp.clock.forward(minutes(16))
    expect(await send('# Όροι')).toEqual([403, 'confirmation_required'])
    await testApp.db.updateTable('sessions').set({ confirmedAt: testApp.portal.clock.now() }).execute()
  })

  it('can be those of a file of a command [legal texts console]', async () => {
    const path = join(folder, 'terms.md')
    writeFileSync(path, '# Όροι από αρχείο\n')
    const from = { path, validFrom: today() }
    expect(await publishFile(testApp.portal, byCommand('texts publish'), terms, from)).toBe(18)
    expect(await bodyOf('/pages/terms')).toContain('<h1>Όροι από αρχείο</h1>')
    const [one] = (await operator.call(findText, { params: terms })).publications
    expect(one).toMatchObject({ published_by: null })
  })
})

describe('the preview of a text', () => {
  const preview = (text: string) => operator.call(previewText, { params: terms, body: { text } })

  it('fills in values, and names what nothing fills in [legal texts console]', async () => {
    await change({ δικαστήρια: { el: 'της Κοζάνης', en: '' } })
    const shown = await preview('# Όροι\n\n{{ δικαστήρια }}, {{fax}}, {{constructor}} [συμπληρώστε: κάτι].')
    expect(shown).toMatchObject({ title: 'Όροι', unknown: ['fax', 'constructor'] })
    expect(shown.html).toContain('της Κοζάνης')
    expect(shown.gaps).toEqual(['[συμπληρώστε: fax]', '[συμπληρώστε: constructor]', '[συμπληρώστε: κάτι]'])
  })

  it('shows hostile Markdown as text [security public pages]', async () => {
    const { html } = await preview(
      '<script>alert(1)</script>\n\n[α](javascript:alert(1)) ![β](https://t.example/x.png)',
    )
    expect(html).not.toMatch(/<(script|img)|href="javascript/)
    expect(html).toContain('&lt;script&gt;')
  })

  it.each(['[', '> ', '- ', '*_', '[συμπληρώστε', '{{', '{{a}}', '|a', '`'])(
    'takes no more than seconds for 100,000 characters of %s [security public pages]',
    async (part) => {
      const before = performance.now()
      await preview(part.repeat(100_000).slice(0, 100_000))
      // 100 ms to 700 ms; quadratic time would be minutes.
      expect(performance.now() - before).toBeLessThan(15_000)
    },
  )
})

describe('files of CONTENT_DIR', () => {
  it('win over published texts and values, which cannot be changed then [legal texts console]', async () => {
    cpSync(resolve(import.meta.dirname, '../../../content'), folder, { recursive: true })
    writeFileSync(join(folder, 'terms.md'), '# Όροι του φακέλου\n')
    const app = await openTestApp({ CONTENT_DIR: folder })
    try {
      const client = await app.signIn(await app.make.staff({ role: 'operator' }))
      await app.db
        .insertInto('pageTexts')
        .values({
          ...terms,
          text: '# Της βάσης',
          validFrom: '2020-01-01',
          publishedAt: app.portal.clock.now(),
          publishedBy: null,
        })
        .execute()
      expect(await bodyOf('/pages/terms', app)).toContain('<h1>Όροι του φακέλου</h1>')
      const { in_files, version, current } = await client.call(findText, { params: terms })
      expect([in_files, current]).toEqual([true, '# Όροι του φακέλου\n'])
      expect(await client.call(listTexts)).toMatchObject({ in_files: true })
      const body = { version, text: '# Νέοι', valid_from: athensDay(app.portal.clock.now()) }
      expect(codesOf(await client.send(publishText, { params: terms, body }))).toEqual([
        409,
        'texts_in_files',
      ])
      const values = { version: (await client.call(readTextValues)).version, values: {} }
      expect(codesOf(await client.send(changeTextValues, { body: values }))).toEqual([409, 'texts_in_files'])
      expect(describeTemplates(await readSettings(app.portal)).join('\n')).toContain(
        join(folder, 'values.json'),
      )
    } finally {
      await app.close()
    }
  })
})
