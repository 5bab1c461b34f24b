import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { contentPages, publicPages } from '@portal/contract/public-pages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openListeningApp, openSite } from '#test/partner-site.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { describeTemplates } from './pages-service.ts'

const templates = resolve(import.meta.dirname, '../../../content')
const folder = mkdtempSync(join(tmpdir(), 'portal-content-'))
const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, `${name}.md`), text)
const own = (title: string) => `# ${title}\n\nΚείμενο του φορέα.\n`

let shipped: TestApp
let adapted: TestApp
beforeAll(async () => {
  shipped = await openTestApp()
  for (const { name } of contentPages) write(name, own(name))
  adapted = await openTestApp({ CONTENT_DIR: folder })
})
afterAll(async () => {
  await shipped.close()
  await adapted.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (app: TestApp, url: string) => app.visitor().inject({ method: 'GET', url })
const bodyOf = async (app: TestApp, url: string) => (await get(app, url)).body
/** The page in a browser with English. */
async function englishOf(app: TestApp, url: string): Promise<string> {
  const browser = app.visitor()
  browser.cookies.set('language', 'en')
  return (await browser.inject({ method: 'GET', url })).body
}

/** Renders Markdown as /pages/terms. Returns its body without the page's header and footer. */
async function render(text: string): Promise<string> {
  write('terms', text)
  return /<main\b[^]*<\/main>/.exec(await bodyOf(adapted, '/pages/terms'))?.[0] ?? ''
}

describe('the public pages', () => {
  it.each(contentPages)(
    '$path answers everyone without a cookie, as Greek HTML with one h1 and links to all pages [public pages]',
    async ({ path }) => {
      const clients = [
        shipped.visitor(),
        await shipped.signIn(await shipped.make.customer()),
        await shipped.signIn(await shipped.make.staff()),
      ]
      for (const client of clients) {
        const { statusCode, headers, body } = await client.inject({ method: 'GET', url: path })
        expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
        expect(headers['set-cookie']).toBeUndefined()
        expect(headers['cache-control']).toBe('no-cache')
        expect(body).toContain('<html lang="el">')
        expect(body.match(/<h1/g)).toHaveLength(1)
        expect(body).not.toMatch(/<script|<style| style=| on\w+=|noindex/)
        expect(headers['content-security-policy']).not.toContain('unsafe')
        for (const page of publicPages) expect(body).toContain(`<a href="${page.path}">${page.label}</a>`)
      }
    },
  )

  it('have headings without gaps between levels', async () => {
    for (const { path } of contentPages) {
      const levels = [...(await bodyOf(shipped, path)).matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
      expect(levels.length).toBeGreaterThan(5)
      for (const [at, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1)
    }
  })

  it('follow the sections of the model accessibility statement, Decision (EU) 2018/1523 [public pages]', async () => {
    const body = await bodyOf(shipped, '/pages/accessibility')
    expect([...body.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'Κατάσταση συμμόρφωσης',
      'Μη προσβάσιμο περιεχόμενο',
      'Σύνταξη της δήλωσης',
      'Παρατηρήσεις και στοιχεία επικοινωνίας',
      'Διαδικασία επιβολής',
    ])
    expect(body).toContain('4727/2020')
  })

  it('contain the brand’s names and contact details', async () => {
    const { company, contact } = shipped.portal.config.brand
    for (const { path } of publicPages) {
      const body = await bodyOf(shipped, path)
      expect(body).toContain(company)
      expect(body).toContain(`<a href="mailto:${contact.email ?? ''}">`)
      expect(body).not.toMatch(/\{\{|undefined/)
    }
  })

  it('name every cookie that the portal sets [public pages]', async () => {
    const listening = await openListeningApp()
    const [site, browser] = [await openSite(listening), listening.browser()]
    const names = new Set<string>()
    const collect = () => browser.cookies().forEach(({ name }) => names.add(name))
    const begun = await site.begin({ ui_locales: 'en' })
    const signIn = await browser.open(begun.address)
    collect()
    await site.complete(begun, await browser.answerSignIn(signIn, await listening.make.customer()))
    collect()
    await site.close()
    await listening.close()
    expect(names).toContain('_interaction')
    expect(names).toContain('sessionid')
    expect(names).toContain('knownbrowser')
    const bodies = [await bodyOf(shipped, '/pages/privacy'), await englishOf(shipped, '/pages/privacy')]
    for (const name of ['language', ...names])
      for (const body of bodies) expect(body).toContain(`<code>${name.replace(/\.sig$/, '')}</code>`)
  })
})

describe('the public pages in English [languages pages]', () => {
  it.each(contentPages)('$path is English, but for the operator’s names', async ({ path }) => {
    const body = await englishOf(shipped, path)
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('<strong>Template:</strong>')
    for (const { path: other, english } of publicPages)
      expect(body).toContain(`<a href="${other}">${english}</a>`)
    const { product, company, title_suffix: suffix, contact, links } = shipped.portal.config.brand
    const data = [
      product,
      company,
      suffix,
      contact.address ?? '',
      ...links.map(({ label }) => label),
      'Ελληνικά',
    ]
    const rest = data.reduce((text, name) => text.replaceAll(name, ''), body)
    expect(rest.match(/.*[\u0370-\u03ff].*/g)).toBeNull()
  })

  it('are Greek with a notice, marked as Greek, if the operator has no English text', async () => {
    write('terms', own('Οι όροι μας'))
    const body = await englishOf(adapted, '/pages/terms')
    expect(body).toContain('<h1>Terms of use</h1>')
    expect(body).toContain('This page is only available in Greek.')
    expect(body).toContain('<div lang="el">\n<p>Κείμενο του φορέα.</p>')
    write('terms.en', '# Our terms\n\nText.')
    expect(await englishOf(adapted, '/pages/terms')).toContain('<h1>Our terms</h1>')
    rmSync(join(folder, 'terms.en.md'))
  })

  it('are reached with a link that sets the language', async () => {
    const browser = shipped.visitor()
    const greek = (await browser.inject({ method: 'GET', url: '/pages/terms' })).body
    const link = /<a class="language" lang="en" href="([^"]+)">English/.exec(greek)?.[1] ?? ''
    const { statusCode, headers } = await browser.inject({ method: 'GET', url: link })
    expect([statusCode, headers.location, browser.cookies.get('language')]).toEqual([
      302,
      '/pages/terms',
      'en',
    ])
  })
})

describe('templates', () => {
  const notice = '<strong>Υπόδειγμα:</strong>'

  it('are marked at the top of the page, and reported at startup [public pages]', async () => {
    for (const { path } of contentPages) expect(await bodyOf(shipped, path)).toContain(notice)
    expect(describeTemplates(shipped.portal.config)).toEqual(
      contentPages.map(({ path }) =>
        expect.stringMatching(
          new RegExp(`^${path} is a template, in the console .* fill in .*/admin/manage/texts/values: '`),
        ),
      ),
    )
  })

  it('remain marked in CONTENT_DIR until nothing is left to fill in', async () => {
    cpSync(join(templates, 'privacy.md'), join(folder, 'privacy.md'))
    cpSync(join(templates, 'values.json'), join(folder, 'values.json'))
    expect(await bodyOf(adapted, '/pages/privacy')).toContain(notice)
    expect(describeTemplates(adapted.portal.config)).toEqual([expect.stringMatching(/^\/pages\/privacy /)])
    write('privacy', own('Απόρρητο'))
    expect(await bodyOf(adapted, '/pages/privacy')).not.toContain(notice)
    expect(describeTemplates(adapted.portal.config)).toEqual([])
  })

  it('turn a contact detail that the brand lacks into a gap', async () => {
    expect(await render('# Όροι\n\nFax: {{fax}}, «{{ product }}»')).toMatch(
      new RegExp(`<mark>\\[συμπληρώστε: fax\\]</mark>, «${adapted.portal.config.brand.product}»`),
    )
  })
})

describe('the files of CONTENT_DIR', () => {
  it('replace the templates, and edits are effective at once [public pages]', async () => {
    write('terms', `\uFEFF${own('Οι όροι μας')}`)
    const body = await bodyOf(adapted, '/pages/terms')
    expect(body).toContain('<h1>Οι όροι μας</h1>')
    expect(body).toContain('<title>Οι όροι μας · ')
    expect(body).toContain('<p>Κείμενο του φορέα.</p>')
    expect(await render(own('Νέοι όροι'))).toContain('<h1>Νέοι όροι</h1>')
  })

  it.each([
    ['missing', () => rmSync(join(folder, 'terms.md'))],
    ['empty', () => write('terms', ' \n')],
    ['not UTF-8', () => write('terms', new Uint8Array([0xcf, 0x23]))],
  ])('may be %s while they are replaced: the page stays as it was', async (_, damage) => {
    expect(await render(own('Πριν'))).toContain('Πριν')
    damage()
    const { statusCode, body } = await get(adapted, '/pages/terms')
    expect([statusCode, body.includes('<h1>Πριν</h1>')]).toEqual([200, true])
    expect(await render(own('Μετά'))).toContain('Μετά')
  })

  it('show raw HTML as text [security public pages]', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      'Κείμενο <b onclick="x()">έντονο</b>',
      '<style>body{display:none}</style>',
      '<!-- σχόλιο -->',
    ].join('\n\n')
    const html = await render(`# <i>Όροι</i> "><script>\n\n${hostile}\n\n\`<u>\`\n\n    <u>\n`)
    expect(html).not.toMatch(/<(script|img|b|i|u|style|!--)\b/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it('render no script links, images or inline styles [security public pages]', async () => {
    const html = await render(
      [
        '# Όροι',
        '[α](javascript:alert(1)) [β](JaVaScRiPt:alert(1)) [γ](&#106;avascript:alert(1))',
        '[δ](java&#10;script:alert(1)) [ε](<java\tscript:alert(1)>) [ζ](data:text/html,x) [η](vbscript:x)',
        '<javascript:alert(1)> <data:text/html,x> [θ][1] [ι](\u0001javascript:alert(1)) [κ](file:///etc/passwd)',
        '![εικόνα](https://tracker.example/x.png)',
        '[1]: javascript:alert(1)',
        '| α | β |\n| :-: | --: |\n| 1 | 2 |',
        '[ok](https://dpa.gr/ "τίτλος \\" onclick=x") [εδώ](/settings) [τηλ](tel:2461000000)',
      ].join('\n\n'),
    )
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
    const targets = links.map((address) => new URL(address ?? '', adapted.portal.config.publicUrl))
    for (const { protocol } of targets) expect(['http:', 'https:', 'tel:']).toContain(protocol)
    expect(links).toEqual(expect.arrayContaining(['https://dpa.gr/', '/settings', 'tel:2461000000']))
    expect(html).not.toMatch(/<img| style=|" onclick/)
    expect(html).toContain('<td class="right">2</td>')
  })

  it('have one h1 whatever they contain, and the page’s label without one', async () => {
    expect((await render('# Α\n\n# Β\n\nΓ\n===\n')).match(/<h1>/g)).toHaveLength(1)
    expect(await render('Χωρίς τίτλο.')).toContain('<h1>Όροι χρήσης</h1>')
  })
})

describe('the web app manifest', () => {
  const manifestOf = async (app: TestApp) => {
    const { headers, body } = await get(app, '/manifest.webmanifest')
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    return JSON.parse(body) as { name: string; icons: { src: string; type: string }[] }
  }

  it('has the names of the brand and the icons of the portal', async () => {
    const { name, icons } = await manifestOf(shipped)
    expect(name).toBe('Πόντοι Ανακύκλωσης')
    const web = resolve(import.meta.dirname, '../../../../web/public')
    expect(icons.map(({ src }) => existsSync(join(web, src)))).toEqual([true, true, true, true])
  })

  it('has the name and the logo of the operator’s brand', async () => {
    const brand = readFileSync(resolve(import.meta.dirname, '../../../brand.json'), 'utf8')
    writeFileSync(join(folder, 'logo.png'), '')
    writeFileSync(
      join(folder, 'brand.json'),
      JSON.stringify({ ...(JSON.parse(brand) as object), product: 'Κύκλος', logo: 'logo.png' }),
    )
    const branded = await openTestApp({ BRAND_FILE: join(folder, 'brand.json') })
    try {
      expect(await manifestOf(branded)).toMatchObject({
        name: 'Κύκλος',
        icons: [{ src: '/brand/logo', type: 'image/png' }],
      })
    } finally {
      await branded.close()
    }
  })
})
