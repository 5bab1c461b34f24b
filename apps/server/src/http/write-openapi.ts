import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeApi } from './openapi.ts'

/** `npm run openapi` writes docs/openapi.json; with --check it only says whether that file still tells the truth. */
const file = resolve(import.meta.dirname, '../../../../docs/openapi.json')
const due = `${JSON.stringify(describeApi(), null, 2)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(file, due)
} else if (readFileSync(file, 'utf8') !== due) {
  console.error('docs/openapi.json is not what the contract says: run npm run openapi.')
  process.exitCode = 1
}
