import { decideClaim, findClaim, reportClaim } from '@portal/contract/claims.ts'
import { showDashboard } from '@portal/contract/dashboard.ts'
import { listParticipants } from '@portal/contract/participants.ts'
import { exportPoints, listPoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examine } from '#server/cli/doctor.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { readsByServer } from '#server/lib/metrics/metrics.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { type Postgres, startPostgres } from '../../../scripts/postgres.ts'
import { insert, queryOn } from './rows.ts'
import { type Client, openTestApp, type TestApp } from './test-app.ts'
import { until } from './until.ts'
import { readWorkbook } from './workbook.ts'

const timeout = 120_000

let primary: Postgres
let standby: Awaited<ReturnType<Postgres['startStandby']>>
let standbyUrl: string
/** Uses the standby server also if it is an hour behind; `strict` at most a second. */
let testApp: TestApp
let strict: TestApp
let citizen: Client
beforeAll(async () => {
  primary = await startPostgres({ own: true })
  const url = await primary.createDatabase('portal', undefined, 'C.UTF-8')
  const open = await openDatabase({ database: { url } })
  await migrate(open.db)
  await open.close()
  standby = await primary.startStandby()
  const address = new URL(standby.url)
  address.pathname = '/portal'
  standbyUrl = address.href
  const settings = { DATABASE_URL: url, DATABASE_READ_URL: standbyUrl }
  testApp = await openTestApp({ ...settings, DATABASE_READ_MAX_LAG: '1h' })
  strict = await openTestApp({ ...settings, DATABASE_READ_MAX_LAG: '1s' })
  testApp.clock.toNoon()
  citizen = await testApp.signIn(await testApp.make.customer())
  const { id: municipalityId } = await testApp.make.municipality()
  await insert(testApp.db, 'places', {
    ...{ municipalityId, id: 'K-01', kind: 'green_atm', name: 'Πράσινο ΑΤΜ', address: 'Κοζάνη' },
    ...{ hours: 'Πάντα', latitude: 40.3, longitude: 21.79 },
  })
})
afterAll(async () => {
  await testApp.close()
  await strict.close()
  await standby.stop()
  await primary.stop()
})

const pause = async () => {
  await queryOn(standbyUrl, 'select pg_wal_replay_pause()')
  const state = () => queryOn(standbyUrl, 'select pg_get_wal_replay_pause_state() as value')
  await until(async () => (await state())[0]?.['value'] === 'paused')
}
const resume = () => queryOn(standbyUrl, 'select pg_wal_replay_resume()')

const staff = async (app = testApp) => app.signIn(await app.make.staff())

/** A member of staff credits the citizen points. */
const credit = async (clerk: Client) => {
  const { id } = await citizen.call(reportClaim, {
    body: { submission: crypto.randomUUID(), day: athensDay(testApp.portal.clock.now()), place: 'K-01' },
  })
  const { credited } = await clerk.call(findClaim, { params: { id: String(id) } })
  await clerk.call(decideClaim, {
    params: { id: String(id) },
    body: { answer: 'points', points: 25, credited: credited.map((record) => record.id) },
  })
}

const exported = async (client: Client) => {
  const { headers, rawPayload } = await client.send(exportPoints)
  const [sheet] = await readWorkbook(rawPayload)
  return { export: Number(headers['x-total-count']), rowsOfExport: (sheet?.data.length ?? 0) - 1 }
}

/** Numbers of records that a member of staff sees. */
const seenBy = async (client: Client) => ({
  list: (await client.call(listPoints)).count,
  dashboard: (await client.call(showDashboard)).totals.records,
  search: (await client.call(listParticipants, { query: { search: '' } }))[0]?.points_transactions,
  ...(await exported(client)),
})
const all = (records: number) => ({
  ...{ list: records, dashboard: records, search: records },
  ...{ export: records, rowsOfExport: records },
})

const readsOf = async (server: 'primary' | 'standby') =>
  (await readsByServer.get()).values.find(({ labels }) => labels.server === server)?.value ?? 0
/** Waits until a list of the client is read from the standby server. */
const untilUsed = (client: Client) =>
  until(async () => {
    const before = await readsOf('standby')
    await client.call(listPoints)
    return (await readsOf('standby')) > before
  })

it(
  'doctor says whether DATABASE_READ_URL leads to a standby server [operations doctor]',
  { timeout },
  async () => {
    const { config } = testApp.portal
    const open = await openDatabase(config)
    const lineWith = async (url: string) => {
      const databaseRead = { url, maxLag: 1_000 }
      const context = { open, config: { ...config, databaseRead }, env: {} }
      const report = await examine(context).catch((error: Error) => error.message)
      return /^.*standby server.*$/m.exec(report)?.[0]
    }
    expect(await lineWith(standbyUrl)).toBe('ok     standby server')
    expect(await lineWith(primary.url)).toBe(
      'TO DO  standby server: DATABASE_READ_URL does not lead to a standby server.',
    )
    await open.close()
  },
)

describe('lists, searches, exports and the dashboard with DATABASE_READ_URL', { tags: ['slow'] }, () => {
  it(
    'are read there; those of the account that has just written contain its change [operations standby]',
    { timeout },
    async () => {
      const [clerk, other] = [await staff(), await staff()]
      await untilUsed(other)
      await pause()
      await credit(clerk)
      expect(await seenBy(clerk)).toEqual(all(1))
      expect(await seenBy(other)).toEqual(all(0))
      await resume()
      await until(async () => (await seenBy(other)).list === 1)
      await untilUsed(clerk)
      expect(await seenBy(clerk)).toEqual(all(1))
    },
  )

  it(
    'are read from the primary server while the standby server is too far behind [operations standby]',
    { timeout },
    async () => {
      const other = await staff(strict)
      await untilUsed(other)
      await pause()
      await credit(await staff())
      await until(async () => (await seenBy(other)).list === 2)
      // It is logged at the next measurement.
      await until(() => strict.standbyLog.at(-1) === 'lists are read from the primary server')
      await resume()
      await until(() => strict.standbyLog.at(-1) === 'lists are read from the standby server')
      expect(await seenBy(other)).toEqual(all(2))
    },
  )

  it('are read from the primary server while the standby server is down', { timeout }, async () => {
    const other = await staff()
    await untilUsed(other)
    await standby.shutDown('immediate')
    for (let n = 0; n < 5; n += 1) expect(await seenBy(other)).toEqual(all(2))
    await standby.start()
    await untilUsed(other)
    expect(await seenBy(other)).toEqual(all(2))
  })
})
