import { accountHeader, type Endpoint } from '@portal/contract/endpoint.ts'
import { endpoints } from '@portal/contract/endpoints.ts'
import { sentenceOf, statusOf } from '@portal/contract/dialect.ts'
import { jsonSchemaOf } from '@portal/contract/json-schema.ts'
import { commonErrors, type ErrorCode, errorRows } from '@portal/contract/error-codes.ts'
import type { z } from 'zod'

type Json = Record<string, unknown>

/** Endpoints that need no session: `app.ts` mounts them for anyone. access.test.ts compares this with its table. */
const open = new Set([
  'describeSite',
  'listMunicipalities',
  'signUp',
  'resendActivation',
  'activate',
  'disown',
  'login',
  'resetPassword',
  'confirmPasswordReset',
])

/** The scope that a partner's access token needs, as `app.ts` says; undefined: any token. */
const partnerScopes: Record<string, string | undefined> = {
  recordPoints: 'points:write',
  reversePoints: 'points:write',
  findBalance: 'points:read',
  listEvents: 'points:read',
}

/** The credentials that a call needs: one of the entries of the list. */
function securityOf(name: string, { path, method }: Endpoint): Json[] {
  if (path.startsWith('/api/partner/')) {
    const scope = partnerScopes[name]
    return [{ partner: scope ? [scope] : [] }, { accessToken: [] }]
  }
  if (open.has(name)) return []
  return [method === 'GET' ? { session: [] } : { session: [], csrf: [] }]
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sessionid',
    description:
      'Set by POST /api/auth/token/login. Its name is __Host-sessionid where the portal is served by https.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRFToken',
    description: 'The value of the cookie csrftoken. Required with the session in calls other than GET.',
  },
  partner: {
    type: 'oauth2',
    description: 'Get an access token with your client id and secret.',
    flows: {
      clientCredentials: {
        tokenUrl: '/oauth/token',
        scopes: { 'points:write': 'Record and reverse points', 'points:read': 'Read balances and events' },
      },
    },
  },
  accessToken: { type: 'http', scheme: 'bearer', description: 'An access token from the token endpoint.' },
}

/** The parameters that an object schema names, as OpenAPI lists them. A free query string has none to list. */
function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }))
}

/** The errors of an endpoint by status, with their sentences; `{max}` and the like stand for values. */
function errorsOf(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => statusOf([{ code }]))
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [
        String(status),
        { description: group.map((code) => errorRows[code].says).join('\n\n') },
      ]),
  )
}

const accountParameter: Json = {
  name: accountHeader,
  in: 'header',
  required: false,
  description: `The header ${accountHeader} of the answer to users/me. If the session belongs to another account, the answer is 409.`,
  schema: { type: 'string' },
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.account ? [accountParameter] : []),
  ]
  const headers = Object.entries(endpoint.headers ?? {}).map(([header, description]) => [
    header,
    { description, schema: { type: 'string' } },
  ])
  return {
    operationId: name,
    summary: endpoint.summary,
    security: securityOf(name, endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: {
      [endpoint.status]: {
        description: endpoint.status === 204 ? 'Done; no body.' : 'Done.',
        ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
        ...(endpoint.reply && {
          content: { 'application/json': { schema: jsonSchemaOf(endpoint.reply, 'output') } },
        }),
        ...(endpoint.file && {
          content: { [endpoint.file.type]: { schema: { type: 'string', format: 'binary' } } },
        }),
      },
      ...errorsOf(endpoint.account ? [...endpoint.errors, 'account_changed'] : endpoint.errors),
      default: { $ref: '#/components/responses/Error' },
      503: { $ref: '#/components/responses/Unavailable' },
    },
  }
}

/** Possible for every call. */
const unavailable: Json = {
  description: sentenceOf({ code: 'unavailable' }),
  headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
}

/** Errors of any endpoint, in one of the dialect's two shapes. */
const commonError: Json = {
  description: commonErrors
    .filter((code) => code !== 'unavailable')
    .map((code) => errorRows[code].says)
    .join('\n\n'),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      },
    },
  },
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
    components: { securitySchemes, responses: { Error: commonError, Unavailable: unavailable } },
  }
}
