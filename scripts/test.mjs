/**
 * `npm test`: installs the packages and runs the checks (scripts/checks). `npm test -- --full` includes the slow tests,
 * `npm test -- server e2e` runs the checks whose names contain one of the words, `npm run check` the fast ones. This
 * file runs on Node 20 without packages.
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
