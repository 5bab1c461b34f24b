import { startPortal } from './start.ts'
import { ConfigFault } from './platform/config.ts'
import { FolderInUse } from './db/folder-lock.ts'
import { DemonstrationData } from './features/demo/service.ts'

/** The server's process: environment in, signals out. `npm start` and any process manager run this file. */
try {
  const portal = await startPortal(process.env, (line) => console.log(line))
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    portal.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
} catch (fault) {
  const expected =
    [ConfigFault, FolderInUse, DemonstrationData].some((kind) => fault instanceof kind) ||
    (fault as { code?: string }).code === 'EADDRINUSE'
  console.error(expected ? (fault as Error).message : fault)
  process.exit(1)
}
