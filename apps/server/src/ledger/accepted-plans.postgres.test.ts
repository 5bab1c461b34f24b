import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Db } from '#server/db/database.ts'
import type { Partner } from '#server/lib/context/app-context.ts'
import { openTestApp } from '#test/test-app.ts'
import { recordPoints } from './record.ts'

it('recordPoints reads few records for a large batch on a connection that planned its statements for an empty ledger', async () => {
  const testApp = await openTestApp()
  try {
    const { id, clientId } = await testApp.make.partner()
    const given = {
      descriptions: ['oil_collected' as const],
      scopes: ['points:write'],
      network: '',
      name: 'Λάδι',
    }
    const limits = { firstParty: true, dailyCap: null, personCap: null, hasWebhook: false }
    const partner: Partner = { ...given, ...limits, id, clientId }
    const people: number[] = []
    while (people.length < 20) people.push((await testApp.make.customer()).id)
    // As `vacuumdb --analyze` does on a new installation: the planner then expects no records.
    await sql`analyze points_records`.execute(testApp.db)

    const record = async (db: Db, records: number) => {
      const batch = Array.from({ length: records }, (_, at) => ({
        reference: crypto.randomUUID(),
        participant: { id: people[at % people.length] },
        description: 'oil_collected',
        points: 1,
        happened_at: testApp.portal.clock.now().toISOString(),
      }))
      return recordPoints({ ...testApp.portal, db }, partner, batch)
    }
    const readRecords = async (db: Db) => {
      const { rows } = await sql<{ n: number }>`
        select seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables
        where relname = 'points_records'`.execute(db)
      return rows[0]?.n ?? 0
    }
    await testApp.portal.db.transaction().execute(async (trx) => {
      await record(trx, 400)
      const before = await readRecords(trx)
      const outcomes = await record(trx, 400)
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['recorded']))
      // Fewer than twice those that the partner has recorded; a scan for each record would read 160,000 or more.
      expect((await readRecords(trx)) - before).toBeLessThan(2_000)
    })
  } finally {
    await testApp.close()
  }
})
