import { recordPoints } from '@portal/contract/partner-points.ts'
import { listPlaces } from '@portal/contract/places.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { startPostgres } from '../../../scripts/postgres.ts'
import { makers } from './factories.ts'
import { queryOn } from './rows.ts'

const unavailable = '{"detail":"Service temporarily unavailable, try again later."}'

/** Starts a separate PostgreSQL server, which tests can shut down, with a migrated database, people and a partner. */
export async function openFaultyDatabase(settings: Record<string, string> = {}) {
  const postgres = await startPostgres({ own: true, settings })
  const url = await postgres.createDatabase('portal')
  const open = await openDatabase({ database: { url } })
  await migrate(open.db)
  const make = makers({ db: open.db, clock: systemClock })
  const people: number[] = []
  for (let n = 0; n < 5; n += 1) people.push((await make.customer()).id)
  const token = await make.accessToken(await make.partner({ descriptions: ['oil_collected'] }), [
    'points:write',
  ])
  await open.close()

  const query = (sql: string) => queryOn(url, sql)
  // A crash loses what is not on the disk, if the test configures it.
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
    /** Terminates all connections of the portal, including the job queue's. @returns their number */
    terminateAll: async () =>
      (
        await query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'portal' and application_name like 'portal%'",
        )
      ).length,
    /** Terminates a random one of them. */
    terminateOne: () =>
      query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = 'portal' and application_name like 'portal%' order by random() limit 1`,
      ),
  }
}

export type FaultyDatabase = Awaited<ReturnType<typeof openFaultyDatabase>>

/**
 * Starts clients that write and read continuously. Each repeats a record until the response is 200, as partners do.
 * @param url base URL of the server
 * @param name beginning of the references; differs between loads of one test
 */
export function startLoad(
  url: string,
  { token, people }: Pick<FaultyDatabase, 'token' | 'people'>,
  clients = 6,
  name = '',
) {
  const statuses = new Map<number | 'no response' | 'unexpected 503 body', number>()
  /** Number of `recorded` responses by reference. */
  const recorded = new Map<string, number>()
  const answered = new Set<string>()
  const lastSuccess = Array.from({ length: clients }, () => 0)
  const count = (status: Parameters<typeof statuses.set>[0]) =>
    statuses.set(status, (statuses.get(status) ?? 0) + 1)

  const send = async (client: number, path: string, init?: RequestInit) => {
    const startedAt = performance.now()
    try {
      const answer = await fetch(url + path, init)
      const text = await answer.text()
      // Partners get a code beside the text.
      const hasExpectedBody = text.startsWith(unavailable.slice(0, -1)) && answer.headers.has('retry-after')
      count(answer.status === 503 && !hasExpectedBody ? 'unexpected 503 body' : answer.status)
      if (answer.ok) lastSuccess[client] = startedAt
      if (answer.ok) return JSON.parse(text) as unknown
    } catch {
      count('no response')
    }
    await new Promise((done) => setTimeout(done, 20))
    return undefined
  }

  const load = { stopped: false }
  const running = Array.from({ length: clients }, async (_, client) => {
    for (let n = 0; !load.stopped; n += 1) {
      const reference = `${name}${client}-${n}`
      const body = JSON.stringify({
        reference,
        participant: { id: people[n % people.length] },
        description: 'oil_collected',
        points: 5,
        happened_at: new Date().toISOString(),
      })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      let answer: unknown
      while (!answer && !load.stopped)
        answer = await send(client, recordPoints.path, { method: 'POST', headers, body })
      if (!answer) return
      answered.add(reference)
      if ((answer as { status: string }).status === 'recorded')
        recorded.set(reference, (recorded.get(reference) ?? 0) + 1)
      await send(client, listPlaces.path)
    }
  })
  return {
    statuses,
    recorded,
    answered,
    /**
     * Waits until each client has a successful response to a request that started after this call.
     * @returns milliseconds
     * @throws Error if the server does not respond
     */
    recovery: async () => {
      const from = performance.now()
      while (lastSuccess.some((startedAt) => startedAt < from)) {
        if (statuses.has('no response')) throw new Error('The server did not respond.')
        await new Promise((done) => setTimeout(done, 5))
      }
      return performance.now() - from
    },
    stop: async () => {
      load.stopped = true
      await Promise.all(running)
    },
  }
}
