/** `npm run bench -- NAME …`: runs bench/NAME.ts with the portal's Node; without a name, bench/table.ts. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runInOurPlace } from './children.mjs'
import { findNode, install, root } from './install.mjs'

const [name = 'table', ...rest] = process.argv.slice(2)
const file = join(root, 'bench', `${name}.ts`)
if (!existsSync(file)) {
  const names = readdirSync(join(root, 'bench')).filter((entry) => entry.endsWith('.ts'))
  console.error(
    `Usage: npm run bench -- ${names.map((entry) => entry.slice(0, -3)).join(' | ') || '(no benchmarks)'}`,
  )
  process.exit(1)
}
await install()
process.exit(await runInOurPlace(findNode(), [file, ...rest], { cwd: root }))
