import { accountHeader, type Endpoint, type ReplyOf } from '@portal/contract/endpoint.ts'
import type { ErrorDetail, ForeignError, ErrorCode } from '@portal/contract/error-codes.ts'
import { fromDialect } from '@portal/contract/dialect.ts'
import { watchAnswer } from './connection.ts'
import { object } from './reply-checks.ts'
import type { InputOf, Route } from './route.ts'

/** The server's no: what it rejected as codes, and the answer as it came for those that nobody foresaw. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly errors: (ErrorDetail | ForeignError)[]
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`The server rejected with ${status}`)
    this.status = status
    this.body = body
    this.errors = fromDialect(body)
  }

  /** Is `code` among the errors? */
  has(code: ErrorCode): boolean {
    return this.errors.some((error) => error.code === code)
  }
}

/** Success, but not with what the contract says: the page of a proxy, or of another version of the portal. */
export class InvalidReply extends Error {
  override name = 'InvalidReply'
}

/** No answer at all: no network, or the server is down. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

const sessionListeners = new Set<() => void>()

/** Calls `listener` when the session has ended (401) or is another account's. Returns a function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  sessionListeners.add(listener)
  return () => sessionListeners.delete(listener)
}

let account: string | undefined

/** Names the account that this page shows: what is sent from now on is rejected if the session is another's. */
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
 * Sends a call and gives the answer as it begins, its body not yet read.
 * @throws Refused when the server answers with anything but success
 * @throws Unreachable when there is no answer
 */
export async function send<E extends Endpoint>(
  { method, path }: Pick<Route<E>, 'method' | 'path' | 'endpoint'>,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<Response> {
  const { params = {}, query = {}, body } = input as Parts
  const headers = new Headers()
  if (body !== undefined) headers.set('Content-Type', 'application/json')
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
    throw new Unreachable('No answer from the server', { cause: error })
  })
  if (response.ok) return response
  const rejected = new Refused(response.status, await bodyOf(response))
  if (rejected.status === 401 || rejected.has('account_changed'))
    for (const listener of sessionListeners) listener()
  throw rejected
}

const isEmpty = (body: unknown): body is undefined => body === undefined || object(body)

/**
 * Calls the API and gives the reply with the headers of the answer.
 * @throws InvalidReply if the reply is not what the route's check takes; or as `send` does
 */
export async function callWithHeaders<E extends Endpoint, Reply = ReplyOf<E>>(
  wire: Route<E, Reply>,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<{ reply: Reply; headers: Headers }> {
  const response = await send(wire, input, signal)
  const reply = await bodyOf(response)
  const check: (body: unknown) => boolean = wire.reply ?? isEmpty
  if (!check(reply)) throw new InvalidReply(`Unexpected answer to ${wire.method} ${wire.path}`)
  return { reply: reply as Reply, headers: response.headers }
}

/** Calls the API and gives the reply. Shows nothing and goes nowhere by itself; throws as `callWithHeaders` does. */
export async function call<E extends Endpoint, Reply = ReplyOf<E>>(
  wire: Route<E, Reply>,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<Reply> {
  return (await callWithHeaders(wire, input, signal)).reply
}
