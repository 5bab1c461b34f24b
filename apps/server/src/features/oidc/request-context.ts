import type { IncomingMessage } from 'node:http'
import { Provider } from 'oidc-provider'
import { findSession, recordUse } from '#server/features/sessions/use-service.ts'
import type { SecurityEvent } from '#server/lib/log/security-events.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'

/** The user signed in to the portal. `since`: time of the sign-in. */
export type Visitor = {
  id: number
  sub: string
  isStaff: boolean
  email: string
  sessionHash: string
  since: Date
}

/** Koa middleware of the provider. */
export type Middleware = Parameters<Provider['use']>[0]

/** State of a request to the provider, shared between the route, the middleware and the adapter. */
export type RequestContext = {
  visitor?: Visitor | undefined
  /** The request ends the visitor's portal session. */
  signsOut?: boolean
  /** The client authenticated with a wrong secret. */
  wrongSecret?: boolean
  /** Logged after the request, with the client id if the client is known. */
  securityEvent?: { name: SecurityEvent; client: string | undefined }
  /** Seconds for Retry-After; set if a rate limit rejected the request. */
  retryAfter?: number
  /** Internal error. */
  error?: unknown
  /** Body of the response; undefined if the error was thrown before there was one. */
  body?: unknown
}

/** A request that routes.ts passes to the provider. */
export type ProviderRequest = IncomingMessage & { context: RequestContext; originalUrl: string }

export const contextOf = ({ req }: { req: IncomingMessage }): RequestContext =>
  (req as ProviderRequest).context

/** Returns the context of the request that the provider is handling; empty outside of one. */
export const currentContext = (): RequestContext => (Provider.ctx ? contextOf(Provider.ctx) : {})

/**
 * Finds the user of a session. Counts as a use of it, except for staff: they cannot sign in at sites, and a site's page
 * could extend their session by requests of its own.
 * @param token value of the session cookie
 */
export async function findVisitor(
  context: Pick<AppContext, 'db' | 'clock' | 'config'>,
  token: string | undefined,
): Promise<Visitor | undefined> {
  const session = token ? await findSession(context, token) : undefined
  if (!session) return undefined
  const { id, sub, isStaff, email, tokenHash: sessionHash, createdAt: since } = session
  if (!isStaff) await recordUse(context, session)
  return { id, sub, isStaff, email, sessionHash, since }
}
