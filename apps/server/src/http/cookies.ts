import { type Language, languages } from '@portal/contract/words/language.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfTokenOf, newToken } from '#server/lib/security/tokens.ts'

/** CSRF cookie. Scripts read it and repeat its value in the header of mutating calls. */
export const csrfCookie = 'csrftoken'
export const csrfHeader = 'x-csrftoken'
/**
 * Indicates to scripts that a session exists, so that the web app skips the profile call for visitors, which would
 * return 401. Contains no secret, and the server does not use it for authentication.
 */
export const hintCookie = 'signedin'

const year = 365 * 86_400

/** The language that the visitor chose (docs/decisions/027-languages.md). The web app reads and sets it, too. */
export const languageCookie = 'language'
/** The language that the partner site asked for that started a sign-in. The web app reads it, too. */
const siteLanguageCookie = 'sitelanguage'

type Setting = { secure: boolean }

/**
 * With https, adds the prefix `__Host-`: browsers accept such cookies only from this host, so other subdomains cannot
 * set them.
 */
const hostOnly = (name: string, { secure }: Setting) => (secure ? `__Host-${name}` : name)

/** Name of the session cookie (HttpOnly). */
const sessionCookie = (setting: Setting) => hostOnly('sessionid', setting)

/** Returns the session token of a request, or undefined. */
export const sessionTokenOf = (request: FastifyRequest, setting: Setting) =>
  request.cookies[sessionCookie(setting)]

function setToken(reply: FastifyReply, token: string, maxAge: number, setting: Setting) {
  const cookie = { path: '/', sameSite: 'lax', secure: setting.secure } as const
  const name = sessionCookie(setting)
  void reply.setCookie(name, token, { ...cookie, httpOnly: true, maxAge: Math.floor(maxAge / 1000) })
  void reply.setCookie(csrfCookie, csrfTokenOf(token), { ...cookie, maxAge: year })
  return cookie
}

/** Sets the session cookie, the CSRF cookie of that session and the hint cookie. @param maxAge in milliseconds */
export function setSessionCookie(reply: FastifyReply, token: string, maxAge: number, setting: Setting): void {
  const cookie = setToken(reply, token, maxAge, setting)
  void reply.setCookie(hintCookie, 'yes', { ...cookie, maxAge: Math.floor(maxAge / 1000) })
}

/** Sets the session cookie for a sign-in whose second factor is missing, and removes the hint of an earlier session. */
export function setPendingCookie(reply: FastifyReply, token: string, maxAge: number, setting: Setting): void {
  void reply.clearCookie(hintCookie, setToken(reply, token, maxAge, setting))
}

/**
 * Removes the session cookie and sets a new CSRF token, because the old one was derived from the session. Clears the
 * browser's cache, including pages kept for the Back button (docs/decisions/007).
 */
export function clearSessionCookie(reply: FastifyReply, setting: Setting): void {
  const cookie = { path: '/', sameSite: 'lax', secure: setting.secure } as const
  void reply.header('Clear-Site-Data', '"cache"')
  void reply.clearCookie(sessionCookie(setting), { ...cookie, httpOnly: true })
  void reply.clearCookie(hintCookie, cookie)
  void reply.setCookie(csrfCookie, newToken(), { ...cookie, maxAge: year })
}

/** Two years: a device stays until an operator revokes it. */
const deviceMaxAge = 2 * year

/** Cookie with the secret of a phone or till of a partner (HttpOnly), for its calls alone. */
const deviceCookie = 'portal_desk'

/** Returns the secret of the device of a request, or undefined. */
export const deviceTokenOf = ({ cookies }: FastifyRequest) => cookies[deviceCookie]

/** Sets the cookie of a device, and for the scripts of its page the CSRF token that its calls repeat. */
export function setDeviceCookie(reply: FastifyReply, token: string, { secure }: Setting): void {
  const cookie = { sameSite: 'strict', secure, maxAge: deviceMaxAge } as const
  void reply.setCookie(deviceCookie, token, { ...cookie, path: '/api/desk', httpOnly: true })
  // Before that of a session, if the browser has one: its path is longer.
  void reply.setCookie(csrfCookie, csrfTokenOf(token), { ...cookie, path: '/desk' })
}

const browserCookie = (setting: Setting) => hostOnly('knownbrowser', setting)

/** Returns the cookie with the marks of known browsers (lib/security/known-browsers.ts), or undefined. */
export const browserMarksOf = (request: FastifyRequest, setting: Setting) =>
  request.cookies[browserCookie(setting)]

export function setBrowserMarks(reply: FastifyReply, marks: string, setting: Setting): void {
  const cookie = { path: '/', sameSite: 'lax', secure: setting.secure, httpOnly: true } as const
  void reply.setCookie(browserCookie(setting), marks, { ...cookie, maxAge: year })
}

/**
 * Passes a token for setting a new password to the activation page without changing the response body. The page reads
 * the cookie once and removes it. Max-Age: 60 s.
 */
export function setNewPasswordCookie(
  reply: FastifyReply,
  { uid, token }: { uid: string; token: string },
  { secure }: Setting,
): void {
  const cookie = { path: '/account', sameSite: 'strict', secure } as const
  void reply.setCookie('newpassword', `${uid}.${token}`, { ...cookie, maxAge: 60 })
}

/** Returns the language that was chosen in this browser, or undefined. */
export const chosenLanguageOf = ({ cookies }: FastifyRequest): Language | undefined =>
  languages.find((language) => language === cookies[languageCookie])

/**
 * Returns the language that was chosen in this browser, or that a partner site asked for (`ui_locales`): the language of
 * the form that a visitor without an account fills in.
 */
export const shownLanguageOf = (request: FastifyRequest): Language | undefined =>
  chosenLanguageOf(request) ?? languages.find((language) => language === request.cookies[siteLanguageCookie])

/** Returns the language of the pages of a request. */
export const languageOf = (request: FastifyRequest): Language => shownLanguageOf(request) ?? 'el'

/**
 * Sets the language that a partner site asks for, for the hour of an interaction. It is not the visitor's choice: it does
 * not change the language of an account.
 */
export function setSiteLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  { secure }: Setting,
): void {
  void reply.setCookie(siteLanguageCookie, language, { path: '/', sameSite: 'lax', secure, maxAge: 3_600 })
  // For the page of this response.
  request.cookies[siteLanguageCookie] = language
  request.raw.headers.cookie = (request.raw.headers.cookie ?? '')
    .split(/; ?/)
    .filter((cookie) => cookie && !cookie.startsWith(`${siteLanguageCookie}=`))
    .concat(`${siteLanguageCookie}=${language}`)
    .join('; ')
}

/** Sets the language of the browser to that of an account. @param language null: none was chosen */
export function setLanguageCookie(reply: FastifyReply, language: Language | null, { secure }: Setting): void {
  if (language)
    void reply.setCookie(languageCookie, language, { path: '/', sameSite: 'lax', secure, maxAge: year })
}

/** Removes the hint cookie of a browser whose session has ended. */
export function clearHintCookie(request: FastifyRequest, reply: FastifyReply, { secure }: Setting): void {
  if (request.cookies[hintCookie]) void reply.clearCookie(hintCookie, { path: '/', sameSite: 'lax', secure })
}

/** Sets the CSRF cookie if it is missing or belongs to another session. */
export function ensureCsrfCookie(request: FastifyRequest, reply: FastifyReply, setting: Setting): void {
  const { secure } = setting
  const session = request.actor && sessionTokenOf(request, setting)
  const current = request.cookies[csrfCookie]
  const expected = session ? csrfTokenOf(session) : current || newToken()
  if (current !== expected)
    void reply.setCookie(csrfCookie, expected, { path: '/', sameSite: 'lax', secure, maxAge: year })
}
