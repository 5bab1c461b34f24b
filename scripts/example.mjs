/**
 * `npm run example`: runs the example partner site with the demonstration portal. `npm start` registers it and writes
 * its credentials to DATA_DIR. Environment variables can configure another portal (examples/partner-site/README.md).
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runInOurPlace } from './children.mjs'
import { findNode, install, root } from './install.mjs'

const { env } = process
const file = join(resolve(root, env.DATA_DIR ?? 'data'), 'example-site.env')
const usesDemonstration = !env.CLIENT_ID
if (usesDemonstration && !existsSync(file)) {
  console.error('No credentials of the demonstration portal. Start it in another terminal: npm start')
  process.exit(1)
}
await install()
// The file's values take precedence: PORT in the environment is the portal's.
if (usesDemonstration) for (const name of ['PORT', 'SITE_URL', 'PORTAL_URL', 'JOURNAL']) delete env[name]
const site = join(root, 'examples/partner-site/src/main.ts')
process.exit(
  await runInOurPlace(findNode(), [...(usesDemonstration ? [`--env-file=${file}`] : []), site], {
    cwd: root,
  }),
)
