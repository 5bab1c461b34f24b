/** All checks of `npm test`, in start order: the longest first, as soon as the web app is built. */

export type Step = {
  name: string
  /** Program (of node_modules/.bin, or node, npm) and arguments. */
  command: readonly string[]
  /** Commands that run before it, in the same step. */
  first?: readonly (readonly string[])[]
  /** Format of the JSON report from which tests are counted; a step without a report counts as one test. */
  report?: 'vitest' | 'playwright'
  /** Number of cores that it uses. */
  cores: 1 | 2
  /** Names of steps that must pass before. */
  after?: readonly string[]
  /** Needs a browser. */
  browser?: true
  /** Starts no servers and takes seconds: part of `npm run check`. */
  fast?: true
}

/** As for journeys: a machine that stops for seconds fails a test of races by chance. The summary names what passed at last. */
const repeated = process.env['CI'] === undefined ? [] : ['--retry=1']

const vitest = (name: string, project: string, ...options: string[]): Step => ({
  name,
  command: ['vitest', 'run', `--project=${project}`, '--maxWorkers=1', ...repeated, ...options],
  report: 'vitest',
  cores: 1,
})

/** In parts of one core, which run beside the journeys: as one step of three cores they waited for their end. */
const onPostgres = [1, 2, 3].map((part) =>
  vitest(`server tests on PostgreSQL, ${part} of 3`, 'server-postgres', `--shard=${part}/3`),
)

/** Repeated runs check only what changed: 4 s of CPU time instead of 21 for the three projects. */
const types = (name: string, project: string): Step => {
  const state = `node_modules/.cache/tsc/${name.replaceAll(' ', '-')}.json`
  const command = ['tsc', '--noEmit', '--project', project, '--incremental', '--tsBuildInfoFile', state]
  return { name, command, cores: 1, fast: true }
}

export const steps: readonly Step[] = [
  { name: 'web build', command: ['node', 'scripts/build-web.mjs'], cores: 1, fast: true },
  {
    name: 'e2e journeys',
    command: ['playwright', 'test', '--config=e2e/playwright.config.ts'],
    report: 'playwright',
    cores: 2,
    after: ['web build'],
    browser: true,
  },
  {
    name: 'page sizes',
    command: ['node', 'scripts/checks/page-sizes.ts'],
    cores: 1,
    after: ['web build'],
    fast: true,
  },
  {
    name: 'lock file',
    first: [['node', 'scripts/lock.mjs']],
    command: ['npm', 'ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'],
    cores: 1,
    fast: true,
  },
  { name: 'format', command: ['oxfmt', '--check'], cores: 1, fast: true },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'], cores: 1, fast: true },
  types('types', '.'),
  types('types of the journeys', 'e2e'),
  types('types of the web app', 'apps/web'),
  {
    name: 'import rules',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', '.'],
    cores: 1,
    fast: true,
  },
  { name: 'dead code', command: ['knip', '--no-progress'], cores: 1, fast: true },
  {
    name: 'docs/openapi.json',
    command: ['node', 'apps/server/src/http/write-openapi.ts', '--check'],
    cores: 1,
    fast: true,
  },
  { name: 'requirements', command: ['node', 'scripts/checks/requirements.ts'], cores: 1, fast: true },
  { name: 'layout', command: ['node', 'scripts/checks/layout.ts'], cores: 1, fast: true },
  { name: 'error codes', command: ['node', 'scripts/checks/error-codes.ts'], cores: 1, fast: true },
  { name: 'docs/asvs.csv', command: ['node', 'scripts/checks/security.ts'], cores: 1, fast: true },
  { name: 'packages', command: ['node', 'scripts/checks/packages.ts'], cores: 1 },
  { name: 'long sentences', command: ['node', 'scripts/checks/sentences.ts'], cores: 1, fast: true },
  { name: 'styles', command: ['stylelint', '{apps,examples}/**/*.css'], cores: 1, fast: true },
  ...onPostgres,
  vitest('server tests on the embedded database', 'server-embedded'),
  vitest('web tests', 'web*'),
  vitest('contract tests', 'contract'),
]
