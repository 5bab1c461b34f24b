import type { IncomingMessage } from 'node:http'
import { Provider } from 'oidc-provider'
import { hashToken } from '#server/lib/security/tokens.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import * as queries from './queries.ts'

/** The user signed in to the portal, with the columns that the provider needs. */
export type Visitor = NonNullable<Awaited<ReturnType<typeof queries.findVisitor>>>

/** Koa middleware of the provider. */
export type Middleware = Parameters<Provider['use']>[0]

/** State of a request to the provider, shared between the route, the middleware and the adapter. */
export type RequestContext = {
  visitor?: Visitor | undefined
  /** The request ends the visitor's portal session. */
  signsOut?: boolean
  /** The client authenticated with a wrong secret. */
  wrongSecret?: boolean
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

/** Finds the user of a session. @param token value of the session cookie */
export const findVisitor = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  token: string | undefined,
): Promise<Visitor | undefined> =>
  token ? queries.findVisitor(db, hashToken(token), clock.now()) : Promise.resolve(undefined)
