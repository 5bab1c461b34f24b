/**
 * Measures the floors of speed in one run. Prints a table and writes it to bench/RESULTS.md.
 *
 *     npm run bench                          50,000 people and 1,000,000 records
 *     npm run bench -- table PEOPLE RECORDS
 *     ONLY=writes npm run bench              one part, printed only
 *
 * SOAK_MINUTES=10 keeps the 1,000 connections open for ten minutes. Needs two free cores: nothing else may run.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { measureImport } from './imports.ts'
import { printHeading, printRow, type Row, tableOf } from './load.ts'
import { openMeasuredPortal, writeSettings } from './measured-portal.ts'
import { measureLanding, measureSoak } from './mixed.ts'
import { measureExport, measureReads } from './reads.ts'
import { measureSignIns } from './sign-in.ts'
import { measureWrites } from './writes.ts'

const [people = 50_000, records = 1_000_000] = process.argv.slice(2).map(Number)
const minutes = Number(process.env['SOAK_MINUTES'] ?? 1)
const only = process.env['ONLY']

const rows: Row[] = []
const report = (row: Row) => {
  rows.push(row)
  printRow(row)
}

const portal = await openMeasuredPortal({ people, records }, { fsync: true, env: writeSettings })
const measurements = {
  reads: () => measureReads(portal, records, report),
  'sign-ins': () => measureSignIns(portal, report),
  exports: () => measureExport(portal, report),
  writes: () => measureWrites(portal, report),
  'landing page': () => measureLanding(portal, report),
  imports: () => measureImport(portal, report),
  'many connections': () => measureSoak(portal, { minutes, connections: 1_000 }, report),
}
printHeading()
for (const [name, measure] of Object.entries(measurements))
  if (only === undefined || name === only) await measure()
await portal.close()
if (only === undefined) write()
// Clients and processes of the bench may still run.
process.exit()

function write() {
  const results = fileURLToPath(new URL('./RESULTS.md', import.meta.url))
  const commit = execFileSync('git', ['log', '-1', '--format=%h, %cs'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`
  const texts = [
    '# Results of `npm run bench`',
    `${people.toLocaleString('en')} people, ${records.toLocaleString('en')} records; ${machine}; Node ${process.versions.node}; on top of commit ${commit}.`,
    'The portal, the bare handler, PostgreSQL and the load generator share the machine: compare ratios, not rates. Bare is a `node:http` ' +
      'server with one named statement per call: no session, validation, audit and log. Eight connections unless a row says ' +
      "otherwise; medians of the rounds in turn. µs: CPU time of the server's process per call or record, without PostgreSQL's.",
    tableOf(rows),
  ]
  writeFileSync(results, `${texts.join('\n\n')}\n`)
  execFileSync(fileURLToPath(new URL('../node_modules/.bin/oxfmt', import.meta.url)), [results])
}
