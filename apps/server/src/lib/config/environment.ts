import { resolve } from 'node:path'
import { z } from 'zod'
import { isNetwork } from './addresses.ts'
import { readBrand } from './brand.ts'
import { checkContent } from './content.ts'
import { type Limit, type LimitName, limitNames } from './limits.ts'

/** The repository's root: relative paths in the environment are resolved against it, not the working directory. */
const root = resolve(import.meta.dirname, '../../../../..')

const path = z.string().transform((text) => resolve(root, text))
const content = 'apps/server/content'
export const shippedContent = resolve(root, content)

/** Error message with the value: not for secrets. */
const quoted = (why: string) => ({
  error: ({ input }: { input?: unknown }) => `'${String(input)}' ${why}.`,
})
const plain = (isValid: (text: string) => boolean, why: string) => z.string().refine(isValid, quoted(why))
const matching = (pattern: RegExp, why: string) => plain((text) => pattern.test(text), why)

/** A URL that may contain a password. */
const serviceUrl = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => protocols.includes(URL.parse(text)?.protocol ?? ''),
      `expected a URL such as ${example}.`,
    )

const postgresUrl = serviceUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name')

const isOrigin = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

const truthy = ['yes', 'true', '1', 'on']
const falsy = ['no', 'false', '0', 'off']
const yesOrNo = z.stringbool({ truthy, falsy, ...quoted('is neither yes nor no') })

/** @returns milliseconds */
const seconds = matching(/^\d{1,5}(\.\d{1,3})?$/, 'is not a number of seconds').transform((text) =>
  Math.round(Number(text) * 1_000),
)

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const milliseconds = (text: string) => parseInt(text, 10) * (units[text.slice(-1)] ?? 0)

const duration = matching(/^[1-9]\d{0,4}[smhd]$/, 'is not a duration such as 30d (s, m, h or d)').transform(
  milliseconds,
)

const wholeDays = matching(/^[1-9]\d{0,4}d$/, 'is not a number of days such as 60d').transform(milliseconds)

/** At least 30 days: data removed by a period that is too short by mistake is lost. @returns milliseconds; undefined if off */
const daysOrOff = plain(
  (text) => text === 'off' || (/^[1-9]\d{0,4}d$/.test(text) && parseInt(text, 10) >= 30),
  'is neither off nor at least 30 days, such as 60d',
).transform((text) => (text === 'off' ? undefined : milliseconds(text)))

/** At least a year: a period that is too short by mistake would erase people who are only seldom active. */
const years = matching(/^(off|[1-9]\d?y)$/, 'is neither off nor a number of years such as 5y').transform(
  (text) => (text === 'off' ? undefined : parseInt(text, 10) * 365 * 86_400_000),
)

const limit = matching(
  /^[1-9]\d{0,6}\/[1-9]\d{0,4}[smhd]$/,
  'is not a limit such as 10/15m (tries per s, m, h or d)',
).transform((text): Limit => {
  const [tries = '', window = ''] = text.split('/')
  return { tries: Number(tries), window: milliseconds(window) }
})

const limits = Object.fromEntries(
  Object.values(limitNames).map(({ variable, standard }) => [variable, limit.prefault(standard)]),
) as Record<(typeof limitNames)[LimitName]['variable'], z.ZodPrefault<typeof limit>>

/** @returns 0 for 'off' */
const numberOrOff = matching(/^([1-9]\d{0,11}|off|no)$/i, 'is neither a number above 0 nor off').transform(
  (text) => (/^\d/.test(text) ? Number(text) : 0),
)

const origin = plain(isOrigin, 'is not an origin such as https://oil.example.gr')
/** Separated by commas or spaces. */
const origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(origin.transform((text) => new URL(text).origin)))
  .default([])

const network = plain(
  isNetwork,
  'is not an address, a range such as 10.0.0.0/8, or one of loopback, linklocal, uniquelocal',
)

/** A number of proxies, or their addresses and ranges separated by commas. */
const proxies = matching(
  // Any client could then forge its address, which rate limits count, and the scheme.
  /^(?!(yes|true|on)$)/i,
  "would trust every client's X-Forwarded-For. Set the number of proxies, usually 1, or their addresses",
)
  .transform((text) => {
    if (/^(no|false|off)$/i.test(text)) return false
    return /^\d+$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())
  })
  .pipe(z.union([z.literal(false), z.number(), z.array(network)]))
  .default(false)

const makeOne = 'make one with: openssl rand -base64 48.'
/** At least 32 characters: shorter secrets could be brute-forced with a stolen backup. */
export const portalSecret = z
  .string()
  .min(32, { abort: true, error: `is shorter than 32 characters; ${makeOne}` })
  .refine((text) => new Set(text).size >= 10, `is too simple for a secret; ${makeOne}`)

const wholeNumber = (least: number, most: number) =>
  plain(
    (text) => /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most,
    `is not a number from ${least} to ${most}`,
  ).transform(Number)

/** The schemas of the environment variables, which `portal settings` describes (setting-descriptions.ts). */
export const variables = {
  PORT: plain((text) => /^\d+$/.test(text) && Number(text) <= 65_535, 'is not a port (0 to 65535)')
    .transform(Number)
    .default(3000),
  DATA_DIR: path.prefault('data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_READ_MAX_LAG: duration.prefault('10s'),
  // Background jobs hold up to five connections for minutes.
  DATABASE_POOL: wholeNumber(6, 500).default(10),
  DATABASE_CONNECT_TIMEOUT: seconds.prefault('5'),
  DATABASE_STATEMENT_TIMEOUT: seconds.prefault('30'),
  DATABASE_LOCK_TIMEOUT: seconds.prefault('10'),
  HOST: z.string().optional(),
  PORTAL_WORKERS: wholeNumber(1, 64).default(1),
  METRICS_LISTEN: matching(/^[\w.:[\]-]+:\d{1,5}$/, 'is not a host and port such as 127.0.0.1:9464')
    .transform((text) => {
      const colon = text.lastIndexOf(':')
      return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) }
    })
    .refine(({ port }) => port <= 65_535, 'has a port above 65535.')
    .optional(),
  PUBLIC_URL: z
    .string()
    .transform((text) => text.replace(/\/+$/, ''))
    .pipe(plain(isOrigin, 'is not an http or https URL without a path'))
    .optional(),
  SMTP_URL: serviceUrl(['smtp:', 'smtps:'], 'smtp://user:password@host:587 or smtps://…').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'contains no e-mail address.')
    .optional(),
  DEMO: yesOrNo.optional(),
  PORTAL_SECRET: portalSecret.optional(),
  STAFF_SECOND_FACTOR: z
    .enum(['optional', 'required'], quoted('is not one of optional, required'))
    .default('optional'),
  PRIVATE_WEBHOOKS: yesOrNo.default(false),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'], quoted('is not one of debug, info, warn, error'))
    .optional(),
  TRUST_PROXY: proxies,
  BRAND_FILE: path.prefault('apps/server/brand.json').transform(readBrand),
  CONTENT_DIR: path.prefault(content).transform(checkContent),
  ...limits,
  SESSION_IDLE_STAFF: duration.prefault('30m'),
  SESSION_IDLE_CITIZENS: duration.prefault('14d'),
  SESSION_LENGTH_STAFF: duration.prefault('12h'),
  SESSION_LENGTH_CITIZENS: duration.prefault('14d'),
  LIVE_STREAMS: matching(/^\d{1,6}$/, 'is not a number from 0 to 999999')
    .transform(Number)
    .default(2_000),
  LIVE_HEARTBEAT: duration.prefault('25s'),
  RECORD_MAX_AGE: duration.prefault('30d'),
  WAITING_MAX_AGE: duration.prefault('365d'),
  ERASURE_COOLING_OFF: duration.prefault('7d'),
  RETENTION_INACTIVE: years.prefault('5y'),
  RETENTION_WARNING: wholeDays.prefault('60d'),
  RETENTION_CLAIMS: daysOrOff.prefault('730d'),
  RETENTION_CALL_NOTES: daysOrOff.prefault('365d'),
  RETENTION_COUPON_CODES: daysOrOff.prefault('90d'),
  RETENTION_REQUESTS: daysOrOff.prefault('1825d'),
  RETENTION_FLAGS: daysOrOff.prefault('730d'),
  RETENTION_AUDIT: years.prefault('5y'),
  RETENTION_STAFF: daysOrOff.prefault('365d'),
  AUDIT_TEXT_MAX_AGE: wholeDays.prefault('180d'),
  WAITING_LIMIT: matching(/^[1-9]\d{0,6}$/, 'is not a number from 1 to 9999999')
    .transform(Number)
    .default(20_000),
  CAP_PARTNER_DAY: numberOrOff.prefault('500000'),
  CAP_PERSON_DAY: numberOrOff.prefault('5000'),
  CAP_REJECT_FACTOR: numberOrOff.prefault('10'),
  CAP_STAFF_READS_DAY: numberOrOff.prefault('2000'),
  FOUR_EYES_ABOVE: numberOrOff.optional(),
  FRAME_ANCESTORS: origins,
  RETURN_ORIGINS: origins,
}

export const settingNames: readonly string[] = Object.keys(variables)
