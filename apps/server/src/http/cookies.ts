import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfTokenOf, newToken } from '#server/lib/security/tokens.ts'

/** The cookie whose value mutating calls repeat in a header; scripts read it. */
export const csrfCookie = 'csrftoken'
export const csrfHeader = 'x-csrftoken'
/**
 * Says to the page's scripts that there is a session, and no more: a visitor's browser then needn't ask who it is and be
 * rejected. Of no worth to anybody else; the server never reads it for an answer.
 */
export const hintCookie = 'signedin'

const year = 365 * 86_400

type Setting = { secure: boolean }

/**
 * Under https with the prefix `__Host-`, which browsers accept only from this very host: a neighbouring subdomain cannot
 * plant such a cookie.
 */
const hostOnly = (name: string, { secure }: Setting) => (secure ? `__Host-${name}` : name)

/** The session's cookie; scripts can't read it. */
const sessionCookie = (setting: Setting) => hostOnly('sessionid', setting)

/** The token of the session that a request brings; undefined where it brings none. */
export const sessionTokenOf = (request: FastifyRequest, setting: Setting) =>
  request.cookies[sessionCookie(setting)]

/** Starts a session in the browser, and gives it the CSRF token that belongs to it. @param maxAge in milliseconds */
export function setSessionCookie(reply: FastifyReply, token: string, maxAge: number, setting: Setting): void {
  const cookie = { path: '/', sameSite: 'lax', secure: setting.secure } as const
  const name = sessionCookie(setting)
  void reply.setCookie(name, token, { ...cookie, httpOnly: true, maxAge: Math.floor(maxAge / 1000) })
  void reply.setCookie(csrfCookie, csrfTokenOf(token), { ...cookie, maxAge: year })
  void reply.setCookie(hintCookie, 'yes', { ...cookie, maxAge: Math.floor(maxAge / 1000) })
}

/**
 * Ends the session in the browser; the CSRF cookie starts anew, since the old one belonged to the session. The browser
 * also drops what it cached, including pages kept for its Back button (docs/decisions/007).
 */
export function clearSessionCookie(reply: FastifyReply, setting: Setting): void {
  const cookie = { path: '/', sameSite: 'lax', secure: setting.secure } as const
  void reply.header('Clear-Site-Data', '"cache"')
  void reply.clearCookie(sessionCookie(setting), { ...cookie, httpOnly: true })
  void reply.clearCookie(hintCookie, cookie)
  void reply.setCookie(csrfCookie, newToken(), { ...cookie, maxAge: year })
}

const browserCookie = (setting: Setting) => hostOnly('knownbrowser', setting)

/** What a request says of the accounts that its browser has signed in to (lib/security/known-browsers.ts). */
export const browserMarksOf = (request: FastifyRequest, setting: Setting) =>
  request.cookies[browserCookie(setting)]

export function setBrowserMarks(reply: FastifyReply, marks: string, setting: Setting): void {
  const cookie = { path: '/', sameSite: 'lax', secure: setting.secure, httpOnly: true } as const
  void reply.setCookie(browserCookie(setting), marks, { ...cookie, maxAge: year })
}

/**
 * Hands the activation's page a token that sets a new password, without a change of the answer's body. The page reads the
 * cookie once and removes it.
 */
export function setNewPasswordCookie(
  reply: FastifyReply,
  { uid, token }: { uid: string; token: string },
  { secure }: Setting,
): void {
  const cookie = { path: '/account', sameSite: 'strict', secure } as const
  void reply.setCookie('newpassword', `${uid}.${token}`, { ...cookie, maxAge: 60 })
}

/** Takes the hint back from a browser whose session is over. */
export function withdrawHint(request: FastifyRequest, reply: FastifyReply, { secure }: Setting): void {
  if (request.cookies[hintCookie]) void reply.clearCookie(hintCookie, { path: '/', sameSite: 'lax', secure })
}

/** Hands a browser the CSRF token that it lacks, or that belongs to another session than the one it has. */
export function ensureCsrfCookie(request: FastifyRequest, reply: FastifyReply, setting: Setting): void {
  const { secure } = setting
  const session = request.actor && sessionTokenOf(request, setting)
  const held = request.cookies[csrfCookie]
  const due = session ? csrfTokenOf(session) : held || newToken()
  if (held !== due)
    void reply.setCookie(csrfCookie, due, { path: '/', sameSite: 'lax', secure, maxAge: year })
}
