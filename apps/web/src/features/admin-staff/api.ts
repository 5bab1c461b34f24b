import { type Role, roles } from '@portal/contract/security/permissions.ts'
import type {
  addStaff,
  anonymizeStaff,
  changeStaffRole,
  disableStaff,
  enableStaff,
  listStaff,
  StaffMember,
} from '@portal/contract/staff.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { flag, listOf, objectOf, oneOf, orNull, text, timestamp, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'

const member = objectOf<StaffMember>({
  id: whole,
  email: text,
  first_name: text,
  last_name: text,
  role: oneOf(...roles),
  active: flag,
  has_password: flag,
  signed_in_at: orNull(timestamp),
  approver: orNull(
    objectOf<NonNullable<StaffMember['approver']>>({ confirmed: flag, from: orNull(timestamp) }),
  ),
})

const listRoute = route<typeof listStaff>(routes.listStaff, listOf(member))
const addRoute = route<typeof addStaff>(routes.addStaff, member)
const roleRoute = route<typeof changeStaffRole>(routes.changeStaffRole, member)
const disableRoute = route<typeof disableStaff>(routes.disableStaff, member)
const anonymizeRoute = route<typeof anonymizeStaff>(routes.anonymizeStaff)
const enableRoute = route<typeof enableStaff>(routes.enableStaff, member)

/** Accounts of staff: active ones first, then by surname. */
export const staffOptions = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => call(listRoute, {}, signal),
})

/** Returns functions that change accounts of staff and then reload the list, also after an error. */
export function useStaffChanges() {
  const client = useQueryClient()
  const thenReload = <Reply>(change: Promise<Reply>) =>
    change.finally(() => client.invalidateQueries({ queryKey: staffOptions.queryKey }))
  return {
    add: (body: BodyOf<typeof addStaff>) => thenReload(call(addRoute, { body })),
    setRole: (id: number, role: Role) =>
      thenReload(call(roleRoute, { params: { id: String(id) }, body: { role } })),
    disable: (id: number) => thenReload(call(disableRoute, { params: { id: String(id) } })),
    anonymize: (id: number) => thenReload(call(anonymizeRoute, { params: { id: String(id) } })),
    enable: (id: number) => thenReload(call(enableRoute, { params: { id: String(id) } })),
  }
}
