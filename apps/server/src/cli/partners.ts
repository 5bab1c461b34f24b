import { athensSecond } from '../lib/time/athens.ts'
import {
  adviseOnUrl,
  type Command,
  command,
  flag,
  n,
  one,
  optional,
  several,
  text,
  type Values,
  wholeNumber,
} from './arguments.ts'
import { z } from 'zod'
import type { Registration } from '../features/partners/registry-service.ts'

const cap = (value: string) =>
  one(
    value,
    'a number of points, off or default',
    z
      .string()
      .regex(/^([1-9]\d{0,11}|off|default)$/)
      .transform((text) => (text === 'default' ? null : text === 'off' ? 0 : Number(text))),
  )

/** The service validates the values. */
const registrationOptions = {
  url: optional(text('URL')),
  'redirect-uri': several('URL'),
  'post-logout-uri': several('URL'),
  'backchannel-logout-uri': optional(text('URL')),
  'login-uri': optional(text('URL')),
  scope: several('S'),
  writes: several('DESCRIPTION'),
  origin: several('ORIGIN'),
  'daily-cap': optional(cap('POINTS')),
  'person-cap': optional(cap('POINTS')),
  'third-party': flag,
  company: optional(text('LEGAL_NAME')),
  purpose: optional(text('SENTENCE')),
  'purpose-en': optional(text('SENTENCE')),
  'privacy-url': optional(text('URL')),
  subject: optional(one('TYPE', 'public or pairwise', z.enum(['public', 'pairwise']))),
}

/** Returns the given settings only. */
function registrationOf(values: Values<typeof registrationOptions>): Partial<Registration> {
  const given = {
    homeUrl: values.url,
    redirectUris: values['redirect-uri'],
    postLogoutRedirectUris: values['post-logout-uri'],
    backchannelLogoutUri: values['backchannel-logout-uri'],
    initiateLoginUri: values['login-uri'],
    scopes: values.scope,
    descriptions: values.writes,
    origins: values.origin,
    dailyCap: values['daily-cap'],
    personCap: values['person-cap'],
    firstParty: values['third-party'] ? false : undefined,
    company: values.company,
    purpose: values.purpose,
    purposeEn: values['purpose-en'],
    privacyUrl: values['privacy-url'],
    subjectType: values.subject,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const partOptions = {
  'add-scope': several('S'),
  'remove-scope': several('S'),
  'add-writes': several('DESCRIPTION'),
  'remove-writes': several('DESCRIPTION'),
}

/** Returns what is added to and removed from the lists. */
const partsOf = (values: Values<typeof partOptions>) => ({
  ...((values['add-scope'] ?? values['remove-scope']) && {
    scopes: { add: values['add-scope'], remove: values['remove-scope'] },
  }),
  ...((values['add-writes'] ?? values['remove-writes']) && {
    descriptions: { add: values['add-writes'], remove: values['remove-writes'] },
  }),
})

const nothing = {
  redirectUris: [],
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  initiateLoginUri: null,
  scopes: ['openid', 'profile', 'email'],
  descriptions: [],
  origins: [],
}

const load = () => import('../features/partners/registry-service.ts')

/** The database stores only a hash of the secret. */
const secretLine = (secret: string) => `client_secret  ${secret}\nThe secret is shown only once.`

/** The page for consent says who asks and why. */
function adviseOnConsent(values: Values<typeof registrationOptions>): string {
  const missing = values['third-party']
    ? (['company', 'purpose', 'purpose-en', 'privacy-url'] as const).filter((name) => !values[name])
    : []
  return missing.length > 0
    ? `\nPeople who are asked for consent read 'not stated' until you give ${missing.map((name) => `--${name}`).join(', ')}: see 'partner change'.`
    : ''
}

/** Commands for the registration of partner sites. */
export const partnerCommands: Record<string, Command> = {
  'partner add': command({
    summary:
      "Registers a partner site; prints its client id and, once, its secret. --third-party: not one of the operator's own sites; users are asked for consent.",
    argument: text('NAME'),
    options: {
      ...registrationOptions,
      url: text('URL'),
      'client-id': optional(text('ID')),
    },
    run: async (context, values, name) => {
      const { addPartner, assertPortalSecret } = await load()
      const { config, by } = context
      assertPortalSecret({ config })
      const given = { homeUrl: values.url, ...registrationOf(values) }
      const registration = { ...nothing, name, firstParty: true, ...given }
      const { clientId, secret } = await addPartner(context, by, registration, values['client-id'])
      // A default would send the partner's users to their own machines.
      const issuer = config.hasDefaultUrl ? '' : `issuer         ${config.publicUrl}/oauth\n`
      return `Registered: ${name}\n${issuer}client_id      ${clientId}\n${secretLine(secret)}${adviseOnConsent(values)}${adviseOnUrl(config)}`
    },
  }),
  'partner change': command({
    summary:
      'Changes a registration. A given option replaces all its previous values; --add-… and --remove-… keep the others. --third-party also ends all sign-ins at the site.',
    argument: text('CLIENT_ID'),
    options: { ...registrationOptions, ...partOptions },
    check: (values) => {
      const parts = partsOf(values)
      if (Object.keys(registrationOf(values)).length + Object.keys(parts).length === 0)
        return 'No option given: nothing to change.'
      if (parts.scopes && values.scope)
        return '--scope replaces all scopes: give it without --add-scope and --remove-scope.'
      return (
        parts.descriptions !== undefined &&
        values.writes !== undefined &&
        '--writes replaces all descriptions: give it without --add-writes and --remove-writes.'
      )
    },
    run: async (context, values, clientId) => {
      const { changePartner } = await load()
      await changePartner(context, context.by, clientId, registrationOf(values), partsOf(values))
      return `${clientId} changed.`
    },
  }),
  'partner list': command({
    readsOnly: true,
    summary: 'Lists the partners with their permissions, registered URLs, webhook and last call.',
    run: async ({ db }) => {
      const { listPartners } = await load()
      const partners = await listPartners({ db })
      return partners.length > 0 ? partners.map(describe).join('\n\n') : 'No partner is registered.'
    },
  }),
  'partner rejections': command({
    readsOnly: true,
    summary:
      'Lists why records, reversals and uses of coupons of a partner were rejected in the last 30 days: numbers by error code, and the newest 50, or N, with their references.',
    argument: text('CLIENT_ID'),
    options: { last: optional(wholeNumber('N', 1, 10_000)) },
    run: async ({ db }, { last = 50 }, clientId) => {
      const { listRejections } = await import('../features/partner-api/rejections-service.ts')
      const { rejections, counts } = await listRejections({ db }, clientId, last)
      if (counts.length === 0) return `No record of ${clientId} was rejected in the last 30 days.`
      return [
        ...counts.map(({ code, count }) => `${n(count).padStart(8)}  ${code}`),
        '',
        ...rejections.map(({ code, reference, rejectedAt }) =>
          `${athensSecond(rejectedAt)}  ${code.padEnd(24)}  ${reference}`.trimEnd(),
        ),
      ].join('\n')
    },
  }),
  'partner rotate-secret': command({
    summary:
      'Creates a new secret for a partner and prints it, once. The old one stays valid for HOURS (default 24); use 0 if it has leaked.',
    argument: text('CLIENT_ID'),
    options: { 'keep-old-for': optional(wholeNumber('HOURS', 0, 24 * 30)) },
    run: async (context, { 'keep-old-for': hours = 24 }, clientId) => {
      const { rotateSecret } = await load()
      return secretLine((await rotateSecret(context, context.by, clientId, hours)).secret)
    },
  }),
  'partner disable': command({
    summary: 'Disables a partner immediately: its tokens, its secret and its sign-ins. Its records stay.',
    argument: text('CLIENT_ID'),
    run: async (context, _values, clientId) => {
      await (await load()).disablePartner(context, context.by, clientId)
      return `${clientId} disabled.`
    },
  }),
  'partner enable': command({
    summary: 'Enables a disabled partner again.',
    argument: text('CLIENT_ID'),
    run: async (context, _values, clientId) => {
      await (await load()).enablePartner(context, context.by, clientId)
      return `${clientId} enabled.`
    },
  }),
}

type Listed = Awaited<ReturnType<Awaited<ReturnType<typeof load>>['listPartners']>>[number]

const capText = (cap: number | null) => (cap === null ? '' : cap === 0 ? 'off' : `${n(cap)} points`)

function webhookText({ webhookUrl, webhookFailures, webhookRetryAt }: Listed): string {
  if (!webhookUrl || !webhookRetryAt || webhookFailures === 0) return webhookUrl ?? ''
  return `${webhookUrl}, ${n(webhookFailures)} failures, next try ${athensSecond(webhookRetryAt)}`
}

function describe(partner: Listed): string {
  const state = partner.disabledAt ? `, disabled since ${athensSecond(partner.disabledAt)}` : ''
  const party = partner.firstParty ? '' : ', third party'
  const lines = [
    ['url', partner.homeUrl],
    ['company', partner.company ?? ''],
    ['purpose', partner.purpose ?? ''],
    ['purpose-en', partner.purposeEn ?? ''],
    ['privacy-url', partner.privacyUrl ?? ''],
    ['subject', partner.subjectType === 'pairwise' ? 'pairwise' : ''],
    ['scopes', partner.scopes.join(' ')],
    ['writes', partner.descriptions.join(' ')],
    ['redirect-uri', partner.redirectUris.join(' ')],
    ['post-logout-uri', partner.postLogoutRedirectUris.join(' ')],
    ['backchannel-logout-uri', partner.backchannelLogoutUri ?? ''],
    ['login-uri', partner.initiateLoginUri ?? ''],
    ['origin', partner.origins.join(' ')],
    ['daily-cap', capText(partner.dailyCap)],
    ['person-cap', capText(partner.personCap)],
    ['webhook', webhookText(partner)],
    ['last call', partner.lastCallAt ? athensSecond(partner.lastCallAt) : 'none'],
  ]
  const given = lines.filter(([, value]) => value).map(([name, value]) => `  ${name}: ${value}`)
  return [`${partner.clientId}: ${partner.name}${party}${state}`, ...given].join('\n')
}
