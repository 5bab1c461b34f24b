/**
 * `npm start`: starts the portal from a fresh clone. Requires only Node 20 and npm. Installs missing packages, builds
 * the web app if its sources changed, and runs apps/server/src/main.ts, which migrates the database, loads the
 * demonstration data and prints the URL.
 *
 * package.json uses `exec`, so that a SIGTERM to npm reaches this process: npm sends it to its shell, and Debian's
 * shell would exit without forwarding it. Windows has no `exec`; there the command after `||` runs.
 */
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { runInOurPlace } from './children.mjs'
import { findNode, install, root } from './install.mjs'

await install()
const node = findNode()
await buildWeb()
// Without this limit, V8's heap size depends on the machine's memory: 505 to 854 MB resident were measured over 15,000
// requests on the embedded database.
const memory = '--max-old-space-size=256'
const server = join(root, 'apps/server/src/main.ts')
process.exit(await runInOurPlace(node, [memory, server, ...process.argv.slice(2)], { cwd: root }))
