import type { CheckName } from '@portal/contract/system.ts'
import type { OpenDatabase } from '../../db/database.ts'
import { templateText, wrongValueText } from '../../features/site/pages-service.ts'
import { type Finding, type FindingOf, serverOf } from '../../features/system/service.ts'
import { gapText } from '../../ledger/rates/rates.ts'
import type { Config } from '../../lib/config/config.ts'
import { misspeltText } from '../../lib/config/misspelt.ts'
import { athensSecond } from '../../lib/time/athens.ts'

export const checkTitles: Record<CheckName, string> = {
  real_data: 'real data',
  database: 'database',
  encoding: 'encoding',
  collations: 'versions of collations',
  database_role: 'role of the database',
  owner_address: 'owner address',
  database_encryption: 'encrypted connection to the database',
  clock: 'clock',
  public_address: 'public address',
  certificate: 'certificate',
  proxy: 'proxy',
  proxy_headers: 'proxy headers',
  reachable: 'reachable from here',
  running_server: 'running server',
  setting_names: 'names of settings',
  standby: 'standby server',
  secret: 'secret',
  mail_server: 'mail server',
  waiting_mails: 'waiting mails',
  rates: 'rates',
  webhooks: 'webhooks',
  disk: 'disk',
  backup: 'age of the backup',
  brand: 'brand',
  public_pages: 'public pages',
  operator: 'operator',
  second_factor: 'second factor of staff',
}

type Context = { open: OpenDatabase; config: Config }
type Texts = { [Code in Finding['code']]: string | ((finding: FindingOf<Code>, context: Context) => string) }

const reasonText = (reason: string) => (reason === '' ? '' : ` (${reason})`)

const parts = {
  code: 'another version',
  workers: 'another number of processes (PORTAL_WORKERS)',
  brand: 'another brand',
  settings: 'other settings',
}

/** Facts about what is in order have no text here. */
const texts: Texts = {
  demonstration: 'The demonstration has public passwords: set DATABASE_URL and SMTP_URL, and not DEMO.',
  trial_database: (_, { open }) => `${open.trialsOnly} Set DATABASE_URL to PostgreSQL 15 or newer.`,
  database_answers: '',
  encoding_wrong: ({ encoding }) => `The database's encoding is ${encoding}: create it with encoding 'UTF8'.`,
  collations_changed: ({ names }) =>
    `The sort order of ${names} has changed with the system's libraries: run reindex database, then alter collation … refresh version (or alter database … refresh collation version).`,
  connects_as_owner:
    'DATABASE_URL connects as the owner of the tables: use a second role (docs/operations.md, Roles of the database).',
  owner_address_set: 'DATABASE_OWNER_URL is set: only `migrate`, `backup` and `restore` may know it.',
  database_unencrypted:
    'The connection to another machine is not encrypted: add ?sslmode=verify-full to DATABASE_URL.',
  clocks_agree: '',
  clocks_differ: ({ seconds }) =>
    `The clocks of this machine and of the database differ by ${seconds.toFixed(1)} s: run an NTP client on both.`,
  public_url_missing: (_, { config }) => `PUBLIC_URL is not set: links in mails lead to ${config.publicUrl}.`,
  public_url_http: 'PUBLIC_URL is not https: passwords cross the network in clear text.',
  certificate_valid: '',
  certificate_ends: ({ days, until }) =>
    days < 0
      ? `The certificate of PUBLIC_URL ended at ${until}: renew it.`
      : `The certificate of PUBLIC_URL ends at ${until}: renew it, and check the timer that does.`,
  certificate_unread: 'The certificate of PUBLIC_URL cannot be read from here.',
  proxies_unset:
    'TRUST_PROXY is not set: behind a TLS proxy all people share the limits of one address. Set the number of proxies.',
  addresses_unseen:
    'The server does not see the address of callers: limits count all people together. Let the proxy send X-Forwarded-For with an IP address, and set TRUST_PROXY to the number of proxies.',
  headers_forgeable: ({ headers }) =>
    `Callers can forge ${headers.join(', ')}. Let the proxy replace what they send (deploy/nginx.conf), and check that TRUST_PROXY is the number of proxies.`,
  scheme_unseen: ({ shell: { scheme, seen } }) =>
    `The proxy does not send X-Forwarded-Proto: the server takes ${scheme} for ${seen}.`,
  server_silent: ({ reason }, { config }) =>
    `${config.publicUrl}/healthz does not answer${reasonText(reason)}, and neither does ${serverOf(config)}: start the server.`,
  way_silent: ({ reason }, { config }) =>
    `The server answers at ${serverOf(config)}, but ${config.publicUrl}/healthz does not answer${reasonText(reason)}: check the proxy, its certificate and DNS.`,
  answers_with: ({ status }, { config }) => `${config.publicUrl}/healthz answers ${status}: check the proxy.`,
  portal_silent: 'The portal does not answer, as another check says.',
  not_here: 'The server does not run on this machine, or not at HOST and PORT.',
  server_differs: (finding) =>
    `The running server has ${finding.parts.map((part) => parts[part]).join(' and ')}: restart it, or run this command in its folder and with its environment.`,
  setting_misspelt: misspeltText,
  not_a_standby: 'DATABASE_READ_URL does not lead to a standby server.',
  secret_missing: 'PORTAL_SECRET is not set: partner sites cannot sign people in. Use 32 random characters.',
  mails_only_stored: (_, { config: { mail } }) =>
    `SMTP_URL is not set: mails are only stored in ${mail.kind === 'outbox' ? mail.folder : ''}.`,
  mail_server_refuses: ({ reason }) =>
    `The mail server does not accept a connection: ${reason}. Check SMTP_URL.`,
  queues_move: '',
  queue_stands: ({ minutes }) =>
    `A mail or webhook has waited for ${minutes} minutes: see the failures in the server's log.`,
  mails_ended: '',
  rate_missing: ({ day, ...kind }) => gapText({ ...kind, gap: day }),
  webhook_refused: ({ failures, shell: { clientId, url } }) =>
    `${clientId} does not accept its messages at ${url} (${failures} failures in a row): see the failures in the server's log, and inform the partner.`,
  webhooks_accepted: '',
  disk_free: '',
  disk_full: (_, { config }) => `Less than 1 GB is free at ${config.folder}.`,
  backed_up: '',
  backup_old: ({ at }) =>
    `The last \`portal backup\` was at ${athensSecond(new Date(at))}: check the timer that runs it.`,
  backup_unknown:
    'No `portal backup` is known: let a timer run it each day, if no other program makes the backups.',
  brand_missing:
    'The portal shows a fictitious company: write yours in the console (Ονομασία και στοιχεία) or with `brand set FILE`.',
  brand_unchanged: 'BRAND_FILE still names the fictitious company: edit it.',
  page_incomplete: ({ shell }, { config }) => templateText(shell, config),
  page_value_wrong: ({ shell }, { config }) => wrongValueText(shell, config),
  operator_missing:
    'No account with the role operator has a password: open the link that `staff add` printed, or npm run portal -- staff role EMAIL --role operator.',
  second_factor_optional: 'STAFF_SECOND_FACTOR is not required: a stolen password opens all data.',
  check_failed: ({ shell }) => `This check failed: ${shell.message}`,
  check_slow: ({ seconds }) => `This check was given up after ${seconds} s.`,
}

/** Describes a finding for the terminal; '' if there is nothing to say. */
export function textOf(finding: Finding, context: Context): string {
  // Each finding has the text of its code.
  const text = texts[finding.code] as string | ((finding: Finding, context: Context) => string)
  return typeof text === 'string' ? text : text(finding, context)
}
