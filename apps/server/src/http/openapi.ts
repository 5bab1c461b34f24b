import { accountHeader, type Endpoint, errorHeader } from '@portal/contract/endpoint.ts'
import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import { sentenceOf, statusOf } from '@portal/contract/dialect.ts'
import { jsonSchemaOf } from '@portal/contract/fields.ts'
import { commonErrors, type ErrorCode, errorRows } from '@portal/contract/error-codes.ts'
import { isForDevices, isForPartners, isForStaff } from '@portal/contract/security/permissions.ts'
import type { z } from 'zod'

type Json = Record<string, unknown>

/** Returns the OpenAPI `security` of an operation: alternatives. Of a session, the permission that a role needs. */
function securityOf({ access, method }: Endpoint): Json[] {
  if (access === 'anyone') return []
  if (isForPartners(access)) return [{ partner: access === 'partner' ? [] : [access] }, { accessToken: [] }]
  if (isForDevices(access)) return [method === 'GET' ? { device: [] } : { device: [], deviceCsrf: [] }]
  const session = isForStaff(access) ? [access] : []
  return [method === 'GET' ? { session } : { session, csrf: [] }]
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sessionid',
    description: 'Set by POST /api/auth/token/login. With https, its name is __Host-sessionid.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRFToken',
    description: 'Value of the csrftoken cookie. Required with the session for calls other than GET.',
  },
  device: {
    type: 'apiKey',
    in: 'cookie',
    name: 'portal_desk',
    description: 'Of a phone or till of a partner. Set by POST /api/desk/enrol/.',
  },
  deviceCsrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRFToken',
    description: 'Value of the csrftoken cookie with the path /desk.',
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

/** Areas of the documentation in their order: name, description, and the paths that belong to it. */
const areas: readonly (readonly [name: string, description: string, paths: RegExp])[] = [
  [
    'Partners',
    'Record and reverse points, mark coupons as used, read balances and events, with an access token.',
    /^partner\//,
  ],
  [
    'Sign-in',
    'Sign-in, second factors and sessions.',
    /^auth\/(token|second_factor|sessions|sign_in_site)\b/,
  ],
  ['Accounts', 'Sign-up, activation, passwords, profile and connected sites.', /^auth\//],
  [
    'Personal data',
    'Download and erasure of the own data, and notices of changed texts.',
    /^(privacy|notices)\//,
  ],
  ['Points', 'Points records and sums.', /^points\//],
  ['Participants', 'People, for staff.', /^participants\//],
  ['Coupons', 'Offers, coupons and gifts of citizens.', /^(offers|coupons|gifts)\//],
  ['Stickers', 'Stickers of citizens, and their issue by staff.', /^stickers\//],
  ['Claims', 'Deliveries that citizens report as not credited, and what staff decide.', /^claims\//],
  [
    'Staff',
    'Accounts of staff, dashboard, checks, audit log and state of the system.',
    /^(staff|dashboard|checks|audit|system)\//,
  ],
  ['Cards', 'What citizens show at desks.', /^card\//],
  ['Desks', 'Phones and tills of partners without software.', /^desk\//],
  ['Console', 'What runs the programme, for operators.', /^manage\//],
  ['Portal', 'Brand, links, municipalities and collection points.', /^(site|municipalities|places)\//],
]

/** @throws Error if no area contains the path */
function areaOf(path: string): string {
  const area = areas.find(([, , paths]) => paths.test(path.replace('/api/', '')))
  if (!area) throw new Error(`${path} is in no area of the API's documentation. Add one.`)
  return area[0]
}

/** Lists the parameters of an object schema. A `z.record` (any query string) has none. */
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

/** Error responses of an endpoint by status, with their messages. `{max}` etc. are placeholders. */
function errorsOf(codes: readonly ErrorCode[], content: Json = {}): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => statusOf([{ code }]))
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [
        String(status),
        { description: group.map((code) => errorRows[code].message).join('\n\n'), ...content },
      ]),
  )
}

const accountParameter: Json = {
  name: accountHeader,
  in: 'header',
  required: false,
  description: `The ${accountHeader} header of the response of users/me. If the session belongs to another account, the response is 409.`,
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
    tags: [areaOf(endpoint.path)],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: {
      [endpoint.status]: {
        description: endpoint.status === 204 ? 'Success, without a body.' : 'Success.',
        ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
        ...(endpoint.reply && {
          content: { 'application/json': { schema: jsonSchemaOf(endpoint.reply, 'output') } },
        }),
        ...(endpoint.events && {
          content: { 'text/event-stream': { schema: jsonSchemaOf(endpoint.events, 'output') } },
        }),
        ...(endpoint.file && {
          content: { [endpoint.file.type]: { schema: { type: 'string', format: 'binary' } } },
        }),
      },
      ...errorsOf(
        endpoint.account ? [...endpoint.errors, 'account_changed'] : endpoint.errors,
        isForPartners(endpoint.access) ? partnerErrorContent : {},
      ),
      default: {
        $ref: `#/components/responses/${isForPartners(endpoint.access) ? 'PartnerError' : 'Error'}`,
      },
      503: { $ref: '#/components/responses/Unavailable' },
    },
  }
}

/** 503, possible for every call. */
const unavailable: Json = {
  description: sentenceOf({ code: 'unavailable' }),
  headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
}

/** Errors common to all endpoints, in the dialect's shapes. */
const commonError: Json = {
  description: commonErrors
    .filter((code) => code !== 'unavailable')
    .map((code) => errorRows[code].message)
    .join('\n\n'),
  headers: {
    [errorHeader]: {
      description: 'The code of each message, in the order of the body: `too_long;max=150, blank`',
      schema: { type: 'string' },
    },
  },
  content: {
    'application/json': {
      schema: {
        type: 'object',
        additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      },
    },
  },
}

/** Errors of the partner API: `code` and `final` beside the dialect's messages. */
const partnerErrorSchema: Json = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'Code of the first error (docs/partners.md)' },
    final: { type: 'boolean', description: 'false: keep the record and send it again later' },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    detail: { type: 'string' },
  },
  required: ['code', 'final'],
  additionalProperties: true,
}
const partnerErrorContent = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/PartnerError' } } },
}
const partnerError: Json = { description: 'An error that any call may return.', ...partnerErrorContent }

/** Generates the OpenAPI 3.1 document from the contract. Written to docs/openapi.json and served at /api/docs. */
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
        'Compatible with Django REST framework and Djoser. Mutating calls with a session must repeat the value of the csrftoken cookie in the X-CSRFToken header.',
    },
    servers: [{ url: '/', description: 'The portal that serves this document' }],
    tags: areas.map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes,
      schemas: { PartnerError: partnerErrorSchema },
      responses: { Error: commonError, PartnerError: partnerError, Unavailable: unavailable },
    },
  }
}
