import { describe, expect, it } from 'vitest'
import { scrollsToContent } from './scroll-to-content.ts'

describe('scrollsToContent [§2 scroll to content]', () => {
  it.each([
    ['/', { first: true }, false],
    ['/', { first: false }, true],
    ['/settings', { first: true }, true],
    ['/settings', { first: false }, true],
    ['/admin/users', { first: true }, true],
    ['/portal', { first: true, home: '/portal' }, false],
    ['/portal', { first: false, home: '/portal' }, true],
    ['/portal/settings', { first: true, home: '/portal' }, true],
    ['/settings', { first: false, home: '/portal' }, false],
    ['/portals', { first: false, home: '/portal' }, false],
    ['/admin', { first: true, home: '/portal' }, true],
    ['/administration', { first: false, home: '/portal' }, false],
    ['/help/a', { first: false, home: '/portal', prefixes: ['/help'] }, true],
  ])('for %s with %j returns %s', (pathname, rule, scrolls) => {
    expect(scrollsToContent(pathname, rule)).toBe(scrolls)
  })
})
