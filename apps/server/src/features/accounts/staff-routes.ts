import {
  addStaff,
  anonymizeStaff,
  changeStaffRole,
  disableStaff,
  enableStaff,
  endStaffSessions,
  listStaff,
  type StaffMember,
} from '@portal/contract/staff.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { auditAddress } from '#server/lib/audit/reads.ts'
import * as staff from './staff-service.ts'

/** Accounts of staff, for operators. */
export const staffRoutes =
  (removeSecondFactors: staff.RemoveSecondFactors): Routes =>
  (scope, context) => {
    const show = (member: staff.StaffMember) => shown(member, context.clock.now())
    handle(scope, listStaff, async () => (await staff.listStaff(context)).map(show))

    handle(scope, addStaff, async ({ actor, body }) => {
      const { email, role, first_name: firstName, last_name: lastName } = body
      const given = { email, role, firstName, lastName }
      const added = await staff
        .addStaff(context, byActor(actor), given)
        .catch(auditAddress(context, actor, email))
      return show(added)
    })

    handle(scope, changeStaffRole, async ({ actor, params, body }) =>
      show(await staff.changeStaffRole(context, byActor(actor), params.id, body.role)),
    )
    handle(scope, disableStaff, async ({ actor, params }) =>
      show(await staff.disableStaff(context, byActor(actor), params.id)),
    )
    handle(scope, enableStaff, async ({ actor, params }) =>
      show(await staff.enableStaff(context, byActor(actor), params.id)),
    )
    handle(scope, endStaffSessions, async ({ actor, params }) =>
      show(await staff.endStaffSessions(context, byActor(actor), params.id)),
    )
    handle(scope, anonymizeStaff, ({ actor, params }) =>
      staff.anonymizeStaff(context, byActor(actor), params.id, removeSecondFactors),
    )
  }

const shown = (member: staff.StaffMember, now: Date): StaffMember => ({
  id: member.id,
  email: member.email,
  first_name: member.firstName,
  last_name: member.lastName,
  role: member.role,
  active: member.isActive,
  has_password: member.hasPassword,
  signed_in_at: member.lastSignIn?.toISOString() ?? null,
  approver: can(member.role, 'approvals.decide')
    ? { confirmed: member.isConfirmed, from: laterThan(now, member.approvesFrom) }
    : null,
})

const laterThan = (now: Date, time: Date | null) => (time && time > now ? time.toISOString() : null)
