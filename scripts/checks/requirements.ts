/**
 * Checks that every test in docs/requirements.md exists: the file, and in it the quoted title. The document contains
 * the result of template literals (`${width} px`), and `%s` and `%j` unchanged.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Folders that file names in the document are relative to. */
const places = [
  'e2e/journeys',
  'apps/web/src',
  'apps/server',
  'apps/server/src',
  'apps/server/src/features',
  'apps/server/src/ledger',
  'packages/contract/src',
  '.',
]

/** A file in backticks or a title in quotes. A file applies to all titles up to the next file. */
const mentioned = /`([^`\s]+\.(?:spec|test)\.tsx?)`|"([^"]+)"/g

/** Returns matchers for all string literals of a source file that may be test titles. */
function namesIn(source: string): ((name: string) => boolean)[] {
  const quoted = source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)
  return [...quoted].map(([, single, double, template]) => {
    const text = (single ?? double ?? template ?? '').replaceAll(/\\(.)/g, '$1')
    if (template === undefined || !text.includes('${')) return (name) => name === text
    const parts = text.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const pattern = new RegExp(`^${parts.join('.+')}$`)
    return (name) => pattern.test(name)
  })
}

/**
 * Lists the tests that the document names and that do not exist.
 * @param document Markdown with tables
 * @param read returns the text of a named file; undefined if it does not exist
 */
function missingTests(document: string, read: (file: string) => string | undefined): string[] {
  const missing: string[] = []
  let section = ''
  for (const [at, line] of document.split('\n').entries()) {
    if (line.startsWith('#')) section = ''
    // 'All of `catalogue.spec.ts`' before a table sets the file of all its rows.
    if (!line.startsWith('|')) section = /^All of `([^`]+)`/.exec(line)?.[1] ?? section
    let file = section
    const shownBy = line.startsWith('|') ? (line.split('|').at(-2) ?? '') : ''
    for (const [, named, name] of shownBy.matchAll(mentioned)) {
      file = named ?? file
      const source = file === '' ? undefined : read(file)
      if (source === undefined) missing.push(`line ${at + 1}: no such file: ${file || '(none named)'}`)
      else if (name !== undefined && !namesIn(source).some((fits) => fits(name)))
        missing.push(`line ${at + 1}: ${file} has no "${name}"`)
    }
  }
  return missing
}

const files = new Map<string, string | undefined>()
function readNamed(file: string): string | undefined {
  if (!files.has(file)) {
    const path = places.map((place) => join(root, place, file)).find((path) => existsSync(path))
    files.set(file, path === undefined ? undefined : readFileSync(path, 'utf8'))
  }
  return files.get(file)
}

const missing = missingTests(readFileSync(join(root, 'docs/requirements.md'), 'utf8'), readNamed)
for (const one of missing) console.error(`docs/requirements.md, ${one}`)
process.exitCode = missing.length > 0 ? 1 : 0
