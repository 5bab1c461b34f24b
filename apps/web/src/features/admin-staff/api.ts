import { type Role } from '@portal/contract/security/permissions.ts'
import type { addStaff } from '@portal/contract/staff.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { useConfirmation } from '#web/shared/confirmation/use-confirmation.tsx'
import * as endpoints from '#web/api/endpoints.ts'

/** Accounts of staff: active ones first, then by surname. */
export const staffOptions = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => call(endpoints.listStaff, {}, signal),
})

/** Returns functions that change accounts of staff and then reload the list, also after an error. */
export function useStaffChanges() {
  const client = useQueryClient()
  const confirmed = useConfirmation()
  const thenReload = <Reply>(change: () => Promise<Reply>) =>
    confirmed(change).finally(() => client.invalidateQueries({ queryKey: staffOptions.queryKey }))
  return {
    add: (body: BodyOf<typeof addStaff>) => thenReload(() => call(endpoints.addStaff, { body })),
    setRole: (id: number, role: Role) =>
      thenReload(() => call(endpoints.changeStaffRole, { params: { id: String(id) }, body: { role } })),
    disable: (id: number) => thenReload(() => call(endpoints.disableStaff, { params: { id: String(id) } })),
    anonymize: (id: number) =>
      thenReload(() => call(endpoints.anonymizeStaff, { params: { id: String(id) } })),
    endSessions: (id: number) =>
      thenReload(() => call(endpoints.endStaffSessions, { params: { id: String(id) } })),
    enable: (id: number) => thenReload(() => call(endpoints.enableStaff, { params: { id: String(id) } })),
  }
}
