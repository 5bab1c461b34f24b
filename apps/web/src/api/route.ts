import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@portal/contract/endpoint.ts'
import type { z } from 'zod'
import type { ReplySchema } from './fits.ts'

/** A call with another reply than the contract's. */
type Replying<E extends Endpoint, Reply> = Omit<E, 'reply'> & { reply: z.ZodType<Reply> }

const withReply = <E extends Endpoint, Reply>(endpoint: E, change: (reply: ReplySchema) => ReplySchema) =>
  // What `endpoints.ts` exports has a JSON Schema in the place of the schema.
  ({ ...endpoint, reply: change(endpoint.reply as unknown as ReplySchema) }) as unknown as Replying<E, Reply>

/** A reply whose properties named `Missing` may be null or absent, and those named `Open` any text. */
export type Wider<T, Missing, Open> = T extends readonly (infer One)[]
  ? Wider<One, Missing, Open>[]
  : T extends object
    ? {
        [Name in keyof T]: Name extends Open
          ? string
          : Wider<T[Name], Missing, Open> | (Name extends Missing ? null | undefined : never)
      }
    : T

function widen(schema: ReplySchema, missing: readonly string[], open: readonly string[]): ReplySchema {
  const { anyOf, items, properties, required } = schema
  const within = (part: ReplySchema) => widen(part, missing, open)
  const property = ([name, part]: [string, ReplySchema]): [string, ReplySchema] => {
    if (open.includes(name)) return [name, { type: 'string' }]
    return [name, missing.includes(name) ? { anyOf: [within(part), { type: 'null' }] } : within(part)]
  }
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map(within) }),
    ...(items && { items: within(items) }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(property)) }),
    ...(required && { required: required.filter((name) => !missing.includes(name)) }),
  }
}

/**
 * A call of which this page accepts more than the contract says, at any depth of the reply.
 * @param names.missing properties that may be null or absent (portal.md §8)
 * @param names.open enumerations of which a newer server may have other values
 */
export const wider = <E extends Endpoint, Missing extends string = never, Open extends string = never>(
  endpoint: E,
  { missing = [], open = [] }: { missing?: readonly Missing[]; open?: readonly Open[] },
) => withReply<E, Wider<ReplyOf<E>, Missing, Open>>(endpoint, (reply) => widen(reply, missing, open))

/** A call whose reply the page does not use, or leaves to the browser: any object. */
export const anyObject = <E extends Endpoint>(endpoint: E) =>
  withReply<E, ReplyOf<E> & object>(endpoint, () => ({ type: 'object' }))

/** A call that may be answered with null. */
export const orNull = <E extends Endpoint>(endpoint: E) =>
  withReply<E, ReplyOf<E> | null>(endpoint, (reply) => ({ anyOf: [reply, { type: 'null' }] }))

type Part<Name extends string, Sent> = Sent extends undefined ? unknown : { [name in Name]: Sent }

/** Input of a call: path parameters, query and body, if the endpoint has them. */
export type InputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>
