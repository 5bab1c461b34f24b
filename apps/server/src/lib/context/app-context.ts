import type { Description } from '@portal/contract/descriptions.ts'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '../time/clock.ts'
import type { Config } from '../config/config.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** Dependencies of routes and services. Services take the part that they need (`Pick<AppContext, …>`). */
export type AppContext = {
  db: Db
  clock: Clock
  config: Config
  jobs: Jobs
  /** `secure`: whether PUBLIC_URL is https. */
  cookies: { secure: boolean }
}

/** The signed-in account and its session. */
export type Actor = {
  id: number
  isStaff: boolean
  sessionHash: string
  /** The value of X-Account. */ account: string
}

/** The calling partner, identified by its access token. */
export type Partner = {
  id: number
  clientId: string
  name: string
  /** Whether the site is the operator's own. */
  firstParty: boolean
  /** Scopes of the token that the partner still has. */
  scopes: readonly string[]
  /** Descriptions of records that it may write. */
  descriptions: readonly Description[]
}
