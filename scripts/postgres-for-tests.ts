import { startPostgres } from './postgres.ts'

/**
 * Vitest's set-up of the project `server-postgres`: one server for all its files, which the workers learn of by
 * TEST_POSTGRES_URL. Each file makes databases of its own in it.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  process.env['TEST_POSTGRES_URL'] = url
  return stop
}
