import { readFileSync } from 'node:fs'
import type { InjectOptions } from 'fastify'
import {
  forms,
  headers,
  mediaTypes,
  pathValues,
  queries,
  rawBodies,
  scalars,
  strings,
  trapObjects,
  units,
} from './hostile-values.ts'

/**
 * Generates hostile requests from docs/openapi.json: valid requests in which some places are replaced by values of the
 * wrong type, size or shape. The same seed gives the same requests.
 */

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  enum?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  minimum?: number
}
type Operation = {
  operationId: string
  parameters?: { name: string; in: 'path' | 'query' }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

const callers = ['anonymous', 'citizen', 'staff', 'partner'] as const
export type Caller = (typeof callers)[number]

/** A request without the caller's cookies or token. Its `headers` override these. */
export type HostileRequest = { caller: Caller; name: string; options: InjectOptions & { headers: Headers } }
type Headers = Record<string, string>

const file = new URL('../../../docs/openapi.json', import.meta.url)
const document = JSON.parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(document.paths)
  .flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
  // A stream does not end.
  .filter(({ responses }) => !responses['200']?.content?.['text/event-stream'])

const nested = (depth: number, open: string, close: string) =>
  JSON.parse(`${open.repeat(depth)}${close.repeat(depth)}`) as unknown

const callerOf = (path: string): Caller =>
  path.startsWith('/api/partner/')
    ? 'partner'
    : /\/(batches|participants|claims\/\{id\}|checks|staff|audit)\//.test(path)
      ? 'staff'
      : 'citizen'

/** The paths of all fields of a body. */
function fieldsOf({ anyOf = [], oneOf = [], properties = {}, items }: Schema): (string | number)[][] {
  const inside = (key: string | number, schema: Schema) => fieldsOf(schema).map((path) => [key, ...path])
  return [
    ...[...anyOf, ...oneOf].flatMap(fieldsOf),
    ...Object.entries(properties).flatMap(([key, schema]) => [[key], ...inside(key, schema)]),
    ...(items ? inside(0, items) : []),
  ]
}

/** Returns an object or array with `value` at `path` and nothing else. */
const wrap = ([key, ...rest]: (string | number)[], value: unknown): unknown =>
  key === undefined ? value : typeof key === 'number' ? [wrap(rest, value)] : { [key]: wrap(rest, value) }

/** Requests with one field each, for every field of every body and every trap object. */
export function trapRequests(): HostileRequest[] {
  return operations.flatMap(({ operationId: name, method, path, requestBody }) =>
    fieldsOf(requestBody?.content['application/json']?.schema ?? {}).flatMap((field) =>
      trapObjects.map((trap) => ({
        caller: callerOf(path),
        name: `${name} ${field.join('.')}`,
        options: {
          method: method as 'POST',
          // Ids that exist or might: an id that is none is rejected before the body is read.
          url: path.replace(/\{\w+\}/g, '1'),
          payload: JSON.stringify(wrap(field, trap)),
          headers: { 'content-type': 'application/json' },
        },
      })),
    ),
  )
}

/** Seeded pseudo-random numbers in [0, 1) (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Generates an infinite sequence of hostile requests.
 * @param valid returns a value that a field accepts, such as an existing e-mail address; undefined: it is generated
 */
export function* hostileRequests(
  seed: number,
  valid: (field: string) => string | number | undefined,
): Generator<HostileRequest, never> {
  const random = randomOf(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const chance = (share: number) => random() < share

  const hostileValue = (): unknown => {
    const kind = random()
    if (kind < 0.35) return pick(trapObjects)
    if (kind < 0.7) return pick(strings)
    if (kind < 0.9) return pick(scalars)
    if (kind < 0.93) {
      const unit = pick(units)
      return unit.repeat((1 + below(chance(0.05) ? 1_000_000 : 20_000)) / unit.length)
    }
    if (kind < 0.96)
      return chance(0.5) ? nested(1 + below(3_000), '[', ']') : Array.from({ length: below(1_100) }, () => 1)
    return Array.from({ length: below(4) }, hostileValue)
  }

  const validValue = (schema: Schema, name: string): unknown => {
    const known = valid(name)
    if (known !== undefined) return known
    const alternatives = schema.oneOf ?? schema.anyOf
    if (alternatives && (!schema.properties || chance(0.5))) return validValue(pick(alternatives), name)
    if (schema.enum) return pick(schema.enum)
    if (schema.properties) {
      const entries = Object.entries(schema.properties).filter(() => chance(0.8))
      return Object.fromEntries(entries.map(([key, inner]) => [key, validValue(inner, key)]))
    }
    if (schema.type === 'array')
      return Array.from({ length: 1 + below(3) }, () => validValue(schema.items ?? {}, ''))
    if (schema.type === 'integer' || schema.type === 'number') return below(100) + 1
    return `text-${below(1_000)}`
  }

  /** Replaces, adds and removes values at random positions and depths. */
  const spoil = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || chance(0.15)) return hostileValue()
    if (Array.isArray(value)) {
      const at = below(value.length)
      return value.map((inner: unknown, place) => (place === at ? spoil(inner) : inner))
    }
    const entries = Object.entries(value)
    const at = below(entries.length)
    const spoiled = entries.flatMap(([key, inner], place): [string, unknown][] => {
      if (place !== at) return [[key, inner]]
      return chance(0.1) ? [] : [[key, spoil(inner)]]
    })
    if (chance(0.15)) spoiled.push([pick(strings), hostileValue()])
    return Object.fromEntries(spoiled)
  }

  const bodyOf = (schema: Schema): { payload: string | Buffer; type: string } => {
    const json = 'application/json'
    const kind = random()
    if (kind < 0.06) return { payload: pick(rawBodies), type: json }
    if (kind < 0.1) return { payload: pick(forms), type: 'application/x-www-form-urlencoded' }
    let value = validValue(schema, '')
    for (let times = 1 + below(3); times > 0; times -= 1) value = spoil(value)
    return { payload: JSON.stringify(value) ?? '', type: kind < 0.15 ? pick(mediaTypes) : json }
  }

  const queryOf = (names: readonly string[]): string => {
    if (chance(names.length > 0 ? 0.1 : 0.85))
      return names.length > 0 || chance(0.2) ? `?${pick(queries)}` : ''
    const pairs = names
      .filter(() => chance(0.6))
      .map((name) => {
        const known = valid(name)
        const text = known !== undefined && chance(0.5) ? known : pick(strings).toWellFormed()
        return `${name}${chance(0.05) ? '[]' : ''}=${encodeURIComponent(text)}`
      })
    return pairs.length > 0 ? `?${pairs.join('&')}` : ''
  }

  for (;;) {
    const operation = pick(operations)
    const { path, parameters = [] } = operation
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const known = valid(name)
      return known !== undefined && chance(0.4) ? encodeURIComponent(known) : pick(pathValues)
    })
    const query = queryOf(parameters.filter((one) => one.in === 'query').map(({ name }) => name))
    const method = chance(0.04)
      ? pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      : operation.method
    const schema = operation.requestBody?.content['application/json']?.schema ?? {}
    const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(schema)
    yield {
      caller: chance(0.6) ? callerOf(path) : pick(callers),
      name: operation.operationId,
      options: {
        method,
        url: `${url}${query}`,
        ...(body && { payload: body.payload }),
        headers: { ...(body?.type && { 'content-type': body.type }), ...(chance(0.08) && pick(headers)) },
      },
    }
  }
}
