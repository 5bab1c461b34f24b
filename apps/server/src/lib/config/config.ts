import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import { type Brand, brand as brandSchema } from '@portal/contract/site.ts'
import { limitNames, type Limits, parseDuration, parseLimit } from './limits.ts'
import { errorOfSecret, type Secret } from './secret.ts'

/** All that the environment says, checked. docs/operations.md lists the variables. */
export type Config = {
  port: number
  host: string
  /** Without a slash at the end. Links in mails begin with it. */
  publicUrl: string
  /** DATA_DIR: what the portal keeps beside a database. */
  folder: string
  database: { kind: 'postgres'; url: string } | { kind: 'embedded'; folder: string }
  /** In milliseconds, 0 is none: to wait for a connection, for a statement, for a lock. */
  databaseTimeouts: { connect: number; statement: number; lock: number }
  mail: { kind: 'smtp'; url: string; from: string } | { kind: 'outbox'; folder: string; from: string }
  /** What Fastify's `trustProxy` takes: which proxies' X-Forwarded-For is believed. */
  trustProxy: false | number | string[]
  brand: Brand
  /** The operator's logo, a file; served at /brand/logo. */
  logoFile: string | undefined
  /** Known sign-ins, made-up people, and a page that shows the mails. */
  demonstration: boolean
  /** The demonstration without DEMO=yes: answers this machine alone (http/loopback-only.ts). */
  loopbackOnly: boolean
  limits: Limits
  /** In milliseconds: partners' records and reversals that happened longer ago are rejected. */
  recordMaxAge: number
  /** In milliseconds: deliveries that have waited longer for their sticker are removed. */
  waitingMaxAge: number
  /** How many deliveries of one partner may wait. */
  waitingLimit: number
  /** What keys are encrypted with; in the demonstration a file that is made. Without one, no partner site can sign in. */
  secret: Secret | undefined
  /** Origins that may show the settings page in a frame, beside the portal itself. */
  frameAncestors: string[]
  /** Origins that `returnTo` may lead to, beside the portal itself. */
  returnOrigins: string[]
  /** Partners' webhooks may be in a private network. */
  privateWebhooks: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error'
}

/** What is wrong with the environment, every error in a line of its own. */
export class ConfigError extends Error {
  override name = 'ConfigFault'
  constructor(errors: readonly string[]) {
    super(`The configuration has errors:\n${errors.map((error) => `  - ${error}`).join('\n')}`)
  }
}

type Environment = Record<string, string | undefined>

/** The repository's root: relative paths of the environment start here, wherever the command was called. */
const root = resolve(import.meta.dirname, '../../../../..')

const address = (text: string) => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the environment.
 * @throws ConfigError with every error at once
 */
export function readConfig(env: Environment): Config {
  const errors: string[] = []
  const given = (name: string) => env[name]?.trim() || undefined

  const port = readPort(given('PORT'), errors)

  const folder = resolve(root, given('DATA_DIR') ?? 'data')
  const databaseUrl = given('DATABASE_URL')
  if (databaseUrl && !['postgres:', 'postgresql:'].includes(address(databaseUrl)?.protocol ?? ''))
    errors.push('DATABASE_URL: expected an address such as postgres://user:password@host:5432/name.')
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
  if (!isPublicUrl) errors.push(`PUBLIC_URL: '${env.PUBLIC_URL}' is no http or https address without a path.`)

  const mailFrom = given('MAIL_FROM')
  const smtpUrl = given('SMTP_URL')
  if (smtpUrl && !['smtp:', 'smtps:'].includes(address(smtpUrl)?.protocol ?? ''))
    errors.push('SMTP_URL: expected an address such as smtp://user:password@host:587 or smtps://….')
  if (smtpUrl && !mailFrom)
    errors.push('MAIL_FROM: required with SMTP_URL, e.g. "Portal <portal@example.gr>".')
  if (mailFrom && !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(mailFrom))
    errors.push('MAIL_FROM: holds no e-mail address.')
  const mail: Config['mail'] = smtpUrl
    ? { kind: 'smtp', url: smtpUrl, from: mailFrom ?? '' }
    : { kind: 'outbox', folder: resolve(folder, 'outbox'), from: mailFrom ?? 'portal@example.gr' }

  const withoutServices = database.kind === 'embedded' && mail.kind === 'outbox'
  const demonstration = readSwitch(given('DEMO'), withoutServices)
  if (demonstration === undefined) errors.push(`DEMO: '${env.DEMO}' is neither yes nor no.`)
  const loopbackOnly = given('DEMO') === undefined && withoutServices
  if (loopbackOnly && isPublicUrl && !isLoopback(parsedPublic.hostname))
    errors.push(
      `PUBLIC_URL: '${publicUrl}' is not on this machine, and DATABASE_URL and SMTP_URL are missing. Set them, or DEMO=yes for a public demonstration, whose passwords everyone knows, or DEMO=no for the embedded database.`,
    )

  const secret = given('PORTAL_SECRET')
  const faultySecret = secret && errorOfSecret(secret)
  if (faultySecret) errors.push(`PORTAL_SECRET: ${faultySecret}.`)

  const privateWebhooks = readSwitch(given('PRIVATE_WEBHOOKS'), false)
  if (privateWebhooks === undefined)
    errors.push(`PRIVATE_WEBHOOKS: '${env.PRIVATE_WEBHOOKS}' is neither yes nor no.`)

  const logLevel = given('LOG_LEVEL') ?? (demonstration ? 'warn' : 'info')
  if (!isLogLevel(logLevel)) errors.push(`LOG_LEVEL: '${logLevel}' is none of debug, info, warn, error.`)

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

/** Where it is none, 3000 stands in: the addresses made of it shall not be told as further errors. */
function readPort(text: string | undefined, errors: string[]): number {
  const port = Number(text ?? 3000)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  errors.push(`PORT: '${text}' is no port (0 to 65535).`)
  return 3000
}

/** @returns milliseconds */
function readSeconds(variable: string, standard: number, env: Environment, errors: string[]): number {
  const text = env[variable]?.trim() || String(standard)
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(text)) errors.push(`${variable}: '${text}' is no number of seconds.`)
  return Math.round(Number(text) * 1_000)
}

/** Returns whether the host of an address, as the URL parser writes it, is this machine. */
export const isLoopback = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

const isLogLevel = (text: string): text is Config['logLevel'] =>
  ['debug', 'info', 'warn', 'error'].includes(text)

function readSwitch(text: string | undefined, otherwise: boolean): boolean | undefined {
  if (text === undefined) return otherwise
  if (/^(yes|true|1|on)$/i.test(text)) return true
  if (/^(no|false|0|off)$/i.test(text)) return false
  return undefined
}

/** A number of proxies, or their addresses and ranges, separated by commas. */
function readTrustProxy(text: string | undefined, errors: string[]): Config['trustProxy'] {
  if (!text) return false
  if (/^\d+$/.test(text)) return Number(text)
  const asSwitch = readSwitch(text, false)
  if (asSwitch === true)
    // Every client could then choose the address that limits count, and the scheme.
    errors.push(
      `TRUST_PROXY: '${text}' would believe every client's X-Forwarded-For. Set the number of proxies, usually 1, or their addresses.`,
    )
  if (asSwitch !== undefined) return false
  const proxies = text.split(',').map((part) => part.trim())
  for (const proxy of proxies.filter((proxy) => !isNetwork(proxy)))
    errors.push(
      `TRUST_PROXY: '${proxy}' is no address, no range such as 10.0.0.0/8, and none of loopback, linklocal, uniquelocal.`,
    )
  return proxies
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [, ip = '', bits = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  return isIP(ip) > 0 && Number(bits) > 0 && Number(bits) <= (isIP(ip) === 6 ? 128 : 32)
}

/** Origins parted by commas or spaces: scheme, host and port, nothing behind. */
function readOrigins(variable: string, env: Environment, errors: string[]): string[] {
  const texts = (env[variable] ?? '').split(/[\s,]+/).filter(Boolean)
  return texts.flatMap((text) => {
    const url = address(text)
    const fits =
      url && ['http:', 'https:'].includes(url.protocol) && [url.origin, `${url.origin}/`].includes(text)
    if (!fits) errors.push(`${variable}: '${text}' is no origin such as https://oil.example.gr.`)
    return fits ? [url.origin] : []
  })
}

/** A delivery that is removed while it may still be sent again would be taken in twice. */
function readWaiting(env: Environment, errors: string[]) {
  const recordMaxAge = readDuration('RECORD_MAX_AGE', '30d', env, errors)
  const waitingMaxAge = readDuration('WAITING_MAX_AGE', '365d', env, errors)
  if (waitingMaxAge < recordMaxAge) errors.push('WAITING_MAX_AGE: is shorter than RECORD_MAX_AGE.')
  const limit = env['WAITING_LIMIT']?.trim() || '20000'
  if (!/^[1-9]\d{0,6}$/.test(limit)) errors.push(`WAITING_LIMIT: '${limit}' is no number from 1 to 9999999.`)
  return { recordMaxAge, waitingMaxAge, waitingLimit: Number(limit) }
}

function readDuration(variable: string, standard: string, env: Environment, errors: string[]): number {
  const text = env[variable]?.trim() || standard
  const duration = parseDuration(text)
  if (!duration) errors.push(`${variable}: '${text}' is no length of time such as 30d (s, m, h or d).`)
  return duration ?? 0
}

function readLimits(env: Environment, errors: string[]): Limits {
  const entries = Object.entries(limitNames).map(([name, { variable, standard }]) => {
    const text = env[variable]?.trim() || standard
    const limit = parseLimit(text)
    if (!limit) errors.push(`${variable}: '${text}' is no limit such as 10/15m (tries, then s, m, h or d).`)
    return [name, limit]
  })
  return Object.fromEntries(entries) as Limits
}

/** The brand, its logo turned from a file beside the brand's own into the address where it is served. */
function readBrand(
  file: string,
  errors: string[],
): { brand: Brand | undefined; logoFile: string | undefined } {
  const nothing = { brand: undefined, logoFile: undefined }
  if (!existsSync(file)) {
    errors.push(`BRAND_FILE: there is no file ${file}.`)
    return nothing
  }
  try {
    const read = brandSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    if (!read.success) {
      for (const issue of read.error.issues)
        errors.push(`BRAND_FILE: ${issue.path.join('.') || 'the whole'}: ${issue.message}.`)
      return nothing
    }
    const { logo, ...rest } = read.data
    if (!logo) return { brand: rest, logoFile: undefined }
    const logoFile = resolve(dirname(file), logo)
    if (!/\.(svg|png|jpg|webp)$/.test(logo) || !existsSync(logoFile))
      errors.push(`BRAND_FILE: logo: there is no .svg, .png, .jpg or .webp file ${logoFile}.`)
    return { brand: { ...rest, logo: '/brand/logo' }, logoFile }
  } catch (error) {
    errors.push(
      `BRAND_FILE: ${file} holds no JSON (${error instanceof Error ? error.message : String(error)}).`,
    )
    return nothing
  }
}
