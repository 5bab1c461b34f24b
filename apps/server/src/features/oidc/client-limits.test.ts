import { describe, expect, it, onTestFinished } from 'vitest'
import { openListeningApp, openSite } from '#test/partner-site.ts'

const openStrict = async (settings: Record<string, string>) => {
  // X-Forwarded-For sets the client's network.
  const testApp = await openListeningApp({ TRUST_PROXY: '1', ...settings })
  const site = await openSite(testApp)
  onTestFinished(async () => {
    await site.close()
    await testApp.close()
  })
  const ask = async (secret: string, from: string, clientId = site.clientId) => {
    const answer = await testApp.app.inject({
      method: 'POST',
      url: '/oauth/token',
      remoteAddress: '127.0.0.1',
      headers: {
        'x-forwarded-for': from,
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      },
      payload: 'grant_type=client_credentials&scope=points:read',
    })
    return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after'] ?? 0) }
  }
  return { testApp, site, ask }
}

describe('POST /oauth/token', () => {
  it('limits wrong secrets of a client over all networks, and still accepts the right one [partners wrong secrets]', async () => {
    const { testApp, site, ask } = await openStrict({ LIMIT_PARTNER_SECRET_PARTNER: '3/15m' })
    const statuses = []
    for (let n = 0; n < 6; n += 1) statuses.push((await ask(`wrong-${n}`, `198.51.100.${n}`)).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
    expect((await ask('wrong', '203.0.113.1')).retryAfter).toBeGreaterThan(0)
    expect((await ask(site.secret, '203.0.113.2')).status).toBe(200)
    // Unknown client ids add no rows.
    const rows = () => testApp.db.selectFrom('rateLimits').select('key').execute()
    await ask('wrong', '203.0.113.3', 'unknown-0')
    const before = (await rows()).length
    for (let n = 1; n < 5; n += 1) await ask('wrong', '203.0.113.3', `unknown-${n}`)
    expect((await rows()).length).toBe(before)
  })

  it('limits the number of tokens of a client [partners call limits]', async () => {
    const { ask, site } = await openStrict({ LIMIT_PARTNER_TOKENS: '2/1m' })
    const answers = []
    for (let n = 0; n < 3; n += 1) answers.push(await ask(site.secret, '198.51.100.1'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]?.retryAfter).toBeGreaterThan(0)
  })
})

describe('/oauth/session/end', () => {
  it('stores nothing for anonymous calls, rows of visitors for an hour, and is limited by network [partners sign-outs]', async () => {
    const { testApp, site } = await openStrict({ LIMIT_SITE_SIGN_OUT_NETWORK: '12/15m' })
    const count = async () =>
      await testApp.db.selectFrom('oidcPayloads').select('expiresAt').where('model', '=', 'Session').execute()
    for (let n = 0; n < 10; n += 1)
      expect((await testApp.browser().request(`/oauth/session/end?client_id=${site.clientId}`)).status).toBe(
        303,
      )
    expect(await count()).toHaveLength(0)
    const browser = testApp.browser()
    await browser.signIn(await testApp.make.customer())
    expect((await browser.request('/oauth/session/end')).status).toBe(200)
    const [row] = await count()
    expect(row?.expiresAt?.getTime()).toBeLessThanOrEqual(testApp.portal.clock.now().getTime() + 3_600_000)
    await browser.request('/oauth/session/end')
    const rejected = await browser.request('/oauth/session/end')
    expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})
