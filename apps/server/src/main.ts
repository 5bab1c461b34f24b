import cluster from 'node:cluster'
import { readConfig } from './lib/config/config.ts'
import { version } from './lib/config/version.ts'

/**
 * Entry point of the server process, for `npm start` and process managers. Stops on SIGINT and SIGTERM. With
 * PORTAL_WORKERS above 1, the process starts that many of itself (workers.ts). `--version` prints the version.
 */
if (process.argv[2] === '--version') {
  console.log(version)
  process.exit(0)
}

// A signal before the server listens ends the process immediately.
let stop = async () => {}
let isEnding = false
const end = () => {
  if (isEnding) return
  isEnding = true
  void stop().then(() => process.exit(0))
}
process.on('SIGINT', end)
process.on('SIGTERM', end)

/** Errors whose message says what the operator has to do. By name: their classes would load the whole server. */
const expectedErrors = new Set(['ConfigError', 'FolderInUse', 'MigrationMismatch', 'DemonstrationData'])
const wrongDatabase = 'Check DATABASE_URL.'
/** What to change, by system code and SQLSTATE. */
const adviceOn: Partial<Record<string, string>> = {
  EADDRINUSE: 'Another program uses this port: change PORT or METRICS_LISTEN.',
  EADDRNOTAVAIL: 'This machine does not have this address: change HOST or METRICS_LISTEN.',
  EACCES: 'The server needs write access to DATA_DIR, and ports from 1024 on in PORT and METRICS_LISTEN.',
  '28000': wrongDatabase,
  '28P01': wrongDatabase,
  '3D000': wrongDatabase,
}

try {
  const config = readConfig(process.env)
  if (cluster.isPrimary && config.workers > 1) {
    const { startWorkers } = await import('./workers.ts')
    const workers = startWorkers(config, () => process.exit(1))
    stop = workers.stop
    await workers.serveMetrics()
  } else {
    const { startPortal } = await import('./start.ts')
    const portal = await startPortal(process.env, (line) => console.log(line))
    stop = portal.stop
  }
} catch (error) {
  const { name, code = '', message } = error as NodeJS.ErrnoException
  const advice = adviceOn[code]
  console.error(advice ? `${message}. ${advice}` : expectedErrors.has(name) ? message : error)
  process.exit(1)
}
