import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitNames } from '#server/lib/config/limits.ts'
import { type Caller, type HostileRequest, hostileRequests, trapRequests } from '#test/hostile-requests.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { trapObjects } from '#test/hostile-values.ts'
import { mostOccupied, watchHealth } from '#test/occupied.ts'
import { openProgram } from '#test/programs.ts'

/** Set by `npm run hostile`; the test suite uses the defaults. */
const count = Number(process.env.HOSTILE_REQUESTS ?? 2_000)
const seed = Number(process.env.HOSTILE_SEED ?? 1)

/** Milliseconds; 2,000 requests take 6 s on an idle core. */
const timeout = 120_000 + count * 20

type Send = (options: InjectOptions) => Promise<LightMyRequestResponse>

let testApp: TestApp
let known: Record<string, string | number>
let send: Record<Caller, Send>
let health: ReturnType<typeof watchHealth>
/** The requests that occupied the process longest, in milliseconds. */
const occupied: [ms: number, request: string][] = []

beforeAll(async () => {
  // No limits: a throttled request does not reach the tested code.
  const limits = Object.values(limitNames).map(({ variable }) => [variable, '9999999/1h'])
  testApp = await openTestApp(Object.fromEntries(limits) as Record<string, string>)
  known = await makeKnownValues()
  send = await signInCallers()
  health = watchHealth(`${await testApp.app.listen({ port: 0, host: '127.0.0.1' })}/healthz`)
})
afterAll(async () => {
  await health.close()
  await testApp.close()
  if (process.env.HOSTILE_REQUESTS === undefined) return
  const longest = occupied.sort(([one], [other]) => other - one).slice(0, 5)
  console.info(
    ['Occupied the process longest:', ...longest.map(([ms, name]) => `${ms.toFixed(1)} ms ${name}`)].join(
      '\n  ',
    ),
  )
})

/** Values that fields accept, so that requests get past the first check. */
async function makeKnownValues() {
  const municipality = await testApp.make.municipality()
  const person = await testApp.make.customer()
  const record = await testApp.make.record(person)
  return {
    id: person.id,
    participant: person.id,
    municipality: municipality.id,
    search: 'παπ',
    code: 'A4KX-97TE-H2MX',
    happened_at: testApp.portal.clock.now().toISOString(),
    created_at_after: '2024-01-01',
    from: '2024-01-01',
    created_at_before: '2026-01-01',
    to: '2026-01-01',
    record: record.id,
    after: 0,
    limit: 10,
    offset: 5,
    description: 'oil_collected',
    page: 1,
    page_size: 20,
    count: 2,
  }
}

/** Signs all callers in again, because a generated request may have signed one out. */
async function signInCallers(): Promise<Record<Caller, Send>> {
  const [citizen, staff] = [
    await testApp.signIn(await testApp.make.customer()),
    await testApp.signIn(await testApp.make.staff()),
  ]
  const program = await openProgram(testApp)
  return {
    anonymous: (options) => testApp.visitor().inject(options),
    citizen: citizen.inject,
    staff: staff.inject,
    partner: (options) =>
      testApp.app.inject({
        ...options,
        headers: { authorization: `Bearer ${program.token}`, ...options.headers },
      }),
  }
}

const isSentences = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '')

/** Returns the violated rule of a response: no 5xx, and errors in the dialect's shape (docs/wire.md). */
function violationOf(answer: LightMyRequestResponse, method: string | undefined): string | undefined {
  const { statusCode: status, body, headers } = answer
  if (status >= 500) return `status ${status}`
  if (status < 400) return undefined
  if (method === 'HEAD') return body === '' ? undefined : 'HEAD with a body'
  if (!String(headers['content-type']).startsWith('application/json'))
    return `type ${headers['content-type']}`
  const errors = Object.entries(JSON.parse(body) as object).filter(
    ([key, value]) => !(key === 'code' && typeof value === 'string') && key !== 'final' && key !== 'params',
  )
  const fits =
    errors.length > 0 &&
    errors.every(([key, value]) =>
      key === 'detail' ? typeof value === 'string' && errors.length === 1 : isSentences(value),
    )
  return fits ? undefined : `body ${body.slice(0, 200)}`
}

/** Sends a request and returns the violations of its response, with the request for reproduction. */
async function violationsOf({ caller, name, options }: HostileRequest): Promise<string[]> {
  const start = performance.now()
  const violation =
    (await send[caller](options).then(
      (answer) => violationOf(answer, options.method),
      (error: unknown) => String(error),
    )) ?? (await occupationBy({ caller, name, options }, performance.now() - start))
  const { payload, ...rest } = options
  const request = `${JSON.stringify(rest)} ${JSON.stringify(payload)?.slice(0, 300)}`
  return violation === undefined ? [] : [`${name} as ${caller}: ${violation}\n  ${request.slice(0, 1_000)}`]
}

/** Measures a request only if its answer took so long: else it cannot have occupied the process longer. */
async function occupationBy({ caller, name, options }: HostileRequest, took: number) {
  const size = (options.payload as string | Buffer | undefined)?.length ?? 0
  const ms = took <= mostOccupied ? took : await health.measure(() => send[caller](options))
  occupied.push([ms, `${name} as ${caller}, ${size} characters`])
  return ms > mostOccupied ? `occupies the process for ${ms.toFixed(0)} ms` : undefined
}

describe('hostile requests', () => {
  const violationsOfAll = async (requests: HostileRequest[]) => {
    const violations = []
    for (const request of requests) violations.push(...(await violationsOf(request)))
    return violations
  }

  it(
    'get 4xx for objects that cannot be converted to text or numbers, in every field [security hostile requests]',
    { tags: ['slow'], timeout },
    async () => expect(await violationsOfAll(trapRequests())).toEqual([]),
  )

  it(
    'get 4xx for one of these objects in every field, another in each [security hostile requests]',
    async () => {
      // Steps of one less than there are objects: another one each time, and no field is left out.
      const some = trapRequests().filter((_, n) => n % (trapObjects.length - 1) === 0)
      expect(await violationsOfAll(some)).toEqual([])
    },
    timeout,
  )

  it(
    `get a reply in the dialect, and no 5xx, and do not stop the process: ${count} generated requests of seed ${seed} [security hostile requests]`,
    { tags: ['slow'], timeout },
    async () => {
      const requests = hostileRequests(seed, (field) => known[field])
      const violations = []
      for (let sent = 0; sent < count; sent += 1) {
        if (sent % 500 === 499) send = await signInCallers()
        violations.push(...(await violationsOf(requests.next().value)))
      }
      expect(violations).toEqual([])
    },
  )
})
