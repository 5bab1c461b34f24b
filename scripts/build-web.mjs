/**
 * Builds the web app if its sources have changed since the last build: `npm run build`, and part of `npm start`.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runQuietly } from './children.mjs'
import { root } from './install.mjs'

/**
 * Hash of the sources of the last build. In the output folder, which every build empties, so that manual or aborted
 * builds have no stamp.
 */
const stamp = join(root, 'apps/web/dist/.built-from')

/** Builds apps/web/dist if it is out of date. If the build fails, prints Vite's output and exits the process. */
export async function buildWeb() {
  const sources = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Building the web app…')
  await runQuietly('npm', ['run', 'build', '--workspace', 'apps/web'], { cwd: root })
  writeFileSync(stamp, sources)
}

function hashOfSources() {
  const hash = createHash('sha256')
  const files = [
    'package-lock.json',
    'tsconfig.json',
    ...filesOf('apps/web'),
    ...filesOf('packages/contract'),
  ]
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesOf(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(
      ({ name }) =>
        !['node_modules', 'dist', 'test-results'].includes(name) &&
        !/\.(test\.tsx?|tsbuildinfo|log)$/.test(name),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb()
