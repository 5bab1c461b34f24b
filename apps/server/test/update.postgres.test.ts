import { login, me } from '@portal/contract/accounts.ts'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { makers, type Person } from './factories.ts'
import { type FaultyDatabase, openFaultyDatabase, startLoad } from './faulty-database.ts'
import { cookieHeaderOf, post, run, running, startServer } from './server-process.ts'
import { freePort } from '../../../scripts/free-port.ts'

const timeout = 120_000
const serverFolder = resolve(import.meta.dirname, '..')

let database: FaultyDatabase
let person: Person
let nextVersion: string
beforeAll(async () => {
  database = await openFaultyDatabase()
  const open = await openDatabase({ database: { url: database.url } })
  person = await makers({ db: open.db, clock: systemClock }).customer()
  await open.close()
  nextVersion = await copyAsNextVersion()
})
afterEach(async () => {
  for (const kill of running) await kill()
})
afterAll(async () => {
  await rm(nextVersion, { recursive: true, force: true })
  await database.postgres.stop()
})

/** Copies the server with one more migration. Inside the project, so that it finds the packages. */
async function copyAsNextVersion() {
  const data = resolve(serverFolder, '../../data')
  await mkdir(data, { recursive: true })
  const folder = await mkdtemp(join(data, 'next-version-'))
  const server = join(folder, 'apps/server')
  await cp(serverFolder, server, {
    recursive: true,
    filter: (path) => !/[\\/](test|node_modules)$|[.]test[.]ts$/.test(path),
  })
  const migration = `alter table points_records add column next_version text;\ncreate table next_version (id bigint primary key);\n`
  await writeFile(join(server, 'migrations/9000_next_version.sql'), migration)
  return folder
}

const mainOf = (version: string) => join(version, 'apps/server/src/main.ts')

async function signIn(url: string) {
  const { email, password } = person
  return cookieHeaderOf(await post(url + login.path, { email, password }))
}
const statusOfMe = async (url: string, cookie: string) =>
  (await fetch(url + me.path, { headers: { cookie } })).status

/** Asserts that every acknowledged record of a load is stored once and the ledger's sums are right. */
async function expectRecorded({ answered, recorded }: ReturnType<typeof startLoad>) {
  const rows = await database.query('select reference from points_records')
  const references = rows.map(({ reference }) => String(reference))
  expect([...answered].filter((reference) => !references.includes(reference))).toEqual([])
  expect([...recorded.values()].filter((times) => times > 1)).toEqual([])
  const open = await openDatabase({ database: { url: database.url } })
  expect(await verifyLedger(open)).toMatchObject({ records: references.length })
  await open.close()
}

describe('a server that receives SIGTERM under load', { tags: ['slow'] }, () => {
  it('exits with 0 and keeps every acknowledged record [operations stop]', { timeout }, async () => {
    const server = await startServer(database.env)
    const load = startLoad(server.url, database)
    await load.recovery()
    expect(await server.end('SIGTERM')).toBe(0)
    await load.stop()
    const expected = new Set([200, 503, 'no response'])
    expect([...load.statuses.keys()].filter((status) => !expected.has(status))).toEqual([])
    await expectRecorded(load)
  })
})

describe('an update while the previous version serves', { tags: ['slow'] }, () => {
  it(
    'lets both versions serve, shares sessions, and stops the previous version from starting again [operations update]',
    { timeout },
    async () => {
      const previous = await startServer(database.env)
      const cookie = await signIn(previous.url)
      const loads = [startLoad(previous.url, database, 6, 'previous')]
      const next = await startServer(database.env, mainOf(nextVersion))
      expect(await database.query('select next_version from points_records limit 0')).toEqual([])
      loads.push(startLoad(next.url, database, 6, 'next'))
      for (const load of loads) await load.recovery()

      for (const { url } of [previous, next]) expect(await statusOfMe(url, cookie)).toBe(200)
      const newCookie = await signIn(next.url)
      for (const { url } of [previous, next]) expect(await statusOfMe(url, newCookie)).toBe(200)

      for (const load of loads) await load.stop()
      for (const load of loads) expect(new Set(load.statuses.keys())).toEqual(new Set([200]))
      for (const load of loads) await expectRecorded(load)

      expect(await previous.end('SIGTERM')).toBe(0)
      const again = run(['main.ts'], { ...database.env, PORT: String(await freePort()) })
      expect(await again.ended).toBe(1)
      expect(again.output()).toContain('made by a newer version of the portal')
      expect(await statusOfMe(next.url, cookie)).toBe(200)
      expect(await next.end('SIGTERM')).toBe(0)
    },
  )
})
