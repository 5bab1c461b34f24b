/**
 * `npm run dev`: runs the server with --watch and Vite with hot reload. The browser connects to Vite, which proxies
 * /api to the server. Ctrl-C ends both; if one ends, the other is stopped.
 */
import { join } from 'node:path'
import { endTogether, isStopping, runBeside } from './children.mjs'
import { findNode, install, root } from './install.mjs'

await install()
const node = findNode()
const webAddress = 'http://localhost:5173'
const environment = { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' }

const parts = [
  // Links in mails lead to Vite.
  runBeside('server', node, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    env: { PUBLIC_URL: webAddress, ...environment },
  }),
  runBeside(
    'web',
    node,
    [join(root, 'node_modules/vite/bin/vite.js'), '--port', '5173', '--strictPort', '--clearScreen', 'false'],
    {
      cwd: join(root, 'apps/web'),
      env: environment,
    },
  ),
]
const { code } = await Promise.race(parts)
const wasAsked = isStopping()
endTogether()
await Promise.all(parts)
process.exit(wasAsked ? 0 : (code ?? 1))
