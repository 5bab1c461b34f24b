import { gzipSync } from 'node:zlib'
import { login, me, signUp, updateMe } from '@portal/contract/accounts.ts'
import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import { recordPoints } from '@portal/contract/partner-points.ts'
import { listPlaces } from '@portal/contract/places.ts'
import { resetPassword } from '@portal/contract/passwords.ts'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import { openProgram } from '#test/programs.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'

let testApp: TestApp
let customer: Client
let staff: Client
beforeAll(async () => {
  testApp = await openTestApp({ LIMIT_RESET_ACCOUNT: '1/15m' })
  customer = await testApp.signIn(await testApp.make.customer())
  staff = await testApp.signIn(await testApp.make.staff())
})
afterAll(() => testApp.close())

const answered = async (client: Client, options: InjectOptions) => {
  const answer = await client.inject(options)
  return { status: answer.statusCode, body: answer.body === '' ? '' : answer.json(), headers: answer.headers }
}
/** Sends a request without cookies. */
const anyone = (options: InjectOptions) => answered(testApp.visitor(), options)
const post = (payload: string | Buffer, type?: string, url: string = login.path): InjectOptions => ({
  method: 'POST',
  url,
  payload,
  headers: type === undefined ? {} : { 'content-type': type },
})
const detail = (text: unknown) => ({ detail: text })
const whole = (text: string) => ({ non_field_errors: [text] })
const lacking = { email: ['This field is required.'], password: ['This field is required.'] }

describe('access', () => {
  it('has WWW-Authenticate with 401, and not with 403', async () => {
    const [unknown, rejected] = [
      await anyone({ url: me.path }),
      await answered(customer, { url: '/api/participants/' }),
    ]
    expect([unknown.status, unknown.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/\S/)])
    expect([rejected.status, rejected.headers['www-authenticate']]).toEqual([403, undefined])
  })
})

describe('CSRF', () => {
  const patch = (headers: Record<string, string>): InjectOptions => ({
    method: 'PATCH',
    url: updateMe.path,
    payload: {},
    headers,
  })
  const wrong = [403, detail('CSRF Failed: CSRF token missing or incorrect.')]

  it('rejects a missing or wrong header, and a missing cookie', async () => {
    const session = customer.cookies.get('sessionid')
    const token = customer.cookies.get('csrftoken') ?? ''
    const both = `sessionid=${session}; csrftoken=${token}`
    const send = async (headers: Record<string, string>) => {
      const { status, body } = await anyone(patch(headers))
      return [status, body]
    }
    expect(await send({ cookie: both })).toEqual(wrong)
    expect(await send({ cookie: both, 'x-csrftoken': `${token}x` })).toEqual(wrong)
    expect(await send({ cookie: `sessionid=${session}`, 'x-csrftoken': token })).toEqual([
      403,
      detail('CSRF Failed: CSRF cookie not set.'),
    ])
    expect((await send({ cookie: both, 'x-csrftoken': token }))[0]).toBe(200)
  })

  it('requires no token for GET', async () => {
    const { status } = await anyone({
      url: me.path,
      headers: { cookie: `sessionid=${customer.cookies.get('sessionid')}` },
    })
    expect(status).toBe(200)
  })

  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }],
    ['from a sibling domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.gr' }],
    ['from another site by an older browser', { origin: 'https://elsewhere.example' }],
    ['from a sandboxed page', { origin: 'null' }],
    ['from another port', { origin: 'http://localhost:81', host: 'localhost' }],
  ])('rejects a mutating call %s, signed in or not', async (_, headers) => {
    for (const client of [testApp.visitor(), customer]) {
      for (const endpoint of [login, resetPassword, updateMe]) {
        const { status, body } = await answered(client, {
          method: endpoint.method,
          url: endpoint.path,
          payload: {},
          headers,
        })
        expect([status, body]).toEqual([403, detail(expect.stringMatching(/^CSRF Failed: /))])
      }
    }
    expect((await answered(customer, { url: me.path, headers })).status).toBe(200)
  })

  it.each([
    ['a page of the portal', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }],
    ['a request from the address bar', { 'sec-fetch-site': 'none' }],
    ['a page of the portal in an older browser', { origin: 'http://localhost:3000' }],
    ['a page with the host of the request', { origin: 'http://portal.lan:8080', host: 'portal.lan:8080' }],
    ['a client that is not a browser', {}],
  ])('accepts %s', async (_, headers) => {
    expect((await answered(customer, patch(headers))).status).toBe(200)
  })
})

describe('paths', () => {
  const absent = [404, detail('Not found.')]

  it.each([
    '/api/',
    '/api',
    '/api/nothing/',
    '/api/nothing?x=/api/municipalities/',
    '/api/auth/',
    '/api/participants/1/more/',
    '/api//municipalities/',
    '/api/%ZZ',
    '/api/participants/%C0%AF/',
  ])('return 404 as JSON at %s', async (url) => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { status, body, headers } = await anyone({ method, url })
      expect([status, body]).toEqual(absent)
      expect(headers['content-type']).toMatch(/^application\/json/)
    }
  })

  it.each([
    '0',
    '-1',
    '1.0',
    'abc',
    '999999999',
    '99999999999999999999',
    '1'.repeat(600),
    '%00',
    '1%2F2',
    'NaN',
    ' 1',
  ])('return 404 for the participant %s', async (id) => {
    const { status, body } = await answered(staff, { url: `/api/participants/${id}/` })
    expect([status, body]).toEqual(absent)
  })

  it.each(Object.entries(endpoints))(
    'give the same answer with and without trailing slash: %s',
    async (_, { method, path, access }) => {
      const url = path.replace('{id}', '1')
      const other = url.endsWith('/') ? url.slice(0, -1) : `${url}/`
      const [written, toggled] = [
        await anyone({ method, url, payload: {} }),
        await anyone({ method, url: other, payload: {} }),
      ]
      expect([toggled.status, toggled.body]).toEqual([written.status, written.body])
      // No token is known here.
      expect(path.includes('{token}') && access === 'anyone' ? [404] : [200, 204, 400, 401]).toContain(
        toggled.status,
      )
    },
  )

  it.each([
    ['GET', '/api/auth/token/login', 'POST'],
    ['DELETE', '/api/auth/users/me/', 'GET, HEAD, PATCH'],
    ['PUT', '/api/auth/users/me', 'GET, HEAD, PATCH'],
    ['POST', '/api/municipalities/?x=1', 'GET, HEAD'],
    ['PATCH', '/api/participants/7/', 'GET, HEAD'],
    ['OPTIONS', '/api/auth/users/', 'POST'],
    ['TRACE', '/api/auth/users/', 'POST'],
  ] as const)('return 405 to %s %s', async (method, url, allow) => {
    const { status, body, headers } = await anyone({ method, url })
    expect([status, body, headers.allow]).toEqual([405, detail(`Method "${method}" not allowed.`), allow])
  })
})

describe('paths outside the API', () => {
  it.each([
    '/favicon.ico',
    '/.well-known/security.txt',
    '/.well-known/change-password',
    '/.well-known/oauth-authorization-server',
    '/.env',
    '/.git/config',
    '/wp-login.php',
    '/apple-touch-icon.png?v=2',
    '/admin/users/backup.zip',
    '/assets/index-old.js',
  ])('return 404 as text for the unknown file %s', async (url) => {
    const answer = await testApp.visitor().inject({ url })
    expect([answer.statusCode, answer.body]).toEqual([404, 'Not found.'])
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  })

  it.each(['/', '/unknown', '/s/ΛΑ.000123', '/admin/users/7', '/favicon.svg'])(
    'are pages or files of the web app: %s',
    // 503 before the web app is built.
    async (url) => {
      const { statusCode } = await testApp.visitor().inject({ url: encodeURI(url) })
      expect([200, 503]).toContain(statusCode)
    },
  )
})

describe('request bodies', () => {
  it('may begin with a byte order mark', async () => {
    const { email, password } = await testApp.make.customer()
    const { status } = await anyone(post(`\ufeff${JSON.stringify({ email, password })}`, 'application/json'))
    expect(status).toBe(200)
    expect((await anyone(post('\ufeff', 'application/json'))).status).toBe(400)
  })

  it.each(['gzip', 'br', 'GZIP', 'deflate, gzip'])(
    'are rejected when compressed as %s, with the encodings that are accepted',
    async (encoding) => {
      for (const url of [login.path, '/oauth/token']) {
        const request = post(gzipSync('{}'), 'application/json', url)
        const { status, body, headers } = await anyone({
          ...request,
          headers: { ...request.headers, 'content-encoding': encoding },
        })
        expect([status, headers['accept-encoding'], body.detail]).toEqual([
          415,
          'identity',
          `Unsupported content encoding "${encoding.toLowerCase()}" in request.`,
        ])
      }
    },
  )

  it.each([
    '{',
    '{"email": "a@b.gr", "password": "μυστικό',
    'μυστικό',
    "{'email': 'μυστικό'}",
    '{"a": μυστικό}',
    '[1,]',
    'NaN',
  ])('with a JSON error return its position and not the text: %s', async (text) => {
    const { status, body } = await anyone(post(text, 'application/json'))
    expect([status, body]).toEqual([
      400,
      detail(expect.stringMatching(/^JSON parse error - Expecting value(: line \d+ column \d+)?$/)),
    ])
  })

  it.each([
    ['[]', 'list'],
    ['[{"email": "a@b.gr"}]', 'list'],
    ['"text"', 'str'],
    ['7', 'int'],
    ['7.5', 'float'],
    ['true', 'bool'],
    ['null', 'NoneType'],
  ])('reject %s, which is not an object', async (text, type) => {
    const rejected = [400, whole(`Invalid data. Expected a dictionary, but got ${type}.`)]
    for (const url of [login.path, signUp.path, resetPassword.path]) {
      const { status, body } = await anyone(post(text, 'application/json', url))
      expect([status, body]).toEqual(rejected)
    }
  })

  it.each([
    ['text/csv', 'text/csv'],
    ['text/plain', 'text/plain'],
    ['application/xml', 'application/xml'],
    [undefined, ''],
  ])('reject the media type %s', async (type, named) => {
    const { status, body } = await anyone(post(Buffer.from('a;b'), type))
    expect([status, body]).toEqual([415, detail(`Unsupported media type "${named}" in request.`)])
  })

  it('are read from forms as from JSON', async () => {
    const { email, password } = await testApp.make.customer()
    const form = (type: string, fields: Record<string, string>) =>
      post(String(new URLSearchParams(fields)), type)
    for (const type of [
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=UTF-8',
    ]) {
      const answer = await testApp.visitor().inject(form(type, { email, password }))
      expect([answer.statusCode, answer.json()]).toEqual([200, {}])
    }
    expect((await anyone(form('application/x-www-form-urlencoded', {}))).body).toEqual(lacking)
  })

  it('are empty objects if missing', async () => {
    for (const options of [
      post(''),
      post('', 'application/json'),
      post(' ', 'application/json'),
      post('{}', 'application/json; charset=utf-8'),
    ])
      expect(await anyone(options)).toMatchObject({ status: 400, body: lacking })
  })

  it('reject more than 16 kB, and more than 1 MB of a partner', async () => {
    const tooLarge = { status: 413, body: detail('Request body is too large.') }
    const text = JSON.stringify({ email: 'a@b.gr', password: 'x'.repeat(16_384) })
    expect(await anyone(post(text, 'application/json'))).toMatchObject(tooLarge)
    const { token } = await openProgram(testApp)
    const points = (length: number) => ({
      ...post(JSON.stringify({ records: ['x'.repeat(length)] }), 'application/json', recordPoints.path),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
    expect((await answered(testApp.visitor(), points(1_000_000))).status).toBe(200)
    expect(await answered(testApp.visitor(), points(1_048_576))).toMatchObject(tooLarge)
  })
})

describe('fields', () => {
  const sendNames = async (first_name: unknown) =>
    (await customer.send(updateMe, { body: { first_name } })).json()

  it('return the error of each value', async () => {
    expect((await testApp.visitor().send(resetPassword, { body: {} })).json()).toEqual({
      email: ['This field is required.'],
    })
    expect(await sendNames('')).toEqual({ first_name: ['This field may not be blank.'] })
    expect(await sendNames(' \t ')).toEqual({ first_name: ['This field may not be blank.'] })
    expect(await sendNames(null)).toEqual({ first_name: ['This field may not be null.'] })
    expect(await sendNames('α'.repeat(151))).toEqual({
      first_name: ['Ensure this field has no more than 150 characters.'],
    })
  })

  it('reject text with a NUL, in JSON and in forms', async () => {
    expect(await sendNames('Μα\0ρία')).toEqual({ first_name: ['Null characters are not allowed.'] })
    const { body } = await anyone(
      post('email=a%00%40b.gr', 'application/x-www-form-urlencoded', resetPassword.path),
    )
    expect(body).toEqual({ email: ['Null characters are not allowed.'] })
  })

  it('return no 5xx for a NUL in any parameter or field', async () => {
    for (const url of [
      '/api/participants/?search=%00',
      '/api/points/?participant=%00',
      '/api/points/?created_at_after=%00&page=%00',
    ])
      expect((await answered(staff, { url })).status).toBeLessThan(500)
    const texts = {
      email: 'a\0@b.gr',
      password: 'a\0',
      uid: 'a\0',
      token: 'a\0',
      new_password: 'a\0',
      username: '\0',
    }
    for (const { path, method } of Object.values(endpoints).filter(({ body }) => body))
      expect((await anyone({ method, url: path, payload: texts })).status).toBeLessThan(500)
  })
})

describe('a rate limit', () => {
  it('returns the seconds to wait, in the body and in Retry-After', async () => {
    const again = () =>
      anyone({ method: 'POST', url: resetPassword.path, payload: { email: 'often@example.gr' } })
    expect((await again()).status).toBe(204)
    const { status, body, headers } = await again()
    const seconds = Number(headers['retry-after'])
    expect([status, body]).toEqual([
      429,
      detail(`Request was throttled. Expected available in ${seconds} seconds.`),
    ])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(15 * 60)
  })
})

describe('an internal error', () => {
  it('returns 500 with the request id and no details', async () => {
    // The error is expected, so its log line is suppressed.
    testApp.app.log.level = 'silent'
    await sql`alter table places rename to places_away`.execute(testApp.db)
    try {
      const { status, body } = await anyone({ url: listPlaces.path })
      expect([status, body]).toEqual([
        500,
        detail(expect.stringMatching(/^A server error occurred\. Request [0-9a-f-]{36}\.$/)),
      ])
    } finally {
      await sql`alter table places_away rename to places`.execute(testApp.db)
      testApp.app.log.level = 'error'
    }
    expect((await anyone({ url: listPlaces.path })).status).toBe(200)
  })

  it('is logged without the input of users', async () => {
    const { email } = await testApp.make.customer({ email: 'geheim@example.gr' })
    const error: unknown = await testApp.make.customer({ email }).catch((reason: unknown) => reason)
    expect(String((error as { detail?: unknown }).detail)).toContain('geheim')
    const line = describeError(error)
    expect(line).toMatchObject({ code: '23505', table: 'users' })
    expect(JSON.stringify(line)).not.toContain('geheim')
  })

  it('is logged readably if the job queue reports a copy or several errors in one', () => {
    const rejected = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    const queue = 'account-mails'
    const [copied, several] = [
      describeError({ message: rejected.message, stack: rejected.stack, code: rejected.code, queue }),
      describeError(new AggregateError([rejected])),
    ]
    const readable = { type: 'Error', code: 'ECONNREFUSED', message: rejected.message }
    expect(copied).toMatchObject({ ...readable, queue })
    expect(several).toMatchObject({ type: 'AggregateError', errors: [readable] })
  })
})

describe('response headers', () => {
  const cookieLines = async (app: TestApp['app'], options: InjectOptions) => {
    const lines = (await app.inject(options)).headers['set-cookie']
    const named = (name: string) =>
      [lines ?? []]
        .flat()
        .find((line) => line.startsWith(`${name}=`))
        ?.split('; ')
        .slice(1)
        .sort()
    return { sessionid: named('sessionid') ?? named('__Host-sessionid'), csrftoken: named('csrftoken') }
  }
  const shared = ['Path=/', 'SameSite=Lax']
  const fortnight = 'Max-Age=1209600'
  const year = 'Max-Age=31536000'

  const secureApp = async () => {
    const { portal } = testApp
    const config = { ...portal.config, publicUrl: 'https://pontoi.example.gr' }
    return buildApp({ ...portal, config, cookies: { secure: true } })
  }

  it('set cookies with HttpOnly, SameSite=Lax and, under https, Secure', async () => {
    const { email, password } = await testApp.make.customer()
    const signIn: InjectOptions = { method: 'POST', url: login.path, payload: { email, password } }
    expect(await cookieLines(testApp.app, signIn)).toEqual({
      sessionid: [...shared, 'HttpOnly', fortnight].sort(),
      csrftoken: [...shared, year].sort(),
    })
    expect(await cookieLines(testApp.app, { url: listPlaces.path })).toEqual({
      sessionid: undefined,
      csrftoken: [...shared, year].sort(),
    })
    const app = await secureApp()
    expect(await cookieLines(app, signIn)).toEqual({
      sessionid: [...shared, 'HttpOnly', 'Secure', fortnight].sort(),
      csrftoken: [...shared, 'Secure', year].sort(),
    })
    await app.close()
  })

  it('set __Host- cookies for session and known browser under https [security cookies]', async () => {
    const { email, password } = await testApp.make.customer()
    const app = await secureApp()
    const signedIn = await app.inject({ method: 'POST', url: login.path, payload: { email, password } })
    const names = signedIn.cookies.map(({ name }) => name).sort()
    expect(names).toEqual(['__Host-knownbrowser', '__Host-sessionid', 'csrftoken', 'signedin'])
    const cookies = Object.fromEntries(signedIn.cookies.map(({ name, value }) => [name, value]))
    const { '__Host-sessionid': token = '', csrftoken = '' } = cookies
    const asMe = async (given: Record<string, string>) =>
      (await app.inject({ url: me.path, cookies: given })).statusCode
    expect([await asMe(cookies), await asMe({ sessionid: token })]).toEqual([200, 401])
    const out = await app.inject({
      method: 'POST',
      url: '/api/auth/token/logout/',
      cookies,
      headers: { 'x-csrftoken': csrftoken },
    })
    expect(out.statusCode).toBe(204)
    expect(await asMe(cookies)).toBe(401)
    await app.close()
  })

  it("remove the session cookie at logout, and clear the browser's cache", async () => {
    const client = await testApp.signIn(await testApp.make.customer())
    const answer = await client.inject({ method: 'POST', url: '/api/auth/token/logout/' })
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    const gone = answer.cookies.find(({ name }) => name === 'sessionid')
    expect(gone).toMatchObject({ value: '', path: '/', httpOnly: true, sameSite: 'Lax' })
    expect(gone?.expires?.getTime()).toBe(0)
  })

  it('forbid inline scripts, third-party requests and frames in other sites', async () => {
    const odd = ['/brand/none', '/assetsx', '/%61ssets/x', '/%zz', '/api/%zz']
    for (const url of [
      listPlaces.path,
      me.path,
      '/api/nothing/',
      '/pages/terms',
      '/login',
      '/healthz',
      ...odd,
    ]) {
      const { headers } = await testApp.visitor().inject({ url })
      const policy = String(headers['content-security-policy'])
      for (const directive of ['default-src', 'object-src', 'base-uri'])
        expect(policy).toContain(`${directive} 'none'`)
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).not.toMatch(/unsafe-|https?:|upgrade-insecure-requests|\*/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'x-frame-options': 'SAMEORIGIN',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })

  it('set Strict-Transport-Security under https', async () => {
    const app = await secureApp()
    const { headers } = await app.inject({ url: '/healthz' })
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
    await app.close()
  })

  it('name the character set of texts', async () => {
    for (const url of [me.path, '/api/nothing/', '/login', '/healthz', '/api/docs'])
      expect((await testApp.visitor().inject({ url })).headers['content-type']).toMatch(/; charset=utf-8$/i)
  })

  it('forbid caching of API replies', async () => {
    const calls = [listPlaces.path, me.path, '/api/nothing/', '/%61pi/auth/users/me/', '/api/participants/']
    for (const url of calls) {
      for (const client of [testApp.visitor(), customer])
        expect((await answered(client, { url })).headers['cache-control']).toBe('no-store')
    }
  })
})
