/**
 * Measures the goals of speed in one run: reads, searches, two processes, sign-ins, exports, writes of partners, the landing
 * page beside them, and 1,000 connections for a minute. Prints a table and writes it to bench/RESULTS.md.
 *
 *     npm run bench                          50,000 people and 1,000,000 records
 *     npm run bench -- table full            500,000 people and 10,000,000 records
 *     npm run bench -- table PEOPLE RECORDS
 *
 * SOAK_MINUTES=10 keeps the 1,000 connections open for ten minutes. Needs two free cores: nothing else may run.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { measureExport } from './exports.ts'
import { openMeasuredPortal, writeSettings } from './measured-portal.ts'
import { measureLanding, measureSoak } from './mixed.ts'
import { measurePartners } from './partner-points.ts'
import { measureReads } from './reads.ts'
import { printHeading, printRow, type Row, tableOf } from './rows.ts'
import { measureSignIns } from './sign-in.ts'
import { measureWorkers } from './workers.ts'

const [first, second] = process.argv.slice(2)
const people = first === 'full' ? 500_000 : Number(first ?? 50_000)
const minutes = Number(process.env['SOAK_MINUTES'] ?? 1)
const records = first === 'full' ? 10_000_000 : Number(second ?? 1_000_000)

/** Time of all cores since the start of the machine, and what other machines on the same cores took of it. Needs Linux. */
function coreTimes(): { all: number; stolen: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const times = line.split(/ +/).slice(1, 9).map(Number)
  return { all: times.reduce((sum, time) => sum + time), stolen: times[7] ?? 0 }
}
const atStart = coreTimes()

const rows: Row[] = []
const report = (row: Row) => {
  rows.push(row)
  printRow(row)
}

const results = fileURLToPath(new URL('./RESULTS.md', import.meta.url))
const size = `${people.toLocaleString('en')} people, ${records.toLocaleString('en')} records`
const written = readFileSync(results, 'utf8')
const earlier = written.includes(size) ? written : ''

const portal = await openMeasuredPortal({ people, records }, { fsync: true, env: writeSettings })
printHeading()
const measurements: Record<string, () => Promise<void>> = {
  reads: () => measureReads(portal, records, report),
  'one and two processes': () => measureWorkers(portal, records, report),
  'sign-ins': () => measureSignIns(portal, report),
  exports: () => measureExport(portal, report),
  partners: () => measurePartners(portal, report),
  'landing page': () => measureLanding(portal, report),
  'many connections': () => measureSoak(portal, { minutes, connections: 1_000 }, report),
}
for (const [name, measure] of Object.entries(measurements)) {
  try {
    await measure()
  } catch (error) {
    report({ name, goal: '', note: `failed: ${String(error).split('\n')[0]}` })
    write()
    // Its processes and clients may still run and would slow down the next measurements. The exit ends them.
    process.exit(1)
  }
  write()
}
await portal.close()

function write() {
  const commit = execFileSync('git', ['log', '-1', '--format=%h, %cs'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`
  const now = coreTimes()
  const stolen = Math.round((100 * (now.stolen - atStart.stolen)) / (now.all - atStart.all))
  const software = `Node ${process.versions.node}; on top of commit ${commit}`
  const texts = [
    '# Results of `npm run bench`',
    `${size}, loaded in ${Math.round(portal.loadSeconds)} s; ${machine}; ${software}; other machines took ${stolen} % of the cores' time.`,
    'The portal, the bare handler, PostgreSQL and the load generator share the machine: compare ratios, not rates. Bare is a `node:http` ' +
      'server with one named statement per call: no session, validation, audit and log. Eight connections unless a row says ' +
      "otherwise; medians of the rounds in turn. Before: the ratio of the run before. µs: CPU time of the server's process per call " +
      "or record, without PostgreSQL's.",
    tableOf(rows, earlier),
  ]
  writeFileSync(results, `${texts.join('\n\n')}\n`)
  execFileSync(fileURLToPath(new URL('../node_modules/.bin/oxfmt', import.meta.url)), [results])
}
