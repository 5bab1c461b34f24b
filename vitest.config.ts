import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Whatever is about locks, several connections or crashes is called so: the embedded database has one connection. */
const onPostgresAlone = '**/*.postgres.test.ts'

/**
 * Protocols, access, deliveries to others and text rules: their SQL is what the other files run, so they run once, on
 * PostgreSQL. Three minutes of two cores less.
 */
const independentOfDatabase = [
  '**/http/{dialect,hostile,slow-callers}.test.ts',
  '**/oidc/{conformance,grants,keys,interaction,logout,strange-requests,client-limits}.test.ts',
  '**/partner-api/{limits,scopes,third-party,webhook}.test.ts',
  '**/ledger/events/events.test.ts',
  '**/lib/{config/config,files/xlsx,mail/mail,http-client}.test.ts',
  '**/lib/security/{encryption,hash-queue,passwords}.test.ts',
  '**/accounts/{password-policy,passwords}.test.ts',
  '**/partners/registry.test.ts',
  '**/sessions/login.test.ts',
  '**/test/{access,token-kinds,listed-codes,partners-guide,mail-delivery,crash-batches}.test.ts',
]

/** Makes the migrated database that each test copies; on PostgreSQL, in the server that was started before. */
const prepare = folder('apps/server/test/prepare.ts')

/**
 * The server's suite on PostgreSQL, and the part that depends on the database on the embedded one: its testApp (apps/server/test) reads TEST_DATABASE and, for PostgreSQL,
 * TEST_POSTGRES_URL, a superuser's address, which scripts/postgres-for-tests.ts sets.
 */
const server = {
  include: ['{src,test}/**/*.test.ts'] as string[],
  // A process for each file: the embedded database is WebAssembly whose memory goes only with its process.
  pool: 'forks' as const,
  // They end what hangs. That a machine is busy or slow is no error of what is tested.
  testTimeout: 60_000,
  hookTimeout: 120_000,
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
          exclude: [...configDefaults.exclude, onPostgresAlone, ...independentOfDatabase],
          env: { TEST_DATABASE: 'embedded' },
          globalSetup: [prepare],
        },
      },
      {
        test: {
          ...server,
          name: 'server-postgres',
          // Files of one worker share its modules: 116 s instead of 190 s on two cores.
          isolate: false,
          root: folder('apps/server'),
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: [folder('scripts/postgres-for-tests.ts'), folder('apps/server/test/prepare.ts')],
        },
      },
      'apps/*/vitest.config.ts',
    ],
  },
})
