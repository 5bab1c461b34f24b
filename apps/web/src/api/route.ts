import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@portal/contract/endpoint.ts'
import type { Check } from './reply-checks.ts'

type Address<E extends Endpoint> = { method: E['method']; path: E['path'] }

/** Where a call goes, and what its answer must look like. `endpoint` is never there: it only carries the types. */
export type Route<E extends Endpoint, Reply = ReplyOf<E>> = Address<E> & {
  reply?: Check<Reply> | undefined
  endpoint?: E
}

/**
 * The method and path of an endpoint of the contract, written again and held to it by the compiler:
 * `route<typeof me>({ method: 'GET', path: '/api/auth/users/me/', reply: profile })` with a type-only import of `me`.
 * An endpoint with a reply needs a check of it; `Reply` is what the page takes, where that is more than the contract says.
 *
 * Why again: importing the endpoint itself brings its schemas and with them zod, 27 KB (gzip) of the 135 that the
 * sign-in page would weigh. Only forms that check their input with the endpoint's schema import it.
 */
export const route = <E extends Endpoint, Reply = ReplyOf<E>>(
  wire: Address<E> & (E extends { reply: object } ? { reply: Check<Reply> } : unknown),
): Route<E, Reply> => wire

type Part<Name extends string, Sent> = Sent extends undefined ? unknown : { [name in Name]: Sent }

/** What a call takes: the path's parameters, the query and the body, as far as the endpoint has them. */
export type InputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>
