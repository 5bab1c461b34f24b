import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { minutes } from '../time/clock.ts'
import { ApiError } from '../errors/api-error.ts'
import { deleteEndedWindows, forgetTries, networkOf, takeTry } from './rate-limit.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ LIMIT_RESET_ACCOUNT: '2/15m', LIMIT_SIGN_UP_ACCOUNT: '1/15m' })
})
afterAll(() => testApp.close())

/** Returns 'taken', or the seconds of the `throttled` error. */
const tryOnce = async (subject: string, name: 'resetByAccount' | 'signUpByAccount' = 'resetByAccount') => {
  try {
    await takeTry(testApp.portal, name, subject)
    return 'taken'
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors[0]?.code !== 'throttled') throw error
    return Number(error.errors[0].params?.seconds)
  }
}

describe('takeTry', () => {
  it('allows the configured tries, then returns the seconds until the window ends, then starts again', async () => {
    expect(await tryOnce('window@example.gr')).toBe('taken')
    testApp.clock.forward(minutes(5))
    expect(await tryOnce('window@example.gr')).toBe('taken')
    const wait = Number(await tryOnce('window@example.gr'))
    // Ten minutes are left, minus the test's own run time.
    expect(wait).toBeGreaterThan(8 * 60)
    expect(wait).toBeLessThanOrEqual(10 * 60)
    testApp.clock.forward(minutes(10))
    expect([await tryOnce('window@example.gr'), await tryOnce('window@example.gr')]).toEqual([
      'taken',
      'taken',
    ])
    expect(Number(await tryOnce('window@example.gr'))).toBeGreaterThan(0)
  })

  it('ignores letter case and surrounding spaces of a subject, and counts each limit separately', async () => {
    expect([await tryOnce('Case@example.gr'), await tryOnce(' case@EXAMPLE.gr ')]).toEqual(['taken', 'taken'])
    expect(await tryOnce('CASE@example.gr')).toBeTypeOf('number')
    expect(await tryOnce('other@example.gr')).toBe('taken')
    expect(await tryOnce('case@example.gr', 'signUpByAccount')).toBe('taken')
  })

  it('allows no more tries in concurrent calls', async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => tryOnce('crowd@example.gr')))
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(2)
  })

  it('stores no address in readable form or as an unkeyed hash [security limit keys]', async () => {
    await tryOnce('secret@example.gr')
    const keys = (await testApp.db.selectFrom('rateLimits').select('key').execute()).map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(0)
    expect(JSON.stringify(keys)).not.toContain('secret')
    const guess = createHash('sha256').update('resetByAccount:secret@example.gr').digest('base64url')
    expect(keys).not.toContain(guess)
  })

  it('counts together in all servers of a database, with and without a secret', async () => {
    for (const secret of [testApp.portal.config.secret, undefined]) {
      const server = () => ({ ...testApp.portal, config: { ...testApp.portal.config, secret } })
      const subject = `${crypto.randomUUID()}@example.gr`
      await takeTry(server(), 'resetByAccount', subject)
      await takeTry(server(), 'resetByAccount', subject)
      await expect(takeTry(server(), 'resetByAccount', subject)).rejects.toBeInstanceOf(ApiError)
    }
  })
})

describe('forgetTries', () => {
  it('resets the tries of a subject', async () => {
    await tryOnce('forgiven@example.gr', 'signUpByAccount')
    expect(await tryOnce('forgiven@example.gr', 'signUpByAccount')).toBeTypeOf('number')
    await forgetTries(testApp.portal, 'signUpByAccount', 'Forgiven@example.gr')
    expect(await tryOnce('forgiven@example.gr', 'signUpByAccount')).toBe('taken')
  })
})

describe('deleteEndedWindows', () => {
  it('deletes ended windows and keeps current ones', async () => {
    await tryOnce('old@example.gr')
    testApp.clock.forward(minutes(16))
    await tryOnce('new@example.gr', 'signUpByAccount')
    await deleteEndedWindows(testApp.db, testApp.portal.clock.now())
    expect(await testApp.db.selectFrom('rateLimits').selectAll().execute()).toHaveLength(1)
    expect(await tryOnce('new@example.gr', 'signUpByAccount')).toBeTypeOf('number')
  })
})

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['2001:db8:1:ff:3:4:5:6', '2001:db8:1::'],
    ['2001:db8:1:102:3:4:5:6', '2001:db8:1:100::'],
    ['2001:0DB8:0001:0402::9', '2001:db8:1:400::'],
    ['2001:db8::', '2001:db8::'],
    ['2001:db8::1234:2:3:4:5', '2001:db8:0:1200::'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['::1', '::'],
    ['fe80::1%eth0', 'fe80::'],
    ['fe80::1%eth0.1', 'fe80::'],
    ['no address', 'no address'],
  ])('maps %s to %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })
})
