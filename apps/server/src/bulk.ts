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

/** Maximum connections. As many exports may run; batches have their own, because they may wait for locks. */
const sizes = { exports: 4, batches: 2 }

const { config, personCalls } = workerData as BulkData
const { database, databaseRead, databaseTimeouts: timeouts } = config
if (!parentPort || database.kind !== 'postgres')
  throw new Error('bulk.ts needs a main thread and PostgreSQL.')
heavyWork.useShared(personCalls)

const open = (url: string, { name = 'portal bulk', size = sizes.exports, isPooled = false }): Db =>
  databaseOn(
    openPool(url, { timeouts, size, name, isPooled }, (error) =>
      report(error, { msg: 'a database connection broke' }),
    ),
  )
const isPooled = database.directUrl !== undefined
const forExports = open(database.url, { isPooled })
const db = open(database.url, { isPooled, size: sizes.batches })
let standby: Db | undefined

serveTasks(parentPort, {
  tasks: [plainBatch],
  streams: [pointsWorkbook, participantsWorkbook, auditWorkbook],
  context: { db, clock: systemClock, config },
  forStreams: forExports,
  openStandby: () => {
    if (!databaseRead) throw new Error('There is no standby server.')
    return (standby ??= open(databaseRead.url, { name: 'portal bulk reader' }))
  },
  close: async () => {
    await standby?.destroy()
    await forExports.destroy()
    await db.destroy()
  },
  report,
})
