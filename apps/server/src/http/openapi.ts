import type { Endpoint } from '@portal/contract/endpoint.ts'
import { endpoints } from '@portal/contract/endpoints.ts'
import { sentenceOf, statusOf } from '@portal/contract/dialect.ts'
import type { RefusalCode } from '@portal/contract/refusals.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

/** The parameters that an object schema names, as OpenAPI lists them. A free query string has none to list. */
function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.keys(schema.shape).map((name) => ({
    name,
    in: place,
    required: place === 'path',
    schema: { type: place === 'path' ? 'integer' : 'string' },
  }))
}

/** The refusals of one status, with the sentences that a caller may meet. */
function refusalsOf(codes: readonly RefusalCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => statusOf([{ code }]))
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [
        String(status),
        { description: group.map((code) => sentenceOf({ code, params: {} })).join('\n\n') },
      ]),
  )
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const parameters = [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')]
  const headers = Object.entries(endpoint.headers ?? {}).map(([header, description]) => [
    header,
    { description, schema: { type: 'string' } },
  ])
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: {
      [endpoint.status]: {
        description: endpoint.status === 204 ? 'Done; no body.' : 'Done.',
        ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
        ...(endpoint.reply && {
          content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } },
        }),
        ...(endpoint.file && {
          content: { [endpoint.file.type]: { schema: { type: 'string', format: 'binary' } } },
        }),
      },
      ...refusalsOf(endpoint.refuses),
      503: { $ref: '#/components/responses/Unavailable' },
    },
  }
}

/** Any call may meet it. */
const unavailable: Json = {
  description: sentenceOf({ code: 'unavailable' }),
  headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
}

/** The API as OpenAPI 3.1, made from the contract. Kept as docs/openapi.json, and served at /api/docs. */
export function describeApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rewards portal',
      version: '1',
      description:
        'Speaks the dialect of Django REST framework and Djoser. Mutating calls of a signed-in browser repeat the cookie csrftoken in the header X-CSRFToken.',
    },
    paths,
    components: { responses: { Unavailable: unavailable } },
  }
}
