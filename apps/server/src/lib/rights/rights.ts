import type { Role } from '@portal/contract/security/permissions.ts'
import { sql } from 'kysely'
import { compileOnce, type Db, type Trx } from '#server/db/database.ts'
import { ApiError } from '../errors/api-error.ts'

/**
 * With whose right a change is made: of a session (`Actor`, `byActor`), of the access token of a partner (`Partner`), or of
 * the cookie of a device (`Device`). With none, it is of a command, a job or a mailed link, whose own token is used up in
 * the transaction.
 */
export type Caller = {
  id?: number | undefined
  sessionHash?: string | undefined
  /** As it was when the call was accepted. */
  role?: Role | null | undefined
  tokenHash?: string | undefined
  scopes?: readonly string[]
  deviceHash?: string | undefined
}

const sessions = compileOnce(
  (_: Db, { sessionHash }: { sessionHash: string }) => sql<{ role: Role | null }>`
    select u.role from users u join sessions s on s.user_id = u.id
    where s.token_hash = ${sessionHash} and u.is_active for key share`,
)

const tokens = compileOnce(
  (_: Db, { partner, tokenHash }: { partner: number; tokenHash: string }) => sql<{ scopes: string[] }>`
    select p.scopes from partners p
    join oidc_payloads o on o.model = 'ClientCredentials' and o.id = ${tokenHash}
      and o.payload ->> 'clientId' = p.client_id
    where p.id = ${partner} and p.disabled_at is null for key share`,
)

// Calls of one device run one after the other: what it has sent and used is counted once.
const devices = compileOnce(
  (_: Db, { deviceHash }: { deviceHash: string }) => sql<{ isRevoked: boolean }>`
    select d.revoked_at is not null or p.disabled_at is not null as is_revoked
    from devices d join partners p on p.id = d.partner_id
    where d.secret_hash = ${deviceHash} for no key update of d for key share of p`,
)

/**
 * Checks the right of a call again, in the transaction of its change, and keeps it until the transaction ends: its request
 * may have taken minutes to arrive. A call that ends the session, changes the role or disables the partner waits. `for key
 * share` is enough, because these lock the row `for update` or delete it, and lets all other changes of the rows pass.
 * @throws ApiError not_signed_in, not_permitted; access_token_invalid, scope_missing; desk_unknown, desk_revoked
 */
export async function holdRights(trx: Trx, caller: Caller): Promise<void> {
  const { id: partner, sessionHash, role, tokenHash, scopes = [], deviceHash } = caller
  if (sessionHash !== undefined) {
    const [account] = await sessions(trx, { sessionHash })
    if (!account) throw new ApiError('not_signed_in')
    if (account.role !== role) throw new ApiError('not_permitted')
  } else if (tokenHash !== undefined && partner !== undefined) {
    const [held] = await tokens(trx, { partner, tokenHash })
    if (!held) throw new ApiError('access_token_invalid')
    const missing = scopes.find((scope) => !held.scopes.includes(scope))
    if (missing !== undefined) throw new ApiError('scope_missing', { scope: missing })
  } else if (deviceHash !== undefined) {
    const [device] = await devices(trx, { deviceHash })
    if (!device) throw new ApiError('desk_unknown')
    if (device.isRevoked) throw new ApiError('desk_revoked')
  }
}

/** Another transaction has changed what this one had read before its locks. */
export class Outdated extends Error {
  override name = 'Outdated'
}

const deadlock = '40P01'
const maxTries = 5

/**
 * Runs the transaction of a change with the right of a caller (`holdRights`). Every change by a session or a partner goes
 * through here, or through `inLedgerTransaction`. Repeats it after `Outdated` and after a deadlock: two operators may
 * disable each other. Writers of points lock in one order (`read_for_records`), so only other statements, such as an
 * operator's, can cause deadlocks there. With a transaction as `db`, such as the one that inserts the demonstration, the
 * change is a part of it.
 */
export async function changeAs<T>(db: Db, caller: Caller, work: (trx: Trx) => Promise<T>): Promise<T> {
  const change = async (trx: Trx) => {
    await holdRights(trx, caller)
    return work(trx)
  }
  if (db.isTransaction) return change(db as Trx)
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(change)
    } catch (error) {
      const isRepeatable = error instanceof Outdated || (error as { code?: string }).code === deadlock
      if (!isRepeatable || tries >= maxTries) throw error
    }
  }
}

/** As `changeAs`, for changes that end sessions of the caller's account: they run one after the other. */
export const changeSessionsAs = <T>(
  db: Db,
  caller: Caller & { id: number },
  work: (trx: Trx) => Promise<T>,
): Promise<T> =>
  changeAs(db, { id: caller.id }, async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', caller.id).forUpdate().execute()
    await holdRights(trx, caller)
    return work(trx)
  })

/**
 * Waits for an erasure of an account that is being made, and makes a later one wait until the transaction ends. Call it
 * before writing a row about a person that the account's session or token does not protect.
 * @returns false if the account is erased or deleted
 */
export const lockPresent = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()) !== undefined
