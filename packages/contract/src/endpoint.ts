import type { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'
import type { Access } from './security/permissions.ts'

type Schema = z.ZodType

/**
 * An endpoint of the API. The server serves it, the web app calls it, and the OpenAPI document is generated from it.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  /** Ends in a slash as in Django, except `token/login`; parameters as `{id}`. */
  path: `/api/${string}`
  access: Access
  /** One English line for the OpenAPI document. */
  summary: string
  /** Path parameters. Invalid ones cause a 404, not a 400. */
  params?: Schema
  query?: Schema
  body?: Schema
  /** Status of a successful response; 204 has no `reply`. */
  status: 200 | 201 | 204
  reply?: Schema
  /** Instead of a `reply`: the response is a file. `{id}` in the name is replaced with the path parameter. */
  file?: { name: string; type: string }
  /** Instead of a `reply`: server-sent events that last as long as the session; the data of each is JSON of this schema. */
  events?: Schema
  /** Response headers with their descriptions. */
  headers?: Record<string, string>
  /** Compares the X-Account header, if sent, with the account of the session. */
  account?: true
  /** Possible errors, in addition to `commonErrors`. */
  errors: readonly ErrorCode[]
}

/** Preserves the literal types of the description. */
export const endpoint = <const E extends Endpoint>(description: E): E => description

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Sent<S> = S extends Schema ? z.input<S> : undefined

/** Validated input of the server's handler. */
export type Received<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}
/** Request body. */
export type BodyOf<E extends Endpoint> = Sent<E['body']>
/** Query parameters. */
export type QueryOf<E extends Endpoint> = Sent<E['query']>
/** Path parameters. */
export type ParamsOf<E extends Endpoint> = Sent<E['params']>
/** Body of a successful response. */
export type ReplyOf<E extends Endpoint> = Parsed<E['reply']>
/** Error codes that an endpoint lists. */
export type ErrorOf<E extends Endpoint> = E['errors'][number]

/** Header that identifies an account: in the response of `me`, and in calls that change the account's data. */
export const accountHeader = 'X-Account'

/** Header of the response of `me` with the role of a staff account. A header, because wire.md fixes the body. */
export const roleHeader = 'X-Role'

/** Header of the response of `me`: `required` if the account has to set up a second factor first. */
export const secondFactorHeader = 'X-Second-Factor'
/** Header of calls that no person caused, such as a timer's: they do not extend the session. */
export const unattendedHeader = 'X-Unattended'

/** Header of the response of `me`: seconds until the session ends if it is not used. */
export const sessionSecondsHeader = 'X-Session-Seconds'
/** Header of the response of `me` with the time of the account's scheduled erasure. */
export const erasureHeader = 'X-Erasure-At'

/** The media type of an Excel workbook. */
export const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Header of the responses of `activate` and `confirmPasswordReset`: the account's e-mail address, URI-encoded, for the
 * sign-in form. A header, because wire.md fixes the body.
 */
export const emailHeader = 'X-Account-Email'

/** Response headers of exports. */
export const fileHeaders = {
  'X-Total-Count': 'Number of rows; absent if they were not all counted',
  'X-Estimated-Length': 'Estimated size in bytes; absent if unknown',
}
