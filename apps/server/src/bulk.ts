import { parentPort, workerData } from 'node:worker_threads'
import { type Db, databaseOn, openPool } from './db/database.ts'
import { auditWorkbook } from './features/audit/export-service.ts'
import { participantsWorkbook } from './features/participants/export-service.ts'
import { plainBatch } from './features/partner-api/batch-service.ts'
import { pointsWorkbook } from './features/points/export-service.ts'
import type { Config } from './lib/config/config.ts'
import { reportError as report } from './lib/errors/describe-error.ts'
import { heavyWork } from './lib/grouping/heavy-work.ts'
import { serveTasks } from './lib/threads/serve-tasks.ts'
import { systemClock } from './lib/time/clock.ts'

/** The bulk thread's entry point (`openBulkThread`). */
export type BulkData = { config: Config; personCalls: SharedArrayBuffer }

/** Maximum connections to each server: as many exports may run, and batches share them. */
const size = 4

const { config, personCalls } = workerData as BulkData
const { database, databaseRead, databaseTimeouts: timeouts } = config
if (!parentPort || database.kind !== 'postgres')
  throw new Error('bulk.ts needs a main thread and PostgreSQL.')
heavyWork.useShared(personCalls)

const open = (url: string, name: string, isPooled = false): Db =>
  databaseOn(
    openPool(url, { timeouts, size, name, isPooled }, (error) =>
      report(error, { msg: 'a database connection broke' }),
    ),
  )
const db = open(database.url, 'portal bulk', database.directUrl !== undefined)
let standby: Db | undefined

serveTasks(parentPort, {
  tasks: [plainBatch],
  streams: [pointsWorkbook, participantsWorkbook, auditWorkbook],
  context: { db, clock: systemClock, config },
  openStandby: () => {
    if (!databaseRead) throw new Error('There is no standby server.')
    return (standby ??= open(databaseRead.url, 'portal bulk reader'))
  },
  close: async () => {
    await standby?.destroy()
    await db.destroy()
  },
  report,
})
