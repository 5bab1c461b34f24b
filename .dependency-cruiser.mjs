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
      comment: 'What this tool cannot find it cannot judge either.',
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

    // The server: main → app → routes → service → queries → db.
    {
      name: 'roots-are-imported-by-roots-alone',
      comment:
        'The files right under src put the server together (main, app, cli …): nothing below them knows them.',
      severity: 'error',
      from: {
        path: '^apps/server/src/[^/]+/',
        pathNot: [tests, '^apps/server/src/http/write-openapi[.]ts$'],
      },
      to: { path: '^apps/server/src/[^/]+[.]ts$' },
    },
    {
      name: 'routes-are-mounted-by-the-app-alone',
      comment: 'app.ts reads as the access policy only if nothing is mounted elsewhere.',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: ['^apps/server/src/app[.]ts$'] },
      to: { path: '^apps/server/src/features/[^/]+/[^/]*routes[.]ts$' },
    },
    {
      name: 'only-routes-know-http',
      comment: 'A service and what lies below it serve the command line and the jobs as well.',
      severity: 'error',
      from: { path: '^apps/server/src/features/', pathNot: [tests, 'routes[.]ts$'] },
      to: { path: ['^apps/server/src/http/', '^node_modules/(fastify|@fastify)/'] },
    },
    {
      name: 'queries-know-the-database-alone',
      severity: 'error',
      from: { path: '^apps/server/src/features/[^/]+/[^/]*queries[.]ts$' },
      to: {
        path: [
          '^apps/server/src/features/[^/]+/[^/]*(service|routes)[.]ts$',
          '^apps/server/src/http/',
          '^node_modules/fastify/',
        ],
      },
    },
    {
      name: 'features-meet-through-their-service',
      comment: 'Through service.ts, or one of the …-service.ts that a large one is parted into.',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/', pathNot: tests },
      to: {
        path: '^apps/server/src/features/([^/]+)/',
        pathNot: ['^apps/server/src/features/$1/', '^apps/server/src/features/[^/]+/[^/]*service[.]ts$'],
      },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/server/src/(platform|db)/', pathNot: tests },
      to: { path: '^apps/server/src/(features|http)/' },
    },
    {
      name: 'http-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/server/src/http/', pathNot: [tests, '^apps/server/src/http/write-openapi[.]ts$'] },
      to: { path: '^apps/server/src/features/' },
    },
    {
      name: 'the-server-does-not-know-its-tests',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: tests },
      to: { path: ['^apps/server/test/', tests] },
    },

    // The web app: app → features → ui, lib.
    {
      name: 'nothing-below-knows-the-app',
      severity: 'error',
      from: { path: '^apps/web/src/(features|ui|lib)/' },
      to: { path: '^apps/web/src/(app/|main[.]tsx$)' },
    },
    {
      name: 'web-features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|lib)/' },
      to: { path: '^apps/web/src/features/' },
    },
    {
      name: 'ui-does-not-know-the-portal',
      comment: 'A component that knows a call or a refusal belongs to a feature.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/', pathNot: tests },
      to: { path: '^packages/contract/' },
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
