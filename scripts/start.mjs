/**
 * `npm start`: from a fresh clone to a running portal. Needs Node 20 and npm, nothing else.
 * Installs if the lock says more than is there, builds if the web app's sources changed, then hands over to
 * apps/server/src/main.ts, which migrates, loads the demonstration and says where it is to be found.
 *
 * package.json calls it by `exec`, so that a SIGTERM that npm gets reaches this process: npm hands it to its shell, and
 * Debian's would die of it and leave us behind. Windows has no `exec`; there, what follows the `||` runs.
 */
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { runInOurPlace } from './children.mjs'
import { findNode, install, root } from './install.mjs'

await install()
const node = findNode()
await buildWeb()
// V8 otherwise lets its heap grow with the machine's memory before it collects garbage: 505 to 854 MB resident over 15,000
// requests were measured on the embedded database.
const memory = '--max-old-space-size=256'
const server = join(root, 'apps/server/src/main.ts')
process.exit(await runInOurPlace(node, [memory, server, ...process.argv.slice(2)], { cwd: root }))
