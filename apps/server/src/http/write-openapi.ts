import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeApi } from './openapi.ts'

/** `npm run openapi`: writes docs/openapi.json. With --check, exits with 1 if the file is out of date. */
const file = resolve(import.meta.dirname, '../../../../docs/openapi.json')
const expected = `${JSON.stringify(describeApi(), null, 2)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(file, expected)
} else if (readFileSync(file, 'utf8') !== expected) {
  console.error('docs/openapi.json is out of date. Run: npm run openapi')
  process.exitCode = 1
}
