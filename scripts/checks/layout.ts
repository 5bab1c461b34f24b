/**
 * Checks rules of docs/architecture.md that dependency-cruiser does not support: no import cycles between folders, a
 * maximum number of files per folder, and only the owner folder writes a table. Tests are ignored.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/** Maximum files per folder. */
const maxFiles = { apps: 17, packages: 50 }
const aliases = {
  '#server/': 'apps/server/src/',
  '#web/': 'apps/web/src/',
  '@portal/contract/': 'packages/contract/src/',
}

/**
 * The tables that a folder may write: `insert`, `update`, `delete` or `merge`, in SQL or with Kysely. Has every table of
 * migrations/schema.sql, and the temporary ones of the imports. Functions and triggers of the database fill the counters.
 * Operators define offers; the ledger counts.
 */
const tablesOf: Record<string, string> = {
  // The keys of addresses, as a step of the migrations that SQL cannot do.
  db: 'users',
  'features/accounts': 'users account_activity email_changes account_tokens',
  'features/approvers': 'approvers',
  'features/backup': 'portal_state',
  'features/brand': 'brand',
  'features/card': 'card_codes printed_cards',
  'features/claims': 'delivery_claims',
  'features/connected-sites':
    'partner_sign_ins partner_consents partner_subjects consent_texts oidc_payloads',
  'features/data-requests': 'data_requests account_restrictions',
  'features/demo': 'users portal_state',
  'features/desk': 'devices device_links desk_entries card_codes',
  'features/exports': 'exports export_ends export_people',
  'features/first-account': 'portal_state',
  'features/imports': 'imports import_parts',
  'features/live': 'open_streams',
  'features/municipalities': 'municipalities',
  'features/notices': 'notice_versions notice_news',
  'features/offers': 'offers offer_pictures',
  'features/oidc': 'partner_sign_ins oidc_payloads signing_keys',
  'features/participants': 'users account_locks staged_participants',
  'features/partner-api': 'rejected_records repeated_records partners',
  'features/partners': 'partners partner_sign_ins partner_subjects',
  'features/phone-calls': 'call_notes',
  'features/places': 'places',
  'features/points-mails': 'points_mails',
  'features/privacy': 'users erasures erasure_mentions account_activity account_tokens portal_state',
  'features/second-factor': 'totp_secrets passkeys recovery_codes second_factor_set_ups',
  'features/sessions': 'users account_activity sessions pending_sign_ins',
  'features/site': 'page_texts page_drafts page_values',
  'features/stickers': 'stickers sticker_batches',
  ledger: `
    points_records balances points_delta points_day points_month participants_delta participants_total
    activity_delta activity_day activity_month partner_references waiting_deliveries coupons coupon_gifts
    offers offer_days rates partner_days ledger_flags approvals stickers staged_points`,
  'lib/audit': 'ledger_flags staff_reads audit_entries audit_texts',
  'lib/chain': 'chain_anchors chain_blocks chain_erasures',
  'lib/mail': 'portal_state',
  'lib/rate-limit': 'rate_limits',
  'lib/security': 'portal_state',
}
const owners: Record<string, string[]> = {}
for (const [folder, tables] of Object.entries(tablesOf))
  for (const table of tables.trim().split(/\s+/)) (owners[table] ??= []).push(folder)

const isTest = (file: string) => /[.]test[.]tsx?$|in-test[.]tsx$/.test(file)
const files = globSync('{apps/server/src,apps/web/src,packages/contract/src}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !isTest(file))
const textOf = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** @returns the imported file of the project; undefined for packages */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier)).replaceAll('\\', '/')
  const alias = Object.entries(aliases).find(([prefix]) => specifier.startsWith(prefix))
  return alias && alias[1] + specifier.slice(alias[0].length)
}

function importsBetweenFolders(): Map<string, Map<string, string>> {
  const graph = new Map<string, Map<string, string>>()
  for (const [file, text] of textOf) {
    const from = dirname(file)
    for (const [, specifier = ''] of text.matchAll(/(?:from|import|import\()\s*'([^']+)'/g)) {
      const target = targetOf(file, specifier)
      if (!target || !textOf.has(target) || dirname(target) === from) continue
      const edges = graph.get(from) ?? new Map<string, string>()
      if (!edges.has(dirname(target))) edges.set(dirname(target), `${file} imports ${target}`)
      graph.set(from, edges)
    }
  }
  return graph
}

/** @returns the imports of the shortest cycle through a folder (breadth-first search) */
function cycleThrough(start: string, graph: Map<string, Map<string, string>>): string[] | undefined {
  const paths = [{ at: start, imports: [] as string[] }]
  const seen = new Set<string>()
  for (const { at, imports } of paths)
    for (const [next, reason] of graph.get(at) ?? []) {
      if (next === start) return [...imports, reason]
      if (!seen.has(next)) paths.push({ at: next, imports: [...imports, reason] })
      seen.add(next)
    }
  return undefined
}

function findCycles(): string[] {
  const graph = importsBetweenFolders()
  const reported = new Set<string>()
  return [...graph.keys()].flatMap((folder) => {
    const cycle = cycleThrough(folder, graph)
    const key = cycle?.toSorted().join()
    if (!cycle || !key || reported.has(key)) return []
    reported.add(key)
    return [`Import cycle of folders:\n    ${cycle.join('\n    ')}`]
  })
}

function findLargeFolders(): string[] {
  const sizes = Map.groupBy(files, dirname)
  return [...sizes]
    .filter(([folder, inside]) => inside.length > maxFiles[folder.startsWith('apps/') ? 'apps' : 'packages'])
    .map(([folder, { length }]) => `${folder} has ${length} files; split it by subject.`)
}

function findForeignWrites(): string[] {
  const statement =
    /(?:\binsert into|\bupdate|\bdelete from|\bmerge into) ([a-z_]+)|(?:insertInto|updateTable|deleteFrom|mergeInto)\('([A-Za-z]+)/gi
  return [...textOf].flatMap(([file, text]) =>
    [...text.matchAll(statement)].flatMap(([, sql, kysely]) => {
      const table = sql ?? (kysely ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const folders = owners[table]
      const isOwn = folders?.some((folder) => file.startsWith(`apps/server/src/${folder}/`))
      return !folders || isOwn ? [] : [`${file} writes ${table}; only ${folders.join(' and ')} may.`]
    }),
  )
}

function findTablesWithoutOwner(): string[] {
  const schema = globSync(join(root, 'apps/server/migrations/*.sql'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const tables = Array.from(schema.matchAll(/^create (?:unlogged )?table (\w+)/gm), ([, table = '']) => table)
  return tables.filter((table) => !owners[table]).map((table) => `The table ${table} has no owner here.`)
}

const problems = [...findCycles(), ...findLargeFolders(), ...findForeignWrites(), ...findTablesWithoutOwner()]
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
