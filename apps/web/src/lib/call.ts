import type { Endpoint, ReplyOf } from '@portal/contract/endpoint.ts'
import type { Fault, ForeignFault, RefusalCode } from '@portal/contract/refusals.ts'
import { fromDialect } from '@portal/contract/dialect.ts'
import { watchAnswer } from './connection.ts'
import type { InputOf, Route } from './route.ts'

/** The server's no: what it refused as codes, and the answer as it came for those that nobody foresaw. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly faults: (Fault | ForeignFault)[]
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`The server refused with ${status}`)
    this.status = status
    this.body = body
    this.faults = fromDialect(body)
  }

  /** Is `code` among the faults? */
  has(code: RefusalCode): boolean {
    return this.faults.some((fault) => fault.code === code)
  }
}

/** No answer at all: no network, or the server is down. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

const notSignedIn = new Set<() => void>()

/** Calls `listener` whenever the server refuses a call with 401. Returns how to be left alone again. */
export function onNotSignedIn(listener: () => void): () => void {
  notSignedIn.add(listener)
  return () => notSignedIn.delete(listener)
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
  { method, path }: Route<E>,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<Response> {
  const { params = {}, query = {}, body } = input as Parts
  const headers = new Headers()
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (method !== 'GET') headers.set('X-CSRFToken', csrfToken() ?? '')

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
  const answer = await bodyOf(response)
  if (response.status === 401) for (const listener of notSignedIn) listener()
  throw new Refused(response.status, answer)
}

/** Calls the API and gives the reply with the headers of the answer. Throws as `send` does. */
export async function callWithHeaders<E extends Endpoint>(
  wire: Route<E>,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<{ reply: ReplyOf<E>; headers: Headers }> {
  const response = await send(wire, input, signal)
  // The server checks every reply against this very schema before it sends it, so it is not checked twice.
  return { reply: (await bodyOf(response)) as ReplyOf<E>, headers: response.headers }
}

/** Calls the API and gives the reply. Shows nothing and goes nowhere by itself; throws as `send` does. */
export async function call<E extends Endpoint>(
  wire: Route<E>,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  return (await callWithHeaders(wire, input, signal)).reply
}
