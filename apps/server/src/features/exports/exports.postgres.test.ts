import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { exportPoints } from '@portal/contract/points.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { readConfig } from '#server/lib/config/config.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { makers, openSessionFor } from '#test/factories.ts'
import { running, startServer } from '#test/server-process.ts'
import { openPlace } from '#test/test-app.ts'
import { readWorkbook } from '#test/workbook.ts'

/** Exports of a server process. */
let place: Awaited<ReturnType<typeof openPlace>>
let open: Awaited<ReturnType<typeof openDatabase>>
let cookie: string
beforeAll(async () => {
  place = await openPlace()
  const config = readConfig(place.settings)
  open = await openDatabase(config)
  const make = makers({ db: open.db, clock: systemClock })
  const { id } = await make.customer()
  await sql`
    insert into points_records (participant_id, points, description, created_at, source, reference)
    select ${id}, n, 'oil_collected', timestamptz '2024-05-05' + n * interval '1 minute', 'test', n::text
    from generate_series(1, 20000) n`.execute(open.db)
  const cookies = await openSessionFor(
    { db: open.db, clock: systemClock, config, cookies: { secure: false } },
    await make.staff({ role: 'manager' }),
  )
  cookie = Object.entries(cookies ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
})
afterEach(async () => {
  for (const kill of running) await kill()
})
afterAll(async () => {
  await open.close()
  await place.remove()
})

const start = () =>
  startServer({
    ...place.settings,
    DATABASE_OWNER_URL: '',
    DEMO: 'no',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
  })

const rowsOf = async (file: IncomingMessage) => {
  const [sheet] = await readWorkbook(await buffer(file))
  return (sheet?.data.length ?? 0) - 1
}

/** Requests the export and reads nothing of the file. */
const ask = ({ url }: { url: string }) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}${exportPoints.path}`, { headers: { cookie }, agent: false }, resolve).on('error', reject)
  })

const lastEnd = async () => {
  const { rows } = await sql<{ nRows: number; outcome: string | null }>`
    select n_rows, outcome from exports e left join export_ends x on x.export_id = e.id
    order by e.id desc limit 1`.execute(open.db)
  return rows[0]
}

describe('an export of a server process', { tags: ['slow'] }, () => {
  it('is completed before the server stops', async () => {
    const server = await start()
    const file = await ask(server)
    const stopped = server.end('SIGTERM')
    expect(await rowsOf(file)).toBe(20_000)
    expect(await stopped).toBe(0)
    expect(await lastEnd()).toEqual({ nRows: 20_000, outcome: 'complete' })
  })
})
