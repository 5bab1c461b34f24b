/**
 * Import rules; docs/architecture.md has the main ones. Tests are exempt from some rules (`pathNot: tests`).
 */
const tests = '[.]test[.]tsx?$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Merge files that import each other, or move the shared part to a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'Unresolved imports cannot be checked.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-barrels',
      comment: 'Re-exports hide the source of a symbol. Import from the file that defines it.',
      severity: 'error',
      from: { path: '(^|/)index[.]tsx?$' },
      to: {},
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: tests },
      to: { pathNot: ['^packages/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'server-imports-no-web',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'web-imports-no-server',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/server/' },
    },
    {
      name: 'e2e-imports-only-the-contract',
      comment: 'Journeys use the portal only through the browser and the API.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^apps/' },
    },
    {
      name: 'bench-imports-no-web',
      comment: 'Benchmarks may import the server, to measure it in-process without the network.',
      severity: 'error',
      from: { path: '^bench/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'examples-import-no-portal-code',
      comment: 'Examples are copied into other projects.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(apps|packages|scripts|e2e|bench)/' },
    },
    {
      name: 'portal-imports-no-tools',
      comment: 'The portal must run without scripts/, e2e/, bench/ and examples/.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [tests, '^apps/server/test/'] },
      to: { path: '^(scripts|e2e|bench|examples)/' },
    },

    // Server: main → start → app → features → ledger → db, lib.
    {
      name: 'server-roots',
      comment: 'Only files directly below src, and cli/, may import the files directly below src.',
      severity: 'error',
      from: {
        path: '^apps/server/src/[^/]+/',
        pathNot: [tests, '^apps/server/src/cli/', '^apps/server/src/http/write-openapi[.]ts$'],
      },
      to: { path: '^apps/server/src/([^/]+[.]ts$|cli/)' },
    },
    {
      name: 'only-access-policy-mounts-routes',
      comment: 'access-policy.ts is complete only if no routes are mounted elsewhere.',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: ['^apps/server/src/access-policy[.]ts$'] },
      to: { path: '^apps/server/src/features/[^/]+/[^/]*routes[.]ts$' },
    },
    {
      name: 'only-routes-import-http',
      comment: 'The command line and background jobs use services, too.',
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
      comment: 'Import other features only through their service.ts or …-service.ts.',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/', pathNot: tests },
      to: {
        path: '^apps/server/src/features/([^/]+)/',
        pathNot: [
          '^apps/server/src/features/$1/',
          '^apps/server/src/features/[^/]+/[^/]*service[.]ts$',
          '^apps/server/src/features/[^/]+/[^/]+/[^/]*service[.]ts$',
        ],
      },
    },
    {
      name: 'only-ledger-imports-its-queries',
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
      name: 'web-layers-import-no-app',
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
      name: 'web-ui-imports-only-lib',
      comment: 'A component that uses the API or error codes belongs in a feature or in shared/.',
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
    // TypeScript 7 has no API for tools; swc parses the sources, including type imports.
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
