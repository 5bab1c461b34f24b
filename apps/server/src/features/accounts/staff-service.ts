import { can, type Role } from '@portal/contract/security/permissions.ts'
import type { Trx } from '#server/db/database.ts'
import { appoint, dismiss, listConfirmed, lockStaff } from '#server/features/approvers/service.ts'
import type { AuditAction } from '@portal/contract/security/audit.ts'
import { endSessions } from '#server/features/sessions/service.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { assertStrongPassword } from './password-policy.ts'
import { deleteChangesOf, deleteUnconfirmed } from './addresses/queries.ts'
import * as accounts from './queries.ts'
import { mailOwner } from './owner-mail-service.ts'
import { staffLinkDays } from './mail-texts/link-lifetimes.ts'
import type { StaffChange } from './staff-mails.ts'
import * as queries from './staff-queries.ts'
import { encodeUid } from '#server/lib/security/uid.ts'
import { holdRights } from '#server/lib/rights/rights.ts'

export { isFormerStaff, type StaffMember } from './staff-queries.ts'

/** Without `jobs`, on the command line, no mails are sent. */
type Context = Pick<AppContext, 'db' | 'clock'> & Partial<Pick<AppContext, 'jobs'>>

export const listStaff = ({ db }: Pick<AppContext, 'db'>) => queries.listStaff(db)

/** Returns the id of the account of staff with an address. */
export async function findStaffByEmail({ db }: Pick<AppContext, 'db'>, email: string) {
  const account = await accounts.findAccountByEmail(db, email)
  return account?.isStaff ? account.id : undefined
}

type ChangeOfAccount = 'added' | 'role' | 'disabled' | 'enabled' | 'signed-out'

type NewStaff = { email: string; firstName: string; lastName: string; role: Role; password?: string }

/**
 * Creates an active account of staff. The account of a customer never becomes one of staff.
 * @param check runs first in the transaction, alone among the changes of staff; what it throws prevents the account
 * @throws ApiError email_taken, not_permitted, or the broken password rules
 */
export async function addStaff(
  context: Context,
  by: AuditActor,
  { password, ...given }: NewStaff,
  check?: (trx: Trx) => Promise<void>,
): Promise<queries.StaffMember> {
  if (password !== undefined) assertStrongPassword(password, given, 'password')
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const now = context.clock.now()
  return change(context, by, async (trx) => {
    await check?.(trx)
    const account = await accounts.insertAccount(trx, {
      ...given,
      passwordHash,
      telephone: '',
      municipalityId: null,
      isActive: true,
      createdAt: now,
      activatedAt: now,
    })
    if (!account) throw new ApiError('email_taken')
    await changeAppointment(context, trx, by, { id: account.id, role: given.role })
    return { id: account.id, action: 'added', details: { role: given.role } }
  })
}

/**
 * Changes the role of an account, effective with its next call.
 * @throws ApiError not_found, last_operator, own_staff_account, not_permitted
 */
export const changeStaffRole = (context: Context, by: AuditActor, id: number, role: Role) =>
  change(context, by, async (trx) => {
    const member = await lockMember(trx, id)
    if (member.role === role) return { id }
    await assertOperatorRemains(trx, by, member)
    await queries.updateRole(trx, id, role)
    await changeAppointment(context, trx, by, { id, role })
    return { id, action: 'role', details: { from: member.role, to: role } }
  })

/**
 * Closes an account: its sessions end, also those at partners' sites, and its password and links become void.
 * @throws ApiError not_found, last_operator, own_staff_account, not_permitted
 */
export const disableStaff = (context: Context, by: AuditActor, id: number) =>
  change(context, by, async (trx) => {
    const member = await lockMember(trx, id)
    if (!member.isActive) return { id }
    await assertOperatorRemains(trx, by, member)
    await setActive(trx, id, false)
    await changeAppointment(context, trx, by, { id, role: null })
    return { id, action: 'disabled' }
  })

/** Opens a closed account again, without a password. @throws ApiError not_found, not_permitted */
export const enableStaff = (context: Context, by: AuditActor, id: number) =>
  change(context, by, async (trx) => {
    const { isActive, role } = await lockMember(trx, id)
    if (isActive) return { id }
    await setActive(trx, id, true)
    await changeAppointment(context, trx, by, { id, role })
    return { id, action: 'enabled' }
  })

/** Ends all sessions of an account, also at partners' sites. @throws ApiError not_found, not_permitted */
export const endStaffSessions = (context: Context, by: AuditActor, id: number) =>
  change(context, by, async (trx) => {
    await lockMember(trx, id)
    return { id, action: 'signed-out', details: { count: await endSessions(trx, id) } }
  })

/**
 * Removes the name, the address and the second factors of a disabled account, which is not listed any more. What the person
 * did stays in the audit log, notes and decisions, under the number of the account. Cannot be undone.
 * @param removeSecondFactors of features/second-factor, which imports this feature
 * @throws ApiError not_found, staff_enabled, not_permitted
 */
export const anonymizeStaff = (
  context: Pick<AppContext, 'db' | 'clock'>,
  by: AuditActor,
  id: number,
  removeSecondFactors: RemoveSecondFactors,
): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    // After the lock: another operator may have taken the role away while this call waited.
    await holdRights(trx, by)
    if ((await lockMember(trx, id)).isActive) throw new ApiError('staff_enabled')
    await setActive(trx, id, false)
    await removeSecondFactors(trx, id)
    await deleteChangesOf(trx, id)
    await queries.anonymize(trx, id)
    await writeAudit({ ...context, db: trx }, by, { action: 'staff.anonymize', subjectId: id })
  })

/** Anonymizes accounts that were disabled before a time. @returns their number, at most `limit` */
export async function anonymizeFormerStaff(
  context: Pick<AppContext, 'db' | 'clock'>,
  by: AuditActor,
  before: Date,
  removeSecondFactors: RemoveSecondFactors,
  limit: number,
): Promise<number> {
  const ids = await queries.listFormerStaff(context.db, before, limit)
  for (const id of ids) await anonymizeStaff(context, by, id, removeSecondFactors)
  return ids.length
}

export type RemoveSecondFactors = (trx: Trx, userId: number) => Promise<void>

/**
 * Ends the present appointment as an approver, and asks for the confirmation of a new one if the role approves.
 * @param role null: the account is disabled
 */
async function changeAppointment(
  { clock }: Context,
  trx: Trx,
  by: AuditActor,
  { id, role }: { id: number; role: Role | null },
): Promise<void> {
  await dismiss(trx, id, clock.now())
  if (!can(role, 'approvals.decide')) return
  const needsConfirmation = await appoint(trx, id, by.kind === 'staff' ? by.id : undefined, clock.now())
  if (needsConfirmation) return
  const entry = { action: 'approver.confirm', subjectId: id, details: { first_approver: true } } as const
  await writeAudit({ db: trx, clock }, by, entry)
}

async function setActive(trx: Trx, id: number, isActive: boolean): Promise<void> {
  await queries.updateActive(trx, id, isActive)
  // Also before it is opened again: a reset mail that was being sent when it closed may have made a link since.
  await accounts.deleteTokens(trx, id, ['activation', 'password', 'disown'])
  await deleteUnconfirmed(trx, id, { ofStaff: true })
  await endSessions(trx, id)
}

/** Creates a one-time link that sets the password of an account, for the terminal. @returns its path */
export async function newPasswordLink(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  userId: number,
): Promise<string> {
  const token = newToken()
  const createdAt = clock.now()
  await accounts.insertToken(db, {
    tokenHash: hashToken(token),
    userId,
    purpose: 'password',
    createdAt,
    expiresAt: later(createdAt, days(staffLinkDays)),
  })
  return `/password/reset/confirm/${encodeUid(userId)}/${token}`
}

/** Queues the mails about a confirmed approver: to the person and to the operators. */
export async function tellOfConfirmation(
  { jobs }: Pick<AppContext, 'jobs'>,
  trx: Trx,
  by: AuditActor,
  staffId: number,
): Promise<void> {
  const { email } = await findMember(trx, staffId)
  for (const to of [{ id: staffId, email }, ...(await queries.listOperators(trx))])
    await mailOwner({ jobs }, trx, to, {
      kind: 'staff-change',
      staffId,
      change: 'confirmed',
      ...(by.id !== undefined && { byId: by.id }),
    })
}

const auditActions: Record<ChangeOfAccount, AuditAction> = {
  added: 'staff.add',
  role: 'staff.role',
  disabled: 'staff.disable',
  enabled: 'staff.enable',
  'signed-out': 'sessions.end_all',
}

type Changed = { id: number; action?: ChangeOfAccount; details?: Record<string, string | number> }

/** Runs a change alone, writes its audit entry and queues its mails. `work` returns no action if nothing changed. */
function change(
  context: Context,
  by: AuditActor,
  work: (trx: Trx) => Promise<Changed>,
): Promise<queries.StaffMember> {
  return context.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    // After the lock: another operator may have taken the role away while this call waited.
    await holdRights(trx, by)
    const { id, action, details } = await work(trx)
    const member = await findMember(trx, id)
    if (action) {
      const entry = { action: auditActions[action], subjectId: id, ...(details && { details }) }
      await writeAudit({ ...context, db: trx }, by, entry)
      await tell(context, trx, by, member, action)
    }
    return member
  })
}

/** Waits for the changes that the member is making (`holdRights`). @throws ApiError not_found */
async function lockMember(trx: Trx, id: number): Promise<queries.StaffMember> {
  await queries.lockAccount(trx, id)
  return findMember(trx, id)
}

/** @throws ApiError not_found */
async function findMember(trx: Trx, id: number): Promise<queries.StaffMember> {
  const member = await queries.findStaff(trx, id)
  if (!member) throw new ApiError('not_found')
  return member
}

/** @throws ApiError last_operator, own_staff_account */
async function assertOperatorRemains(trx: Trx, by: AuditActor, member: queries.StaffMember): Promise<void> {
  const { id, role, isActive } = member
  if (role !== 'operator' || !isActive) return
  const operators = await queries.listOperators(trx)
  if (operators.every((operator) => operator.id === id)) throw new ApiError('last_operator')
  if (by.kind === 'staff' && by.id === id) throw new ApiError('own_staff_account')
}

/** Queues the mails to the person and to the other operators. */
async function tell(
  { jobs }: Context,
  trx: Trx,
  by: AuditActor,
  member: queries.StaffMember,
  change: ChangeOfAccount,
): Promise<void> {
  if (!jobs) return
  if (change === 'added' || change === 'enabled')
    await mailOwner({ jobs }, trx, member, { kind: 'staff-link' })
  if (change === 'role') await mailOwner({ jobs }, trx, member, { kind: 'staff-role' })
  if (change === 'signed-out') await mailOwner({ jobs }, trx, member, { kind: 'access', about: { change } })
  const about = { staffId: member.id, ...(by.id !== undefined && { byId: by.id }) }
  const mail = (to: { id: number; email: string }, change: StaffChange) =>
    mailOwner({ jobs }, trx, to, { kind: 'staff-change', ...about, change })
  for (const operator of await queries.listOperators(trx))
    if (operator.id !== by.id && operator.id !== member.id) await mail(operator, change)
  const isAppointed = change !== 'signed-out' && member.isActive && can(member.role, 'approvals.decide')
  if (isAppointed && !member.isConfirmed)
    for (const approver of await listConfirmed(trx)) await mail(approver, 'appointed')
}
