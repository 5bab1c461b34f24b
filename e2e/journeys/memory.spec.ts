/** Memory of `npm start` on the embedded database, as docs/operations.md promises it. */
import { once } from 'node:events'
import { clerk } from '../seed.ts'
import { expect, test } from '../fixtures.ts'

/** The 256 MiB of scripts/start.mjs and 192 MiB at most of V8's young generation. Unbounded, V8 takes up to 4 GB. */
const mostHeap = 512 * 2 ** 20
const rounds = 4
const turns = 40
/**
 * Bytes by which each round of 200 requests would have to grow. The first rounds grow by 300,000, later ones by -300,000
 * to 100,000.
 */
const mostGrowth = 200_000

test.use({ program: 'start', environment: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } })

test(
  'npm start bounds the heap, and requests leave no memory behind',
  { tag: '@embedded' },
  async ({ portal }) => {
    test.setTimeout(180_000)
    // Each process names an address, scripts/start.mjs before the server.
    const address = [...portal.log().matchAll(/ws:\S+/g)].at(-1)?.[0] ?? ''
    const evaluate = (expression: string) =>
      inspect(address, 'Runtime.evaluate', { expression, returnByValue: true })
    expect(await evaluate('process.argv[1]')).toMatch(/main\.ts$/)
    const heapLimit = `process.getBuiltinModule('v8').getHeapStatistics().heap_size_limit`
    expect(await evaluate(heapLimit)).toBeLessThanOrEqual(mostHeap)

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
    // A leak adds to every round; compiled code and caches add to some.
    const growth = inUse.slice(1).map((bytes, at) => bytes - (inUse[at] ?? 0))
    expect(Math.min(...growth), `growth in bytes: ${growth.join(', ')}`).toBeLessThan(mostGrowth)
  },
)

/** @returns sends a GET, or a PATCH of a body, as the clerk */
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

/** Calls Node's inspector in another process. That process doesn't end while a connection is open. */
async function inspect(address: string, method: string, params: object = {}) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const answered = once(socket, 'message')
  socket.send(JSON.stringify({ id: 1, method, params }))
  const [{ data }] = (await answered) as [MessageEvent<string>]
  socket.close()
  return (JSON.parse(data) as Answer).result.result?.value
}
