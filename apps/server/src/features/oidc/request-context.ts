import { AsyncLocalStorage } from 'node:async_hooks'
import type { Provider } from 'oidc-provider'
import { hashToken } from '#server/lib/security/tokens.ts'
import type { Portal } from '#server/lib/context/context.ts'
import * as queries from './queries.ts'

/** Who is signed in to the portal, as far as the provider has to know. */
export type Visitor = NonNullable<Awaited<ReturnType<typeof queries.findVisitor>>>

/** A step before and after what the provider does. */
export type Middleware = Parameters<Provider['use']>[0]

/** A call on its way through the provider: what the portal knows of it, and what it is to do in the end. */
export type Visit = {
  visitor: Visitor | undefined
  /** The network address that it comes from. */
  ip: string
  /** The visitor signs out of the portal by it. */
  leaves: boolean
  /** A program has shown a wrong secret. */
  wrongSecret?: boolean
  /** In seconds: the call is rejected because there were too many. */
  retryAfter?: number
  /** What went wrong inside, for the log. */
  error?: unknown
}

const visits = new AsyncLocalStorage<Visit>()

/** Runs a call. Whatever happens in it finds the visit by `currentVisit`. */
export const during = <T>(visit: Visit, work: () => Promise<T>): Promise<T> => visits.run(visit, work)

/** @throws outside of a call: the provider is reached by `during` alone */
export function currentVisit(): Visit {
  const visit = visits.getStore()
  if (!visit) throw new Error('No call is on its way.')
  return visit
}

export const currentVisitor = (): Visitor | undefined => visits.getStore()?.visitor

/** Who a session's cookie stands for. @param token the cookie's value */
export const findVisitor = (
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  token: string | undefined,
): Promise<Visitor | undefined> =>
  token ? queries.findVisitor(db, hashToken(token), clock.now()) : Promise.resolve(undefined)
