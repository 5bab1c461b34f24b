import type { Db } from '#server/db/database.ts'
import { addStaff } from '#server/features/accounts/staff-service.ts'
import { byVisitor } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { networkOf, returnTry, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { hours, later } from '#server/lib/time/clock.ts'
import * as queries from './queries.ts'

const validHours = 24

/**
 * Makes a new one-time link that creates the first operator, in place of an earlier one. Its token is in the fragment,
 * which browsers do not send: no proxy logs it.
 * @returns the lines for the terminal; none if there is an account of staff
 */
export async function describeFirstLink({
  db,
  clock,
  config,
}: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<string[]> {
  if (await queries.hasStaff(db)) return []
  const token = newToken()
  await queries.storeLink(db, {
    tokenHash: hashToken(token),
    expiresAt: later(clock.now(), hours(validHours)),
  })
  return [
    `There is no account of staff yet. Open this link within ${validHours} hours to create the first operator (it works once; a restart prints another one):`,
    `  ${config.publicUrl}/admin/first#${token}`,
  ]
}

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>
type Link = { token: string; ip: string }

/** @throws ApiError token_invalid: unknown, replaced, used or expired, or there is an account of staff */
async function assertValid(db: Db, { clock }: Pick<AppContext, 'clock'>, token: string): Promise<void> {
  const link = await queries.findLink(db)
  const isValid = link?.tokenHash === hashToken(token) && link.expiresAt > clock.now()
  if (!isValid || (await queries.hasStaff(db))) throw new ApiError('token_invalid')
}

/** Checks the link without using it. @throws ApiError token_invalid, throttled */
export async function checkFirstLink(context: Context, { token, ip }: Link): Promise<void> {
  await takeTry(context, 'linkByNetwork', networkOf(ip))
  await assertValid(context.db, context, token)
  await returnTry(context, 'linkByNetwork', networkOf(ip))
}

/**
 * Creates the first operator. Of several at a time, the first one does: `addStaff` makes them one after the other.
 * @throws ApiError token_invalid, throttled; email_taken, or the broken password rules, without using up the link
 */
export async function openFirstAccount(
  context: Context,
  { ip, token, ...given }: Link & { email: string; firstName: string; lastName: string; password: string },
): Promise<void> {
  await checkFirstLink(context, { ip, token })
  // Without the job queue: no mail with another link.
  const { db, clock } = context
  await addStaff({ db, clock }, byVisitor(ip), { ...given, role: 'operator' }, async (trx) => {
    await assertValid(trx, context, token)
    await queries.voidLink(trx)
  })
}
