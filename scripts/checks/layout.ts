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
 * Folders that may write a table: `insert`, `update`, `delete` or `merge`, in SQL or with Kysely. Has every table of
 * migrations/schema.sql, and the temporary ones of the imports. Functions and triggers of the database fill the counters.
 */
const owners: Record<string, readonly string[]> = {
  points_records: ['ledger'],
  balances: ['ledger'],
  points_delta: ['ledger'],
  points_day: ['ledger'],
  points_month: ['ledger'],
  participants_delta: ['ledger'],
  participants_total: ['ledger'],
  activity_delta: ['ledger'],
  activity_day: ['ledger'],
  activity_month: ['ledger'],
  partner_references: ['ledger'],
  waiting_deliveries: ['ledger'],
  coupons: ['ledger'],
  coupon_gifts: ['ledger'],
  // Operators define them; the ledger counts.
  offers: ['features/offers', 'ledger'],
  offer_days: ['ledger'],
  offer_pictures: ['features/offers'],
  devices: ['features/desk'],
  device_links: ['features/desk'],
  desk_entries: ['features/desk'],
  card_codes: ['features/card', 'features/desk'],
  printed_cards: ['features/card'],
  call_notes: ['features/phone-calls'],
  rates: ['ledger'],
  partner_days: ['ledger'],
  ledger_flags: ['ledger', 'lib/audit'],
  staff_reads: ['lib/audit'],
  approvals: ['ledger'],
  approvers: ['features/approvers'],
  stickers: ['ledger', 'features/stickers'],
  sticker_batches: ['features/stickers'],
  users: [
    'features/accounts',
    'features/participants',
    'features/sessions',
    'features/privacy',
    'features/demo',
    // The keys of addresses, as a step of the migrations that SQL cannot do.
    'db',
  ],
  delivery_claims: ['features/claims'],
  data_requests: ['features/data-requests'],
  erasures: ['features/privacy'],
  erasure_mentions: ['features/privacy'],
  account_activity: ['features/privacy', 'features/sessions', 'features/accounts'],
  page_texts: ['features/site'],
  page_drafts: ['features/site'],
  page_values: ['features/site'],
  notice_versions: ['features/notices'],
  notice_news: ['features/notices'],
  points_mails: ['features/points-mails'],
  open_streams: ['features/live'],
  sessions: ['features/sessions'],
  pending_sign_ins: ['features/sessions'],
  totp_secrets: ['features/second-factor'],
  passkeys: ['features/second-factor'],
  recovery_codes: ['features/second-factor'],
  second_factor_set_ups: ['features/second-factor'],
  account_locks: ['features/participants'],
  account_restrictions: ['features/data-requests'],
  email_changes: ['features/accounts'],
  account_tokens: ['features/accounts', 'features/privacy'],
  municipalities: ['features/municipalities'],
  places: ['features/places'],
  brand: ['features/brand'],
  audit_entries: ['lib/audit'],
  audit_texts: ['lib/audit'],
  imports: ['features/imports'],
  import_parts: ['features/imports'],
  exports: ['features/exports'],
  export_ends: ['features/exports'],
  export_people: ['features/exports'],
  rejected_records: ['features/partner-api'],
  repeated_records: ['features/partner-api'],
  partners: ['features/partners', 'features/partner-api'],
  partner_sign_ins: ['features/oidc', 'features/partners', 'features/connected-sites'],
  partner_consents: ['features/connected-sites'],
  partner_subjects: ['features/connected-sites', 'features/partners'],
  consent_texts: ['features/connected-sites'],
  oidc_payloads: ['features/oidc', 'features/connected-sites'],
  signing_keys: ['features/oidc'],
  rate_limits: ['lib/rate-limit'],
  chain_anchors: ['lib/chain'],
  chain_blocks: ['lib/chain'],
  chain_erasures: ['lib/chain'],
  portal_state: [
    'features/backup',
    'features/demo',
    'features/first-account',
    'features/privacy',
    'lib/mail',
    'lib/security',
  ],
  staged_points: ['ledger'],
  staged_participants: ['features/participants'],
}

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
