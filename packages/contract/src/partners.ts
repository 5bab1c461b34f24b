import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { moment, opaque } from './fields.ts'
import { queryText } from './points.ts'
import { routes } from './routes.ts'

export const describePartner = endpoint({
  ...routes.describePartner,
  summary: 'Returns the partner of the access token and its permissions, e.g. to test a configuration',
  reply: z.object({
    client_id: z.string(),
    name: z.string(),
    /** Scopes of the token. */
    scopes: z.array(z.string()),
    /** Descriptions of records that the partner may write. */
    descriptions: z.array(z.string()),
  }),
  errors: ['access_token_invalid', 'throttled'],
})

/** Scopes for claims about the signed-in user, and `points:redeem`, to take points for coupons (docs/partners.md). */
export const identityScopes = [
  'openid',
  'profile',
  'email',
  'phone',
  'municipality',
  'points',
  'points:redeem',
] as const

export const findSignInSite = endpoint({
  ...routes.findSignInSite,
  summary: 'Returns the registered name of the partner site for which a person is asked to sign in',
  /** Client id in the address under /oauth/ at which the sign-in continues. */
  query: z.object({ client: queryText }),
  /** null: no such site, or it is disabled. */
  reply: z.object({ name: z.string().nullable() }),
  errors: [],
})

/** A partner site where the account is signed in, in any of its sessions. */
export const connectedSite = z.object({
  /** Client id of the partner. */
  site: z.string(),
  name: z.string(),
  home_url: z.string(),
  /** Legal name. */
  company: z.string().nullable(),
  /** For which purpose it asks for data, in Greek and English. */
  purpose: z.string().nullable(),
  purpose_en: z.string().nullable(),
  /** Its own notice about personal data. */
  privacy_url: z.string().nullable(),
  /** Whether it belongs to the operator; otherwise the person gave consent. */
  first_party: z.boolean(),
  /** Time of the earliest sign-in or consent that is still valid. */
  connected_at: moment,
  /** What the site may read, and `points:redeem` if it may take points. */
  scopes: z.array(z.enum(identityScopes)),
})
export type ConnectedSite = z.output<typeof connectedSite>

export const listConnectedSites = endpoint({
  ...routes.listConnectedSites,
  summary: 'Lists the partner sites where the signed-in account is signed in, and what they may read',
  reply: z.array(connectedSite),
  errors: ['not_signed_in'],
})

export const withdrawConsent = endpoint({
  ...routes.withdrawConsent,
  summary:
    "Withdraws a partner site's access to the signed-in account: ends its consents, tokens and sign-ins of every session",
  body: z.object({ site: opaque }),
  account: true,
  status: 204,
  errors: [...textRules, 'not_found'],
})
