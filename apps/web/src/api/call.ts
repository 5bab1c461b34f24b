import {
  accountHeader,
  emailHeader,
  type Endpoint,
  errorHeader,
  readErrors,
  type ReplyOf,
  unattendedHeader,
} from '@portal/contract/endpoint.ts'
import type { ErrorDetail, UnknownError, ErrorCode } from '@portal/contract/error-codes.ts'
import { learnTime } from '#web/lib/clock.ts'
import { watchAnswer } from './connection.ts'
import { isAttended } from './presence.ts'
import { fits, type ReplySchema } from './fits.ts'
import type { InputOf } from './route.ts'

/**
 * Error response of the server (any status but 2xx): its error codes, and the raw body for codes unknown to this page.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly errors: (ErrorDetail | UnknownError)[]
  readonly body: unknown

  /** @param codes header with the codes of the body's messages */
  constructor(status: number, body: unknown, codes: string | null = null) {
    super(`The server rejected with ${status}`)
    this.status = status
    this.body = body
    this.errors = readErrors(codes, body)
  }

  /** Returns whether `code` is among the errors. */
  has(code: ErrorCode): boolean {
    return this.errors.some((error) => error.code === code)
  }
}

/**
 * Successful response that does not match the contract, such as a proxy's page or a reply of another portal version.
 */
export class InvalidReply extends Error {
  override name = 'InvalidReply'
}

/** No response: no network, or the server is down. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

const sessionListeners = new Set<() => void>()

/**
 * Calls `listener` when a response reports that the session has ended (401) or belongs to another account. Returns the
 * function that unsubscribes.
 */
export function onSessionChange(listener: () => void): () => void {
  sessionListeners.add(listener)
  return () => sessionListeners.delete(listener)
}

let askToSignIn: (() => Promise<boolean>) | undefined

/**
 * While a page keeps its state after the end of its session: `ask` lets the person sign in over the page, and resolves to
 * whether the same account has. Calls that change something wait for it and are sent again. Returns the function that ends this.
 */
export function signInInPlace(ask: () => Promise<boolean>): () => void {
  askToSignIn = ask
  return () => {
    if (askToSignIn === ask) askToSignIn = undefined
  }
}

/** Whether the open page keeps its state after the end of its session. */
export const isSignInInPlace = () => askToSignIn !== undefined

let account: string | undefined

/** Sets the account that this page shows. The server rejects later calls if the session belongs to another account. */
export function setAccount(tag: string | undefined): void {
  account = tag
}

const csrfToken = () => /(?:^|;\s*)csrftoken=([^;]*)/.exec(document.cookie)?.[1]

function addressOf(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '') search.append(name, String(one))
    }
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

type Parts = { params?: object; query?: object; body?: unknown }

/**
 * Sends a request. Resolves when the response headers have arrived; the body is not yet read.
 * @throws ApiError for any status but 2xx
 * @throws Unreachable if there is no response
 */
export async function send<E extends Endpoint>(
  route: E,
  input: InputOf<E>,
  signal?: AbortSignal,
  isRepeated = false,
): Promise<Response> {
  const { method, path, access } = route
  const { params = {}, query = {}, body } = input as Parts
  const headers = new Headers()
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (!isAttended()) headers.set(unattendedHeader, 'yes')
  if (method !== 'GET') {
    headers.set('X-CSRFToken', csrfToken() ?? '')
    if (account !== undefined) headers.set(accountHeader, account)
  }

  const sent = fetch(addressOf(path, { ...params }, { ...query }), {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const response = await watchAnswer(sent, signal).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Unreachable('No response from the server', { cause: error })
  })
  learnTime(response.headers.get('date'))
  if (response.ok) return response
  const codes = response.headers.get(errorHeader)
  const rejected = new ApiError(response.status, await bodyOf(response), codes)
  if (rejected.status === 401 || rejected.has('account_changed'))
    for (const listener of sessionListeners) listener()
  const isOfSession = access !== 'anyone' && access !== 'signingIn'
  const canRepeat = rejected.status === 401 && method !== 'GET' && isOfSession && !isRepeated
  if (canRepeat && askToSignIn && (await askToSignIn())) return send(route, input, signal, true)
  throw rejected
}

/** Returns the account's address in the response of an activation or a reset. */
export const emailOf = (headers: Headers) => decodeURIComponent(headers.get(emailHeader) ?? '')

/** Without a reply: nothing, or an object. `endpoints.ts` has a JSON Schema in the place of the schema. */
function isReply(reply: unknown, body: unknown): boolean {
  if (reply === undefined) return body === undefined || fits({ type: 'object' }, body)
  return fits(reply as ReplySchema, body)
}

/**
 * Calls the API and returns the reply with the response headers.
 * @throws InvalidReply if the reply fails the route's check; otherwise as `send`
 */
export async function callWithHeaders<E extends Endpoint>(
  route: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<{ reply: ReplyOf<E>; headers: Headers }> {
  const response = await send(route, input, signal)
  const reply = await bodyOf(response)
  if (!isReply(route.reply, reply)) throw new InvalidReply(`Invalid reply to ${route.method} ${route.path}`)
  return { reply: reply as ReplyOf<E>, headers: response.headers }
}

/** Calls the API and returns the reply. Does not show messages or navigate; throws as `callWithHeaders` does. */
export async function call<E extends Endpoint>(
  route: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  return (await callWithHeaders(route, input, signal)).reply
}
