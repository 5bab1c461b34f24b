/** Memory of `npm start` on the embedded database, within the limits of docs/operations.md. */
import { once } from 'node:events'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'

/** The 256 MiB of scripts/start.mjs and at most 192 MiB of V8's young generation. Unlimited, V8 takes up to 4 GB. */
const maxHeap = 512 * 2 ** 20
const rounds = 4
const turns = 40
/**
 * Growth in bytes of each round of 200 requests that counts as a leak. The first rounds grow by 300,000, later ones by
 * -300,000 to 100,000.
 */
const maxGrowth = 200_000

test.use({ program: 'start', environment: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } })

test(
  'npm start limits the heap, and requests leak no memory [operations memory]',
  { tag: ['@embedded', '@slow'] },
  async ({ portal }) => {
    // Each process logs an address, scripts/start.mjs before the server.
    const address = [...portal.log().matchAll(/ws:\S+/g)].at(-1)?.[0] ?? ''
    const evaluate = (expression: string) =>
      inspect(address, 'Runtime.evaluate', { expression, returnByValue: true })
    expect(await evaluate('process.argv[1]')).toMatch(/main\.ts$/)
    const heapLimit = `process.getBuiltinModule('v8').getHeapStatistics().heap_size_limit`
    expect(await evaluate(heapLimit)).toBeLessThanOrEqual(maxHeap)

    const send = await signIn(portal.url)
    const inUse: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      for (let turn = 0; turn < turns; turn += 1)
        await Promise.all([
          send('/api/points/?page=1'),
          send('/api/participants/?limit=50'),
          send('/api/auth/users/me/'),
          send('/api/auth/users/me/', { first_name: `Άννα${'α'.repeat(turn % 9)}` }),
          send('/login'),
        ])
      await inspect(address, 'HeapProfiler.collectGarbage')
      const { heapUsed, external } = (await evaluate('process.memoryUsage()')) as NodeJS.MemoryUsage
      inUse.push(heapUsed + external)
    }
    // A leak grows in every round; compiled code and caches only in some.
    const growth = inUse.slice(1).map((bytes, at) => bytes - (inUse[at] ?? 0))
    expect(Math.min(...growth), `growth in bytes: ${growth.join(', ')}`).toBeLessThan(maxGrowth)
  },
)

/** @returns a function that sends a GET, or a PATCH with a body, as staff */
async function signIn(url: string) {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify(clerk)
  const entered = await fetch(`${url}/api/auth/token/login`, { method: 'POST', headers: json, body })
  expect(entered.status).toBe(200)
  const cookies = entered.headers.getSetCookie().map((line) => line.replace(/;.*/, ''))
  const token = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.split('=')[1] ?? ''
  const headers = { ...json, cookie: cookies.join('; '), 'x-csrftoken': token }
  return async (path: string, body?: object) => {
    const change = body && { method: 'PATCH', body: JSON.stringify(body) }
    const answer = await fetch(url + path, { headers, ...change })
    expect(answer.status, await answer.text()).toBe(200)
  }
}

type Answer = { result: { result?: { value?: unknown } } }

/** Calls Node's inspector in another process. That process does not exit while a connection is open. */
async function inspect(address: string, method: string, params: object = {}) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const answered = once(socket, 'message')
  socket.send(JSON.stringify({ id: 1, method, params }))
  const [{ data }] = (await answered) as [MessageEvent<string>]
  socket.close()
  return (JSON.parse(data) as Answer).result.result?.value
}
