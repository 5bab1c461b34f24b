import { listPlaces } from '@portal/contract/places.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { type FaultyDatabase, openFaultyDatabase, startLoad } from './faulty-database.ts'
import { run, running, startServer, statusOf } from './server-process.ts'

const timeout = 120_000
const maxConnections = 20

let database: FaultyDatabase
beforeAll(async () => {
  database = await openFaultyDatabase({ max_connections: String(maxConnections) })
})
afterEach(async () => {
  for (const kill of running) await kill()
})
afterAll(() => database.postgres.stop())

const ask = async (url: string, path: string) => {
  const answer = await fetch(url + path)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text() }
}

const rejected = {
  status: 503,
  retryAfter: '2',
  body: '{"detail":"Service temporarily unavailable, try again later."}',
}

describe('the server', { tags: ['slow'] }, () => {
  it(
    'survives terminated connections and a restart of the database under load [operations database restart]',
    { timeout },
    async () => {
      const server = await startServer(database.env)
      const load = startLoad(server.url, database)
      for (let n = 0; n < 10; n += 1) {
        await load.recovery()
        if (n % 5 === 4) await database.terminateAll()
        else await database.terminateOne()
      }
      await load.recovery()
      await database.postgres.shutDown('immediate')
      while (!load.statuses.has(503) && !load.statuses.has('no response'))
        await new Promise((done) => setTimeout(done, 20))
      await database.postgres.start()
      await load.recovery()
      await load.stop()

      expect(new Set(load.statuses.keys())).toEqual(new Set([200, 503]))
      expect((await ask(server.url, '/readyz')).status).toBe(200)
      expect(await server.end('SIGTERM')).toBe(0)

      const rows = await database.query('select reference from points_records')
      const references = rows.map(({ reference }) => String(reference))
      expect(references).toHaveLength(new Set(references).size)
      for (const reference of load.answered) expect(references).toContain(reference)
      expect([...load.recorded.values()].filter((times) => times > 1)).toEqual([])
      const open = await openDatabase({ database: { url: database.url } })
      expect(await verifyLedger(open)).toMatchObject({ records: references.length })
      await open.close()
    },
  )

  it(
    'answers 503 while PostgreSQL has no free connection, and recovers [operations 503]',
    { timeout },
    async () => {
      const server = await startServer(database.env)
      const holders: pg.Client[] = []
      const takeAll = async () => {
        for (;;) {
          const holder = new pg.Client({ connectionString: database.url })
          holder.on('error', () => {})
          const isConnected = await holder.connect().then(
            () => true,
            () => false,
          )
          if (!isConnected) return
          holders.push(holder)
        }
      }
      const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portal%'`
      // A connection slot is free only when the backend process has ended, some time after it was terminated.
      for (await takeAll(); holders.length < maxConnections; await takeAll())
        await holders[0]?.query(terminate)

      expect(await ask(server.url, listPlaces.path)).toEqual(rejected)
      expect((await ask(server.url, '/readyz')).status).toBe(503)
      for (const holder of holders) await holder.end()
      while ((await ask(server.url, listPlaces.path)).status === 503)
        await new Promise((done) => setTimeout(done, 20))
      expect((await ask(server.url, listPlaces.path)).status).toBe(200)
      expect(await server.end('SIGTERM')).toBe(0)
    },
  )

  it(
    'starts while the database is down and serves once it is back [operations database restart]',
    { timeout },
    async () => {
      await database.postgres.shutDown('fast')
      const port = await freePort()
      const server = run(['main.ts'], { ...database.env, PORT: String(port) })
      const url = `http://127.0.0.1:${port}`
      await server.until(async () => (await statusOf(`${url}/healthz`)) !== undefined)

      expect((await ask(url, '/healthz')).status).toBe(200)
      expect((await ask(url, '/readyz')).status).toBe(503)
      expect(await ask(url, listPlaces.path)).toEqual(rejected)
      const startPage = await ask(url, '/')
      expect([startPage.status, startPage.body]).toEqual([503, expect.stringContaining('<html lang="el">')])
      // The log contains the reason, but not the password of DATABASE_URL.
      expect(server.output()).toContain('ECONNREFUSED')
      expect(server.output()).not.toContain(new URL(database.url).password)

      await database.postgres.start()
      await server.until(async () => (await statusOf(`${url}/readyz`)) === 200)
      expect((await ask(url, listPlaces.path)).status).toBe(200)
      expect(await server.end('SIGTERM')).toBe(0)
    },
  )

  it('shuts down cleanly while the database is down', { timeout }, async () => {
    const serving = await startServer(database.env)
    await database.postgres.shutDown('immediate')
    const waiting = run(['main.ts'], { ...database.env, PORT: String(await freePort()) })
    await waiting.until(() => waiting.output().includes('ECONNREFUSED'))
    expect(await waiting.end('SIGTERM')).toBe(0)
    expect(await serving.end('SIGTERM')).toBe(0)
    await database.postgres.start()
  })

  it('exits with the reason if the database rejects the password', { timeout }, async () => {
    const url = new URL(database.url)
    url.password = 'wrong'
    const server = run(['main.ts'], {
      ...database.env,
      DATABASE_URL: url.href,
      PORT: String(await freePort()),
    })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('password authentication failed')
  })
})
