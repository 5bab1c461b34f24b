import { can, type Permission } from '@portal/contract/security/permissions.ts'
import { email } from '@portal/contract/fields.ts'
import { type CommandContext, one, optional } from './arguments.ts'
import type { AuditActor } from '../lib/audit/audit.ts'

const staff = one('EMAIL', 'an e-mail address', email)

/** Who acts: an active staff account. The command line has no password; the audit log has the name that was given. */
export const as = { as: staff }
export const optionallyAs = { as: optional(staff) }

type Context = Pick<CommandContext, 'db' | 'by'>

/**
 * Returns the acting account for the audit log.
 * @throws Error if the account is not active, not of staff, or lacks the permission
 */
export async function actingAs(
  { db, by }: Context,
  address: string,
  permission?: Permission,
): Promise<AuditActor & { id: number }> {
  const { findStaff } = await import('../features/accounts/service.ts')
  const found = await findStaff({ db }, address)
  if (!found) throw new Error(`--as: ${address} is not an active staff account.`)
  if (permission && !can(found.role, permission))
    throw new Error(`--as: ${address} has the role ${found.role}, which may not do this.`)
  return { ...by, id: found.id }
}

/** As `actingAs`; without an address, the command itself. */
export const optionallyActingAs = async (
  context: Context,
  address: string | undefined,
): Promise<AuditActor> => (address === undefined ? context.by : actingAs(context, address))
