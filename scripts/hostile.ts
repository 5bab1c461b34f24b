/**
 * Sends generated hostile requests to a server in this process: the test src/http/hostile.test.ts with more requests.
 * Fails if a response is a 5xx or not in the dialect, or if a request keeps /healthz waiting for more than 50 ms, and prints
 * each such request and the slowest ones.
 *
 *     npm run hostile -- [requests] [seed]
 *
 * Uses PostgreSQL; 100,000 requests by default.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const [requests = '100000', seed = '1'] = process.argv.slice(2)
const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project=server-postgres', 'src/http/hostile.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, HOSTILE_REQUESTS: requests, HOSTILE_SEED: seed },
  },
)
process.exitCode = status ?? 1
