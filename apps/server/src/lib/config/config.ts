import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { type Brand, brand as brandSchema } from '@portal/contract/site.ts'
import { limitNames, type Limits, parseDuration, parseLimit } from './limits.ts'
import { errorOfSecret, type Secret } from './secret.ts'

/** The validated configuration. docs/operations.md lists the environment variables. */
export type Config = {
  port: number
  host: string
  /** PUBLIC_URL without a trailing slash; prefix of links in mails. */
  publicUrl: string
  /** DATA_DIR, absolute: the embedded database, the outbox and the demonstration's secret. */
  folder: string
  database: { kind: 'postgres'; url: string } | { kind: 'embedded'; folder: string }
  /** In milliseconds, 0: no timeout. */
  databaseTimeouts: { connect: number; statement: number; lock: number }
  mail: { kind: 'smtp'; url: string; from: string } | { kind: 'outbox'; folder: string; from: string }
  /** Number of trusted proxies, or their addresses and ranges. */
  trustProxy: false | number | string[]
  brand: Brand
  /** Absolute path of the operator's logo; served at /brand/logo. */
  logoFile: string | undefined
  /** Demonstration mode: published passwords, generated people, and a page that shows the mails. */
  demonstration: boolean
  /** Demonstration without DEMO=yes: accepts requests only from this machine (http/loopback-only.ts). */
  loopbackOnly: boolean
  limits: Limits
  /** In milliseconds: older records and reversals of partners are rejected. */
  recordMaxAge: number
  /** In milliseconds: older waiting deliveries are deleted. */
  waitingMaxAge: number
  /** Maximum waiting deliveries per partner. */
  waitingLimit: number
  /** Encrypts the signing keys; a generated file in the demonstration. If undefined, there is no OpenID provider. */
  secret: Secret | undefined
  /** Additional origins that may embed the settings page in a frame. */
  frameAncestors: string[]
  /** Additional origins allowed in `returnTo`. */
  returnOrigins: string[]
  /** Allows webhook addresses in private networks. */
  privateWebhooks: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error'
}

/** Invalid configuration; the message lists every error on its own line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(errors: readonly string[]) {
    super(`The configuration has errors:\n${errors.map((error) => `  - ${error}`).join('\n')}`)
  }
}

type Environment = Record<string, string | undefined>

/** The repository's root: relative paths in the environment are resolved against it, not the working directory. */
const root = resolve(import.meta.dirname, '../../../../..')

const address = (text: string) => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Reads and validates the environment variables.
 * @throws ConfigError with all errors
 */
export function readConfig(env: Environment): Config {
  const errors: string[] = []
  const given = (name: string) => env[name]?.trim() || undefined

  const port = readPort(given('PORT'), errors)

  const folder = resolve(root, given('DATA_DIR') ?? 'data')
  const databaseUrl = given('DATABASE_URL')
  if (databaseUrl && !['postgres:', 'postgresql:'].includes(address(databaseUrl)?.protocol ?? ''))
    errors.push('DATABASE_URL: expected a URL such as postgres://user:password@host:5432/name.')
  const database: Config['database'] = databaseUrl
    ? { kind: 'postgres', url: databaseUrl }
    : { kind: 'embedded', folder: resolve(folder, 'database') }

  const databaseTimeouts = {
    connect: readSeconds('DATABASE_CONNECT_TIMEOUT', 5, env, errors),
    statement: readSeconds('DATABASE_STATEMENT_TIMEOUT', 30, env, errors),
    lock: readSeconds('DATABASE_LOCK_TIMEOUT', 10, env, errors),
  }

  const host = given('HOST') ?? (database.kind === 'embedded' ? '127.0.0.1' : '0.0.0.0')

  const publicUrl = (given('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, '')
  const parsedPublic = address(publicUrl)
  const isPublicUrl =
    parsedPublic !== undefined &&
    ['http:', 'https:'].includes(parsedPublic.protocol) &&
    parsedPublic.href === `${parsedPublic.origin}/`
  if (!isPublicUrl) errors.push(`PUBLIC_URL: '${env.PUBLIC_URL}' is not an http or https URL without a path.`)

  const mailFrom = given('MAIL_FROM')
  const smtpUrl = given('SMTP_URL')
  if (smtpUrl && !['smtp:', 'smtps:'].includes(address(smtpUrl)?.protocol ?? ''))
    errors.push('SMTP_URL: expected a URL such as smtp://user:password@host:587 or smtps://….')
  if (smtpUrl && !mailFrom)
    errors.push('MAIL_FROM: required with SMTP_URL, e.g. "Portal <portal@example.gr>".')
  if (mailFrom && !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(mailFrom))
    errors.push('MAIL_FROM: contains no e-mail address.')
  const mail: Config['mail'] = smtpUrl
    ? { kind: 'smtp', url: smtpUrl, from: mailFrom ?? '' }
    : { kind: 'outbox', folder: resolve(folder, 'outbox'), from: mailFrom ?? 'portal@example.gr' }

  const withoutServices = database.kind === 'embedded' && mail.kind === 'outbox'
  const demonstration = readSwitch(given('DEMO'), withoutServices)
  if (demonstration === undefined) errors.push(`DEMO: '${env.DEMO}' is neither yes nor no.`)
  const loopbackOnly = given('DEMO') === undefined && withoutServices
  if (loopbackOnly && isPublicUrl && !isLoopback(parsedPublic.hostname))
    errors.push(
      `PUBLIC_URL: '${publicUrl}' is not on this machine, and DATABASE_URL and SMTP_URL are missing. Set them, or DEMO=yes for a public demonstration, whose passwords are public, or DEMO=no for the embedded database.`,
    )

  const secret = given('PORTAL_SECRET')
  const secretError = secret && errorOfSecret(secret)
  if (secretError) errors.push(`PORTAL_SECRET: ${secretError}.`)

  const privateWebhooks = readSwitch(given('PRIVATE_WEBHOOKS'), false)
  if (privateWebhooks === undefined)
    errors.push(`PRIVATE_WEBHOOKS: '${env.PRIVATE_WEBHOOKS}' is neither yes nor no.`)

  const logLevel = given('LOG_LEVEL') ?? (demonstration ? 'warn' : 'info')
  if (!isLogLevel(logLevel)) errors.push(`LOG_LEVEL: '${logLevel}' is not one of debug, info, warn, error.`)

  const config = {
    port,
    host,
    publicUrl,
    folder,
    database,
    databaseTimeouts,
    mail,
    trustProxy: readTrustProxy(given('TRUST_PROXY'), errors),
    ...readBrand(resolve(root, given('BRAND_FILE') ?? 'apps/server/brand.json'), errors),
    demonstration: demonstration ?? false,
    loopbackOnly,
    privateWebhooks: privateWebhooks ?? false,
    limits: readLimits(env, errors),
    ...readWaiting(env, errors),
    secret: secret
      ? ({ kind: 'given', value: secret } as const)
      : demonstration
        ? ({ kind: 'file', file: resolve(folder, 'secret') } as const)
        : undefined,
    frameAncestors: readOrigins('FRAME_ANCESTORS', env, errors),
    returnOrigins: readOrigins('RETURN_ORIGINS', env, errors),
    logLevel: isLogLevel(logLevel) ? logLevel : 'info',
  }
  const { brand } = config
  if (errors.length > 0 || !brand) throw new ConfigError(errors)
  return { ...config, brand }
}

/** Returns 3000 for an invalid port, to avoid follow-up errors of the URLs that contain it. */
function readPort(text: string | undefined, errors: string[]): number {
  const port = Number(text ?? 3000)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  errors.push(`PORT: '${text}' is not a port (0 to 65535).`)
  return 3000
}

/** @returns milliseconds */
function readSeconds(variable: string, standard: number, env: Environment, errors: string[]): number {
  const text = env[variable]?.trim() || String(standard)
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(text)) errors.push(`${variable}: '${text}' is not a number of seconds.`)
  return Math.round(Number(text) * 1_000)
}

/** Returns whether a host name, as in `URL.hostname`, or an IP address is this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(address)) return ipaddr.process(address).range() === 'loopback'
  return /^(.+\.)?localhost$/.test(address)
}

const isLogLevel = (text: string): text is Config['logLevel'] =>
  ['debug', 'info', 'warn', 'error'].includes(text)

function readSwitch(text: string | undefined, otherwise: boolean): boolean | undefined {
  if (text === undefined) return otherwise
  if (/^(yes|true|1|on)$/i.test(text)) return true
  if (/^(no|false|0|off)$/i.test(text)) return false
  return undefined
}

/** Reads a number of proxies, or their addresses and ranges, separated by commas. */
function readTrustProxy(text: string | undefined, errors: string[]): Config['trustProxy'] {
  if (!text) return false
  if (/^\d+$/.test(text)) return Number(text)
  const asSwitch = readSwitch(text, false)
  if (asSwitch === true)
    // Any client could then forge its address, which rate limits count, and the scheme.
    errors.push(
      `TRUST_PROXY: '${text}' would trust every client's X-Forwarded-For. Set the number of proxies, usually 1, or their addresses.`,
    )
  if (asSwitch !== undefined) return false
  const proxies = text.split(',').map((part) => part.trim())
  for (const proxy of proxies.filter((proxy) => !isNetwork(proxy)))
    errors.push(
      `TRUST_PROXY: '${proxy}' is not an address, a range such as 10.0.0.0/8, or one of loopback, linklocal, uniquelocal.`,
    )
  return proxies
}

/** Rejects '10/8', which ipaddr.js reads as 0.0.0.10/8, and ranges of all addresses. */
const isNetwork = (text: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) ||
  isIP(text) > 0 ||
  ((ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)) && !/\/0+$/.test(text))

/** Reads origins (scheme, host and port) separated by commas or spaces. */
function readOrigins(variable: string, env: Environment, errors: string[]): string[] {
  const texts = (env[variable] ?? '').split(/[\s,]+/).filter(Boolean)
  return texts.flatMap((text) => {
    const url = address(text)
    const fits =
      url && ['http:', 'https:'].includes(url.protocol) && [url.origin, `${url.origin}/`].includes(text)
    if (!fits) errors.push(`${variable}: '${text}' is not an origin such as https://oil.example.gr.`)
    return fits ? [url.origin] : []
  })
}

/** WAITING_MAX_AGE must not be shorter than RECORD_MAX_AGE: a deleted delivery that is sent again would count twice. */
function readWaiting(env: Environment, errors: string[]) {
  const recordMaxAge = readDuration('RECORD_MAX_AGE', '30d', env, errors)
  const waitingMaxAge = readDuration('WAITING_MAX_AGE', '365d', env, errors)
  if (waitingMaxAge < recordMaxAge) errors.push('WAITING_MAX_AGE: is shorter than RECORD_MAX_AGE.')
  const limit = env['WAITING_LIMIT']?.trim() || '20000'
  if (!/^[1-9]\d{0,6}$/.test(limit))
    errors.push(`WAITING_LIMIT: '${limit}' is not a number from 1 to 9999999.`)
  return { recordMaxAge, waitingMaxAge, waitingLimit: Number(limit) }
}

function readDuration(variable: string, standard: string, env: Environment, errors: string[]): number {
  const text = env[variable]?.trim() || standard
  const duration = parseDuration(text)
  if (!duration) errors.push(`${variable}: '${text}' is not a duration such as 30d (s, m, h or d).`)
  return duration ?? 0
}

function readLimits(env: Environment, errors: string[]): Limits {
  const entries = Object.entries(limitNames).map(([name, { variable, standard }]) => {
    const text = env[variable]?.trim() || standard
    const limit = parseLimit(text)
    if (!limit) errors.push(`${variable}: '${text}' is not a limit such as 10/15m (tries per s, m, h or d).`)
    return [name, limit]
  })
  return Object.fromEntries(entries) as Limits
}

/** Reads the brand file. The logo's path is relative to it; the returned brand contains the URL path instead. */
function readBrand(
  file: string,
  errors: string[],
): { brand: Brand | undefined; logoFile: string | undefined } {
  const nothing = { brand: undefined, logoFile: undefined }
  if (!existsSync(file)) {
    errors.push(`BRAND_FILE: no such file: ${file}.`)
    return nothing
  }
  try {
    const read = brandSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    if (!read.success) {
      for (const issue of read.error.issues)
        errors.push(`BRAND_FILE: ${issue.path.join('.') || 'the file'}: ${issue.message}.`)
      return nothing
    }
    const { logo, ...rest } = read.data
    if (!logo) return { brand: rest, logoFile: undefined }
    const logoFile = resolve(dirname(file), logo)
    if (!/\.(svg|png|jpg|webp)$/.test(logo) || !existsSync(logoFile))
      errors.push(`BRAND_FILE: logo: no such .svg, .png, .jpg or .webp file: ${logoFile}.`)
    return { brand: { ...rest, logo: '/brand/logo' }, logoFile }
  } catch (error) {
    errors.push(
      `BRAND_FILE: ${file} is not valid JSON (${error instanceof Error ? error.message : String(error)}).`,
    )
    return nothing
  }
}
