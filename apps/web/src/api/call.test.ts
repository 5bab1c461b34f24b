import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, InvalidReply, ApiError, Unreachable } from './call.ts'
import * as endpoints from './endpoints.ts'
import { anyObject } from './route.ts'

const loginRoute = anyObject(endpoints.login)
const personRoute = anyObject(endpoints.findParticipant)

const credentials = { email: 'maria@example.gr', password: 'λάδι' }

/** Mock of `fetch`; the tests set its answers and inspect its calls. */
const fetchMock = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
const answer = (status: number, body?: unknown) =>
  fetchMock.mockImplementation(
    async () => new Response(body === undefined ? null : JSON.stringify(body), { status }),
  )
const sentRequest = () => {
  const [address, init] = fetchMock.mock.calls[0] ?? []
  return { address, method: init?.method, body: init?.body, headers: new Headers(init?.headers) }
}

beforeEach(() => {
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  document.cookie = 'csrftoken=; Max-Age=0'
})

describe('call', () => {
  it('sends the CSRF token of the cookie with a POST request', async () => {
    document.cookie = 'other=1'
    document.cookie = 'csrftoken=t0ken-_x'
    answer(200, {})
    await call(loginRoute, { body: credentials })
    expect(sentRequest().headers.get('X-CSRFToken')).toBe('t0ken-_x')
    expect(sentRequest()).toMatchObject({ address: '/api/auth/token/login', method: 'POST' })
    expect(sentRequest().body).toBe(JSON.stringify(credentials))
  })

  it('sends no CSRF token with a GET request', async () => {
    document.cookie = 'csrftoken=t0ken'
    answer(200, {})
    await call(personRoute, { params: { id: '1' } })
    expect(sentRequest().headers.has('X-CSRFToken')).toBe(false)
    expect(sentRequest().body).toBeUndefined()
  })

  it('encodes path parameters, and query parameters with several values', async () => {
    answer(200, {})
    await call(personRoute, { params: { id: '1/2' } })
    expect(sentRequest().address).toBe('/api/participants/1%2F2/')

    fetchMock.mockClear()
    const body = {
      first_name: 'Μαρία',
      last_name: 'Παππά',
      telephone: '1',
      municipality: '7',
      email: 'm@example.gr',
      password: 'x',
      re_password: 'x',
    }
    await call(anyObject(endpoints.signUp), {
      query: { next: '/oauth/a?b=c', tag: ['one', 'two'], none: undefined },
      body,
    })
    expect(sentRequest().address).toBe('/api/auth/users/?next=%2Foauth%2Fa%3Fb%3Dc&tag=one&tag=two')
  })

  it('returns undefined for a 204 response', async () => {
    answer(204)
    await expect(call(endpoints.logout, {})).resolves.toBeUndefined()
  })

  it.each(['<!doctype html><h1>Welcome</h1>', 'null', '[]', '{}', '"text"', '7', 'true', '', '{"email":'])(
    'rejects the body %j of a 200 response if the endpoint has a reply',
    async (body) => {
      fetchMock.mockResolvedValue(new Response(body))
      await expect(call(endpoints.me, {})).rejects.toBeInstanceOf(InvalidReply)
    },
  )

  it.each(['<!doctype html><h1>Welcome</h1>', 'null', '[]', '"text"'])(
    'rejects the body %j of a 200 response if the endpoint has no reply',
    async (body) => {
      fetchMock.mockResolvedValue(new Response(body))
      await expect(call(endpoints.logout, {})).rejects.toBeInstanceOf(InvalidReply)
    },
  )

  it('throws ApiError with the error codes and the body', async () => {
    const body = { age: ['Too young.'], email: ['Say less.', 'Odd.'], final: true }
    const headers = { 'X-Error-Code': 'unheard_of, too_long;max=9' }
    fetchMock.mockResolvedValue(new Response(JSON.stringify(body), { status: 400, headers }))
    const rejected: unknown = await call(loginRoute, { body: credentials }).catch((error: unknown) => error)
    expect(rejected).toBeInstanceOf(ApiError)
    expect(rejected).toMatchObject({
      status: 400,
      body,
      errors: [
        { code: 'unheard_of', field: 'age', message: 'Too young.' },
        { code: 'too_long', field: 'email', message: 'Say less.', params: { max: '9' } },
        { code: 'unknown', field: 'email', message: 'Odd.' },
      ],
    })
  })

  it('keeps the body of an error response that is not JSON', async () => {
    fetchMock.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(call(endpoints.me, {})).rejects.toMatchObject({
      status: 502,
      body: '<h1>Bad gateway</h1>',
      errors: [],
    })
  })

  it('throws Unreachable if there is no response', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(call(endpoints.me, {})).rejects.toBeInstanceOf(Unreachable)
  })
})
