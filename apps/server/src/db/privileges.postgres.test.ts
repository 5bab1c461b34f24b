import { exportPoints } from '@portal/contract/points.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openProgram } from '#test/programs.ts'
import { run, startServer } from '#test/server-process.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { chainedTables } from '#server/lib/chain/chained-tables.ts'
import { sealNow } from '#server/lib/chain/seal.ts'
import { grantPrivileges, privileges } from './privileges.ts'

describe("the application's role [security database roles]", () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await openTestApp()
    const site = await openProgram(testApp)
    const maria = await testApp.make.customer()
    const who = { participant: { id: maria.id }, happened_at: '2026-03-01T10:00:00+02:00' }
    await site.recordAll([{ reference: 'a', ...who, description: 'item_delivered', points: 30 }])
    await site.reverse({ reference: 'a', reversal_reference: 'b', happened_at: who.happened_at })
    const staff = await testApp.signIn(await testApp.make.staff())
    await staff.send(exportPoints)
    await sealNow(testApp.portal)
  })
  afterAll(() => testApp.close())

  it('serves sign-ins, records, reversals and exports, and seals and verifies the ledger', async () => {
    const { rows } = await sql<{ name: string; isSuperuser: boolean }>`
      select rolname as name, rolsuper as is_superuser from pg_roles where rolname = current_user`.execute(
      testApp.portal.db,
    )
    expect(rows).toEqual([{ name: 'portal_test_application', isSuperuser: false }])
    expect(await verifyLedger(testApp.portal)).toMatchObject({ records: 2 })
    const exported = () => testApp.db.selectFrom('exportEnds').select('outcome').execute()
    // Recorded after the answer.
    await until(async () => (await exported()).length > 0)
    const { rows: written } = await sql`
      select (select min(outcome) from export_ends) as export, (select sum(n_rows)::int from chain_blocks
        where chain = 'points_records') as sealed`.execute(testApp.portal.db)
    expect(written).toEqual([{ export: 'complete', sealed: 2 }])
    expect(testApp.jobErrors).toEqual([])
  })

  const appendOnly = [
    ...chainedTables.map(({ name }) => name),
    'exports',
    'export_ends',
    'chain_anchors',
    'chain_blocks',
    'chain_erasures',
  ]
  it.each([
    ...appendOnly.flatMap((table) => [
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `drop trigger ${table}_append_only on ${table}`,
      `alter table ${table} disable trigger all`,
      `drop table ${table} cascade`,
    ]),
    'update points_records set points = 1',
    "update points_records set details = '{}'",
    "update audit_entries set action = ''",
    'update exports set user_id = 1',
    'update export_ends set n_rows = 0',
    "update chain_blocks set hash = ''",
    'update chain_anchors set number = 2',
    "insert into chain_anchors values ('audit_entries', 1, 1, '', 1, now())",
    "insert into chain_erasures values ('points_records', 1, '', now())",
    'update balances set available = 1',
    'insert into points_delta values (now(), 1)',
    'truncate rates',
    'set session_replication_role = replica',
    'create table more (id int)',
    'create schema more',
    'create function more() returns int language sql return 1',
    'create or replace function fold_counters() returns void language sql return null',
    'alter function points_records_counted() owner to current_user',
    "select setval('points_records_id_seq', 1)",
    'update kysely_migration set checksum = null',
    'create table pgboss.more (id int)',
    'drop table pgboss.job',
  ])('may not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(testApp.portal.db)).rejects.toThrow(
      /^(permission denied|must be owner)/,
    )
  })

  it('may not erase the details of an account that is not erased, and may of one that is', async () => {
    const site = await openProgram(testApp)
    const [maria, anna] = [await testApp.make.customer(), await testApp.make.customer()]
    const delivery = { description: 'item_delivered', points: 1, happened_at: '2026-03-01T10:00:00+02:00' }
    const results = await site.recordAll(
      [maria, anna].map(({ id }) => ({
        ...delivery,
        details: { shop: 'Άννα' },
        reference: `e${id}`,
        participant: { id },
      })),
    )
    const ids = results.map(({ id }) => id ?? 0)
    const erase = (...ids: number[]) => sql`select erase_details(${ids}::bigint[])`.execute(testApp.portal.db)
    const left = async () =>
      (
        await testApp.db
          .selectFrom('pointsRecords')
          .select('id')
          .where('id', 'in', ids)
          .where('details', 'is not', null)
          .execute()
      ).map(({ id }) => id)
    await expect(erase(...ids)).rejects.toThrow('only the details of erased accounts')
    expect(await left()).toEqual(ids)
    await eraseParticipant(testApp.portal, anna.id, 'request')
    expect(await left()).toEqual(ids.slice(0, 1))
    await expect(erase(...ids)).rejects.toThrow('only the details of erased accounts')
    await erase(ids[1] ?? 0)
  })

  it("may call these functions with the owner's rights, besides triggers", async () => {
    const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc
      where prosecdef and prorettype <> 'trigger'::regtype and has_function_privilege(oid, 'execute')
      order by 1`.execute(testApp.portal.db)
    // fold_counters adds up what triggers wrote; erase_details checks whose records they are; the others remove nothing of
    // the last 365 days.
    expect(rows.map(({ name }) => name)).toEqual([
      'erase_details',
      'fold_counters',
      'remove_audit_entries',
      'remove_exports',
    ])
  })

  it('has an entry in `privileges` for every table', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`.execute(testApp.db)
    expect(Object.keys(privileges).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('loses by the next `migrate` what it was granted besides, and may not be the owner', async () => {
    await sql`grant update, truncate on points_records to portal_test_application`.execute(testApp.db)
    await sql`grant update (points) on points_records to portal_test_application`.execute(testApp.db)
    await grantPrivileges(testApp.db, testApp.portal.db)
    await expect(sql`update points_records set points = 1`.execute(testApp.portal.db)).rejects.toThrow(
      'permission denied',
    )
    await expect(grantPrivileges(testApp.db, testApp.db)).rejects.toThrow('is a superuser')
  })
})

describe('a server with two roles [security database roles]', () => {
  it(
    'starts after `portal migrate` by the owner, does not migrate, and warns as the owner',
    { tags: ['slow'] },
    async () => {
      const testApp = await openTestApp()
      const { databaseOwner } = testApp.portal.config
      const name = `roles_${crypto.randomUUID().replaceAll('-', '')}`
      const [owner, application] = [`${name}_owner`, `${name}_application`]
      const execute = (statement: string) => sql.raw(statement).execute(testApp.db)
      onTestFinished(async () => {
        await execute(`drop database if exists ${name} with (force)`)
        for (const role of [owner, application]) await execute(`drop role if exists ${role}`)
        await testApp.close()
      })
      // As in deploy/create-database.sh.
      await execute(`create role ${owner} login password 'one'`)
      await execute(`create role ${application} login password 'two'`)
      await execute(`create database ${name} template template0 owner ${owner} encoding 'UTF8'
      lc_collate 'C' lc_ctype 'C.UTF-8'`)
      const urlOf = (role: string, password: string) => {
        const url = new URL(databaseOwner?.url ?? '')
        return Object.assign(url, { pathname: `/${name}`, username: role, password }).href
      }
      const asApplication = {
        DATABASE_URL: urlOf(application, 'two'),
        DATA_DIR: testApp.portal.config.folder,
        DEMO: 'no',
      }
      const asOwner = { ...asApplication, DATABASE_URL: urlOf(owner, 'one') }
      const both = { ...asApplication, DATABASE_OWNER_URL: asOwner.DATABASE_URL }
      const portal = async (env: Record<string, string>, ...args: string[]) => {
        const { ended, output } = run(['cli/cli.ts', ...args], env)
        const exit = String(await ended)
        const said = output().trim()
        expect(said).toMatch(/^Database: /)
        return `${exit} ${said.replace(/^Database: .*\n/, '')}`
      }

      const failedServer = async (env: Record<string, string>) => {
        const { ended, output } = run(['main.ts'], { ...env, PORT: '0' })
        expect(await ended).toBe(1)
        return output()
      }
      const lacking = /^The database lacks migrations from 0001_schema on.* Run: npm run portal -- migrate\n$/
      const wrong = { DATABASE_URL: urlOf(application, 'wrong') }
      expect(await failedServer(asApplication)).toMatch(lacking)
      expect(await failedServer({ ...asApplication, ...wrong })).toBe(
        `password authentication failed for user "${application}". Check DATABASE_URL.\n`,
      )
      expect(await portal(asApplication, 'migrate')).toContain('set DATABASE_OWNER_URL for it')
      // Before it migrates.
      expect(await portal({ ...both, ...wrong }, 'migrate')).toMatch(
        /^1 Cannot connect .* Check DATABASE_URL/,
      )
      expect(await failedServer(asApplication)).toMatch(lacking)
      expect(await portal(asOwner, 'migrate')).toMatch(/^0 Migrated: 0001_schema/)
      expect(await failedServer(asApplication)).toMatch(
        /^The role of DATABASE_URL may not read the tables.* Run: npm run portal -- migrate\n$/,
      )
      expect(await portal(both, 'migrate')).toMatch(
        new RegExp(`^0 .* The role ${application} has the privileges of the server\\.$`),
      )

      const outputOf = async (env: Record<string, string>) => {
        const server = await startServer(env)
        await server.until(() => server.output().includes('Portal listening'))
        expect(await server.end('SIGTERM')).toBe(0)
        return server.output()
      }
      const warning = 'connects as the owner of the tables'
      const [again, notOwner, asServer, ofOwner] = await Promise.all([
        portal(both, 'migrate'),
        portal(asApplication, 'migrate'),
        outputOf(asApplication),
        outputOf(asOwner),
      ])
      expect(again).toMatch(/^0 The database is up to date\. The role/)
      expect(notOwner).toBe(
        '1 This command needs the owner of the database: set DATABASE_OWNER_URL for it (docs/operations.md, Roles of the database).',
      )
      expect(asServer).not.toContain(warning)
      expect(asServer).not.toContain('"level":50')
      expect(ofOwner).toContain(warning)
    },
  )
})
