/**
 * `npm run example`: the partner's site of examples/ beside the demonstration portal. `npm start` has registered it and
 * left its credentials in DATA_DIR; the environment may name another portal instead (examples/partner-site/README.md).
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runInOurPlace } from './children.mjs'
import { findNode, install, root } from './install.mjs'

const file = join(resolve(root, process.env.DATA_DIR ?? 'data'), 'example-site.env')
if (!existsSync(file) && !process.env.CLIENT_ID) {
  console.error('No demonstration portal has run here. Start it in another terminal: npm start')
  process.exit(1)
}
await install()
const site = join(root, 'examples/partner-site/src/main.ts')
// What the environment says itself comes before what stands in the file.
process.exit(
  await runInOurPlace(findNode(), [...(existsSync(file) ? [`--env-file=${file}`] : []), site], { cwd: root }),
)
