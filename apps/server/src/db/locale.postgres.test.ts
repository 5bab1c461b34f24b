import { describe, expect, it, onTestFinished } from 'vitest'
import { sql } from 'kysely'
import { openTestApp } from '#test/test-app.ts'
import { adviseOnLocale, openDatabase } from './database.ts'

describe('adviseOnLocale', () => {
  it('warns about a database whose LC_CTYPE has no Greek letters, and about no other', async () => {
    // The tests' databases have LC_CTYPE=C.
    const testApp = await openTestApp()
    onTestFinished(() => testApp.close())
    expect(await adviseOnLocale({ db: testApp.db, kind: 'postgres' })).toContain('LC_CTYPE')

    const { databaseOwner: database } = testApp.portal.config
    if (database?.kind !== 'postgres') throw new Error('This test is for PostgreSQL alone.')
    const name = `greek_${crypto.randomUUID()}`
    await sql`create database ${sql.id(name)} template template0 encoding 'UTF8'
      locale_provider libc lc_collate 'C' lc_ctype 'C.UTF-8'`.execute(testApp.db)
    const url = new URL(database.url)
    url.pathname = `/${name}`
    const open = await openDatabase({ database: { kind: 'postgres', url: url.href } })
    await sql`create extension pg_trgm`.execute(open.db)
    expect(await adviseOnLocale(open)).toBeUndefined()
    await open.close()
    await sql`drop database ${sql.id(name)}`.execute(testApp.db)
  })
})
