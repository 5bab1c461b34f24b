import { startPortal } from './start.ts'
import { ConfigError } from './lib/config/config.ts'
import { FolderInUse } from './db/folder-lock.ts'
import { MigrationMismatch } from './db/migrate.ts'
import { DemonstrationData } from './features/demo/service.ts'

/** Entry point of the server process, for `npm start` and process managers. Stops on SIGINT and SIGTERM. */
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
try {
  const portal = await startPortal(process.env, (line) => console.log(line))
  stop = portal.stop
} catch (error) {
  const expected =
    [ConfigError, FolderInUse, MigrationMismatch, DemonstrationData].some((kind) => error instanceof kind) ||
    (error as { code?: string }).code === 'EADDRINUSE'
  console.error(expected ? (error as Error).message : error)
  process.exit(1)
}
