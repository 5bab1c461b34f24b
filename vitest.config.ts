import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** On the embedded database; with `--sweeps` also a crash, which takes two minutes of a core. */
const onEmbedded = 'src/db/embedded.test.ts'
const onBoth = process.env.TEST_SWEEPS === undefined ? [] : ['test/crash.test.ts']

/** Whether `npm test` runs without `--full`: omit tests tagged slow. */
const isQuick = process.env.TEST_QUICK !== undefined

/** The parts of `--shard=n/3`, of similar length. Vitest's own, by a hash of the path, had most of the time in one. */
class Parts extends BaseSequencer {
  override shard(files: TestSpecification[]) {
    if (this.ctx.config.shard?.count !== 3) return super.shard(files)
    const partOf = ({ moduleId }: TestSpecification) =>
      /\/src\/features\/[a-r]/.test(moduleId) ? 2 : moduleId.includes('/server/test/') ? 1 : 3
    return Promise.resolve(files.filter((file) => partOf(file) === this.ctx.config.shard?.index))
  }
}

/** Creates the migrated database that each test copies. */
const prepare = folder('apps/server/test/prepare.ts')

/** For the server processes and commands that tests start. */
const NODE_COMPILE_CACHE = folder('node_modules/.cache/node')

/**
 * The server's tests run on PostgreSQL; those that depend on the database run on the embedded one, too. test-app.ts
 * reads TEST_DATABASE and, for PostgreSQL, TEST_POSTGRES_URL (a superuser's URL), which scripts/postgres-for-tests.ts
 * sets.
 */
const server = {
  include: ['{src,test}/**/*.test.ts'] as string[],
  pool: 'forks' as const,
  // Files of one worker share its modules and the compiled embedded database: 116 s instead of 190 s on PostgreSQL and
  // two cores.
  isolate: false,
  // Only for hanging tests: with a second run beside it, a test that starts five servers took more than two minutes.
  testTimeout: 600_000,
  hookTimeout: 600_000,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: Parts },
    tags: [{ name: 'slow', description: 'Sweeps that `npm test` runs only with --full.' }],
    ...(isQuick && { tagsFilter: ['!slow'] }),
    projects: [
      {
        test: {
          name: 'contract',
          root: folder('packages/contract'),
          include: ['src/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server-embedded',
          root: folder('apps/server'),
          include: [onEmbedded, ...onBoth],
          env: { TEST_DATABASE: 'embedded', NODE_COMPILE_CACHE },
          globalSetup: [prepare],
        },
      },
      {
        test: {
          ...server,
          name: 'server-postgres',
          root: folder('apps/server'),
          // Needs root, mount namespaces and npm's registry.
          exclude: [
            ...configDefaults.exclude,
            onEmbedded,
            ...(process.env.TEST_IMAGE === undefined ? ['test/image.postgres.test.ts'] : []),
          ],
          env: { TEST_DATABASE: 'postgres', NODE_COMPILE_CACHE },
          globalSetup: [folder('scripts/postgres-for-tests.ts'), folder('apps/server/test/prepare.ts')],
        },
      },
      'apps/*/vitest.config.ts',
      'apps/web/vitest.english.config.ts',
    ],
  },
})
