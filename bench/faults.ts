/**
 * Tests the server with a failing database under load: terminates its connections and restarts PostgreSQL, while six
 * clients write records and read. Starts its own PostgreSQL and server.
 *
 *     npm run bench -- faults [terminations] [restarts]
 *
 * Prints the responses by status, and the time until every client gets a response again: after a termination from that
 * time, after a restart from the time when PostgreSQL accepts connections. Exits with 1 if the server exited, a
 * response was neither 200 nor 503 in the dialect, or an acknowledged record is missing or was recorded twice.
 */
import { openFaultyDatabase, startLoad } from '../apps/server/test/faulty-database.ts'
import { startServer } from '../apps/server/test/server-process.ts'
import { percentile } from './statistics.ts'

const [terminations = 100, restarts = 20] = process.argv.slice(2).map(Number)
const database = await openFaultyDatabase()
const server = await startServer(database.env)
let isOver = false
const watch = async () => {
  const code = await server.ended
  if (isOver) return
  console.log(`The server exited with code ${code}:\n${server.output()}`)
  process.exit(1)
}
void watch()
const load = startLoad(server.url, database)
await load.recovery()

const report = (what: string, times: number[]) => {
  const at = (share: number) => percentile(times, share).toFixed(0)
  console.log(`${what}: recovery p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms (${times.length})`)
}

const afterTerminations: number[] = []
for (let n = 0; n < terminations; n += 1) {
  // Every tenth time all connections at once, including those of the job queue.
  await (n % 10 === 9 ? database.terminateAll() : database.terminateOne())
  afterTerminations.push(await load.recovery())
}
report('terminated connections', afterTerminations)

const afterRestarts: number[] = []
for (let n = 0; n < restarts; n += 1) {
  await database.postgres.shutDown(n % 2 === 0 ? 'fast' : 'immediate')
  await new Promise((done) => setTimeout(done, 500))
  await database.postgres.start()
  afterRestarts.push(await load.recovery())
}
report('restarts', afterRestarts)

await load.stop()
isOver = true
console.log(
  'answers:',
  [...load.statuses].map(([status, count]) => `${status}: ${count.toLocaleString('en')}`).join(', '),
)
const rows = await database.query('select reference from points_records')
const kept = new Set(rows.map(({ reference }) => String(reference)))
const missing = [...load.answered].filter((reference) => !kept.has(reference)).length
const twice = [...load.recorded.values()].filter((times) => times > 1).length + rows.length - kept.size
console.log(
  `records acknowledged: ${load.answered.size.toLocaleString('en')}, missing ${missing}, twice ${twice}`,
)
const code = await server.end('SIGTERM')
console.log(`the server exited with code ${code} after SIGTERM`)
await database.postgres.stop()
const isCorrect = code === 0 && missing + twice === 0
process.exit(
  isCorrect && [...load.statuses.keys()].every((status) => [200, 503].includes(Number(status))) ? 0 : 1,
)
