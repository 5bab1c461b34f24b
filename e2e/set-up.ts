import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../scripts/postgres.ts'

/**
 * Playwright's global setup: builds the web app from the current sources, and starts one PostgreSQL for all workers,
 * passed as TEST_DATABASE_URL.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build-web.mjs', import.meta.url))], {
    stdio: 'inherit',
  })
  // A portal uses up to 30 connections; a worker has one portal, or two while it shares one among its journeys.
  const { url, stop } = await startPostgres({ settings: { max_connections: '300' } })
  process.env['TEST_DATABASE_URL'] = url
  return stop
}
