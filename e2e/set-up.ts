import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../scripts/postgres.ts'
import { prepareImports } from './journeys/staff-seed.ts'
import { createSeeds } from './seed.ts'
import { isQuick } from './tags.ts'

/**
 * Playwright's global setup: builds the web app from the current sources, starts one PostgreSQL for all workers, passed
 * as TEST_DATABASE_URL, and creates the databases that the portals copy.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build-web.mjs', import.meta.url))], {
    stdio: 'inherit',
  })
  // A portal uses up to 30 connections; a worker has one portal, or two while it shares one among its journeys.
  const { url, stop } = await startPostgres({ settings: { max_connections: '300' } })
  process.env['TEST_DATABASE_URL'] = url
  try {
    const imports = await prepareImports()
    const removeSeeds = await createSeeds(isQuick ? ['postgres'] : ['postgres', 'embedded'], imports.commands)
    await imports.remove()
    return () => removeSeeds().finally(stop)
  } catch (error) {
    await stop()
    throw error
  }
}
