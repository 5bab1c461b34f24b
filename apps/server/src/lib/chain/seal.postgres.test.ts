import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openTestApp } from '#test/test-app.ts'
import { openSealing } from './seal.ts'
import { listChainDifferences, listHeads } from './verify-chain.ts'

it('a record whose transaction is open is sealed after its commit, in the order of ids [security hash chain]', async () => {
  const testApp = await openTestApp()
  onTestFinished(() => testApp.close())
  const { id } = await testApp.make.customer()
  const insert = (reference: string) => sql`
    insert into points_records (participant_id, points, description, created_at, source, reference)
    values (${id}, 10, 'oil_collected', now(), 'import', ${reference})`
  const other = await testApp.make.customer()
  const seal = openSealing(testApp.portal)

  await testApp.db.transaction().execute(async (trx) => {
    await insert('slow').execute(trx)
    await sql`
      insert into points_records (participant_id, points, description, created_at, source, reference)
      values (${other.id}, 10, 'oil_collected', now(), 'import', 'fast')`.execute(testApp.db)
    expect(await seal()).toBe('writers')
    expect(await listHeads(testApp.portal)).toEqual([])
    expect(await seal()).toBe('writers')
  })
  expect(await seal()).toBe('nothing')
  expect(await listHeads(testApp.portal)).toMatchObject([{ number: 1, lastId: 2 }])
  await Promise.all([openSealing(testApp.portal)(), openSealing(testApp.portal)()])
  expect(await listHeads(testApp.portal)).toMatchObject([{ number: 1, lastId: 2 }])
  expect(await listChainDifferences(testApp.portal.db, [])).toEqual([])
})
