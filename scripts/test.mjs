/**
 * `npm test`: all set-up, then every check (scripts/checks). `npm test -- server e2e` runs those whose names hold one of
 * the words, `npm run check` the fast ones that start nothing. This part runs on Node 20 with nothing installed.
 */
import { delimiter, join } from 'node:path'
import { runInOurPlace } from './children.mjs'
import { findNode, install, root } from './install.mjs'

await install()
process.exit(
  await runInOurPlace(findNode(), [join(root, 'scripts/checks/run.ts'), ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) },
  }),
)
