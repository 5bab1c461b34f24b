import { parentPort, workerData } from 'node:worker_threads'
import { type Db, databaseOn, openPool } from './db/database.ts'
import { auditWorkbook } from './features/audit/export-service.ts'
import { participantsWorkbook } from './features/participants/export-service.ts'
import { plainBatch } from './features/partner-api/batch-service.ts'
import { pointsWorkbook } from './features/points/export-service.ts'
import { labelsPdf } from './features/stickers/batch-service.ts'
import type { Config } from './lib/config/config.ts'
import { reportError as report } from './lib/errors/describe-error.ts'
import { heavyWork } from './lib/grouping/heavy-work.ts'
import { serveTasks } from './lib/threads/serve-tasks.ts'
import { systemClock } from './lib/time/clock.ts'

/** The bulk thread's entry point (`openBulkThread`). */
export type BulkData = { config: Config; personCalls: SharedArrayBuffer }

/**
 * Maximum connections: two more than exports may run, since an aborted one keeps its connection until its statement ends. Batches
 * have their own, because they may wait for locks.
 */
const sizes = { exports: 6, batches: 2 }
/** Milliseconds for which a batch waits for a connection here, before the main thread records it. */
const batchConnectMs = 2_000

const { config, personCalls } = workerData as BulkData
const { database, databaseRead, databaseTimeouts } = config
if (!parentPort || database.kind !== 'postgres')
  throw new Error('bulk.ts needs a main thread and PostgreSQL.')
heavyWork.useShared(personCalls)

const open = (
  url: string,
  { name = 'portal bulk', size = sizes.exports, isPooled = false, timeouts = databaseTimeouts },
): Db =>
  databaseOn(
    openPool(url, { timeouts, size, name, isPooled }, (error) =>
      report(error, { msg: 'a database connection broke' }),
    ),
  )
const isPooled = database.directUrl !== undefined
const forExports = open(database.url, { isPooled })
const db = open(database.url, {
  isPooled,
  size: sizes.batches,
  timeouts: { ...databaseTimeouts, connect: batchConnectMs },
})
let standby: Db | undefined

serveTasks(parentPort, {
  tasks: [plainBatch],
  streams: [pointsWorkbook, participantsWorkbook, auditWorkbook, labelsPdf],
  context: { db, clock: systemClock, config },
  forStreams: forExports,
  openStandby: () => {
    if (!databaseRead) throw new Error('There is no standby server.')
    return (standby ??= open(databaseRead.url, { name: 'portal bulk reader' }))
  },
  close: async () => {
    await Promise.all([standby?.destroy(), forExports.destroy(), db.destroy()])
  },
  report,
})
