/**
 * Checks the JavaScript that a first visit of each page loads, after `npm run build`: bytes of the compressed files with
 * the response headers, and no zod where it is not needed (docs/decisions/030-the-browsers-bytes.md).
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { firstPages } from '../../apps/web/vite/first-pages.ts'

type Chunk = { file: string; imports?: string[] }

/** Bytes of HTTP/1.1 response headers per file, measured. */
const headerBytes = 430

/** Module in apps/web/src/features and maximum size in kB of each page, and whether it may load zod. */
const pages: { path: string; module: string; budget: number; zod?: true }[] = [
  ...firstPages,
  { path: '/admin/users', module: 'admin-users/users-page.tsx', budget: 149 },
  { path: '/admin/points', module: 'admin-points/points-page.tsx', budget: 142 },
  { path: '/admin/dashboard', module: 'dashboard/dashboard-page.tsx', budget: 128 },
  { path: '/admin/manage/staff', module: 'admin-staff/staff-page.tsx', budget: 156, zod: true },
]

const dist = 'apps/web/dist'
type Chunks = Record<string, Chunk>
const chunksOf = (manifest: string) =>
  JSON.parse(readFileSync(join(dist, '.vite', manifest), 'utf8')) as Chunks
const chunks = chunksOf('manifest.json')

/** Adds a chunk and its static imports. */
function addFiles(name: string, files: Set<string>, all: Chunks): Set<string> {
  const chunk = all[name]
  if (!chunk) throw new Error(`The manifest of ${dist} has no ${name}`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const next of chunk.imports ?? []) addFiles(next, files, all)
  return files
}

/** Size that the server sends: the compressed file, if there is one. */
function bytesOf(file: string): number {
  const path = join(dist, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size + headerBytes
}

const errors: string[] = []

function check(path: string, files: string[], budget: number, zod?: true) {
  const size = files.reduce((sum, file) => sum + bytesOf(file), 0) / 1000
  const found = `${path.padEnd(17)} ${size.toFixed(1).padStart(6)} of ${budget} kB in ${files.length} files`
  console.log(found)
  if (size > budget) errors.push(`${found}: load less, or load it later.`)
  if (!zod && files.some((file) => readFileSync(join(dist, file), 'utf8').match(/ZodError|jitless/)))
    errors.push(`${path} loads zod. Import only types of the contract's schemas.`)
}

for (const { path, module, budget, zod } of pages)
  check(
    path,
    [...addFiles(`src/features/${module}`, addFiles('index.html', new Set(), chunks), chunks)],
    budget,
    zod,
  )
// The decoder of phones without one is loaded with the camera, and not counted.
const desk = chunksOf('desk-manifest.json')
check(
  '/desk',
  [...addFiles('src/desk/worker/desk-worker.ts', addFiles('desk.html', new Set(), desk), desk)],
  60,
)
if (errors.length > 0) {
  console.error(errors.join('\n'))
  process.exit(1)
}
