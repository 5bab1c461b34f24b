import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@portal/contract/endpoint.ts'
import type { z } from 'zod'
import { fits } from './fits.ts'
import type { Check } from './reply-checks.ts'

/** A call whose reply this page checks in its own way: pages accept more than the contract says. */
export const route = <E extends Endpoint, Reply>(
  endpoint: E,
  reply: Check<Reply>,
): Omit<E, 'reply'> & { reply: z.ZodType<Reply> } =>
  // What `calls.ts` exports has a JSON Schema in the place of the schema.
  ({ ...endpoint, reply: reply as unknown as z.ZodType<Reply> })

/** The check of a call's reply by the contract. */
export const replyOf =
  <E extends Endpoint>({ reply }: E): Check<ReplyOf<E>> =>
  (value): value is ReplyOf<E> =>
    reply !== undefined && fits(reply, value)

type Part<Name extends string, Sent> = Sent extends undefined ? unknown : { [name in Name]: Sent }

/** Input of a call: path parameters, query and body, if the endpoint has them. */
export type InputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>
