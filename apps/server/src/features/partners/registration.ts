import { sentenceOf } from '@portal/contract/dialect.ts'
import { type Description, descriptions, isRedemption } from '@portal/contract/words/descriptions.ts'
import type { ErrorCode, ErrorDetail } from '@portal/contract/error-codes.ts'
import { scopes } from './scopes.ts'

/** The settings of a partner. */
export type Registration = {
  name: string
  homeUrl: string
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  backchannelLogoutUri: string | null
  initiateLoginUri: string | null
  scopes: string[]
  descriptions: Description[]
  origins: string[]
  firstParty: boolean
  /** Points a day, altogether and to one participant. Null: the configured cap, 0: no cap. */
  dailyCap?: number | null
  personCap?: number | null
  /** For the question for consent of a third party: legal name, purpose in Greek and English, its own notice. */
  company?: string | null
  purpose?: string | null
  purposeEn?: string | null
  privacyUrl?: string | null
  /** Whether its `sub`s are those of all sites or its own. Default: pairwise for a new third party. */
  subjectType?: SubjectType
}

type SubjectType = 'public' | 'pairwise'

/** Name of each setting in the API and, for messages, of its option of the command. */
export const settingNames = {
  name: { field: 'name', option: 'NAME' },
  homeUrl: { field: 'home_url', option: 'url' },
  redirectUris: { field: 'redirect_uris', option: 'redirect-uri' },
  postLogoutRedirectUris: { field: 'post_logout_redirect_uris', option: 'post-logout-uri' },
  backchannelLogoutUri: { field: 'backchannel_logout_uri', option: 'backchannel-logout-uri' },
  initiateLoginUri: { field: 'initiate_login_uri', option: 'login-uri' },
  scopes: { field: 'scopes', option: 'scope' },
  descriptions: { field: 'descriptions', option: 'writes' },
  origins: { field: 'origins', option: 'origin' },
  firstParty: { field: 'first_party', option: 'third-party' },
  dailyCap: { field: 'daily_cap', option: 'daily-cap' },
  personCap: { field: 'person_cap', option: 'person-cap' },
  company: { field: 'company', option: 'company' },
  purpose: { field: 'purpose', option: 'purpose' },
  purposeEn: { field: 'purpose_en', option: 'purpose-en' },
  privacyUrl: { field: 'privacy_url', option: 'privacy-url' },
  subjectType: { field: 'subject_type', option: 'subject' },
} as const satisfies Record<keyof Registration, { field: string; option: string }>

const optionOf = new Map<string, string>([
  ...Object.values(settingNames).map(({ field, option }) => [field, option] as const),
  ['client_id', 'client-id'],
  ['webhook_url', 'url'],
])

const choicesOf: Record<string, readonly string[]> = { scopes, descriptions }

/** Returns an error for the command line, beginning with the option. */
export function messageOf(error: ErrorDetail): string {
  const { field = '', code, params } = error
  const choices = code === 'choice_invalid' ? choicesOf[field] : undefined
  const sentence = choices
    ? `'${String(params?.['choice'])}' is not one of ${choices.join(', ')}.`
    : sentenceOf(error)
  const option = optionOf.get(field)
  return option ? `${option}: ${sentence}` : sentence
}

/** Maximum length of the company and the purposes. */
const maxSentence = 300
const maxName = 100

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

type Fault = { code: ErrorCode; params?: NonNullable<ErrorDetail['params']> }

/**
 * Validates a URL that users or secrets are sent to. It must be https (http only for loopback) and normalized, because
 * it is later compared exactly.
 */
function errorOfAddress(value: string): Fault | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { code: 'address_unreadable' }
  if (url.protocol === 'http:' && !loopback.has(url.hostname)) return { code: 'address_insecure' }
  if (url.username || url.password) return { code: 'address_with_user' }
  if (value.includes('#')) return { code: 'address_with_fragment' }
  if (value.includes('*')) return { code: 'address_with_wildcard' }
  // The parser normalizes input such as 'https:\\x' or 'HTTPS://X'; browsers and partners may normalize it differently.
  if (![url.href, url.href.replace(/\/$/, '')].includes(value))
    return { code: 'address_not_normalized', params: { use: url.href } }
  return undefined
}

const errorOfOrigin = (value: string): Fault | undefined => {
  const error = errorOfAddress(value)
  if (error) return error
  const { origin } = new URL(value)
  return origin === value ? undefined : { code: 'address_not_origin', params: { use: origin } }
}

const errorOfChoice =
  (choices: readonly string[]) =>
  (value: string): Fault | undefined =>
    choices.includes(value) ? undefined : { code: 'choice_invalid', params: { choice: value } }

const errorOfSentence = (value: string): Fault | undefined =>
  value.trim() === '' || value.length > maxSentence || /[\r\n]/.test(value)
    ? { code: 'sentence_invalid', params: { max: maxSentence } }
    : undefined

/** @returns all errors, each with the field of its setting in the API; `line`: the place in a list, from 1 on */
export function errorsOfRegistration(given: Registration): ErrorDetail[] {
  const check = (
    setting: keyof Registration,
    errorOf: (text: string) => Fault | undefined,
  ): ErrorDetail[] => {
    const value = given[setting]
    const texts = Array.isArray(value) ? value : [value]
    return texts.flatMap((text, place) => {
      const error = typeof text === 'string' ? errorOf(text) : undefined
      if (!error) return []
      const line = Array.isArray(value) ? { line: place + 1 } : {}
      const params = { value: String(text), ...error.params, ...line }
      return [{ code: error.code, field: settingNames[setting].field, params }]
    })
  }
  const errors = [
    ...check('homeUrl', errorOfAddress),
    ...check('redirectUris', errorOfAddress),
    ...check('postLogoutRedirectUris', errorOfAddress),
    ...check('backchannelLogoutUri', errorOfAddress),
    ...check('initiateLoginUri', errorOfAddress),
    ...check('privacyUrl', errorOfAddress),
    ...check('company', errorOfSentence),
    ...check('purpose', errorOfSentence),
    ...check('purposeEn', errorOfSentence),
    ...check('origins', errorOfOrigin),
    ...check('scopes', errorOfChoice(scopes)),
    ...check('descriptions', errorOfChoice(descriptions)),
  ]
  const add = (code: ErrorCode, setting: keyof Registration, params?: NonNullable<ErrorDetail['params']>) =>
    errors.push({ code, field: settingNames[setting].field, ...(params && { params }) })
  if (given.name.trim() === '' || given.name.length > maxName)
    add('partner_name_invalid', 'name', { max: maxName })
  if (given.redirectUris.length > 0 && !given.scopes.includes('openid')) add('scope_openid_missing', 'scopes')
  if (given.descriptions.length > 0 && !given.scopes.includes('points:write'))
    add('scope_write_missing', 'descriptions')
  const redeems = given.descriptions.some(isRedemption)
  if (!given.firstParty && redeems && !given.scopes.includes('points:redeem'))
    add('scope_redeem_missing', 'descriptions')
  if (given.firstParty && given.subjectType === 'pairwise') add('subject_first_party', 'subjectType')
  const isPairwise = !given.firstParty && given.subjectType !== 'public'
  const hosts = new Set(
    given.redirectUris.flatMap((text) => (URL.canParse(text) ? [new URL(text).host] : [])),
  )
  // The provider knows the site of pairwise subs by its host.
  if (isPairwise && hosts.size > 1) add('subject_hosts', 'redirectUris', { hosts: [...hosts].join(', ') })
  return errors
}

/** The settings that differ, as texts for the audit log: `scopes: openid, profile`, one a line. Empty without a difference. */
export function differences(before: Partial<Registration>, after: Partial<Registration>) {
  const names = Object.keys(settingNames) as (keyof Registration)[]
  const shown = (given: Partial<Registration>, name: keyof Registration): string => {
    const value = given[name]
    if (Array.isArray(value)) return value.join(', ')
    return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '')
  }
  const changed = names.filter((name) => shown(before, name) !== shown(after, name))
  const list = (given: Partial<Registration>) =>
    changed.map((name) => `${settingNames[name].field}: ${shown(given, name) || '–'}`).join('\n')
  return changed.length > 0 ? { before: list(before), after: list(after) } : {}
}
