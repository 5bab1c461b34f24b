import { login } from '@portal/contract/accounts.ts'
import { recordPoints } from '@portal/contract/partner-points.ts'
import { watchOwnPoints } from '@portal/contract/points.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { startPgBouncer } from '../../../scripts/pgbouncer.ts'
import { makers, type Person } from './factories.ts'
import { type FaultyDatabase, openFaultyDatabase, startLoad } from './faulty-database.ts'
import { cookieHeaderOf, post, running, startServer } from './server-process.ts'

/** Connections of the pooler to PostgreSQL: fewer than the portal opens to the pooler. */
const connections = 4

let database: FaultyDatabase
let pooler: Awaited<ReturnType<typeof startPgBouncer>>
let person: Person
beforeAll(async () => {
  database = await openFaultyDatabase()
  const open = await openDatabase({ database: { url: database.url } })
  person = await makers({ db: open.db, clock: systemClock }).customer()
  await open.close()
  // A setting that a connection lost would be noticed.
  await database.query(`alter role postgres in database portal set statement_timeout = '25s'`)
  pooler = await startPgBouncer(database.url, connections)
})
afterEach(async () => {
  for (const kill of running) await kill()
})
afterAll(async () => {
  await pooler.stop()
  await database.postgres.stop()
})

describe('a server behind PgBouncer in transaction mode', () => {
  it(
    'serves calls, notifications and background jobs, and leaves connections as they were [operations pooler]',
    { tags: ['slow'] },
    async () => {
      const server = await startServer({
        ...database.env,
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: database.url,
        PORTAL_WORKERS: '2',
      })
      // The advice is printed once the server listens.
      await server.until(() => server.output().includes('alter role postgres in database portal set jit = '))
      const { email, password } = person
      const signedIn = await post(server.url + login.path, { email, password })
      const cookie = cookieHeaderOf(signedIn)
      const stream = await fetch(server.url + watchOwnPoints.path, { headers: { cookie } })
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      let events = ''
      const sees = async (count: number) => {
        while (!events.includes(`{"count":${count},`)) events += (await reader?.read())?.value ?? ''
      }
      await sees(0)

      const load = startLoad(server.url, database, 12)
      await load.recovery()
      const record = {
        reference: 'of-stream',
        participant: { id: person.id },
        description: 'oil_collected',
        points: 5,
        happened_at: new Date().toISOString(),
      }
      const authorization = `Bearer ${database.token}`
      expect((await post(server.url + recordPoints.path, record, { authorization })).status).toBe(200)
      await sees(1)
      // A job without timeouts has run, on a direct connection: PgBouncer's would lose them for others, too.
      const direct = `select from pg_stat_activity where application_name = 'portal direct' and query like 'reset %'`
      await server.until(async () => (await database.query('select from points_day limit 1')).length > 0)
      await server.until(async () => (await database.query(direct)).length > 0)
      await load.recovery()
      await load.stop()
      expect(new Set(load.statuses.keys())).toEqual(new Set([200]))

      const timeouts = Array.from({ length: 4 * connections }, async () => {
        const client = new pg.Client({ connectionString: pooler.url })
        await client.connect()
        const { rows } = await client.query<{ value: string }>(
          `select current_setting('statement_timeout') as value from pg_sleep(0.1)`,
        )
        await client.end()
        return rows[0]?.value
      })
      expect(new Set(await Promise.all(timeouts))).toEqual(new Set(['25s']))
      await reader?.cancel()
      expect(await server.end('SIGTERM')).toBe(0)
      const open = await openDatabase({ database: { url: database.url } })
      expect(await verifyLedger(open)).toMatchObject({ records: load.answered.size + 1 })
      await open.close()
    },
  )
})
