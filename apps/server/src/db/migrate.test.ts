import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Db, openInMemory } from './database.ts'
import { migrate, MigrationMismatch } from './migrate.ts'

let db: Db
let folder: string
beforeAll(async () => {
  db = await openInMemory()
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'))
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
afterAll(() => db.destroy())

const write = (file: string, ...statements: string[]) =>
  writeFileSync(join(folder, file), statements.join(';\n--;;\n'))
const tables = async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
    order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

describe('migrate', () => {
  it('executes numbered files in their order, once, and ignores other files', async () => {
    write('0002_second.sql', 'alter table one add column more int')
    write('0001_first.sql', 'create table one (id int)')
    write('notes.sql', 'this is not executed')
    expect(await migrate(db, folder)).toEqual(['0001_first', '0002_second'])
    expect(await migrate(db, folder)).toEqual([])
    write('0003_third.sql', 'create table three (id int)')
    expect(await migrate(db, folder)).toEqual(['0003_third'])
    expect(await tables()).toEqual(['one', 'three'])
  })

  it('rolls back the file that fails and keeps the files before it', async () => {
    write('0001_first.sql', 'create table one (id int)')
    write('0002_second.sql', 'create table two (id int)', 'select 1 / 0')
    await expect(migrate(db, folder)).rejects.toThrow('division by zero')
    expect(await tables()).toEqual(['one'])
    write('0002_second.sql', 'create table two (id int)')
    expect(await migrate(db, folder)).toEqual(['0002_second'])
  })

  it('runs a file with -- no-transaction statement by statement and records it after the last one', async () => {
    write('0001_first.sql', '-- no-transaction\ncreate table if not exists one (id int)', 'select 1 / 0')
    await expect(migrate(db, folder)).rejects.toThrow('division by zero')
    expect(await tables()).toEqual(['one'])
    write(
      '0001_first.sql',
      '-- no-transaction\ncreate table if not exists one (id int)',
      'create index concurrently one_by_id on one (id)',
    )
    expect(await migrate(db, folder)).toEqual(['0001_first'])
  })

  it('rejects statements that need -- no-transaction in a file without it', async () => {
    write('0001_first.sql', 'create table one (id int)', 'create index concurrently one_by_id on one (id)')
    await expect(migrate(db, folder)).rejects.toThrow('cannot run inside a transaction block')
    expect(await tables()).toEqual([])
  })

  it('rejects a database of an unreleased version and requests a new one', async () => {
    write('0001_portal.sql', 'create table one (id int)')
    write('0002_exports.sql', 'create table two (id int)')
    await migrate(db, folder)
    const attempt = migrate(db)
    await expect(attempt).rejects.toBeInstanceOf(MigrationMismatch)
    await expect(attempt).rejects.toThrow(
      /unreleased version of the portal: its migration 0001_portal no longer exists[.] Create a new database .+ import the data again/,
    )
    expect(await tables()).toEqual(['one', 'two'])
  })

  it('rejects a migration that was edited after its execution, and says what to do', async () => {
    write('0001_first.sql', 'create table one (id int)')
    write('0002_second.sql', '-- no-transaction\ncreate table two (id int)')
    await migrate(db, folder)
    write('0002_second.sql', '-- no-transaction\r\ncreate table two (id int)')
    expect(await migrate(db, folder)).toEqual([])
    write('0002_second.sql', '-- no-transaction\ncreate table two (id bigint)')
    const attempt = migrate(db, folder)
    await expect(attempt).rejects.toBeInstanceOf(MigrationMismatch)
    await expect(attempt).rejects.toThrow(/0002_second was edited .+ put the change into a new migration/)
  })

  it('rejects a database of a newer version', async () => {
    write('0001_first.sql', 'create table one (id int)')
    write('0002_second.sql', 'create table two (id int)')
    await migrate(db, folder)
    rmSync(join(folder, '0002_second.sql'))
    await expect(migrate(db, folder)).rejects.toThrow(
      /newer version of the portal: this version does not have its migration 0002_second/,
    )
  })
})
