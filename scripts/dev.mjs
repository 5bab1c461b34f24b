/**
 * `npm run dev`: the server starts anew and the browser follows at every edit. The browser speaks to Vite, which hands
 * /api on to the server. One Ctrl-C ends both; when one ends, the other does.
 */
import { join } from 'node:path'
import { endTogether, isStopping, runBeside } from './children.mjs'
import { findNode, install, root } from './install.mjs'

await install()
const node = findNode()
const webAddress = 'http://localhost:5173'
const environment = { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' }

const parts = [
  // Links in mails lead to where the browser is.
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
