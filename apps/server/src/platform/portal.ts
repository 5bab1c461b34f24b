import type { Db } from '#server/db/database.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Jobs } from './jobs.ts'

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
export type Actor = { id: number; isStaff: boolean; sessionHash: string }
