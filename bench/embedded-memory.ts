/**
 * Measures the memory of a portal on the embedded database under HTTP load. The server is started as `npm start` does,
 * on a new folder with the demonstration data; the requests come from a separate process, four at a time.
 *
 *     npm run bench -- embedded-memory [REQUESTS] [mixed|points|people|search|me|dashboard|healthz|login]
 *
 * Prints fifteen lines, in megabytes: resident memory; V8's used heap; the database's WebAssembly memory and buffers
 * (external); buffers alone.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request, Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '@portal/server/start.ts'
import { freePort } from '../scripts/free-port.ts'

const [wanted = '15000', kind = 'mixed', url] = process.argv.slice(2)
const searches = ['παπ', 'maria', 'α', '692', 'γιω παπ']
const loginPath = '/api/auth/token/login'
const kinds: Record<string, (n: number) => string> = {
  points: (n) => `/api/points/?page=${1 + (n % 100)}`,
  people: (n) => `/api/participants/?limit=50&offset=${(n % 10) * 50}`,
  search: (n) =>
    `/api/participants/?limit=50&search=${encodeURIComponent(searches[n % searches.length] ?? '')}`,
  me: () => '/api/auth/users/me/',
  dashboard: () => '/api/dashboard/',
  healthz: () => '/healthz',
  login: () => loginPath,
}

const every = Math.max(1, Math.round(Number(wanted) / 15))

if (url === undefined) await measure()
else await ask(url)

async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-memory-'))
  const port = String(await freePort())
  const limits = { LIMIT_SIGN_IN_ACCOUNT: '100000/1h', LIMIT_SIGN_IN_ADDRESS: '100000/1h' }
  const env = {
    DATA_DIR: folder,
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'error',
    ...limits,
  }
  const portal = await startPortal(env, () => {})
  print('requests', ['rss', 'heap', 'external', 'buffers'])
  const figures = () => {
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
    return [rss, heapUsed, external, arrayBuffers].map((bytes) => (bytes / 1e6).toFixed(0))
  }
  print('0', figures())
  const client = fork(import.meta.filename, [wanted, kind, `http://127.0.0.1:${port}`])
  client.on('message', (n) => print(JSON.stringify(n), figures()))
  await new Promise((resolve) => client.once('exit', resolve))
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
}

function print(first: string, others: string[]) {
  console.log([first, ...others].map((cell) => cell.padStart(10)).join(''))
}

async function ask(address: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const send = (path: string, headers: Record<string, string>, body?: string) =>
    new Promise<{ status: number; cookies: string[] }>((resolve, reject) => {
      const sent = request(address + path, { agent, headers, method: body ? 'POST' : 'GET' }, (answer) => {
        answer.resume()
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, cookies: answer.headers['set-cookie'] ?? [] }),
        )
      })
      sent.once('error', reject)
      sent.end(body)
    })
  const account = JSON.stringify({ email: 'staff@example.gr', password: 'metrao-pontous-24' })
  const { cookies } = await send('/api/auth/token/login', { 'content-type': 'application/json' }, account)
  const cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ')
  const names = kind === 'mixed' ? ['points', 'people', 'search', 'me', 'dashboard'] : [kind]
  let next = 0
  const worker = async () => {
    while (next < Number(wanted)) {
      next += 1
      const n = next
      const path = kinds[names[n % names.length] ?? '']?.(n) ?? ''
      const { status } =
        path === loginPath
          ? await send(path, { 'content-type': 'application/json' }, account)
          : await send(path, { cookie })
      if (status !== 200) throw new Error(`${status}`)
      if (n % every === 0) process.send?.(n)
    }
  }
  await Promise.all([1, 2, 3, 4].map(worker))
  agent.destroy()
  process.disconnect?.()
}
