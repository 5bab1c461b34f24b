import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { changeBrand, ManagedBrand } from '@portal/contract/manage-brand.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { siteOptions } from '#web/api/site.ts'
import { useConfirmation } from '#web/shared/confirmation/use-confirmation.tsx'

export type BrandBody = BodyOf<typeof changeBrand>

export const brandOptions = queryOptions({
  queryKey: ['manage', 'brand'],
  queryFn: ({ signal }) => call(endpoints.showBrand, {}, signal),
})

export function useBrandChanges() {
  const client = useQueryClient()
  const confirmed = useConfirmation()
  return {
    /** Stores the brand; the header shows it at once. */
    change: async (body: BrandBody): Promise<ManagedBrand> => {
      const saved = await confirmed(() => call(endpoints.changeBrand, { body }))
      client.setQueryData(brandOptions.queryKey, saved)
      await client.invalidateQueries({ queryKey: siteOptions.queryKey })
      return saved
    },
    /** Loads the brand again, after somebody else has changed it. */
    latest: () => client.fetchQuery({ ...brandOptions, staleTime: 0 }),
  }
}
