import { recordPoints } from '@portal/contract/partner-points.ts'
import { listMunicipalities } from '@portal/contract/municipalities.ts'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { startPostgres } from '../../../scripts/postgres.ts'
import { makers } from './factories.ts'

const unavailable = '{"detail":"Service temporarily unavailable, try again later."}'

/** A migrated database on a PostgreSQL of its own, which can be shut down, with people and a partner that writes points. */
export async function openFaultyDatabase(settings: Record<string, string> = {}) {
  const postgres = await startPostgres({ own: true, settings })
  const url = await postgres.createDatabase('portal')
  const open = await openDatabase({ database: { kind: 'postgres', url } })
  await migrate(open.db)
  const make = makers({ db: open.db, clock: systemClock })
  const people: number[] = []
  for (let n = 0; n < 5; n += 1) people.push((await make.customer()).id)
  const token = await make.accessToken(await make.partner({ descriptions: ['oil_collected'] }), [
    'points:write',
  ])
  await open.close()

  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end()
    }
  }
  // A crash takes back what isn't on the disk, where the test sets it up so.
  await query('checkpoint')
  return {
    postgres,
    url,
    people,
    token,
    query,
    env: {
      DATABASE_URL: url,
      PORTAL_SECRET: crypto.randomUUID() + crypto.randomUUID(),
      DEMO: 'no',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      SMTP_URL: '',
    },
    /** Ends the server's connections to the database, those of the job queue too. @returns how many */
    terminateAll: async () =>
      (
        await query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'portal' and application_name like 'portal%'",
        )
      ).length,
    /** Ends one of them. */
    terminateOne: () =>
      query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = 'portal' and application_name like 'portal%' order by random() limit 1`,
      ),
  }
}

export type FaultyDatabase = Awaited<ReturnType<typeof openFaultyDatabase>>

/**
 * Clients that write and read without pause. Each repeats a record until it is answered with 200, as partners do.
 * @param url of the server
 */
export function startLoad(url: string, { token, people }: FaultyDatabase, clients = 6) {
  const statuses = new Map<number | 'no answer' | '503 of another shape', number>()
  /** How often each reference was answered `recorded`. */
  const recorded = new Map<string, number>()
  const answered = new Set<string>()
  const lastSuccess = Array.from({ length: clients }, () => 0)
  const count = (status: Parameters<typeof statuses.set>[0]) =>
    statuses.set(status, (statuses.get(status) ?? 0) + 1)

  const send = async (client: number, path: string, init?: RequestInit) => {
    const begun = performance.now()
    try {
      const answer = await fetch(url + path, init)
      const text = await answer.text()
      const asPromised = text === unavailable && answer.headers.has('retry-after')
      count(answer.status === 503 && !asPromised ? '503 of another shape' : answer.status)
      if (answer.ok) lastSuccess[client] = begun
      if (answer.ok) return JSON.parse(text) as unknown
    } catch {
      count('no answer')
    }
    await new Promise((done) => setTimeout(done, 20))
    return undefined
  }

  const load = { over: false }
  const running = Array.from({ length: clients }, async (_, client) => {
    for (let n = 0; !load.over; n += 1) {
      const reference = `${client}-${n}`
      const body = JSON.stringify({
        reference,
        participant: { id: people[n % people.length] },
        description: 'oil_collected',
        points: 5,
        happened_at: new Date().toISOString(),
      })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      let answer: unknown
      while (!answer && !load.over)
        answer = await send(client, recordPoints.path, { method: 'POST', headers, body })
      if (!answer) return
      answered.add(reference)
      if ((answer as { status: string }).status === 'recorded')
        recorded.set(reference, (recorded.get(reference) ?? 0) + 1)
      await send(client, listMunicipalities.path)
    }
  })
  return {
    statuses,
    recorded,
    answered,
    /**
     * Waits until each client has had a request answered that it began from now on.
     * @returns milliseconds
     * @throws Error as soon as the server gives no answer at all
     */
    recovery: async () => {
      const from = performance.now()
      while (lastSuccess.some((begun) => begun < from)) {
        if (statuses.has('no answer')) throw new Error('The server gave no answer.')
        await new Promise((done) => setTimeout(done, 5))
      }
      return performance.now() - from
    },
    stop: async () => {
      load.over = true
      await Promise.all(running)
    },
  }
}
