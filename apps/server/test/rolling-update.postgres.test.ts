import { login, me } from '@portal/contract/accounts.ts'
import { listParticipants } from '@portal/contract/participants.ts'
import { recordPoints } from '@portal/contract/partner-points.ts'
import { listPoints } from '@portal/contract/points.ts'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { startPostgres } from '../../../scripts/postgres.ts'
import { makers, type Person } from './factories.ts'
import { startLoad } from './faulty-database.ts'
import { cookieHeaderOf, running, startServer } from './server-process.ts'

const root = resolve(import.meta.dirname, '../../..')
const migrations = 'apps/server/migrations'

afterEach(async () => {
  for (const kill of running) await kill()
})

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

const migrationsOf = (commit: string) =>
  git('ls-tree', '--name-only', commit, `${migrations}/`)
    .split('\n')
    .filter((file) => file.endsWith('.sql'))

/**
 * Finds the newest commit of this branch before a change of the migrations. Not one with a migration that was renamed
 * since, before its release: no server runs it.
 * @returns undefined in a copy without history, or with a part of it that does not reach so far
 * @throws Error if the whole history is there and has no such commit, or git cannot read it
 */
function findPrevious(): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined
  if (git('status', '--porcelain', '--', migrations) !== '') return git('rev-parse', 'HEAD')
  const current = new Set(migrationsOf('HEAD'))
  const parents = git('log', '--first-parent', '--format=%P', '--', `${migrations}/0*.sql`)
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
  const previous = parents.find(
    (commit) => commit !== '' && migrationsOf(commit).every((file) => current.has(file)),
  )
  if (previous === undefined && git('rev-parse', '--is-shallow-repository') !== 'true')
    throw new Error('The history has no version before the last migration.')
  return previous
}

/** Installs the packages that the server in a folder needs and this version no longer has. */
function installRemoved(folder: string) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'apps/server/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const removed = Object.entries(dependencies).flatMap(([name, version]) =>
    existsSync(join(root, 'node_modules', name)) || name.startsWith('@portal/') ? [] : [`${name}@${version}`],
  )
  const options = ['--prefix', folder, '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  if (removed.length > 0) execFileSync('npm', ['install', ...options, ...removed], { stdio: 'pipe' })
}

/** Unpacks the server of a commit inside the project, so that it finds the packages, with its own contract. */
async function unpack(commit: string): Promise<string> {
  const data = join(root, 'data')
  await mkdir(data, { recursive: true })
  const folder = await mkdtemp(join(data, 'previous-version-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const archive = execFileSync('git', ['archive', commit, 'apps/server', 'packages/contract'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  installRemoved(folder)
  await mkdir(join(folder, 'node_modules/@portal'), { recursive: true })
  await symlink(join(folder, 'packages/contract'), join(folder, 'node_modules/@portal/contract'))
  return join(folder, 'apps/server/src/main.ts')
}

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function signIn(url: string, { email, password }: Person) {
  const answer = await post(url + login.path, { email, password })
  expect(answer.status).toBe(200)
  return cookieHeaderOf(answer)
}

/** @param cookies of staff */
async function expectLists(url: string, cookies: string[]) {
  for (const cookie of cookies)
    for (const path of [me.path, listPoints.path, `${listParticipants.path}?search=παπ`])
      expect([path, (await fetch(url + path, { headers: { cookie } })).status]).toEqual([path, 200])
}

async function recordBatch(
  url: string,
  { token, people }: { token: string; people: number[] },
  name: string,
) {
  const records = people.map((id, n) => ({
    reference: `${name}-${n}`,
    participant: { id },
    description: 'oil_collected',
    points: 5,
    happened_at: new Date().toISOString(),
  }))
  const batch = await post(url + recordPoints.path, { records }, { authorization: `Bearer ${token}` })
  expect([batch.status, await batch.json()]).toMatchObject([
    200,
    { results: people.map(() => ({ status: 'recorded' })) },
  ])
}

/** An empty database on a server of its own, and the settings of both versions. */
async function createDatabase() {
  const postgres = await startPostgres({ own: true })
  onTestFinished(() => postgres.stop())
  const url = await postgres.createDatabase('portal', undefined, 'C.UTF-8')
  const env = {
    DATABASE_URL: url,
    PORTAL_SECRET: crypto.randomUUID() + crypto.randomUUID(),
    DEMO: 'no',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
  }
  return { url, env }
}

describe('a rolling update from the version before the last migration', () => {
  it(
    'both serve sign-ins, lists and partner batches on the migrated database, and share sessions [operations rolling update]',
    { tags: ['slow'], timeout: 240_000 },
    async ({ skip }) => {
      const commit = findPrevious() ?? ''
      skip(commit === '', 'The history does not reach the version before the last migration.')
      const previousMain = await unpack(commit)
      const { url, env } = await createDatabase()
      const previous = await startServer(env, previousMain)
      const open = await openDatabase({ database: { kind: 'postgres', url } })
      onTestFinished(open.close)
      const make = makers({ db: open.db, clock: systemClock })
      const [staff, people] = [await make.staff(), [(await make.customer()).id, (await make.customer()).id]]
      const partner = await make.partner({ descriptions: ['oil_collected'] })
      const token = await make.accessToken(partner, ['points:write'])
      const oldCookie = await signIn(previous.url, staff)
      const loads = [startLoad(previous.url, { token, people }, 4, 'previous')]
      await loads[0]?.recovery()

      const next = await startServer(env)
      loads.push(startLoad(next.url, { token, people }, 4, 'next'))
      const newCookie = await signIn(next.url, staff)
      for (const [place, { url: address }] of [previous, next].entries()) {
        await expectLists(address, [oldCookie, newCookie, await signIn(address, staff)])
        await recordBatch(address, { token, people }, `batch-${place}`)
      }
      for (const load of loads) await load.recovery()

      await loads[0]?.stop()
      expect(await previous.end('SIGTERM')).toBe(0)
      await loads[1]?.recovery()
      await loads[1]?.stop()
      for (const load of loads) expect(new Set(load.statuses.keys())).toEqual(new Set([200]))
      const answered = loads.reduce((sum, load) => sum + load.answered.size, 0)
      expect(await verifyLedger(open)).toMatchObject({ records: answered + 4 })
      expect(await next.end('SIGTERM')).toBe(0)
    },
  )
})
