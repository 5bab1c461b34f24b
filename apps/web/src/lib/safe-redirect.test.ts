import { describe, expect, it } from 'vitest'
import { destinationOf, safeRedirect } from './safe-redirect.ts'

const origin = 'https://portal.example.gr'
const returnOrigins = ['https://oil.example.gr', 'http://localhost:4000']
const parameters = ['cancelTo', 'destination', 'next', 'returnTo'] as const
const ask = (text: string | null | undefined, parameter: (typeof parameters)[number]) =>
  safeRedirect(text, { parameter, origin, returnOrigins })

/** Rejected in every parameter. */
const hostile = [
  // Protocol-relative, and what browsers parse as such.
  '//evil.example',
  '///evil.example',
  '////evil.example/a',
  '//evil.example@portal.example.gr',
  '//portal.example.gr',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '\\evil.example',
  '/settings\\..\\..\\evil.example',
  'https:\\\\evil.example',
  'https:/\\evil.example',
  // Characters that browsers strip, or that end a header.
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  '\n/settings',
  ' /settings',
  ' //evil.example',
  ' https://evil.example',
  '\u0000/settings',
  '\u001F//evil.example',
  '/settings\u0000',
  '/settings\u007F',
  '/settings ',
  '/a b',
  '/settings\r\nSet-Cookie: a=b',
  '\u00A0//evil.example',
  '\u3000//evil.example',
  '\uFEFF//evil.example',
  '\u200B//evil.example',
  '/\u200B/evil.example',
  '/\u00AD/evil.example',
  '/\u2028/evil.example',
  '/settings\u202Egnp.exe',
  '/\uD800',
  // The same, percent-encoded.
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0D%0ALocation:%20https://evil.example',
  '/%00',
  '/%7f',
  '/%2f/evil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/%5C%5Cevil.example',
  '/%252fevil.example',
  '/%255cevil.example',
  '%2f%2fevil.example',
  '/%zz',
  '/%ff',
  '/%',
  // Dot segments that resolve to '//'.
  '/.',
  '/..',
  '/..//evil.example',
  '/.//evil.example',
  '/settings/..//evil.example',
  '/settings/../../evil.example',
  '/oauth/..//evil.example',
  '/oauth/../admin',
  '/oauth/%2e%2e//evil.example',
  '/oauth/.%2E/logout',
  '/%2e//evil.example',
  '/settings//evil.example',
  `${origin}/..//evil.example`,
  `${origin}//evil.example`,
  `${origin}/%2f/evil.example`,
  // Schemes that execute, embed or read something.
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript://portal.example.gr/%0aalert(1)',
  'javascript:/settings',
  'jav\u0000ascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHN2Zz4=',
  'vbscript:msgbox(1)',
  'blob:https://portal.example.gr/1',
  'file:///etc/passwd',
  'filesystem:https://portal.example.gr/temporary/a',
  'view-source:https://portal.example.gr/',
  'about:blank',
  'mailto:a@example.gr',
  'tel:112',
  'ftp://evil.example/',
  'ws://evil.example/',
  'intent://evil.example#Intent;scheme=https;end',
  // Schemes that browsers normalize.
  'http:/evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:////evil.example',
  'http:evil.example',
  'http:',
  'https://',
  'https://?a',
  'https://#a',
  'h\nttps://evil.example',
  'https:\t//evil.example',
  // User-info, and misleading hosts.
  'https://user@evil.example/',
  'https://user:secret@evil.example/',
  'https://portal.example.gr@evil.example/',
  'https://portal.example.gr%40evil.example/',
  'https://@evil.example/',
  'https://:@evil.example/',
  'https://portal.example.gr\\@evil.example/',
  'https://portal.example.gr\u2215.evil.example/',
  'https://evil%2eexample/',
  'https://evil\u3002example/',
  'https://evil\uFF0Eexample/',
  'https://evil\uFF61example/',
  'https://exa\u2100mple.gr/',
  'https://[::1/',
  'https://evil.example:99999/',
  // Look-alikes of '/' and ':'.
  '/\uFF0Fevil.example',
  '\uFF0F\uFF0Fevil.example',
  '/\u2215evil.example',
  '/\u2044evil.example',
  '/\u29F8evil.example',
  '/\uFF3Cevil.example',
  'https\uFF1A//evil.example',
  'https:\uFF0F\uFF0Fevil.example',
  'javascript\uFF1Aalert(1)',
  // Neither a path nor an address.
  '',
  'settings',
  './settings',
  '../settings',
  '?next=/settings',
  '#content',
  'evil.example',
  'www.evil.example/settings',
  '@evil.example',
  ';/settings',
  'null',
  'undefined',
  `/${'a'.repeat(5000)}`,
]

/** Paths of the portal, handled by the router in every parameter. */
const paths = [
  '/',
  '/settings',
  '/settings/password',
  '/admin/points/17/page/3?created_at_after=2026-01-01#row-4',
  '/admin/users?search=%CF%80%CE%B1%CF%80+a%20b',
  '/admin/users?search=παπαδόπουλος',
  '/signup?cancelTo=https%3A%2F%2Foil.example.gr%2F',
  '/?a=//b/../c',
  '/oauth',
  '/oauthx/a',
  '/a.b/..c',
]

describe('safeRedirect', () => {
  it.each(hostile)('rejects %j in every parameter [§2 logout] [§2 redirect safe]', (text) => {
    for (const parameter of parameters) expect(ask(text, parameter)).toEqual({ kind: 'home' })
  })

  it.each(paths)('accepts %j as a path of the portal', (text) => {
    for (const parameter of parameters) expect(ask(text, parameter)).toEqual({ kind: 'path', to: text })
  })

  it('returns the first page without a value', () => {
    expect(ask(null, 'next')).toEqual({ kind: 'home' })
    expect(ask(undefined, 'returnTo')).toEqual({ kind: 'home' })
  })

  it('loads addresses under /oauth/ from the server', () => {
    const href = '/oauth/interaction/Ab-1_c?x=%2F%2Fa'
    for (const parameter of parameters) expect(ask(href, parameter)).toEqual({ kind: 'page', href })
    expect(ask(`${origin}${href}`, 'next')).toEqual({ kind: 'page', href })
  })

  it("converts an address of the portal's own origin to a path", () => {
    expect(ask(`${origin}/settings?a=1`, 'next')).toEqual({ kind: 'path', to: '/settings?a=1' })
    expect(ask('HTTPS://PORTAL.example.gr:443/settings', 'returnTo')).toEqual({
      kind: 'path',
      to: '/settings',
    })
    expect(ask(origin, 'destination')).toEqual({ kind: 'path', to: '/' })
    expect(ask(`${origin}?a=1`, 'cancelTo')).toEqual({ kind: 'path', to: '/?a=1' })
  })

  it.each([
    'https://partner.example/back?a=1#b',
    'http://partner.example:8080/',
    'https://ανακύκλωση.gr/πόντοι',
  ])('accepts %j in cancelTo, but in no other parameter', (text) => {
    expect(ask(text, 'cancelTo')).toEqual({ kind: 'page', href: new URL(text).href })
    for (const parameter of ['destination', 'next', 'returnTo'] as const)
      expect(ask(text, parameter)).toEqual({ kind: 'home' })
  })

  it.each(['https://oil.example.gr', 'https://oil.example.gr/thanks?a=1', 'http://localhost:4000/'])(
    'accepts %j in returnTo, because its origin is configured',
    (text) => {
      expect(ask(text, 'returnTo')).toEqual({ kind: 'page', href: new URL(text).href })
      expect(ask(text, 'next')).toEqual({ kind: 'home' })
    },
  )

  it.each([
    'http://oil.example.gr/',
    'https://oil.example.gr:8443/',
    'https://oil.example.gr.evil.example/',
    'https://eviloil.example.gr/',
    'https://evil.example/https://oil.example.gr/',
    'https://oil.example.gr@evil.example/',
    'http://localhost/',
    'http://portal.example.gr/',
  ])('rejects %j in returnTo, which only resembles a configured origin', (text) => {
    expect(ask(text, 'returnTo')).toEqual({ kind: 'home' })
  })

  it('rejects addresses that sign out, except in cancelTo', () => {
    const plain = ['/logout', '/logout/', '/Logout?returnTo=/', '/settings?logout', '/?logout=1']
    const encoded = [
      '/%6cogout',
      '/%6Cog%6Fut/',
      '/%4cogout?returnTo=/',
      '/settings?%6cogout',
      '/?%6cogout=1',
      // Unknown paths below /oauth/ are pages of the portal.
      '/oauth/nothing?logout',
      `${origin}/oauth/nothing?logout=`,
    ]
    for (const text of [...plain, ...encoded]) {
      expect(ask(text, 'next')).toEqual({ kind: 'home' })
      expect(ask(text, 'destination')).toEqual({ kind: 'home' })
    }
    expect(ask('/logout', 'cancelTo')).toEqual({ kind: 'path', to: '/logout' })
  })
})

describe('destinationOf', () => {
  it('prefers destination, and uses next if destination is rejected [§2 redirect]', () => {
    expect(destinationOf('?next=/settings&destination=/a', origin)).toEqual({ kind: 'path', to: '/a' })
    expect(destinationOf('?destination=//evil.example&next=%2Fsettings%3Fa%3D1', origin)).toEqual({
      kind: 'path',
      to: '/settings?a=1',
    })
    expect(destinationOf('?next=%2F%2Fevil.example', origin)).toEqual({ kind: 'home' })
    expect(destinationOf('', origin)).toEqual({ kind: 'home' })
  })

  it('uses the first value of a repeated parameter', () => {
    expect(destinationOf('?next=//evil.example&next=/settings', origin)).toEqual({ kind: 'home' })
  })
})
