import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { login } from '@portal/contract/accounts.ts'
import { listOwnPoints } from '@portal/contract/points.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { systemClock } from '#server/lib/time/clock.ts'
import { provideProgram } from '../../../scripts/debian-packages.ts'
import { type Postgres, startPostgres } from '../../../scripts/postgres.ts'
import { portal as runPortal } from './command.ts'
import { makers, type Person } from './factories.ts'
import { temporaryFolder } from './files.ts'
import { queryOn } from './rows.ts'
import { cookieHeaderOf, post, run, running, startServer } from './server-process.ts'

let postgres: Postgres
const folder = temporaryFolder(afterAll)
let citizen: Person
let leaving: Person
let live: Record<string, string>

/** A database with the two roles of a production set-up. @returns the settings of the portal on it */
async function createEmpty(name: string): Promise<Record<string, string>> {
  const url = new URL(await postgres.createDatabase(name, undefined, 'C.UTF-8'))
  await queryOn(postgres.url, `alter database ${name} owner to portal_owner`)
  const as = (role: string) => {
    url.username = role
    url.password = 'secret-of-the-drill'
    return url.href
  }
  return {
    DATABASE_URL: as('portal_application'),
    DATABASE_OWNER_URL: as('portal_owner'),
    DEMO: 'no',
    PORTAL_SECRET: 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3',
  }
}

const portal = (env: Record<string, string>, ...args: string[]) => runPortal(args, env)

const tablesIn = async (env: Record<string, string>) =>
  queryOn(
    env['DATABASE_OWNER_URL'] ?? '',
    `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where relkind = 'r' and nspname in ('public', 'pgboss')`,
  )

beforeAll(async () => {
  const programs = ['pg_restore', 'postgres'].map((name) =>
    provideProgram(name, 'postgresql', ['/usr/lib/postgresql/*/bin']),
  )
  postgres = await startPostgres({ own: true, programs: dirname(programs[1] ?? '') })
  for (const role of ['portal_owner', 'portal_application'])
    await queryOn(postgres.url, `create role ${role} login password 'secret-of-the-drill'`)
  live = await createEmpty('portal')
  await portal(live, 'migrate')
  const open = await openDatabase({ database: { url: live['DATABASE_OWNER_URL'] ?? '' } })
  const make = makers({ db: open.db, clock: systemClock })
  citizen = await make.customer()
  leaving = await make.customer({ firstName: 'Ευανθία', lastName: 'Αποχωρούσα' })
  for (let n = 0; n < 5; n += 1) await make.record(citizen)
  await make.record(leaving)
  await make.record(citizen, { points: -30, description: 'coupon_created' })
  await open.close()
  // Seals the records, so that the backup has heads.
  await portal(live, 'verify')
})
afterEach(async () => {
  for (const kill of running) await kill()
})
afterAll(() => postgres.stop())

const dump = () => join(folder, 'portal.dump')

describe('portal backup and restore', { tags: ['slow'] }, () => {
  it('writes a dump and its description, and replaces no file [operations backup]', async () => {
    const { exit, out } = await portal(live, 'backup', dump())
    expect(exit).toBe(0)
    expect(out).toContain('7 records and 2 accounts')
    for (const path of [dump(), `${dump()}.json`]) expect(statSync(path).mode & 0o777).toBe(0o600)
    const description = readFileSync(`${dump()}.json`, 'utf8')
    expect(JSON.parse(description)).toMatchObject({
      sha256: createHash('sha256').update(readFileSync(dump())).digest('hex'),
      contents: {
        records: 7,
        highestRecord: 7,
        accounts: 2,
        heads: [expect.stringMatching('points_records:')],
      },
    })
    for (const secret of [citizen.email, citizen.lastName, 'secret-of-the-drill'])
      expect(description + out).not.toContain(secret)
    expect(await portal(live, 'backup', dump())).toMatchObject({
      exit: 1,
      err: expect.stringContaining('exists'),
    })
  })

  it('keeps a complete backup of a database that is read-only or behind a pooler [operations backup]', async () => {
    const owner = live['DATABASE_OWNER_URL'] ?? ''
    const nowhere = 'postgres://portal_owner@127.0.0.1:1/portal'
    const file = join(folder, 'read-only.dump')
    await queryOn(postgres.url, 'alter database portal set default_transaction_read_only = on')
    const { DATABASE_OWNER_URL: _, ...others } = live
    const done = await portal(
      { ...others, DATABASE_URL: nowhere, DATABASE_DIRECT_URL: owner },
      'backup',
      file,
    ).finally(() => queryOn(postgres.url, 'alter database portal reset default_transaction_read_only'))
    expect(done).toMatchObject({ exit: 0, out: expect.stringMatching(/Warning: .*read-only/) })
    for (const path of [file, `${file}.json`]) expect(existsSync(path)).toBe(true)
  })

  it('ends pg_dump and leaves no file when it is ended [operations backup]', async () => {
    const [major] = await queryOn(live['DATABASE_URL'] ?? '', 'show server_version')
    const started = join(folder, 'started')
    writeFileSync(
      join(folder, 'pg_dump'),
      `#!/bin/sh
if [ "$1" = --version ]; then echo 'pg_dump (PostgreSQL) ${String(major?.['server_version'])}'; exit; fi
echo $$ > ${started}.new; mv ${started}.new ${started}
exec sleep 60
`,
      { mode: 0o755 },
    )
    const ended = run(['cli/cli.ts', 'backup', join(folder, 'ended.dump')], {
      ...live,
      PATH: `${folder}:${process.env['PATH']}`,
    })
    await ended.until(() => existsSync(started))
    expect(await ended.end('SIGTERM')).toBe(1)
    expect(ended.output()).toContain('SIGTERM')
    expect(() => process.kill(Number(readFileSync(started, 'utf8')), 0)).toThrow('ESRCH')
    expect(readdirSync(folder).filter((name) => name.startsWith('ended'))).toEqual([])
  })

  it('restores into a new database, on which the server serves the same balances, and erases again who was erased since [operations backup]', async () => {
    const removed = await portal(live, 'participant', 'erase', leaving.email, '--confirm', leaving.email)
    expect(removed).toMatchObject({ exit: 0 })
    const list = join(folder, 'erasures')
    writeFileSync(list, (await portal(live, 'erasures', '--since', '2026-01-01')).out)

    const restored = await createEmpty('restored')
    expect(
      await portal({ ...restored, DATABASE_URL: live['DATABASE_URL'] ?? '' }, 'restore', dump()),
    ).toMatchObject({ exit: 1, err: expect.stringContaining('different databases') })
    expect(await tablesIn(restored)).toEqual([])
    const { exit, out, err } = await portal(restored, 'restore', dump(), '--erasures', list)
    expect([exit, err]).toEqual([0, expect.stringMatching(/^Database: \S+ at \S+, as \S+\n$/)])
    expect(out).toContain('7 records and 2 accounts')
    const ofOther = { ...restored, DATABASE_OWNER_URL: live['DATABASE_OWNER_URL'] ?? '' }
    expect(await portal(ofOther, 'backup', join(folder, 'of-other'))).toMatchObject({
      exit: 1,
      err: expect.stringContaining('different databases'),
    })
    expect(out).toContain('Erased again: 1 of 1 accounts.')
    expect(await portal(restored, 'verify')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('7 records and the balances of 2 accounts agree.'),
    })

    // Of the guide: all sessions end.
    await queryOn(restored['DATABASE_OWNER_URL'] ?? '', 'delete from sessions; delete from oidc_payloads')
    const server = await startServer({
      ...restored,
      DATABASE_OWNER_URL: '',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
    })
    const signIn = ({ email, password }: Person) => post(server.url + login.path, { email, password })
    const answer = await signIn(citizen)
    const cookie = cookieHeaderOf(answer)
    const points = await fetch(server.url + listOwnPoints.path, { headers: { cookie } })
    expect(await points.json()).toMatchObject({ count: 6 })
    expect((await signIn(leaving)).status).toBe(400)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(
      await queryOn(
        restored['DATABASE_OWNER_URL'] ?? '',
        `select available from balances where participant_id = ${citizen.id}`,
      ),
    ).toEqual([{ available: '470' }])

    expect(await portal(restored, 'restore', dump())).toMatchObject({
      exit: 1,
      err: expect.stringContaining('The database is not empty.'),
    })
  })

  it('erases again before it grants the server anything [operations backup]', async () => {
    const env = await createEmpty('without_grants')
    const owner = env['DATABASE_OWNER_URL'] ?? ''
    const list = join(folder, 'erasures')
    const { exit, err } = await portal({ ...env, DATABASE_URL: owner }, 'restore', dump(), '--erasures', list)
    expect(exit).toBe(1)
    expect(err).toContain('run `migrate`')
    expect(await queryOn(owner, `select id from users where email = '${leaving.email}'`)).toEqual([])
  })

  it('restores with a list of no erasures, and rejects a file that is none [operations backup]', async () => {
    const list = join(folder, 'nobody')
    const restore = async (text: string) => {
      writeFileSync(list, text)
      return portal(await createEmpty('nobody'), 'restore', dump(), '--erasures', list)
    }
    const wrong = await portal(
      await createEmpty('wrong_list'),
      'restore',
      dump(),
      '--erasures',
      dump() + '.json',
    )
    expect([wrong.exit, wrong.err]).toEqual([1, expect.stringContaining('Nothing was restored.')])
    const { out } = await portal(live, 'erasures', '--since', '2999-01-01')
    for (const text of [out, `\n> portal\n> node cli.ts\n\n${out}`, '', '{"level":30,"msg":"listening"}\n'])
      expect(await restore(text)).toMatchObject({
        exit: 0,
        out: expect.stringContaining('Erased again: 0 of 0 accounts.'),
      })
  })

  it('lists the erasures of a database that cannot be migrated [operations backup]', async () => {
    const owner = live['DATABASE_OWNER_URL'] ?? ''
    await queryOn(owner, 'update kysely_migration set name = concat(name, 0) where name like $$0001%$$')
    const { exit, out } = await portal(live, 'erasures', '--since', '2026-01-01')
    await queryOn(owner, 'update kysely_migration set name = rtrim(name, $$0$$) where name like $$0001%$$')
    expect([exit, out]).toEqual([0, expect.stringContaining(`"account":${leaving.id}`)])
  })

  it('rejects a damaged or incomplete backup and leaves the database empty [operations backup]', async () => {
    const empty = await createEmpty('damaged')
    const bytes = readFileSync(dump())
    const description = JSON.parse(readFileSync(`${dump()}.json`, 'utf8')) as { contents: object }
    const damaged = join(folder, 'damaged.dump')
    const restoring = async (content: Buffer, about?: object) => {
      writeFileSync(damaged, content)
      rmSync(`${damaged}.json`, { force: true })
      if (about) writeFileSync(`${damaged}.json`, JSON.stringify(about))
      const result = await portal(empty, 'restore', damaged)
      expect(await tablesIn(empty)).toEqual([])
      expect(result.exit).toBe(1)
      return result.err
    }
    expect(await restoring(bytes)).toContain('the backup is incomplete')
    const flipped = Buffer.from(bytes)
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 0xff
    expect(await restoring(flipped, description)).toContain('is damaged')
    // A fault that only pg_restore finds, after it has created tables.
    const cut = bytes.subarray(0, bytes.length - 200)
    const sha256 = createHash('sha256').update(cut).digest('hex')
    expect(await restoring(cut, { ...description, bytes: cut.length, sha256 })).toMatch(
      /^pg_restore: error: /m,
    )
    expect(await restoring(bytes, { ...description, server: 99 })).toContain('use 99 or newer')
    // Found when everything is restored: the database has to be dropped.
    const other = await createEmpty('different')
    const { contents } = description
    writeFileSync(damaged, bytes)
    writeFileSync(
      `${damaged}.json`,
      JSON.stringify({ ...description, contents: { ...contents, records: 8 } }),
    )
    const different = await portal(other, 'restore', damaged)
    expect(different).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/Drop it and restore again[^]*records: 8 in the backup, 7 here/),
    })
    const error = await portal({ ...empty, DATABASE_OWNER_URL: '' }, 'backup', join(folder, 'other'))
    expect(error).toMatchObject({ exit: 1, err: expect.stringContaining('needs the owner') })
    expect(await portal(empty, 'backup', join(folder, 'other'))).toMatchObject({
      exit: 1,
      err: expect.stringContaining('not one of the portal'),
    })
  })
})
