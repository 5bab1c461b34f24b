import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@portal/contract/endpoint.ts'

/** Where a call goes. `endpoint` is never there: it only carries the types. */
export type Route<E extends Endpoint> = { method: E['method']; path: E['path']; endpoint?: E }

/**
 * The method and path of an endpoint of the contract, written again and held to it by the compiler:
 * `route<typeof login>({ method: 'POST', path: '/api/auth/token/login' })` with a type-only import of `login`.
 *
 * Why again: importing the endpoint itself brings its schemas and with them zod, 27 KB (gzip) of the 135 that the
 * sign-in page would weigh. Only forms that check their input with the endpoint's schema import it.
 */
export const route = <E extends Endpoint>(wire: { method: E['method']; path: E['path'] }): Route<E> => wire

type Part<Name extends string, Sent> = Sent extends undefined ? unknown : { [name in Name]: Sent }

/** What a call takes: the path's parameters, the query and the body, as far as the endpoint has them. */
export type InputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>
