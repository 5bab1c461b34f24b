import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@portal/contract/endpoint.ts'
import type { Check } from './reply-checks.ts'

type Address<E extends Endpoint> = { method: E['method']; path: E['path'] }

/** Method, path and reply check of a call. `endpoint` is never set; it only carries the types. */
export type Route<E extends Endpoint, Reply = ReplyOf<E>> = Address<E> & {
  reply?: Check<Reply> | undefined
  endpoint?: E
}

/**
 * A call of the contract with the check of its reply, if it has one: `route<typeof me>(routes.me, profile)`, with a
 * type-only import of `me`. `Reply` is the type that the page accepts, where that is wider than the contract's.
 */
export const route = <E extends Endpoint, Reply = ReplyOf<E>>(
  address: Address<E>,
  ...[reply]: E extends { reply: object } ? [Check<Reply>] : [reply?: undefined]
): Route<E, Reply> => ({ ...address, reply })

type Part<Name extends string, Sent> = Sent extends undefined ? unknown : { [name in Name]: Sent }

/** Input of a call: path parameters, query and body, if the endpoint has them. */
export type InputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>
