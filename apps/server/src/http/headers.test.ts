import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const headersOf = async (url: string) => (await testApp.visitor().inject({ method: 'GET', url })).headers

describe('security headers', () => {
  it.each([
    ['/login', true],
    ['/api/docs', true],
    ['/%61pi/municipalities/', true],
    ['/api/municipalities/', false],
  ])('of %s include those that only affect documents: %s', async (url, isDocument) => {
    expect('cross-origin-opener-policy' in (await headersOf(url))).toBe(isDocument)
  })

  it('of scripts, styles and fonts are those that apply to such files', async () => {
    const headers = await headersOf('/assets/none.js')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('content-security-policy')
    expect(headers).not.toHaveProperty('permissions-policy')
  })

  it.each([
    ['/desk', 'camera=(self)'],
    ['/desk/?a=b', 'camera=(self)'],
    ['/', 'camera=()'],
    ['/desks', 'camera=()'],
    ['/api/docs', 'camera=()'],
  ])('of %s allow the camera only to the page of the desks: %s', async (url, camera) => {
    expect((await headersOf(url))['permissions-policy']).toContain(camera)
  })
})
