import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Brand } from '@portal/contract/site.ts'
import { describe, expect, it } from 'vitest'
import { htmlPage } from './html.ts'

const brand: Brand = {
  product: 'Πόντοι & δώρα',
  company: 'Φορέας',
  title_suffix: 'Δοκιμή',
  contact: { telephone: '2461 000000', email: 'info@example.gr', address: 'Κοζάνη' },
  sites: {
    oil: { url: 'https://oil.example.gr/' },
    reuse: { url: 'https://reuse.example.gr/' },
    redemption: { url: 'https://redemption.example.gr/' },
  },
  links: [{ label: 'Νέα', url: 'https://news.example.gr/?a=1&b=2' }],
}

const tokensIn = (path: string) => {
  const css = readFileSync(resolve(import.meta.dirname, path), 'utf8')
  const root = css.split('@media')[0] ?? ''
  return new Map(
    [...root.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

describe('htmlPage [server pages]', () => {
  const html = htmlPage(brand, { title: 'Τίτλος', style: '/style.css', body: '<p>Κείμενο</p>' })

  it('has the logo, the names, the contact details and the links of the web app', () => {
    for (const part of [
      '<a class="brand" href="/"><img src="/favicon.svg" alt=""',
      'Πόντοι &amp; δώρα<small>Φορέας</small>',
      '<strong>Φορέας</strong>',
      '<span>Κοζάνη</span>',
      '<a href="tel:2461000000">Τηλ. 2461 000000</a>',
      '<a href="mailto:info@example.gr">info@example.gr</a>',
      '<a href="/pages/terms">Όροι χρήσης</a>',
      '<a href="https://news.example.gr/?a=1&amp;b=2">Νέα</a>',
    ])
      expect(html).toContain(part)
    expect(htmlPage({ ...brand, logo: '/brand/logo' }, { title: '', style: '', body: '' })).toContain(
      '<img src="/brand/logo"',
    )
  })

  it('has the colours, sizes and spaces of the web app', () => {
    const web = tokensIn('../../../../web/src/app/tokens.css')
    // Until the fonts are loaded, or if the web app is not built, common fonts of systems.
    const { '--font': font, ...others } = Object.fromEntries(tokensIn('tokens.css'))
    expect(font).toMatch(/^Commissioner, system-ui, .*sans-serif$/)
    for (const [name, value] of Object.entries(others)) expect([name, value]).toEqual([name, web.get(name)])
  })
})
