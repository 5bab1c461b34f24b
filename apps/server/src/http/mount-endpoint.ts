import { accountHeader, type Endpoint, type Received, type ReplyOf } from '@portal/contract/endpoint.ts'
import { errorDetailsOf } from '@portal/contract/fields.ts'
import {
  type Access,
  type DeskAccess,
  isForDevices,
  isForPartners,
  type PartnerAccess,
} from '@portal/contract/security/permissions.ts'
import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import type { Actor, AppContext, Device, Partner, PendingSignIn } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import { sendEvents } from './send-events.ts'
import { sendFile } from './send-file.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The signed-in account, the sign-in whose second factor is missing, the partner, or its device; set by
     * `access-policy.ts`.
     */
    actor: Actor | undefined
    pending: PendingSignIn | undefined
    partner: Partner | undefined
    device: Device | undefined
    /** Checks again whether the caller may make the call; set with those above. Throws ApiError. */
    checkAgain: (() => Promise<void>) | undefined
    /** When the call was accepted, before its body was read; `performance.now()`. */
    acceptedAt: number
  }
  interface FastifyContextConfig {
    /** Who may call; `access-policy.ts` checks it. */
    access?: Access
    /** The response is a stream that lasts as long as the page is open: the call does not extend the session. */
    lasting?: boolean
    /** Only with a recent confirmation of who acts (`Endpoint.confirmed`). */
    confirmed?: boolean
  }
}

/** Mounts a feature's endpoints. */
export type Routes = (scope: FastifyInstance, context: AppContext) => void

/** `etag`: browsers keep the reply and ask whether it has changed; only for replies that are the same for everyone. */
type Options = { ignores?: (actor: Actor) => readonly string[]; etag?: boolean }

type CallerOf<A extends Access> = A extends 'anyone'
  ? unknown
  : A extends 'signingIn'
    ? { pending: PendingSignIn }
    : A extends PartnerAccess
      ? { partner: Partner }
      : A extends DeskAccess
        ? { device: Device }
        : { actor: Actor }
type Call<E extends Endpoint> = Received<E> &
  CallerOf<E['access']> & { request: FastifyRequest; reply: FastifyReply }

/** Return value of a handler: the response body, a file, a stream of events, or nothing for a 204. */
type AnswerOf<E extends Endpoint> = E extends { file: object }
  ? FileResponse
  : E extends { events: object }
    ? Readable
    : ReplyOf<E> | void

/**
 * Serves an endpoint: validates the request with its schemas and removes fields that its reply schema does not list.
 * @param options.ignores body fields that are removed before validation for this caller
 */
export function handle<const E extends Endpoint>(
  scope: FastifyInstance,
  endpoint: E,
  answer: (call: Call<E>) => Promise<AnswerOf<E>> | AnswerOf<E>,
  { ignores, etag = false }: Options = {},
): void {
  scope.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    config: {
      access: endpoint.access,
      // Browsers do not attach bearer tokens automatically, unlike cookies, so CSRF is not possible.
      anySite: isForPartners(endpoint.access),
      lasting: endpoint.events !== undefined,
      confirmed: endpoint.confirmed === true,
    },
    handler: async (request, reply) => {
      const { actor, pending, partner, device } = request
      // Mounted where nothing checks who calls.
      if (endpoint.access !== 'anyone' && !actor && !pending && !partner && !device)
        throw new ApiError(errorWithoutCaller(endpoint.access))
      if (endpoint.account) rejectOtherAccount(request)
      const received = {
        params: readParams(endpoint.params, request.params),
        query: read(endpoint.query, request.query),
        // A JSON null is a body, so it is validated and rejected.
        body: read(
          endpoint.body,
          without(actor && ignores ? ignores(actor) : [], request.body === undefined ? {} : request.body),
        ),
      } as Received<E>
      if (endpoint.events && request.method === 'HEAD') return sendEvents(reply, '')
      const call = { ...received, actor, pending, partner, device, request, reply } as unknown as Call<E>
      const body = await answer(call)
      if (endpoint.events) return sendEvents(reply, body as Readable)
      if (endpoint.status === 204) return reply.code(204).send()
      if (endpoint.file) {
        const name = nameOf(endpoint.file, received.params)
        return sendFile(request, reply, { ...endpoint.file, name }, body as FileResponse)
      }
      const sent = endpoint.reply ? endpoint.reply.parse(body) : body
      return etag ? sendWithEtag(request, reply, sent) : reply.code(endpoint.status).send(sent)
    },
  })
}

const errorWithoutCaller = (access: Access) =>
  isForPartners(access) ? 'access_token_invalid' : isForDevices(access) ? 'desk_unknown' : 'not_signed_in'

/** Replaces the `no-store` of other replies, and responds with 304 to a client that has this one. */
function sendWithEtag(request: FastifyRequest, reply: FastifyReply, sent: unknown): FastifyReply {
  const body = JSON.stringify(sent)
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
  void reply.headers({ ETag: etag, 'Cache-Control': 'private, no-cache' })
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.some((tag) => tag === etag || tag === '*')) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/**
 * Rejects a call from a page that was loaded for another account than that of the session (X-Account).
 * @throws ApiError account_changed
 */
function rejectOtherAccount({ headers, actor }: FastifyRequest): void {
  const named = headers[accountHeader.toLowerCase()]
  if (named !== undefined && named !== actor?.account) throw new ApiError('account_changed')
}

/** Replaces `{param}` in a file name with the validated path parameters. */
const nameOf = ({ name }: NonNullable<Endpoint['file']>, params: unknown) =>
  name.replace(/\{(\w+)\}/g, (_, param: string) => String((params as Record<string, unknown>)[param]))

function without(fields: readonly string[], body: unknown): unknown {
  if (fields.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))
}

function read(schema: ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new ApiError(errorDetailsOf(result.error, input))
}

function readParams(schema: ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new ApiError('not_found')
}
