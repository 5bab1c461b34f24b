/**
 * Which way imports go. The picture, and why, is in docs/architecture.md; each rule below is one line of it.
 * Tests may reach further where a rule says so: they stand outside of what they test.
 */
const tests = '[.]test[.]tsx?$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or a third one is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      comment: 'What this tool cannot find it cannot decide either.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-barrels',
      comment: 'A file that only passes on hides where things live. Import from the file that has it.',
      severity: 'error',
      from: { path: '(^|/)index[.]tsx?$' },
      to: {},
    },
    {
      name: 'contract-knows-zod-alone',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: tests },
      to: { pathNot: ['^packages/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'server-does-not-know-the-web-app',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'web-app-does-not-know-the-server',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/server/' },
    },
    {
      name: 'e2e-knows-the-contract-alone',
      comment: 'It meets the portal from outside, as its users do.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^apps/' },
    },
    {
      name: 'bench-does-not-know-the-web-app',
      comment: 'It may run the server in its own process, to time it without the network.',
      severity: 'error',
      from: { path: '^bench/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'examples-know-the-portal-from-outside',
      comment: 'They are copied out of here, into other projects.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(apps|packages|scripts|e2e|bench)/' },
    },
    {
      name: 'nobody-needs-the-tools',
      comment: 'The portal runs without scripts/, e2e/, bench/ and examples/.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [tests, '^apps/server/test/'] },
      to: { path: '^(scripts|e2e|bench|examples)/' },
    },

    // Server: main → start → app → features → ledger → db, lib.
    {
      name: 'server-roots',
      comment: 'Only main, start, app, background-jobs and cli/ may import the files directly below src.',
      severity: 'error',
      from: {
        path: '^apps/server/src/[^/]+/',
        pathNot: [tests, '^apps/server/src/cli/', '^apps/server/src/http/write-openapi[.]ts$'],
      },
      to: { path: '^apps/server/src/([^/]+[.]ts$|cli/)' },
    },
    {
      name: 'routes-are-mounted-by-the-app-alone',
      comment: 'app.ts reads as the access policy only if nothing is mounted elsewhere.',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: ['^apps/server/src/app[.]ts$'] },
      to: { path: '^apps/server/src/features/[^/]+/[^/]*routes[.]ts$' },
    },
    {
      name: 'only-routes-import-http',
      comment: 'Services also serve the command line and the background jobs.',
      severity: 'error',
      from: { path: '^apps/server/src/(features|ledger)/', pathNot: [tests, 'routes[.]ts$'] },
      to: { path: ['^apps/server/src/http/', '^node_modules/(fastify|@fastify)/'] },
    },
    {
      name: 'queries-import-no-service',
      severity: 'error',
      from: { path: '^apps/server/src/(features|ledger)/.*queries[.]ts$' },
      to: {
        path: ['^apps/server/src/features/[^/]+/[^/]*(service|routes)[.]ts$', '^node_modules/fastify/'],
      },
    },
    {
      name: 'features-import-services-of-features',
      comment:
        'Another feature is entered through service.ts or a …-service.ts that a large one is split into.',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/', pathNot: tests },
      to: {
        path: '^apps/server/src/features/([^/]+)/',
        pathNot: ['^apps/server/src/features/$1/', '^apps/server/src/features/[^/]+/[^/]*service[.]ts$'],
      },
    },
    {
      name: 'queries-of-the-ledger-are-its-own',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: [tests, '^apps/server/src/ledger/'] },
      to: { path: '^apps/server/src/ledger/.*queries[.]ts$' },
    },
    {
      name: 'ledger-imports-no-feature',
      severity: 'error',
      from: { path: '^apps/server/src/ledger/', pathNot: tests },
      to: { path: '^apps/server/src/(features|http)/' },
    },
    {
      name: 'lib-and-db-import-nothing-above',
      severity: 'error',
      from: { path: '^apps/server/src/(lib|db)/', pathNot: tests },
      to: { path: '^apps/server/src/(features|http|ledger)/' },
    },
    {
      name: 'http-imports-no-feature',
      severity: 'error',
      from: { path: '^apps/server/src/http/', pathNot: [tests, '^apps/server/src/http/write-openapi[.]ts$'] },
      to: { path: '^apps/server/src/(features|ledger)/' },
    },
    {
      name: 'server-imports-no-tests',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: tests },
      to: { path: ['^apps/server/test/', tests] },
    },

    // Web: app → features → shared → api, ui → lib.
    {
      name: 'web-app-is-the-top',
      severity: 'error',
      from: { path: '^apps/web/src/(features|shared|api|ui|lib)/' },
      to: { path: '^apps/web/src/(app/|main[.]tsx$)' },
    },
    {
      name: 'web-features-import-no-other-feature',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'web-shared-imports-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/(shared|api|ui|lib)/' },
      to: { path: '^apps/web/src/features/' },
    },
    {
      name: 'web-ui-and-api-import-no-shared',
      severity: 'error',
      from: { path: '^apps/web/src/(api|ui|lib)/', pathNot: tests },
      to: { path: '^apps/web/src/shared/' },
    },
    {
      name: 'web-ui-imports-lib-alone',
      comment: 'A component that needs a call or an error code belongs to a feature or to shared/.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/', pathNot: tests },
      to: { path: ['^apps/web/src/api/', '^packages/contract/'] },
    },
    {
      name: 'web-lib-imports-nothing-above',
      severity: 'error',
      from: { path: '^apps/web/src/lib/', pathNot: tests },
      to: { path: ['^apps/web/src/(api|ui)/', '^node_modules/react/'] },
    },
  ],
  options: {
    exclude: { path: '^apps/web/dist/' },
    doNotFollow: { path: 'node_modules' },
    // TypeScript 7 has no interface for tools; swc reads the sources, imports of types included.
    parser: 'swc',
    moduleSystems: ['es6'],
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
