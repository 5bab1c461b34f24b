import { startPortal } from './start.ts'
import { ConfigFault } from './platform/config.ts'
import { FolderInUse } from './db/folder-lock.ts'
import { DemonstrationData } from './features/demo/service.ts'

/** The server's process: environment in, signals out. `npm start` and any process manager run this file. */
const ended = new AbortController()
process.on('SIGINT', () => ended.abort())
process.on('SIGTERM', () => ended.abort())
try {
  const portal = await startPortal(process.env, (line) => console.log(line), ended.signal)
  const end = () => {
    if (!portal) process.exit(0)
    void portal.stop().then(() => process.exit(0))
  }
  if (ended.signal.aborted) end()
  else ended.signal.addEventListener('abort', end)
} catch (fault) {
  const expected =
    [ConfigFault, FolderInUse, DemonstrationData].some((kind) => fault instanceof kind) ||
    (fault as { code?: string }).code === 'EADDRINUSE'
  console.error(expected ? (fault as Error).message : fault)
  process.exit(1)
}
