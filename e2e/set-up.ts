import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../scripts/postgres.ts'

/**
 * Playwright's set-up: builds the web app of the sources as they are, and starts one PostgreSQL for all workers, which
 * find it by TEST_DATABASE_URL.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build-web.mjs', import.meta.url))], {
    stdio: 'inherit',
  })
  // A portal takes up to 30 connections; a worker has one, or two while it shares one among its journeys.
  const { url, stop } = await startPostgres({ settings: { max_connections: '300' } })
  process.env['TEST_DATABASE_URL'] = url
  return stop
}
