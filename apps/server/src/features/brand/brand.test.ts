import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorHeader } from '@portal/contract/endpoint.ts'
import { type BrandContent, changeBrand, showBrand } from '@portal/contract/manage-brand.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import { showFirstSteps } from '@portal/contract/manage-first-steps.ts'
import { describeSite } from '@portal/contract/site.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { brandCommands } from '#server/cli/brand.ts'
import { readConfig } from '#server/lib/config/config.ts'
import { minutes } from '#server/lib/time/clock.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { loadBrand } from './service.ts'

let testApp: TestApp
let operator: Client
beforeAll(async () => {
  testApp = await openTestApp()
  operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
})
afterAll(() => testApp.close())

const content: BrandContent = {
  product: 'Κύκλος',
  company: 'Δημόσια Επιχείρηση Ανακύκλωσης',
  title_suffix: 'Κύκλος',
  colour: '#7a1f5c',
  contact: { telephone: '2461 012345', email: 'info@kyklos.example.gr', address: 'Νίκης 1, Κοζάνη' },
  sites: {
    oil: { url: 'https://oil.kyklos.example.gr/' },
    reuse: { url: 'https://reuse.kyklos.example.gr/' },
    redemption: { url: 'https://redemption.kyklos.example.gr/' },
  },
  stickers_url: '/places',
  links: [{ label: 'Ο φορέας', url: 'https://kyklos.example.gr/' }],
}
const version = async () => (await operator.call(showBrand)).version
const change = async (changes: Record<string, unknown>, others: { logo?: string | null } = {}) =>
  operator.send(changeBrand, {
    body: { version: await version(), content: { ...content, ...changes }, ...others },
  })
const codeOf = ({ statusCode, headers }: Awaited<ReturnType<Client['send']>>) => [
  statusCode,
  headers[errorHeader.toLowerCase()],
]
const details = async () =>
  (await auditEntries(testApp, 'brand.change')).map((entry) => ({
    by: entry.actorName,
    ...(entry.details as object),
  }))

describe('the brand', () => {
  it('has no half characters, which the database does not store [brand console]', async () => {
    const client = await openTestApp().then(async (app) => {
      onTestFinished(() => app.close())
      return app.signIn(await app.make.staff({ role: 'operator' }))
    })
    const send = (changes: object) =>
      client.send(changeBrand, { body: { version: 0, content: { ...content, ...changes } } })
    const links = [{ label: 'Ο φορέας', url: 'https://kyklos.example.gr/\ud800' }]
    expect(codeOf(await send({ links }))).toEqual([400, 'https_address'])
    expect((await send({ product: 'Κύκλος\ud800' })).json()).toMatchObject({
      content: { product: 'Κύκλος\ufffd' },
    })
  })

  it('is stored and shown at once in calls, pages, mails and the manifest, with an audit entry [brand console]', async () => {
    const before = await operator.call(showBrand)
    expect(before).toMatchObject({ source: 'shipped', version: 0, logo: null })
    const answer = await change({})
    expect(answer.json()).toMatchObject({ source: 'stored', version: 1, content })

    const visitor = testApp.visitor()
    expect((await visitor.call(describeSite)).brand).toEqual(content)
    const page = (await visitor.inject({ url: '/pages/privacy' })).body
    expect(page).toContain('Δημόσια Επιχείρηση Ανακύκλωσης')
    expect(page).toContain('href="/brand/colour.css"')
    expect((await visitor.inject({ url: '/brand/colour.css' })).body).toContain('--brand: #7a1f5c;')
    expect((await visitor.inject({ url: '/manifest.webmanifest' })).json()).toMatchObject({ name: 'Κύκλος' })
    const maria = await testApp.make.customer()
    await visitor.call(resetPassword, { body: { email: maria.email } })
    const [mail] = await testApp.mails.to(maria.email)
    expect(mail?.html).toContain('background:#7a1f5c')
    expect(mail?.text).toContain('info@kyklos.example.gr')

    expect(await details()).toEqual([
      expect.objectContaining({
        brand_product: `${before.content.product} → Κύκλος`,
        brand_colour: '– → #7a1f5c',
        brand_savings_source_url: `${before.content.savings?.source.url} → –`,
        brand_links: ' → Ο φορέας (https://kyklos.example.gr/)',
      }),
    ])
  })

  it('needs no redemption site: the portal has offers of its own [offers pages]', async () => {
    const { oil, reuse } = content.sites
    expect((await change({ sites: { oil, reuse } })).statusCode).toBe(200)
    expect((await testApp.visitor().call(describeSite)).brand.sites).toEqual({ oil, reuse })
    expect((await details()).at(-1)).toMatchObject({
      brand_sites_redemption_url: 'https://redemption.kyklos.example.gr/ → –',
    })
    const { steps } = await operator.call(showFirstSteps)
    expect(steps.find(({ name }) => name === 'links')?.state).toBe('done')
    expect(codeOf(await change({ sites: { oil, redemption: { url: '' } } }))).toEqual([
      400,
      'required, blank',
    ])
    await change({})
  })

  it('of another process follows the stored one [brand console]', async () => {
    const config = readConfig({ DEMO: 'no' })
    await loadBrand({ db: testApp.portal.db, config })
    expect([config.brand.product, config.brandSource]).toEqual(['Κύκλος', 'stored'])
    await change({ product: 'Σπείρα' })
    await loadBrand({ db: testApp.portal.db, config })
    expect(config.brand.product).toBe('Σπείρα')
  })

  it('is changed by one of two operators, and the other one is told [brand console]', async () => {
    const other = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    const seen = await version()
    const both = await Promise.all(
      [operator, other].map((client, place) =>
        client.send(changeBrand, {
          body: { version: seen, content: { ...content, company: `Φορέας ${place}` } },
        }),
      ),
    )
    expect(both.map(codeOf).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [200, undefined],
      [409, 'changed_meanwhile'],
    ])
  })

  it('is for operators, within 15 minutes after password and second factor [brand console]', async () => {
    for (const role of ['clerk', 'manager'] as const) {
      const client = await testApp.signIn(await testApp.make.staff({ role }))
      expect((await client.send(showBrand)).statusCode).toBe(403)
      expect((await client.send(changeBrand, { body: { version: 1, content } })).statusCode).toBe(403)
    }
    testApp.clock.forward(minutes(16))
    expect(codeOf(await change({}))).toEqual([403, 'confirmation_required'])
    await testApp.db.updateTable('sessions').set({ confirmedAt: testApp.portal.clock.now() }).execute()
  })

  it.each([
    [{ product: ' ' }, 'blank'],
    [{ product: 'Κ'.repeat(81) }, 'too_long;max=80'],
    [{ colour: 'green' }, 'colour_invalid'],
    [{ colour: '#2e9d66' }, 'contrast_low;ratio=3.2'],
    [{ contact: { email: 'nobody' } }, 'email_invalid'],
    [{ sites: { ...content.sites, oil: { url: 'javascript:alert(1)' } } }, 'https_address'],
    [{ sites: { ...content.sites, oil: { url: 'http://oil.example.gr/' } } }, 'https_address'],
    [{ sites: { ...content.sites, oil: { url: 'https://bank@evil.example/' } } }, 'https_address'],
    [{ sites: { ...content.sites, oil: { url: '/places' } } }, 'https_address'],
    [{ stickers_url: '//evil.example/' }, 'https_address'],
    [{ stickers_url: '/\\evil.example/' }, 'https_address'],
    [
      { savings: { co2_kg_per_litre: '-2', source: { label: 'Πηγή', url: 'https://a.gr' } } },
      'number_invalid',
    ],
    [{ links: Array.from({ length: 7 }, () => content.links[0]) }, 'list_too_long;max=6'],
    [{ logo: 'other.svg' }, 'field_unknown'],
  ])('refuses %j [brand console]', async (changes, code) => {
    expect(codeOf(await change(changes))).toEqual([400, code])
  })

  it('is read-only while the administrator’s file is set [brand console]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-brand-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'brand.json')
    writeFileSync(file, JSON.stringify({ ...content, product: 'Από αρχείο' }))
    const fixed = await openTestApp({ BRAND_FILE: file })
    onTestFinished(() => fixed.close())
    const client = await fixed.signIn(await fixed.make.staff({ role: 'operator' }))
    expect(await client.call(showBrand)).toMatchObject({ source: 'file', content: { product: 'Από αρχείο' } })
    expect(codeOf(await client.send(changeBrand, { body: { version: 0, content } }))).toEqual([
      409,
      'brand_fixed',
    ])
  })

  it('is set and shown by commands, by the same rules [brand console]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-brand-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const run = async (name: 'brand set' | 'brand show', file = {}) => {
      const path = join(folder, 'brand.json')
      writeFileSync(path, JSON.stringify(file))
      return brandCommands[name]?.run({ ...testApp.portal } as never, {}, path)
    }
    writeFileSync(join(folder, 'logo.svg'), '<svg viewBox="0 0 4 4"><rect width="4" height="4"/></svg>')
    await run('brand set', { ...content, product: 'Εντολή', logo: 'logo.svg' })
    expect((await testApp.visitor().call(describeSite)).brand).toMatchObject({
      product: 'Εντολή',
      logo: expect.stringMatching(/^\/brand\/logo\?v=\d+$/),
    })
    expect(JSON.parse((await run('brand show')) ?? '')).toEqual({ ...content, product: 'Εντολή' })
    expect((await details()).at(-1)).toMatchObject({ by: 'brand set', brand_logo: 'changed' })
    await expect(run('brand set', { ...content, colour: '#ffffff' })).rejects.toThrow(
      /colour: The contrast of this colour on the pages is 1\.06; at least 4\.5 is needed/,
    )
  })
})
