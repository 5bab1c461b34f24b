import type { z } from 'zod'
import type { ErrorCode, ErrorDetail, UnknownError } from './error-codes.ts'
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
  /** Only within 15 minutes after password and second factor were given; otherwise `confirmation_required`. */
  confirmed?: true
  /** Possible errors, in addition to `commonErrors`. */
  errors: readonly ErrorCode[]
}

type Description = Omit<Endpoint, 'status'> & Partial<Pick<Endpoint, 'status'>>

/** Preserves the literal types of the description. The status is 200 unless it says another one. */
export const endpoint = <const E extends Description>(description: E): E & Pick<Endpoint, 'status'> => ({
  status: 200,
  ...description,
})

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

/**
 * Header of error responses: the code of each message of the body, in the body's order, with its numbers:
 * `too_long;max=150, blank`. Without the table of messages, so that the browser does not load it.
 */
export const errorHeader = 'X-Error-Code'

/** Proxies reject responses with more than 4 or 8 kB of headers. */
const maxCodes = 30

/** Numbers, days and times: safe in a header, and not what somebody typed. */
const isPlain = (value: string | number) =>
  typeof value === 'number' || /^\d{4}-\d\d-\d\d(T[\d:.+Z-]{5,25})?$/.test(value)

/** @param errors in the order of the body's messages */
export const errorHeaderOf = (errors: readonly ErrorDetail[]): string =>
  errors
    .slice(0, maxCodes)
    .map(({ code, params = {} }) => {
      const plain = Object.entries(params).filter(([, value]) => isPlain(value))
      return [code, ...plain.map(([name, value]) => `${name}=${value}`)].join(';')
    })
    .join(', ')

/**
 * The messages that the browser translates by portal.md §8 whichever server of the dialect answers: not every one sends the
 * header.
 */
const specified: ReadonlyMap<string, ErrorDetail['code']> = new Map([
  ['user with this email address already exists.', 'email_taken'],
  ['Enter a valid email address.', 'email_invalid'],
  ['This password is too short. It must contain at least 8 characters.', 'password_too_short'],
  ['This password is too common.', 'password_too_common'],
  ['This password is entirely numeric.', 'password_entirely_numeric'],
  ['The password is too similar to the email address.', 'password_too_similar_email'],
  ['The password is too similar to the first name.', 'password_too_similar_first_name'],
  ['The password is too similar to the last name.', 'password_too_similar_last_name'],
  ['Invalid token for given user.', 'token_invalid'],
  ['Invalid password.', 'password_incorrect'],
])

/** Returns the errors of a response, with the server's messages. A message without a code is 'unknown'. */
export function readErrors(header: string | null, body: unknown): (ErrorDetail | UnknownError)[] {
  if (typeof body !== 'object' || body === null) return []
  const codes = header?.split(', ') ?? []
  const members = Object.entries(body).flatMap(([key, value]) => {
    const field = key === 'detail' || key === 'non_field_errors' ? {} : { field: key }
    // Other members that are no lists are for programs.
    const messages: unknown[] = Array.isArray(value) ? value : key === 'detail' ? [value] : []
    return messages.filter((text) => typeof text === 'string').map((message) => ({ ...field, message }))
  })
  return members.map((member, place) => {
    const [code = specified.get(member.message), ...numbers] = codes[place]?.split(';') ?? []
    if (!code) return { code: 'unknown', ...member }
    const params = Object.fromEntries(numbers.map((one) => one.split('=')))
    return { code: code as ErrorDetail['code'], ...member, ...(numbers.length > 0 && { params }) }
  })
}
