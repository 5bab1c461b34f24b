import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfTokenOf, newToken } from '#server/platform/tokens.ts'

/** The session's cookie; scripts can't read it. */
export const sessionCookie = 'sessionid'
/** The cookie whose value mutating calls repeat in a header; scripts read it. */
export const csrfCookie = 'csrftoken'
export const csrfHeader = 'x-csrftoken'
/**
 * Says to the page's scripts that there is a session, and no more: a visitor's browser then needn't ask who it is and be
 * refused. Of no worth to anybody else; the server never reads it for an answer.
 */
export const hintCookie = 'signedin'

const year = 365 * 86_400

type Setting = { secure: boolean }

/** Starts a session in the browser, and gives it the CSRF token that belongs to it. @param maxAge in milliseconds */
export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  maxAge: number,
  { secure }: Setting,
): void {
  const cookie = { path: '/', sameSite: 'lax', secure } as const
  void reply.setCookie(sessionCookie, token, { ...cookie, httpOnly: true, maxAge: Math.floor(maxAge / 1000) })
  void reply.setCookie(csrfCookie, csrfTokenOf(token), { ...cookie, maxAge: year })
  void reply.setCookie(hintCookie, 'yes', { ...cookie, maxAge: Math.floor(maxAge / 1000) })
}

/** Ends the session in the browser; the CSRF cookie starts anew, since the old one belonged to the session. */
export function clearSessionCookie(reply: FastifyReply, { secure }: Setting): void {
  const cookie = { path: '/', sameSite: 'lax', secure } as const
  void reply.clearCookie(sessionCookie, { ...cookie, httpOnly: true })
  void reply.clearCookie(hintCookie, cookie)
  void reply.setCookie(csrfCookie, newToken(), { ...cookie, maxAge: year })
}

/** Takes the hint back from a browser whose session is over. */
export function withdrawHint(request: FastifyRequest, reply: FastifyReply, { secure }: Setting): void {
  if (request.cookies[hintCookie]) void reply.clearCookie(hintCookie, { path: '/', sameSite: 'lax', secure })
}

/** Hands a browser the CSRF token that it lacks, or that belongs to another session than the one it has. */
export function ensureCsrfCookie(request: FastifyRequest, reply: FastifyReply, { secure }: Setting): void {
  const session = request.actor && request.cookies[sessionCookie]
  const held = request.cookies[csrfCookie]
  const due = session ? csrfTokenOf(session) : held || newToken()
  if (held !== due)
    void reply.setCookie(csrfCookie, due, { path: '/', sameSite: 'lax', secure, maxAge: year })
}
