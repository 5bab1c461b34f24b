import type { Description } from '@portal/contract/descriptions.ts'
import { type Command, text, texts, type Values, wholeNumber } from './arguments.ts'
import { UsageError } from './errors.ts'
import type { Registration } from '../features/partners/registry-service.ts'
import { secretOf } from '../lib/security/encryption.ts'

const one = { type: 'string' } as const
const several = { type: 'string', multiple: true } as const

const registrationOptions = {
  url: one,
  'redirect-uri': several,
  'post-logout-uri': several,
  'backchannel-logout-uri': one,
  'login-uri': one,
  scope: several,
  writes: several,
  origin: several,
} as const

const registrationTakes =
  '[--redirect-uri URL]… [--post-logout-uri URL]… [--backchannel-logout-uri URL] [--login-uri URL] [--scope S]… [--writes DESCRIPTION]… [--origin ORIGIN]…'

/** Reads the given options; the service validates them. */
function registrationOf(values: Values): Partial<Registration> {
  const list = (name: string) => (values[name] === undefined ? undefined : texts(values[name]))
  const given = {
    homeUrl: text(values.url),
    redirectUris: list('redirect-uri'),
    postLogoutRedirectUris: list('post-logout-uri'),
    backchannelLogoutUri: text(values['backchannel-logout-uri']),
    initiateLoginUri: text(values['login-uri']),
    scopes: list('scope'),
    descriptions: list('writes') as Description[] | undefined,
    origins: list('origin'),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

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

/** Commands for the registration of partner sites. */
export const partnerCommands: Record<string, Command> = {
  'partner add': {
    synopsis: `NAME --url URL ${registrationTakes} [--client-id ID] [--third-party]`,
    summary:
      "Registers a partner site; prints its client id and, once, its secret. --third-party: not one of the operator's own sites; users are asked for consent.",
    positionals: 1,
    options: { ...registrationOptions, 'client-id': one, 'third-party': { type: 'boolean' } },
    prepare: ([name = ''], values) => {
      const homeUrl = text(values.url)
      if (homeUrl === undefined) throw new UsageError('--url is missing.')
      const firstParty = values['third-party'] !== true
      const given = { ...nothing, name, firstParty, ...registrationOf(values), homeUrl }
      return async ({ db, clock, config }) => {
        if (secretOf(config) === undefined)
          throw new Error('PORTAL_SECRET: missing. Partner sites require it; see docs/operations.md.')
        const { addPartner } = await load()
        const { clientId, secret } = await addPartner({ db, clock }, given, text(values['client-id']))
        return `Registered: ${name}\nissuer         ${config.publicUrl}/oauth\nclient_id      ${clientId}\n${secretLine(secret)}`
      }
    },
  },
  'partner change': {
    synopsis: `CLIENT_ID [--url URL] ${registrationTakes}`,
    summary: 'Changes a registration. A given option replaces all its previous values.',
    positionals: 1,
    options: registrationOptions,
    prepare: ([clientId = ''], values) => {
      const change = registrationOf(values)
      if (Object.keys(change).length === 0) throw new UsageError('No option given: nothing to change.')
      return async ({ db }) => {
        const { changePartner } = await load()
        await changePartner({ db }, clientId, change)
        return `${clientId} changed.`
      }
    },
  },
  'partner list': {
    synopsis: '',
    summary: 'Lists the partners with their permissions and registered URLs.',
    positionals: 0,
    options: {},
    prepare:
      () =>
      async ({ db }) => {
        const { listPartners } = await load()
        const partners = await listPartners({ db })
        return partners.length > 0 ? partners.map(describe).join('\n\n') : 'No partner is registered.'
      },
  },
  'partner rotate-secret': {
    synopsis: 'CLIENT_ID [--keep-old-for HOURS]',
    summary:
      'Creates a new secret for a partner and prints it, once. The old one stays valid for HOURS (default 24); use 0 if it has leaked.',
    positionals: 1,
    options: { 'keep-old-for': one },
    prepare: ([clientId = ''], values) => {
      const keepFor = wholeNumber('--keep-old-for', text(values['keep-old-for']) ?? '24', 0, 24 * 30)
      return async ({ db, clock }) => {
        const { rotateSecret } = await load()
        const { secret } = await rotateSecret({ db, clock }, clientId, keepFor)
        return secretLine(secret)
      }
    },
  },
  'partner disable': {
    synopsis: 'CLIENT_ID',
    summary: 'Disables a partner immediately: its tokens, its secret and its sign-ins. Its records stay.',
    positionals: 1,
    options: {},
    prepare:
      ([clientId = '']) =>
      async ({ db, clock }) => {
        const { disablePartner } = await load()
        await disablePartner({ db, clock }, clientId)
        return `${clientId} disabled.`
      },
  },
  'partner enable': {
    synopsis: 'CLIENT_ID',
    summary: 'Enables a disabled partner again.',
    positionals: 1,
    options: {},
    prepare:
      ([clientId = '']) =>
      async ({ db }) => {
        const { enablePartner } = await load()
        await enablePartner({ db }, clientId)
        return `${clientId} enabled.`
      },
  },
}

type Listed = Awaited<ReturnType<Awaited<ReturnType<typeof load>>['listPartners']>>[number]

function describe(partner: Listed): string {
  const state = partner.disabledAt ? `, disabled since ${partner.disabledAt.toISOString()}` : ''
  const party = partner.firstParty ? '' : ', third party'
  const lines = [
    ['url', partner.homeUrl],
    ['scopes', partner.scopes.join(' ')],
    ['writes', partner.descriptions.join(' ')],
    ['redirect-uri', partner.redirectUris.join(' ')],
    ['post-logout-uri', partner.postLogoutRedirectUris.join(' ')],
    ['backchannel-logout-uri', partner.backchannelLogoutUri ?? ''],
    ['login-uri', partner.initiateLoginUri ?? ''],
    ['origin', partner.origins.join(' ')],
  ]
  const given = lines.filter(([, value]) => value).map(([name, value]) => `  ${name}: ${value}`)
  return [`${partner.clientId}: ${partner.name}${party}${state}`, ...given].join('\n')
}
