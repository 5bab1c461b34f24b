/**
 * Measures what the roles and the hash chain (docs/decisions/021) add to writing records: alternates rounds without them
 * (the triggers as the caller, no sealing) and with them (the triggers as the owner, all rows of the round sealed), and
 * compares the CPU time of this process and of the database's processes. Then measures sealing and verifying.
 * Creates people and records, which stay: use a temporary database, as its owner.
 *
 *     DATABASE_URL=postgres://… npm run bench -- hash-chain [rounds] [records for verify]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildApp } from '@portal/server/app.ts'
import { openDatabase } from '@portal/server/db/database.ts'
import { migrate } from '@portal/server/db/migrate.ts'
import { importPoints } from '@portal/server/ledger/import/import-records.ts'
import { listChainDifferences } from '@portal/server/lib/chain/verify-chain.ts'
import { sealNow } from '@portal/server/lib/chain/seal.ts'
import { readConfig } from '@portal/server/lib/config/config.ts'
import { byCommand } from '@portal/server/lib/audit/audit.ts'
import { openJobs } from '@portal/server/lib/jobs/jobs.ts'
import { hashToken } from '@portal/server/lib/security/tokens.ts'
import { systemClock as clock } from '@portal/server/lib/time/clock.ts'
import { median } from './statistics.ts'

const [rounds = 12, verified = 1_000_000] = process.argv.slice(2).map(Number)
const noLimits = {
  RECORD_MAX_AGE: '36500d',
  WAITING_MAX_AGE: '36500d',
  RETENTION_CLAIMS: 'off',
  LIMIT_PARTNER_CALLS: '9999999/1h',
}
const config = readConfig({ ...process.env, ...noLimits, DEMO: 'no', LOG_LEVEL: 'error' })
const open = await openDatabase({ database: config.database })
const { db } = open
await migrate(db)
const jobs = await openJobs(open, console.error)
const app = await buildApp({ db, clock, config, jobs, listen: open.listen, cookies: { secure: false } })

const run = crypto.randomUUID()
await sql`
  insert into users (email, first_name, last_name, is_active, created_at)
  select ${run} || n || '@bench.example.gr', 'Bench', 'Bench', true, now() from generate_series(1, 5000) n`.execute(
  db,
)
const people = (
  await sql<{ id: number; email: string }>`
    select id, email from users where email like ${`${run}%`} order by id`.execute(db)
).rows
await sql`
  insert into partners (client_id, name, home_url, secret_hash, redirect_uris, scopes, descriptions, created_at)
  values (${run}, 'Bench', '', '', '{}', '{points:write}', '{oil_collected,coupon_created}', now())`.execute(
  db,
)
await sql`
  insert into oidc_payloads (model, id, created_at, expires_at, payload)
  values ('ClientCredentials', ${hashToken(run)}, now(), now() + interval '1 day',
    ${JSON.stringify({ clientId: run, scope: 'points:write' })}::jsonb)`.execute(db)

let serial = 0
const recordOf = (points: number) => {
  serial += 1
  return {
    reference: `${serial}`,
    participant: { id: people[serial % people.length]?.id },
    description: points < 0 ? 'coupon_created' : 'oil_collected',
    points,
    happened_at: new Date(Date.UTC(2024, 0, 1) + (serial % 1_000) * 60_000_000).toISOString(),
    details: { litres: 2.5, collection_point: 'Πράσινο ATM, Δημαρχείο' },
  }
}
const send = async (payload: object) => {
  const headers = { authorization: `Bearer ${run}` }
  const answer = await app.inject({ method: 'POST', url: '/api/partner/points/', headers, payload })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const importRecords = async () => {
  const rows = Array.from({ length: 20_000 }, () => {
    serial += 1
    return `${people[serial % people.length]?.email},10,oil_collected,2024-05-06T07:08:09Z,${run}${serial}`
  })
  const file = join(folder, 'points.csv')
  writeFileSync(file, `email,points,description,created_at,reference\n${rows.join('\n')}\n`)
  await importPoints({ db, clock, config, progress: () => {} }, file, byCommand('bench'))
}
const works: Record<string, () => Promise<void>> = {
  'records in batches of 1,000': async () => {
    for (let n = 0; n < 10; n += 1) await send({ records: Array.from({ length: 1_000 }, () => recordOf(50)) })
  },
  'single redemptions': async () => {
    for (let n = 0; n < 500; n += 1) await send(recordOf(-1))
  },
  'import of 20,000 records': importRecords,
}

const definers =
  'points_records_counted points_records_reversal_checked participants_counted accounts_counted balances_opened fold_counters'
async function setProtection(isOn: boolean) {
  for (const name of definers.split(' '))
    await sql
      .raw(
        isOn
          ? `alter function ${name}() security definer set search_path = public, pg_temp`
          : `alter function ${name}() security invoker reset search_path`,
      )
      .execute(db)
}

/** CPU seconds of this process and of the database's processes on this machine, user and system (Linux). */
async function cpuSeconds(): Promise<number> {
  const { user, system } = process.cpuUsage()
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db)
  const ticks = rows.map(({ pid }) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return Number(fields[11]) + Number(fields[12])
    } catch {
      return 0
    }
  })
  return (user + system) / 1e6 + ticks.reduce((sum, one) => sum + one, 0) / 100
}

for (const [what, work] of Object.entries(works)) {
  const used: Record<'without' | 'with', number[]> = { without: [], with: [] }
  await work()
  for (let round = 0; round < rounds * 2; round += 1) {
    const isOn = (round + Math.floor(round / 2)) % 2 === 1
    await setProtection(isOn)
    // What the other rounds left.
    await sealNow({ db, clock })
    const start = await cpuSeconds()
    await work()
    if (isOn) await sealNow({ db, clock })
    used[isOn ? 'with' : 'without'].push((await cpuSeconds()) - start)
  }
  const [before, after] = [median(used.without), median(used.with)]
  console.log(
    `${what}: CPU ${before.toFixed(2)} s without, ${after.toFixed(2)} s with, ratio ${(after / before).toFixed(3)}`,
  )
}

await setProtection(true)
await sql.raw('alter table points_records disable trigger user').execute(db)
await sql`
  insert into points_records (participant_id, points, description, created_at, source, reference, details)
  select ${people[0]?.id}, 10, 'oil_collected', now(), ${run}, n,
    '{"litres": 2.5, "collection_point": "Πράσινο ATM, Δημαρχείο"}'
  from generate_series(1, ${verified}) n`.execute(db)
await sql.raw('alter table points_records enable trigger user').execute(db)
const timed = async (what: string, work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  const perSecond = Math.round((verified * 1_000) / (performance.now() - start))
  console.log(`${what} ${verified.toLocaleString('en')} records: ${perSecond.toLocaleString('en')}/s`)
}
await timed('sealing', () => sealNow({ db, clock }))
await timed('verifying the chain of at least', () => listChainDifferences(db, []))

await app.close()
await jobs.stop()
await open.close()
rmSync(folder, { recursive: true })
