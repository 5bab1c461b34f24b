import type { Description } from '@portal/contract/words/descriptions.ts'
import type { DeskUse } from '@portal/contract/desk/desk.ts'
import type { Role } from '@portal/contract/security/permissions.ts'
import type { Db } from '#server/db/database.ts'
import type { Listen } from '#server/db/listen.ts'
import type { Clock } from '../time/clock.ts'
import type { Config } from '../config/config.ts'
import type { Standby } from '../standby/standby.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** Dependencies of routes and services. Services take the part that they need (`Pick<AppContext, …>`). */
export type AppContext = {
  db: Db
  /** Undefined: there is none. Read by `read` of lib/standby. */
  standby?: Standby | undefined
  clock: Clock
  config: Config
  /** The process's environment, for the check of its settings; all else is in `config`. */
  env: Readonly<Record<string, string | undefined>>
  jobs: Jobs
  /** Receives notifications of the database. */
  listen: Listen
  /** `secure`: whether PUBLIC_URL is https. */
  cookies: { secure: boolean }
}

/** What an account shows of its person. Staff have no telephone and no municipality. */
export type Profile = Identity & {
  isStaff: boolean
  municipalityId: number | null
  /** If the account's erasure is scheduled. */ erasureDueAt: Date | null
}

/** The signed-in account and its session. */
export type Actor = {
  id: number
  isStaff: boolean
  /** Only staff have one. */ role: Role | null
  sessionHash: string
  /** Whether the configuration requires a second factor that the account does not have. */ mustSetUp?: boolean
  /** When the session ends if it is not used again. */
  endsAt: Date
  /** The value of X-Account. */ account: string
  /** Where the WAL was after its last change; null: none yet, or no standby server. */ wroteUpTo?:
    | number
    | null
  /** As it was when the call arrived. */ profile: Profile
  /** Network of the call (`networkOf`), for the audit log. */ network: string
}

/** A sign-in whose password was right and whose second factor is missing. */
export type PendingSignIn = {
  userId: number
  isStaff: boolean
  tokenHash: string
  /** Of a passkey. */ challenge: string | null
  /** Network of the call (`networkOf`), for limits. */ network: string
}
/** What identifies a person in texts. */
export type Identity = { email: string; firstName: string; lastName: string; telephone: string }

/** A partner that writes records, by its program or by one of its devices. */
export type RecordingPartner = {
  id: number
  clientId: string
  name: string
  /** Whether the site is the operator's own. */
  firstParty: boolean
  /** Whether its `sub`s of people are its own (OpenID Connect Core, 8). */
  isPairwise: boolean
  /** Descriptions of records that it may write. */
  descriptions: readonly Description[]
  /** Network of the call (`networkOf`), for the audit log. */ network: string
  /** Points that it may give in a day, altogether and to one participant. Null: the configured cap, 0: no cap. */
  dailyCap: number | null
  personCap: number | null
}

/** The calling partner, identified by its access token. */
export type Partner = RecordingPartner & {
  /** Of the access token. */ tokenHash: string
  /** Scopes of the token that the partner still has. */
  scopes: readonly string[]
}

/** The calling phone or till of a partner, identified by its cookie. */
export type Device = {
  id: number
  name: string
  place: string | null
  /** SHA-256 of the secret in its cookie. */ deviceHash: string
  may: readonly DeskUse[]
  state: 'open' | 'closed' | 'locked' | 'revoked'
  /** When it was revoked, or its partner paused. */ revokedAt: Date | null
  openUntil: Date | null
  pinFailures: number
  partner: RecordingPartner
  /** Network of the call (`networkOf`), for the audit log. */ network: string
}
