import { AsyncLocalStorage } from 'node:async_hooks'
import type { Provider } from 'oidc-provider'
import { hashToken } from '#server/lib/security/tokens.ts'
import type { Portal } from '#server/lib/context/context.ts'
import * as queries from './queries.ts'

/** The user signed in to the portal, with the columns that the provider needs. */
export type Visitor = NonNullable<Awaited<ReturnType<typeof queries.findVisitor>>>

/** Koa middleware of the provider. */
export type Middleware = Parameters<Provider['use']>[0]

/** State of a request to the provider, shared between the route, the middleware and the adapter. */
export type RequestContext = {
  visitor: Visitor | undefined
  /** The client's IP address. */
  ip: string
  /** The request ends the visitor's portal session. */
  signsOut: boolean
  /** The client authenticated with a wrong secret. */
  wrongSecret?: boolean
  /** Seconds for Retry-After; set if a rate limit rejected the request. */
  retryAfter?: number
  /** Internal error, for the log. */
  error?: unknown
}

const storage = new AsyncLocalStorage<RequestContext>()

/** Runs a request with its context, which `currentContext` returns. */
export const runInContext = <T>(context: RequestContext, work: () => Promise<T>): Promise<T> =>
  storage.run(context, work)

/** @throws outside of `runInContext` */
export function currentContext(): RequestContext {
  const context = storage.getStore()
  if (!context) throw new Error('No request context: call the provider with runInContext.')
  return context
}

export const currentVisitor = (): Visitor | undefined => storage.getStore()?.visitor

/** Finds the user of a session. @param token value of the session cookie */
export const findVisitor = (
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  token: string | undefined,
): Promise<Visitor | undefined> =>
  token ? queries.findVisitor(db, hashToken(token), clock.now()) : Promise.resolve(undefined)
