/** Rejects error codes that the server's source contains but no endpoint lists in its `errors`. */
import { globSync, readFileSync } from 'node:fs'
import { endpoints } from '../../packages/contract/src/list/endpoint-list.ts'
import { importReasons } from '../../packages/contract/src/words/import-reasons.ts'
import { commonErrors } from '../../packages/contract/src/error-codes.ts'

const listed = new Set<string>([
  ...commonErrors,
  ...Object.values(endpoints).flatMap(({ errors }) => errors),
  ...importReasons,
])
/** Codes of what an examination found, and of rows of a file: no errors of a call. */
const otherCodes = /features\/(?:system\/|municipalities\/service)|lib\/config\/proxy-check|lib\/files\//
const thrown = /(?:new ApiError|rejected)\(\s*'(\w+)'|\bcode: '(\w+)'/g

for (const file of globSync('apps/server/src/{features,ledger,http,lib}/**/*.ts'))
  if (!file.endsWith('.test.ts') && !otherCodes.test(file))
    for (const [, byError, byDetail] of readFileSync(file, 'utf8').matchAll(thrown)) {
      const code = byError ?? byDetail ?? ''
      if (listed.has(code)) continue
      console.error(`${file}: no endpoint lists the error '${code}' in its errors.`)
      process.exitCode = 1
    }
