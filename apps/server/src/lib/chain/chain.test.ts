import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { writeAudit } from '#server/lib/audit/audit.ts'
import { chainedTables, rowText } from './chained-tables.ts'
import { sealNow } from './seal.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { listChainDifferences, listHeads, listRemoved, removeOldEntries, textOfHead } from './verify-chain.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await openTestApp()
})
afterEach(() => testApp.close())

const run = (statement: string) => sql.raw(statement).execute(testApp.db)
const differences = (...expected: string[]) => listChainDifferences(testApp.portal.db, expected)
const seal = () => sealNow(testApp.portal)

/** Adds records of one person, all at once. @returns the person's id */
async function addRecords(count: number): Promise<number> {
  const { id } = await testApp.make.customer()
  await run(`
    insert into points_records (participant_id, points, description, created_at, received_at, source, reference, details)
    select ${id}, 10, 'oil_collected', '2026-03-01T10:00:00Z', '2026-03-01T10:00:01.5Z', 'import', 'r${id}-' || n,
      '{"shop": "Άννα, \\"Μαρία\\"", "litres": 2.50}'
    from generate_series(1, ${count}) n`)
  return id
}

describe('the hash chain of points_records [security hash chain]', () => {
  it('has blocks of at most 1,000 records, without gaps, and a head that depends on all of them', async () => {
    await addRecords(2_500)
    await seal()
    const { rows } = await sql`
      select number, first_id, last_id, n_rows from chain_blocks order by number`.execute(testApp.db)
    expect(rows).toEqual([
      { number: 1, firstId: 1, lastId: 1_000, nRows: 1_000 },
      { number: 2, firstId: 1_001, lastId: 2_000, nRows: 1_000 },
      { number: 3, firstId: 2_001, lastId: 2_500, nRows: 500 },
    ])
    await addRecords(1)
    await seal()
    await seal()
    expect(await listHeads(testApp.portal)).toEqual([
      { chain: 'points_records', number: 4, lastId: 2_501, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    expect(await differences()).toEqual([])
  })

  it('finds a changed, a removed and an inserted record, and names the block', async () => {
    const id = await addRecords(2_500)
    await seal()
    await run('alter table points_records disable trigger user')
    await run('update points_records set points = 11 where id = 500')
    expect(await differences()).toEqual(['points_records, block 1 (ids 1 to 1000): rows were changed'])
    await run('update points_records set points = 10 where id = 500')
    expect(await differences()).toEqual([])

    await run('delete from points_records where id = 1500')
    expect(await differences()).toEqual([
      'points_records, block 2 (ids 1001 to 2000): rows were removed: 999 instead of 1000',
    ])
    const insert = (at: number) =>
      run(`insert into points_records (id, participant_id, points, description, created_at, source, reference)
        overriding system value values (${at}, ${id}, 10, 'oil_collected', now(), 'import', 'late ${at}')`)
    await insert(1500)
    expect(await differences()).toEqual(['points_records, block 2 (ids 1001 to 2000): rows were changed'])
    await insert(-1)
    expect((await differences())[0]).toBe(
      'points_records, block 1 (ids 1 to 1000): rows were inserted: 1001 instead of 1000',
    )
  })

  it('finds a changed block, a broken link and a removed block', async () => {
    await addRecords(3_500)
    await seal()
    await run('alter table chain_blocks disable trigger user')
    await run('update chain_blocks set n_rows = 999 where number = 1')
    await run("update chain_blocks set previous_hash = '\\x00' where number = 2")
    await run('delete from chain_blocks where number = 3')
    expect(await differences()).toEqual([
      'points_records, block 1 (ids 1 to 1000): the block was changed',
      'points_records, block 1 (ids 1 to 1000): rows were inserted: 1000 instead of 999',
      'points_records, block 2 (ids 1001 to 2000): its link to the previous block is broken',
      'points_records, block 2 (ids 1001 to 2000): the block was changed',
      'points_records, block 4 (ids 3001 to 3500): the blocks before it from 3 are missing',
    ])
  })

  it('finds by a kept head that the whole chain was made again', async () => {
    await addRecords(10)
    await seal()
    const [head] = (await listHeads(testApp.portal)).map(textOfHead)
    expect(head).toMatch(/^points_records:1:[0-9a-f]{64}$/)
    await addRecords(10)
    await seal()
    expect(await differences(head ?? '')).toEqual([])
    await run('alter table points_records disable trigger user')
    await run('alter table chain_blocks disable trigger user')
    await run('update points_records set points = 11 where id = 5')
    await run('delete from chain_blocks')
    await seal()
    expect(await differences()).toEqual([])
    expect(await differences(head ?? '', 'other:1:00')).toEqual([
      `expected ${head}: the chain has no such block`,
      'expected other:1:00: there is no such chain',
    ])
  })

  it('stays valid when the details of a sealed or unsealed record are erased, and rejects other changes', async () => {
    const people = [await addRecords(2)]
    await seal()
    people.push(await addRecords(2))
    await expect(run('select erase_details(array[1, 3])')).rejects.toThrow(
      'only the details of erased accounts',
    )
    await run(`update users set erased_at = now(), is_active = false, password_hash = null, first_name = '', last_name = '',
      telephone = '' where id in (${people.join()})`)
    await run('select erase_details(array[1, 3])')
    await seal()
    const { rows } = await sql`
      select id from points_records where details is null order by id`.execute(testApp.db)
    expect(rows).toEqual([{ id: 1 }, { id: 3 }])
    expect(await differences()).toEqual([])
    await expect(run("update points_records set details = '{}' where id = 2")).rejects.toThrow('append-only')
    await expect(run('update points_records set details = null, points = 1 where id = 2')).rejects.toThrow(
      'append-only',
    )
    await run('alter table points_records disable trigger user')
    await run('update points_records set details = null where id = 2')
    expect(await differences()).toEqual(['points_records, block 1 (ids 1 to 2): rows were changed'])
  })

  it('has the same text of a row on every database and with any settings of a session', async () => {
    const id = await addRecords(1)
    const table = chainedTables[0]
    if (!table) throw new Error('There is no chained table.')
    const texts = await testApp.db.connection().execute(async (db) => {
      const read = async () =>
        (await sql<{ text: string }>`select ${rowText(table)} as text from points_records t`.execute(db))
          .rows[0]?.text
      const before = await read()
      for (const setting of ["timezone = 'Asia/Tokyo'", "datestyle = 'German'", "bytea_output = 'escape'"])
        await sql.raw(`set ${setting}`).execute(db)
      return [before, await read()]
    })
    const digest = createHash('sha256').update('{"shop": "Άννα, \\"Μαρία\\"", "litres": 2.50}').digest('hex')
    const expected = `[1, ${id}, 10, "oil_collected", 1772359200000, 1772359201500, "import", "r${id}-1", "${digest}", null, null, null]`
    expect(texts).toEqual([expected, expected])
  })
})

describe('the hash chain of audit_entries [security hash chain]', () => {
  it('finds a changed, a removed and an inserted entry', async () => {
    for (let n = 1; n <= 5; n += 1)
      await writeAudit(
        testApp.portal,
        { kind: 'command', name: 'test' },
        { action: 'participant.view', details: { n } },
      )
    await seal()
    expect(await differences()).toEqual([])
    expect(await listHeads(testApp.portal)).toMatchObject([{ chain: 'audit_entries', number: 1, lastId: 5 }])
    await run('alter table audit_entries disable trigger user')
    await run("update audit_entries set details = '{}' where id = 2")
    expect(await differences()).toEqual(['audit_entries, block 1 (ids 1 to 5): rows were changed'])
    await run(`update audit_entries set details = '{"n": 2}' where id = 2`)
    expect(await differences()).toEqual([])

    await run('create table removed as select * from audit_entries where id = 5')
    await run('delete from audit_entries where id = 5')
    expect(await differences()).toEqual([
      'audit_entries, block 1 (ids 1 to 5): rows were removed: 4 instead of 5',
    ])
    await run('insert into audit_entries overriding system value select * from removed')
    expect(await differences()).toEqual([])
    await run(`insert into audit_entries (id, at, actor_kind, action) overriding system value
      values (0, now(), 'job', 'participant.view')`)
    expect(await differences()).toEqual([
      'audit_entries, block 1 (ids 1 to 5): rows were inserted: 6 instead of 5',
    ])
  })
})

describe('old entries of the audit log [security hash chain]', () => {
  /** Writes an entry that is old, and seals it. */
  const entryOf = async (daysAgo: number) => {
    const context = {
      db: testApp.portal.db,
      clock: { now: () => later(testApp.portal.clock.now(), -days(daysAgo)) },
    }
    const actor = { kind: 'command', name: 'test' } as const
    await writeAudit(context, actor, { action: 'participants.search', details: { daysAgo }, text: 'Μαρία' })
    await sealNow(context)
  }
  const before = (daysAgo: number) => later(testApp.portal.clock.now(), -days(daysAgo))
  const kept = async () =>
    (
      await sql<{ daysAgo: number }>`
        select (details ->> 'daysAgo')::int as days_ago from audit_entries order by id`.execute(testApp.db)
    ).rows.map(({ daysAgo }) => daysAgo)

  it('leave by whole blocks, and the rest is proven from the last one that left', async () => {
    for (const daysAgo of [2_000, 1_900, 1_000, 10]) await entryOf(daysAgo)
    const [oldest, second] = (
      await sql<{ head: string }>`
        select chain || ':' || number || ':' || encode(hash, 'hex') as head from chain_blocks order by number`.execute(
        testApp.db,
      )
    ).rows.map(({ head }) => head)
    expect(await removeOldEntries(testApp.portal, before(1_825))).toBe(2)
    expect(await removeOldEntries(testApp.portal, before(1_825))).toBe(0)
    expect(await kept()).toEqual([1_000, 10])
    expect(await differences(second ?? '')).toEqual([])
    expect(await differences(oldest ?? '')).toEqual([
      `expected ${oldest}: its block left the chain, up to block 2; expect a newer head`,
    ])
    expect(await listRemoved(testApp.portal)).toEqual([{ chain: 'audit_entries', blocks: 2, rows: 2 }])
    expect(await removeOldEntries(testApp.portal, before(900))).toBe(1)
    expect(await listRemoved(testApp.portal)).toEqual([{ chain: 'audit_entries', blocks: 3, rows: 3 }])
    await entryOf(0)
    expect(await differences()).toEqual([])
    await run('alter table audit_entries disable trigger user')
    await run(
      "insert into audit_entries (id, at, actor_kind, action) overriding system value values (1, now(), 'job', 'audit.read')",
    )
    expect(await differences()).toEqual([
      'audit_entries, block 4 (ids 4 to 4): rows were inserted: 2 instead of 1',
    ])
  })

  it('never leave in 365 days, whatever the period, nor in the newest block', async () => {
    for (const daysAgo of [400, 364, 300]) await entryOf(daysAgo)
    expect(await removeOldEntries(testApp.portal, before(-10))).toBe(1)
    expect(await kept()).toEqual([364, 300])
    const hash = '(select hash from chain_blocks where number = 2)'
    await expect(run(`update chain_anchors set number = 2, last_id = 2, hash = ${hash}`)).rejects.toThrow(
      'only blocks older than 365 days',
    )
    await expect(run('delete from audit_entries where id = 2')).rejects.toThrow('append-only')
    await expect(run('delete from chain_blocks where number = 2')).rejects.toThrow('append-only')
    await expect(run('delete from chain_anchors')).rejects.toThrow('only blocks older')
  })

  it('stay if one of them was changed', async () => {
    for (const daysAgo of [2_000, 1_900, 10]) await entryOf(daysAgo)
    await run('alter table audit_entries disable trigger user')
    await run("update audit_entries set action = 'audit.read' where id = 1")
    await run('alter table audit_entries enable trigger user')
    await expect(removeOldEntries(testApp.portal, before(1_825))).rejects.toThrow(
      'audit_entries, block 1 (ids 1 to 1): rows were changed',
    )
    expect(await kept()).toHaveLength(3)
  })
})

describe('chained tables [security hash chain]', () => {
  it('have all of their columns in the chain', async () => {
    for (const { name, columns } of chainedTables) {
      const { rows } = await sql<{ columnName: string }>`
        select column_name from information_schema.columns where table_name = ${name}`.execute(testApp.db)
      expect(Object.keys(columns).toSorted()).toEqual(rows.map(({ columnName }) => columnName).toSorted())
    }
  })
})
