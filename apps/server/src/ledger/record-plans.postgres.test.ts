import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { Db } from '#server/db/database.ts'
import type { Partner } from '#server/lib/context/app-context.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import { openTestApp } from '#test/test-app.ts'
import { recordPoints } from './record.ts'

const open = async () => {
  const testApp = await openTestApp()
  onTestFinished(() => testApp.close())
  const { id, clientId } = await testApp.make.partner()
  const tokenHash = hashToken(await testApp.make.accessToken({ clientId }, ['points:write']))
  const given = {
    descriptions: ['oil_collected' as const],
    scopes: ['points:write'],
    network: '',
    name: 'Λάδι',
  }
  const limits = { firstParty: true, isPairwise: false, dailyCap: null, personCap: null }
  const partner: Partner = { ...given, ...limits, id, tokenHash, clientId }
  const people: number[] = []
  while (people.length < 20) people.push((await testApp.make.customer()).id)
  return { testApp, partner, people }
}

type Opened = Awaited<ReturnType<typeof open>>

const newBatch = ({ testApp, people }: Opened, records: number) =>
  Array.from({ length: records }, (_, at) => ({
    reference: crypto.randomUUID(),
    participant: { id: people[at % people.length] },
    description: 'oil_collected',
    points: 1,
    happened_at: testApp.portal.clock.now().toISOString(),
  }))

/** Rows of the ledger that a transaction has read. */
const readRecords = async (trx: Db) => {
  const { rows } = await sql<{ n: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables
    where relname = 'points_records'`.execute(trx)
  return rows[0]?.n ?? 0
}

const statuses = (outcomes: Awaited<ReturnType<typeof recordPoints>>) => [
  ...new Set(outcomes.map(({ status }) => status)),
]

/** Records in a transaction that stays open: a connection counts the rows that it reads in its transaction. */
const recorder = ({ testApp, partner }: Opened, trx: Db) => {
  const transaction = () => ({ execute: (work: (trx: Db) => unknown) => work(trx) })
  const db = { transaction } as unknown as Db
  return (batch: ReturnType<typeof newBatch>) => recordPoints({ ...testApp.portal, db }, partner, batch)
}

/** Records 200, then 1,200 others, and repeats the 200. @returns the rows of the ledger that were read for the repeat */
async function readsOfRepeat(opened: Opened, trx: Db): Promise<number> {
  const record = recorder(opened, trx)
  const batch = newBatch(opened, 200)
  await record(batch)
  for (let turn = 0; turn < 3; turn += 1) await record(newBatch(opened, 400))
  const before = await readRecords(trx)
  expect(statuses(await record(batch))).toEqual(['repeated'])
  return (await readRecords(trx)) - before
}

it('recordPoints reads few records for a large batch on a connection that planned its statements for an empty ledger', async () => {
  const opened = await open()
  const { testApp } = opened
  // As `vacuumdb --analyze` does on a new installation: the planner then expects no records.
  await sql`analyze points_records`.execute(testApp.db)
  await testApp.portal.db.transaction().execute(async (trx) => {
    const record = () => recorder(opened, trx)(newBatch(opened, 400))
    await record()
    const before = await readRecords(trx)
    expect(statuses(await record())).toEqual(['recorded'])
    // Fewer than twice those that the partner has recorded; a scan for each record would read 160,000 or more.
    expect((await readRecords(trx)) - before).toBeLessThan(2_000)
  })
})

it('recordPoints reads few records for a repeated batch on a connection that planned its statements for an empty ledger', async () => {
  const opened = await open()
  const { testApp } = opened
  await sql`analyze points_records, partner_references, waiting_deliveries`.execute(testApp.db)
  await testApp.portal.db.transaction().execute(async (trx) => {
    // The sixth execution of a statement on a connection makes its plan for all later ones.
    const small = newBatch(opened, 3)
    for (let turn = 0; turn < 8; turn += 1) await recorder(opened, trx)(small)
    // Each of the batch, and not each of the partner's.
    expect(await readsOfRepeat(opened, trx)).toBeLessThan(400)
  })
})

it('recordPoints reads few records for a repeated batch of a partner that the statistics of the ledger do not know', async () => {
  const opened = await open()
  const { testApp, people } = opened
  await sql`
    insert into points_records (participant_id, points, description, created_at, source, reference)
    select ${people[0] ?? 0}::bigint, 1, 'oil_collected', ${testApp.portal.clock.now()}::timestamptz, 'import', n::text
    from generate_series(1, 2000) n`.execute(testApp.db)
  await sql`analyze points_records`.execute(testApp.db)
  const reads = await testApp.portal.db.transaction().execute((trx) => readsOfRepeat(opened, trx))
  expect(reads).toBeLessThan(400)
})
