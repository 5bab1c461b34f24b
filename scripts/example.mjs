/**
 * `npm run example`: the partner's site of examples/ beside the demonstration portal. `npm start` has registered it and
 * left its credentials in DATA_DIR; the environment may name another portal instead (examples/partner-site/README.md).
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runInOurPlace } from './children.mjs'
import { findNode, install, root } from './install.mjs'

const { env } = process
const file = join(resolve(root, env.DATA_DIR ?? 'data'), 'example-site.env')
const isBesideDemonstration = !env.CLIENT_ID
if (isBesideDemonstration && !existsSync(file)) {
  console.error('No demonstration portal has run here. Start it in another terminal: npm start')
  process.exit(1)
}
await install()
// What stands in the file belongs together: a PORT in the environment is the portal's.
if (isBesideDemonstration) for (const name of ['PORT', 'SITE_URL', 'PORTAL_URL', 'JOURNAL']) delete env[name]
const site = join(root, 'examples/partner-site/src/main.ts')
process.exit(
  await runInOurPlace(findNode(), [...(isBesideDemonstration ? [`--env-file=${file}`] : []), site], {
    cwd: root,
  }),
)
