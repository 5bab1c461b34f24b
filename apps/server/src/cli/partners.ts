import type { Description } from '@portal/contract/points.ts'
import { type Command, text, texts, type Values, whole } from './arguments.ts'
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

/** What of a registration the options say. What they say is judged by the service. */
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

/** Shown once: the portal itself keeps a hash. */
const secretLine = (secret: string) => `client_secret  ${secret}\nThe secret is shown this once.`

/** Partner sites: who may sign people in, and write points. */
export const partnerCommands: Record<string, Command> = {
  'partner add': {
    takes: `NAME --url URL ${registrationTakes} [--client-id ID] [--third-party]`,
    says: "Registers a partner site; prints its client id and, once, its secret. --third-party: not the operator's own, so that people are asked before it learns who they are.",
    positionals: 1,
    options: { ...registrationOptions, 'client-id': one, 'third-party': { type: 'boolean' } },
    prepare: ([name = ''], values) => {
      const homeUrl = text(values.url)
      if (homeUrl === undefined) throw new UsageError('--url is missing.')
      const firstParty = values['third-party'] !== true
      const given = { ...nothing, name, firstParty, ...registrationOf(values), homeUrl }
      return async ({ db, clock, config }) => {
        if (secretOf(config) === undefined)
          throw new Error(
            'PORTAL_SECRET: missing. Partner sites need it; docs/operations.md says how to make one.',
          )
        const { addPartner } = await load()
        const { clientId, secret } = await addPartner({ db, clock }, given, text(values['client-id']))
        return `Registered: ${name}\nissuer         ${config.publicUrl}/oauth\nclient_id      ${clientId}\n${secretLine(secret)}`
      }
    },
  },
  'partner change': {
    takes: `CLIENT_ID [--url URL] ${registrationTakes}`,
    says: 'Changes what is registered. An option that is given replaces all that was there of its kind.',
    positionals: 1,
    options: registrationOptions,
    prepare: ([clientId = ''], values) => {
      const change = registrationOf(values)
      if (Object.keys(change).length === 0) throw new UsageError('Nothing is given that should change.')
      return async ({ db }) => {
        const { changePartner } = await load()
        await changePartner({ db }, clientId, change)
        return `${clientId} is changed.`
      }
    },
  },
  'partner list': {
    takes: '',
    says: 'Lists the partners, what they may do and which addresses are registered.',
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
    takes: 'CLIENT_ID [--keep-old-for HOURS]',
    says: 'Gives a partner a new secret and prints it, once. The old one is taken for 24 hours more, or as many as are said; 0 where it has leaked.',
    positionals: 1,
    options: { 'keep-old-for': one },
    prepare: ([clientId = ''], values) => {
      const keepFor = whole('--keep-old-for', text(values['keep-old-for']) ?? '24', 0, 24 * 30)
      return async ({ db, clock }) => {
        const { rotateSecret } = await load()
        const { secret } = await rotateSecret({ db, clock }, clientId, keepFor)
        return secretLine(secret)
      }
    },
  },
  'partner disable': {
    takes: 'CLIENT_ID',
    says: 'Shuts a partner out at once: its tokens, its secret, signing in there. What it wrote stays.',
    positionals: 1,
    options: {},
    prepare:
      ([clientId = '']) =>
      async ({ db, clock }) => {
        const { disablePartner } = await load()
        await disablePartner({ db, clock }, clientId)
        return `${clientId} is disabled.`
      },
  },
  'partner enable': {
    takes: 'CLIENT_ID',
    says: 'Lets a disabled partner in again.',
    positionals: 1,
    options: {},
    prepare:
      ([clientId = '']) =>
      async ({ db }) => {
        const { enablePartner } = await load()
        await enablePartner({ db }, clientId)
        return `${clientId} is enabled.`
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
  const said = lines.filter(([, value]) => value).map(([name, value]) => `  ${name}: ${value}`)
  return [`${partner.clientId}: ${partner.name}${party}${state}`, ...said].join('\n')
}
