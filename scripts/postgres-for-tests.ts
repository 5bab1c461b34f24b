import { startPostgres } from './postgres.ts'

/**
 * Global set-up of the Vitest project `server-postgres`: starts one PostgreSQL server for all files and sets
 * TEST_POSTGRES_URL. Each file creates its own databases.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres({ settings: { autovacuum: 'off' } })
  process.env['TEST_POSTGRES_URL'] = url
  return stop
}
