import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '#test/files.ts'
import { openTestApp } from '#test/test-app.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

describe('migrate', () => {
  it('runs once if several processes start simultaneously, with create index concurrently', async () => {
    const testApp = await openTestApp()
    onTestFinished(() => testApp.close())
    const { databaseOwner: database } = testApp.portal.config
    if (!database?.url) throw new Error('This test needs PostgreSQL.')
    const name = `empty_${crypto.randomUUID()}`
    await sql`create database ${sql.id(name)} template template0`.execute(testApp.db)
    onTestFinished(async () => void (await sql`drop database ${sql.id(name)}`.execute(testApp.db)))
    const url = new URL(database.url)
    url.pathname = `/${name}`

    const folder = temporaryFolder()
    writeFileSync(
      join(folder, '0001_table.sql'),
      'create table one as select generate_series(1, 1000) as id; select pg_sleep(0.5)',
    )
    writeFileSync(
      join(folder, '0002_index.sql'),
      '-- no-transaction\ndrop index concurrently if exists one_by_id\n--;;\ncreate index concurrently one_by_id on one (id)',
    )
    writeFileSync(join(folder, '0003_column.sql'), 'alter table one add column more int')

    const openAgain = () => openDatabase({ database: { url: url.href } })
    const observer = await openAgain()
    const processes = await Promise.all([1, 2, 3, 4].map(openAgain))
    const executed = await Promise.all(processes.map(({ db }) => migrate(db, folder)))
    const { rows } = await sql`
      select indisvalid as is_valid, (select count(*) from one) as n,
        (select count(*) from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())) as locks
      from pg_index where indexrelid = 'one_by_id'::regclass`.execute(observer.db)
    await Promise.all([observer, ...processes].map(({ close }) => close()))

    expect(executed.filter((names) => names.length > 0)).toEqual([
      ['0001_table', '0002_index', '0003_column'],
    ])
    expect(rows).toEqual([{ isValid: true, n: 1000, locks: 0 }])
  })
})
