import { resolve } from 'node:path'
import type { ManagedBrand } from '@portal/contract/manage-brand.ts'
import type { z } from 'zod'
import { isLoopback } from './addresses.ts'
import { shippedContent, variables } from './environment.ts'
import { limitNames, type Limits } from './limits.ts'

/** Source of the portal's secret: PORTAL_SECRET or a file. */
export type Secret = { kind: 'given'; value: string } | { kind: 'file'; file: string }
/**
 * PostgreSQL; `directUrl`: PostgreSQL itself, if `url` leads to a pooler of transactions. Without DATABASE_URL the folder of the
 * embedded database.
 */
type Database =
  | { url: string; directUrl?: string | undefined }
  | { url?: undefined; directUrl?: undefined; folder: string }
type Mail = { kind: 'smtp'; url: string; from: string } | { kind: 'outbox'; folder: string; from: string }

/** The validated configuration. `portal settings` lists the environment variables. */
export type Config = ReturnType<typeof readConfig>

/** Invalid configuration; the message lists every error on its own line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(errors: readonly string[]) {
    super(`The configuration has errors:\n${errors.map((error) => `  - ${error}`).join('\n')}`)
  }
}

type Values = { [Name in keyof typeof variables]: z.output<(typeof variables)[Name]> }

/**
 * Reads and validates the environment variables. Empty ones count as missing.
 * @throws ConfigError with all errors
 */
export function readConfig(env: Record<string, string | undefined>) {
  const errors: string[] = []
  const given = (name: string) => env[name]?.trim() || undefined
  const parse = ([name, schema]: [string, z.ZodType]) => {
    const { data, error } = schema.safeParse(given(name))
    errors.push(...(error?.issues ?? []).map(({ message }) => `${name}: ${message}`))
    return [name, data]
  }
  // Invalid variables are undefined here; they cause no further errors.
  const values = Object.fromEntries(Object.entries(variables).map(parse)) as Values
  const hasServices = given('DATABASE_URL') !== undefined || given('SMTP_URL') !== undefined
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
    if (given(name) && !given('DATABASE_URL')) errors.push(`${name}: requires DATABASE_URL.`)
  const loopbackOnly = given('DEMO') === undefined && !hasServices
  if (given('SMTP_URL') && !given('MAIL_FROM'))
    errors.push('MAIL_FROM: required with SMTP_URL, e.g. "Portal <portal@example.gr>".')
  if (loopbackOnly && values.PUBLIC_URL && !isLoopback(new URL(values.PUBLIC_URL).hostname))
    errors.push(
      `PUBLIC_URL: '${values.PUBLIC_URL}' is not on this machine, and DATABASE_URL and SMTP_URL are missing. Set them, or DEMO=yes for a public demonstration, whose passwords are public, or DEMO=no for the embedded database.`,
    )
  if (values.PORTAL_WORKERS > 1 && !given('DATABASE_URL'))
    errors.push(
      'PORTAL_WORKERS: more than 1 requires DATABASE_URL, because only one process can open the embedded database.',
    )
  // A deleted delivery that is sent again would count twice.
  if (values.WAITING_MAX_AGE < values.RECORD_MAX_AGE)
    errors.push('WAITING_MAX_AGE: is shorter than RECORD_MAX_AGE.')
  // A flag for a delivery that is credited twice leads to the claim.
  if ((values.RETENTION_CLAIMS ?? Infinity) < values.WAITING_MAX_AGE)
    errors.push('RETENTION_CLAIMS: is shorter than WAITING_MAX_AGE.')
  if (values.RETENTION_WARNING >= (values.RETENTION_INACTIVE ?? Infinity))
    errors.push('RETENTION_WARNING: is not shorter than RETENTION_INACTIVE.')
  // The audit log says when an account was disabled.
  if ((values.RETENTION_STAFF ?? 0) > (values.RETENTION_AUDIT ?? Infinity))
    errors.push('RETENTION_STAFF: is longer than RETENTION_AUDIT.')
  if (errors.length > 0) throw new ConfigError(errors)

  const { DATABASE_URL, SMTP_URL, PORTAL_SECRET, DATA_DIR: folder } = values
  const demonstration = values.DEMO ?? !hasServices
  const database: Database = DATABASE_URL
    ? { url: DATABASE_URL, directUrl: values.DATABASE_DIRECT_URL }
    : { folder: resolve(folder, 'database') }
  const from = values.MAIL_FROM ?? 'portal@example.gr'
  const mail: Mail = SMTP_URL
    ? { kind: 'smtp', url: SMTP_URL, from }
    : { kind: 'outbox', folder: resolve(folder, 'outbox'), from }
  let secret: Secret | undefined
  if (PORTAL_SECRET) secret = { kind: 'given', value: PORTAL_SECRET }
  // The embedded database is for trials, which shall need no setting.
  else if (!DATABASE_URL) secret = { kind: 'file', file: resolve(folder, 'secret') }

  return {
    port: values.PORT,
    host: values.HOST ?? (DATABASE_URL ? '0.0.0.0' : '127.0.0.1'),
    /** Number of server processes. */
    workers: values.PORTAL_WORKERS,
    /** METRICS_LISTEN: address of /metrics; undefined: not served. */
    metrics: values.METRICS_LISTEN,
    /** PUBLIC_URL without a trailing slash; prefix of links in mails. */
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    /** Whether publicUrl is only the default, outside of the demonstration: links and issuers lead to this machine. */
    hasDefaultUrl: values.PUBLIC_URL === undefined && !demonstration,
    /** DATA_DIR, absolute: the embedded database, the outbox and the demonstration's secret. */
    folder,
    database,
    /** The connection of `portal migrate`, as the owner of the tables. */
    databaseOwner: values.DATABASE_OWNER_URL ? { url: values.DATABASE_OWNER_URL } : undefined,
    /** A standby server for lists, and the lag in milliseconds above which it is not used. */
    databaseRead: values.DATABASE_READ_URL
      ? { url: values.DATABASE_READ_URL, maxLag: values.DATABASE_READ_MAX_LAG }
      : undefined,
    /** Maximum connections of a process for calls; the job queue and notifications have their own. */
    databasePool: values.DATABASE_POOL,
    /** In milliseconds, 0: no timeout. */
    databaseTimeouts: {
      connect: values.DATABASE_CONNECT_TIMEOUT,
      statement: values.DATABASE_STATEMENT_TIMEOUT,
      lock: values.DATABASE_LOCK_TIMEOUT,
    },
    mail,
    /** Number of trusted proxies, or their addresses and ranges. */
    trustProxy: values.TRUST_PROXY,
    /** Without BRAND_FILE, `loadBrand` (features/brand) replaces `brand` and `logoType` by what operators have stored. */
    ...values.BRAND_FILE,
    brandSource: (given('BRAND_FILE') ? 'file' : 'shipped') as ManagedBrand['source'],
    /** Of the stored brand; 0: none is stored. */
    brandVersion: 0,
    /** CONTENT_DIR, absolute: the Markdown files of the public pages. */
    contentFolder: values.CONTENT_DIR,
    /** Whether the folder is not the shipped one: its files win over what the console has stored. */
    hasOwnContent: values.CONTENT_DIR !== shippedContent,
    /** Demonstration mode: published passwords, generated people, and a page that shows the mails. */
    demonstration,
    /** Demonstration without DEMO=yes: accepts requests only from this machine (http/loopback-only.ts). */
    loopbackOnly,
    limits: Object.fromEntries(
      Object.entries(limitNames).map(([name, { variable }]) => [name, values[variable]]),
    ) as Limits,
    /** In milliseconds: a session ends `idle` after its last use, and `longest` after the sign-in. */
    sessions: {
      staff: { idle: values.SESSION_IDLE_STAFF, longest: values.SESSION_LENGTH_STAFF },
      citizens: { idle: values.SESSION_IDLE_CITIZENS, longest: values.SESSION_LENGTH_CITIZENS },
    },
    /** Open streams per process, and milliseconds between their heartbeats. */
    live: { streams: values.LIVE_STREAMS, heartbeat: values.LIVE_HEARTBEAT },
    /** In milliseconds: older records and reversals of partners are rejected. */
    recordMaxAge: values.RECORD_MAX_AGE,
    /** In milliseconds: older waiting deliveries are deleted. */
    waitingMaxAge: values.WAITING_MAX_AGE,
    /** In milliseconds: time between the confirmation of an erasure and the erasure. */
    erasureCoolingOff: values.ERASURE_COOLING_OFF,
    /** In milliseconds: inactive accounts are erased after this time, `warning` after a mail. undefined: never. */
    retention:
      demonstration || values.RETENTION_INACTIVE === undefined
        ? undefined
        : { inactive: values.RETENTION_INACTIVE, warning: values.RETENTION_WARNING },
    /** In milliseconds, undefined: never removed. Since when: features/privacy/retention/periods.ts. */
    retentionOf: {
      claims: values.RETENTION_CLAIMS,
      notes: values.RETENTION_CALL_NOTES,
      codes: values.RETENTION_COUPON_CODES,
      requests: values.RETENTION_REQUESTS,
      flags: values.RETENTION_FLAGS,
      audit: values.RETENTION_AUDIT,
      staff: values.RETENTION_STAFF,
    },
    /** In milliseconds: older search texts of the audit log are deleted. */
    auditTextMaxAge: values.AUDIT_TEXT_MAX_AGE,
    /** Maximum waiting deliveries per partner. */
    waitingLimit: values.WAITING_LIMIT,
    /** Points of an Athens day by partner and by participant, 0: no cap; records above the multiple are rejected. */
    caps: {
      partnerDay: values.CAP_PARTNER_DAY,
      personDay: values.CAP_PERSON_DAY,
      rejectFactor: values.CAP_REJECT_FACTOR,
    },
    /** People whose data a member of staff reads on an Athens day before managers get a flag, 0: no flag. */
    staffReadsDay: values.CAP_STAFF_READS_DAY,
    /** Points above which a second person approves imports and manual records; undefined: nothing needs approval. */
    fourEyesAbove: (values.FOUR_EYES_ABOVE ?? (demonstration ? 0 : 10_000)) || undefined,
    /** Encrypts the signing keys; a generated file in the demonstration. If undefined, there is no OpenID provider. */
    secret,
    /** `required`: staff without a second factor may only set one up. */
    staffSecondFactor: values.STAFF_SECOND_FACTOR,
    /** Additional origins that may embed the settings page in a frame. */
    frameAncestors: values.FRAME_ANCESTORS,
    /** Additional origins allowed in `returnTo`. */
    returnOrigins: values.RETURN_ORIGINS,
    /** Allows webhook addresses in private networks. */
    privateWebhooks: values.PRIVATE_WEBHOOKS,
    logLevel: values.LOG_LEVEL ?? (demonstration ? 'warn' : 'info'),
  }
}
