import { z } from 'zod'
import { moment } from './fields.ts'
import { endpoint } from './endpoint.ts'
import { routes } from './routes.ts'

/** A session of the signed-in account. */
export const session = z.object({
  id: z.string(),
  /** Words such as Firefox and Windows; empty if unknown. */
  browser: z.string(),
  system: z.string(),
  /** Truncated network address of the sign-in; empty if unknown. */
  network: z.string(),
  created_at: moment,
  /** Last use, recorded at most once a minute. */
  last_seen_at: moment,
  /** Whether it is the session of this call. */
  current: z.boolean(),
})
export type Session = z.output<typeof session>

export const listSessions = endpoint({
  ...routes.listSessions,
  summary: 'Lists the sessions of the signed-in account, the last used first',
  reply: z.array(session),
  errors: ['not_signed_in'],
})

export const endSession = endpoint({
  ...routes.endSession,
  summary: 'Ends a session of the signed-in account, also at the sites where it signed in',
  params: z.object({ id: z.uuid() }),
  account: true,
  status: 204,
  errors: ['not_found'],
})

export const endAllSessions = endpoint({
  ...routes.endAllSessions,
  summary: 'Ends every session of the signed-in account, also that of the call',
  account: true,
  status: 204,
  errors: [],
})
