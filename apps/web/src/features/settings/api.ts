import type { updateMe } from '@portal/contract/accounts.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { meOptions } from '#web/api/session.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Updates the profile and returns it as the server stored it; then reloads it for the whole portal. */
export function useUpdateProfile() {
  const client = useQueryClient()
  return async (changes: BodyOf<typeof updateMe>) => {
    const profile = await call(endpoints.updateMe, { body: changes })
    client.setQueryData(meOptions.queryKey, profile)
    // Not awaited: the update has succeeded even if the reload fails.
    void client.invalidateQueries({ queryKey: meOptions.queryKey })
    return profile
  }
}
