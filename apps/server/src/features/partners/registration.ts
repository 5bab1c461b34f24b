import { type Description, descriptions } from '@portal/contract/points.ts'
import { scopes } from './scopes.ts'

/** What an operator says of a partner. */
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
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * What is wrong with an address that people or secrets are sent to: it has to be https, but on one's own machine, and
 * exactly what it looks like. It is compared letter by letter later.
 */
function errorOfAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return 'is no address such as https://oil.example.gr/back'
  if (url.protocol === 'http:' && !loopback.has(url.hostname)) return 'has to begin with https://'
  if (url.username || url.password) return 'may hold no user name'
  if (text.includes('#')) return 'may hold no #'
  if (text.includes('*')) return 'may hold no *: addresses are compared letter by letter'
  // 'https:\\x', 'HTTPS://X' and the like: the parser mends them, and browsers and partners may mend them otherwise.
  if (![url.href, url.href.replace(/\/$/, '')].includes(text))
    return `is not written as browsers write it: ${url.href}`
  return undefined
}

const errorOfOrigin = (text: string) =>
  errorOfAddress(text) ??
  (new URL(text).origin === text ? undefined : `is no origin such as ${new URL(text).origin}`)

const errorOfChoice = (choices: readonly string[]) => (text: string) =>
  choices.includes(text) ? undefined : `is none of ${choices.join(', ')}`

/** @returns every error, each with the name of what is at error */
export function errorsOfRegistration(given: Registration): string[] {
  const check = (
    name: string,
    texts: readonly (string | null)[],
    errorDetailOf: (text: string) => string | undefined,
  ) =>
    texts.flatMap((text) => {
      const error = text === null ? undefined : errorDetailOf(text)
      return error ? [`${name}: '${text}' ${error}.`] : []
    })
  const errors = [
    ...check('url', [given.homeUrl], errorOfAddress),
    ...check('redirect-uri', given.redirectUris, errorOfAddress),
    ...check('post-logout-uri', given.postLogoutRedirectUris, errorOfAddress),
    ...check('backchannel-logout-uri', [given.backchannelLogoutUri], errorOfAddress),
    ...check('login-uri', [given.initiateLoginUri], errorOfAddress),
    ...check('origin', given.origins, errorOfOrigin),
    ...check('scope', given.scopes, errorOfChoice(scopes)),
    ...check('writes', given.descriptions, errorOfChoice(descriptions)),
  ]
  if (given.name.trim() === '' || given.name.length > 100)
    errors.push('NAME: has to have 1 to 100 characters.')
  if (given.redirectUris.length > 0 && !given.scopes.includes('openid'))
    errors.push('scope: a site where people sign in needs the scope openid.')
  if (given.descriptions.length > 0 && !given.scopes.includes('points:write'))
    errors.push('writes: a partner that writes records needs the scope points:write.')
  return errors
}
