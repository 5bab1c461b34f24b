import type { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'

type Schema = z.ZodType

/**
 * One call of the API, described once: the server serves it, the web app calls it, OpenAPI is made from it.
 * Who may call it is not said here but in the server's `app.ts`, which reads as the access policy.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH'
  /** Django's manner: ends in a slash, but for `token/login`; parameters as `{id}`. */
  path: `/api/${string}`
  /** One English line for the API's documentation. */
  summary: string
  /** Path parameters. What does not fit is a 404, never a 400. */
  params?: Schema
  query?: Schema
  body?: Schema
  /** The status of success; 204 has no `reply`. */
  status: 200 | 201 | 204
  reply?: Schema
  /** In place of a `reply`: the answer is a file, saved under this name, in which `{id}` stands for the path's own. */
  file?: { name: string; type: string }
  /** Headers of the answer that a caller may need, with what they say. */
  headers?: Record<string, string>
  /** Compares the header X-Account, where it is sent, with the account of the session. */
  account?: true
  /** Which errors a caller should expect, beside those that any call may meet. */
  errors: readonly ErrorCode[]
}

/** Keeps the types of the description as they are written. */
export const endpoint = <const E extends Endpoint>(description: E): E => description

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Sent<S> = S extends Schema ? z.input<S> : undefined

/** What the server's handler receives, after the schemas have read it. */
export type Received<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}
/** What a caller sends as a body. */
export type BodyOf<E extends Endpoint> = Sent<E['body']>
/** What a caller sends as a query. */
export type QueryOf<E extends Endpoint> = Sent<E['query']>
/** What a caller sends in the path. */
export type ParamsOf<E extends Endpoint> = Sent<E['params']>
/** What a caller gets on success. */
export type ReplyOf<E extends Endpoint> = Parsed<E['reply']>
/** The errors an endpoint names. */
export type ErrorOf<E extends Endpoint> = E['errors'][number]

/** The header that names an account: in the answer of `me`, and in calls that change the account's data. */
export const accountHeader = 'X-Account'

/** The media type of an Excel workbook. */
export const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What an answer says of its file beforehand. */
export const fileHeaders = {
  'X-Total-Count': 'How many rows there will be; absent where nobody counted them all',
  'X-Estimated-Length': 'About how many bytes there will be; absent where nobody knows',
}
