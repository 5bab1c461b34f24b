import { z } from 'zod'
import { descriptions } from './words/descriptions.ts'
import { endpoint } from './endpoint.ts'
import { type ErrorCode, textRules } from './error-codes.ts'
import { absentOr, line, moment, whole } from './fields.ts'
import { version } from './manage-fields.ts'
import { identityScopes } from './partners.ts'
import { routes } from './routes.ts'

/** Every scope that a partner may have: about people who sign in, and of its program. */
export const partnerScopes = [...identityScopes, 'points:read', 'points:write'] as const
export type PartnerScope = (typeof partnerScopes)[number]

/** Beyond it a text is not read. The service has the rules of each setting. */
export const entered = line(2_000)
const text = entered
const list = z.array(text, { error: absentOr('list_type') }).max(100, { error: 'list_too_long' })
const cap = whole(0, 999_999_999_999).nullable()
const choice = { error: absentOr('choice_invalid') }

/** The settings of a partner that an operator enters. */
export const partnerSettings = z.object({
  name: text,
  home_url: text,
  redirect_uris: list,
  post_logout_redirect_uris: list,
  backchannel_logout_uri: text.nullable(),
  initiate_login_uri: text.nullable(),
  scopes: list,
  descriptions: z.array(z.enum(descriptions, choice), { error: absentOr('list_type') }).max(100, {
    error: 'list_too_long',
  }),
  origins: list,
  /** Whether it belongs to the operator: people are not asked for consent. */
  first_party: z.boolean({ error: absentOr('invalid') }),
  /** Points a day, altogether and to one participant. null: the portal's cap, 0: none. */
  daily_cap: cap,
  person_cap: cap,
  company: text.nullable(),
  purpose: text.nullable(),
  purpose_en: text.nullable(),
  privacy_url: text.nullable(),
})
export type PartnerSettings = z.output<typeof partnerSettings>

export const clientParam = z.object({ client: z.string().regex(/^[a-z0-9-]{1,64}$/) })

/** As stored: the rules of what is entered do not apply to what is shown. */
const stored = z.string()
export const shownPartner = partnerSettings.extend({
  name: stored,
  home_url: stored,
  redirect_uris: z.array(stored),
  post_logout_redirect_uris: z.array(stored),
  backchannel_logout_uri: stored.nullable(),
  initiate_login_uri: stored.nullable(),
  scopes: z.array(stored),
  origins: z.array(stored),
  daily_cap: z.int().nullable(),
  person_cap: z.int().nullable(),
  company: stored.nullable(),
  purpose: stored.nullable(),
  purpose_en: stored.nullable(),
  privacy_url: stored.nullable(),
  client_id: z.string(),
  version: z.int(),
  created_at: moment,
  paused_at: moment.nullable(),
  last_call_at: moment.nullable(),
  /** It may write records, but has made no call for more than three days. */
  silent: z.boolean(),
  records_yesterday: z.int(),
  /** The secret before the last change of it, while it is valid; `used_at`: its last use since. */
  previous_secret: z.object({ until: moment, used_at: moment.nullable() }).nullable(),
  webhook: z
    .object({
      url: z.string(),
      /** Failed deliveries since the last successful one. */
      failures: z.int(),
      retry_at: moment.nullable(),
      waiting: z.int(),
      /** How the last failed delivery that still waits has failed; status: of the partner's response. */
      last_failure: z.object({ at: moment, status: z.int().nullable() }).nullable(),
    })
    .nullable(),
})
export type ManagedPartner = z.output<typeof shownPartner>

const registrationErrors = [
  ...textRules,
  'list_type',
  'list_too_long',
  'choice_invalid',
  'invalid',
  'integer_invalid',
  'too_small',
  'too_big',
  'address_unreadable',
  'address_insecure',
  'address_with_user',
  'address_with_fragment',
  'address_with_wildcard',
  'address_not_normalized',
  'address_not_origin',
  'sentence_invalid',
  'partner_name_invalid',
  'scope_openid_missing',
  'scope_write_missing',
  'scope_redeem_missing',
  'subject_first_party',
  'subject_hosts',
] as const satisfies readonly ErrorCode[]

export const listPartners = endpoint({
  ...routes.listPartners,
  summary: 'Lists the partners with their settings and state, by name',
  reply: z.object({
    /** Of the OpenID provider, and the documentation of the calls. */
    issuer: z.string(),
    guide: z.string(),
    /** Points a day of partners without a cap of their own; 0: none. */
    default_caps: z.object({ daily: z.int(), person: z.int() }),
    partners: z.array(shownPartner),
  }),
  errors: [],
})

/** The secret is in this reply only. */
const withSecret = z.object({ partner: shownPartner, secret: z.string() })

export const addPartner = endpoint({
  ...routes.addPartner,
  summary: 'Registers a partner and returns its secret, once',
  body: partnerSettings.extend({ client_id: text.nullable().optional() }),
  account: true,
  confirmed: true,
  status: 201,
  reply: withSecret,
  errors: [...registrationErrors, 'client_id_invalid', 'client_id_taken', 'portal_secret_missing'],
})

export const changePartner = endpoint({
  ...routes.changePartner,
  summary: 'Changes the given settings of a partner. Ends its sign-ins if it becomes a third party',
  params: clientParam,
  body: partnerSettings.partial().extend({ version }),
  account: true,
  confirmed: true,
  reply: shownPartner,
  errors: [...registrationErrors, 'subject_final', 'not_found', 'changed_meanwhile'],
})

export const rotatePartnerSecret = endpoint({
  ...routes.rotatePartnerSecret,
  summary: 'Creates a new secret for a partner and returns it, once',
  params: clientParam,
  body: z.object({
    version,
    /** Hours for which the old secret stays valid; 0 if it has leaked. */
    keep_old_for: whole(0, 24 * 30),
  }),
  account: true,
  confirmed: true,
  reply: withSecret,
  errors: ['required', 'null', 'integer_invalid', 'too_small', 'too_big', 'not_found', 'changed_meanwhile'],
})

export const pausePartner = endpoint({
  ...routes.pausePartner,
  summary: 'Disables a partner at once: its tokens, its secret and the sign-ins at its site. Records stay',
  params: clientParam,
  account: true,
  confirmed: true,
  reply: shownPartner,
  errors: ['not_found'],
})

export const resumePartner = endpoint({
  ...routes.resumePartner,
  summary: 'Enables a paused partner again',
  params: clientParam,
  account: true,
  confirmed: true,
  reply: shownPartner,
  errors: ['not_found'],
})

const consentWords = z.object({
  who: z.string(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  asks: z.string(),
  items: z.array(z.string()),
  redeem: z.object({ label: z.string(), means: z.string() }).nullable(),
  ends: z.string(),
})
export type ShownConsent = z.output<typeof consentWords>

export const showPartnerConsent = endpoint({
  ...routes.showPartnerConsent,
  summary:
    'Returns the question for consent as people read it, with every scope that the partner may ask for',
  params: clientParam,
  reply: z.object({ el: consentWords, en: consentWords }),
  errors: ['not_found'],
})
