/** `npm run bench -- NAME …`: runs bench/NAME.ts with the portal's Node. Without a name, lists the benchmarks. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runInOurPlace } from './children.mjs'
import { findNode, install, root } from './install.mjs'

const [name, ...rest] = process.argv.slice(2)
const file = join(root, 'bench', `${name}.ts`)
if (!name || !existsSync(file)) {
  const names = readdirSync(join(root, 'bench')).filter((entry) => entry.endsWith('.ts'))
  console.error(
    `Usage: npm run bench -- ${names.map((entry) => entry.slice(0, -3)).join(' | ') || '(no benchmarks)'}`,
  )
  process.exit(1)
}
await install()
process.exit(await runInOurPlace(findNode(), [file, ...rest], { cwd: root }))
