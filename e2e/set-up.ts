import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startPostgres } from '../scripts/postgres.ts'
import { bundleServer } from '../scripts/server-bundle.ts'
import { prepareImports } from './journeys/staff-seed.ts'
import { createSeeds } from './seed.ts'
import { isQuick } from './tags.ts'

/**
 * Playwright's global setup: builds the web app and the server from the current sources, starts one PostgreSQL for all
 * workers, passed as TEST_DATABASE_URL, and creates the databases that the portals copy.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const build = fileURLToPath(new URL('../scripts/build-web.mjs', import.meta.url))
  // A portal uses up to 30 connections; a worker has one portal, or two while it shares one among its journeys.
  const starting = startPostgres({ settings: { max_connections: '300', autovacuum: 'off' } })
  const building = Promise.all([bundleServer('journeys'), promisify(execFile)(process.execPath, [build])])
  // Thrown by its await below.
  building.catch(() => undefined)
  const { url, stop } = await starting
  process.env['TEST_DATABASE_URL'] = url
  try {
    await building
    const imports = await prepareImports()
    const removeSeeds = await createSeeds(isQuick ? ['postgres'] : ['postgres', 'embedded'], imports.commands)
    await imports.remove()
    return () => removeSeeds().finally(stop)
  } catch (error) {
    await stop()
    throw error
  }
}
