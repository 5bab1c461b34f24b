import { type Description, descriptions, isRedemption } from '@portal/contract/descriptions.ts'
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

/** Maximum length of the company and the purposes. */
const maxSentence = 300

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Validates a URL that users or secrets are sent to. It must be https (http only for loopback) and normalized, because
 * it is later compared exactly.
 * @returns the error, without the subject
 */
function errorOfAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return 'is not a URL such as https://oil.example.gr/back'
  if (url.protocol === 'http:' && !loopback.has(url.hostname)) return 'must begin with https://'
  if (url.username || url.password) return 'must not contain a user name'
  if (text.includes('#')) return 'must not contain #'
  if (text.includes('*')) return 'must not contain *: URLs are compared exactly'
  // The parser normalizes input such as 'https:\\x' or 'HTTPS://X'; browsers and partners may normalize it differently.
  if (![url.href, url.href.replace(/\/$/, '')].includes(text)) return `is not normalized; use ${url.href}`
  return undefined
}

const errorOfOrigin = (text: string) =>
  errorOfAddress(text) ??
  (new URL(text).origin === text ? undefined : `is not an origin; use ${new URL(text).origin}`)

const errorOfChoice = (choices: readonly string[]) => (text: string) =>
  choices.includes(text) ? undefined : `is not one of ${choices.join(', ')}`

const errorOfSentence = (text: string) =>
  text.trim() === '' || text.length > maxSentence || /[\r\n]/.test(text)
    ? `must be a line of 1 to ${maxSentence} characters`
    : undefined

/** @returns all errors, each beginning with the name of the setting */
export function errorsOfRegistration(given: Registration): string[] {
  const check = (
    name: string,
    texts: readonly (string | null)[],
    errorOf: (text: string) => string | undefined,
  ) =>
    texts.flatMap((text) => {
      const error = text === null ? undefined : errorOf(text)
      return error ? [`${name}: '${text}' ${error}.`] : []
    })
  const errors = [
    ...check('url', [given.homeUrl], errorOfAddress),
    ...check('redirect-uri', given.redirectUris, errorOfAddress),
    ...check('post-logout-uri', given.postLogoutRedirectUris, errorOfAddress),
    ...check('backchannel-logout-uri', [given.backchannelLogoutUri], errorOfAddress),
    ...check('login-uri', [given.initiateLoginUri], errorOfAddress),
    ...check('privacy-url', [given.privacyUrl ?? null], errorOfAddress),
    ...check('company', [given.company ?? null], errorOfSentence),
    ...check('purpose', [given.purpose ?? null], errorOfSentence),
    ...check('purpose-en', [given.purposeEn ?? null], errorOfSentence),
    ...check('origin', given.origins, errorOfOrigin),
    ...check('scope', given.scopes, errorOfChoice(scopes)),
    ...check('writes', given.descriptions, errorOfChoice(descriptions)),
  ]
  if (given.name.trim() === '' || given.name.length > 100) errors.push('NAME: must have 1 to 100 characters.')
  if (given.redirectUris.length > 0 && !given.scopes.includes('openid'))
    errors.push('scope: a site with a redirect-uri needs the scope openid.')
  if (given.descriptions.length > 0 && !given.scopes.includes('points:write'))
    errors.push('writes: a partner that writes records needs the scope points:write.')
  const redeems = given.descriptions.some(isRedemption)
  if (!given.firstParty && redeems && !given.scopes.includes('points:redeem'))
    errors.push('writes: a third party that redeems points needs the scope points:redeem.')
  if (given.firstParty && given.subjectType === 'pairwise')
    errors.push('subject: a first party has the public subs.')
  const isPairwise = !given.firstParty && given.subjectType !== 'public'
  const hosts = new Set(
    given.redirectUris.flatMap((text) => (URL.canParse(text) ? [new URL(text).host] : [])),
  )
  // The provider knows the site of pairwise subs by its host.
  if (isPairwise && hosts.size > 1)
    errors.push(
      `redirect-uri: a third party with subs of its own needs one host, not ${[...hosts].join(', ')}. Register a partner for each, or choose the subject public.`,
    )
  return errors
}
