import type { Description } from '@portal/contract/points.ts'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '../time/clock.ts'
import type { Config } from '../config/config.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** What the whole server is made of: routes receive it, services take of it what they need. */
export type Portal = {
  db: Db
  clock: Clock
  config: Config
  jobs: Jobs
  /** Cookies are Secure where the portal's address is https. */
  cookies: { secure: boolean }
}

/** Who asks: the account that is signed in, and the session that says so. */
export type Actor = {
  id: number
  isStaff: boolean
  sessionHash: string
  /** The value of X-Account. */ account: string
}

/** Which program asks: the partner whose access token came with the call, and what that token may do. */
export type Partner = {
  id: number
  clientId: string
  name: string
  /** One of the operator's own. */
  firstParty: boolean
  /** Of the token, as far as the partner still has them. */
  scopes: readonly string[]
  /** Which records it may write. */
  descriptions: readonly Description[]
}
