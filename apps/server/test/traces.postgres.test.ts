import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { login } from '@portal/contract/accounts.ts'
import { listParticipants } from '@portal/contract/participants.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { post } from '#server/lib/http-client/http-client.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { inSpan, startTracing } from '#server/lib/tracing/tracing.ts'
import { makers, type Person } from './factories.ts'
import { cookieHeaderOf, startServer } from './server-process.ts'
import { openPlace } from './test-app.ts'
import { until } from './until.ts'

type Value = { stringValue?: string; intValue?: number | string }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: { key: string; value: Value }[]
}
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** A collector of traces, and the receiver of a webhook. */
const bodies: string[] = []
const received: IncomingHttpHeaders[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    if (request.url === '/v1/traces') bodies.push(body)
    else received.push(request.headers)
    response.setHeader('content-type', 'application/json').end('{}')
  })
})
const spans = (): Span[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  )
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

let endpoint: string
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(() => void collector.close())

describe('OTEL_EXPORTER_OTLP_ENDPOINT', { tags: ['slow'], timeout: 120_000 }, () => {
  it('sends a span per call, statement and job, continues the trace of a trusted proxy, and exports no personal data [operations traces]', async () => {
    const place = await openPlace()
    const open = await openDatabase({
      database: { kind: 'postgres', url: place.settings.DATABASE_OWNER_URL ?? '' },
    })
    const clerk: Person = await makers({ db: open.db, clock: systemClock }).staff()
    await open.close()
    const server = await startServer({
      ...place.settings,
      DATABASE_OWNER_URL: '',
      PORTAL_SECRET: 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3',
      DEMO: 'no',
      HOST: '127.0.0.1',
      TRUST_PROXY: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    })
    const traceId = 'a'.repeat(32)
    const answer = await fetch(server.url + login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${'b'.repeat(16)}-00` },
      body: JSON.stringify({ email: clerk.email, password: clerk.password }),
    })
    expect(answer.status).toBe(200)
    const cookie = cookieHeaderOf(answer)
    const search = await fetch(`${server.url}${listParticipants.path}?search=Zografopoulou`, {
      headers: { cookie },
    })
    expect(search.status).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)

    const calls = spans().filter(({ name }) => name.includes(' /api/'))
    const signIn = calls.find(({ name }) => name === `POST ${login.path}`)
    expect(signIn).toMatchObject({ traceId, parentSpanId: 'b'.repeat(16) })
    const found = calls.find(({ name }) => name === `GET ${listParticipants.path}`)
    for (const [call, status, table] of [
      [signIn, 200, 'users'],
      [found, 200, 'find_participants'],
    ] as const) {
      expect(attributesOf(call as Span)).toMatchObject({ 'http.response.status_code': status })
      const children = spans().filter(({ parentSpanId }) => parentSpanId === call?.spanId)
      expect(children.map(({ traceId }) => traceId)).toContain(call?.traceId)
      expect(children.map((span) => attributesOf(span)['db.operation.name'])).toContain('SELECT')
      expect(children.map(({ name }) => name).join()).toContain(table)
    }
    const text = bodies.join('\n')
    for (const secret of [clerk.email, clerk.lastName, clerk.password, 'Zografopoulou', 'zografopoulou'])
      expect(text).not.toContain(secret)
    for (const one of cookie.split('; ')) expect(text).not.toContain(one.split('=')[1])
    expect(text).not.toMatch(/\$1|select .* from/i)
    await place.remove()
  })

  it('starts a new trace for callers that are no trusted proxy [operations traces]', async () => {
    bodies.length = 0
    const place = await openPlace()
    const server = await startServer({
      ...place.settings,
      PORTAL_SECRET: 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3',
      DEMO: 'no',
      HOST: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    })
    const traceId = 'c'.repeat(32)
    await fetch(server.url + listParticipants.path, {
      headers: { traceparent: `00-${traceId}-${'d'.repeat(16)}-01` },
    })
    expect(await server.end('SIGTERM')).toBe(0)
    expect(spans().map(({ name }) => name)).toContain(`GET ${listParticipants.path}`)
    expect(bodies.join()).not.toContain(traceId)
    await place.remove()
  })

  it('sends traceparent to webhooks, and the failure of a job without its message [operations traces]', async () => {
    bodies.length = 0
    const stop = await startTracing({ endpoint, service: 'portal', ratio: 1 }, () => {})
    try {
      await inSpan('job webhooks', {}, () =>
        post(`${endpoint}/hook`, { headers: {}, body: '{}', reach: { http: true, inside: true } }),
      )
      await expect(
        inSpan('job mails', {}, () => Promise.reject(new TypeError('maria@example.gr is unknown'))),
      ).rejects.toThrow('maria')
    } finally {
      await stop()
    }
    await until(() => received.length > 0)
    const [job, failed] = spans()
    expect(received[0]?.['traceparent']).toBe(`00-${job?.traceId}-${job?.spanId}-01`)
    expect(failed).toMatchObject({ name: 'job mails', status: { code: 2 } })
    expect(attributesOf(failed as Span)).toEqual({ 'error.type': 'TypeError' })
    expect(bodies.join()).not.toContain('maria')
    await post(`${endpoint}/hook`, { headers: {}, body: '{}', reach: { http: true, inside: true } })
    expect(received[1]).not.toHaveProperty('traceparent')
  })
})
