import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Whatever is about locks, several connections or crashes is called so: the embedded database has one connection. */
const onPostgresAlone = '**/*.postgres.test.ts'

/** Makes the migrated database that each test copies; on PostgreSQL, in the server that was started before. */
const prepare = folder('apps/server/test/prepare.ts')

/**
 * The server's suite, once for each database: its house (apps/server/test) reads TEST_DATABASE and, for PostgreSQL,
 * TEST_POSTGRES_URL, a superuser's address, which scripts/postgres-for-tests.ts sets.
 */
const server = {
  include: ['{src,test}/**/*.test.ts'] as string[],
  // A process for each file: the embedded database is WebAssembly whose memory goes only with its process.
  pool: 'forks' as const,
  testTimeout: 20_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', root: folder('packages/contract'), include: ['src/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'server-embedded',
          root: folder('apps/server'),
          exclude: [...configDefaults.exclude, onPostgresAlone],
          env: { TEST_DATABASE: 'embedded' },
          globalSetup: [prepare],
        },
      },
      {
        test: {
          ...server,
          name: 'server-postgres',
          root: folder('apps/server'),
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: [folder('scripts/postgres-for-tests.ts'), folder('apps/server/test/prepare.ts')],
        },
      },
      'apps/*/vitest.config.ts',
    ],
  },
})
