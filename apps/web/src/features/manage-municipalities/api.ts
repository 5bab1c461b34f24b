import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { addMunicipality, ManagedMunicipality } from '@portal/contract/manage-municipalities.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

export const municipalitiesOptions = queryOptions({
  queryKey: ['manage', 'municipalities'],
  queryFn: ({ signal }) => call(endpoints.listManagedMunicipalities, {}, signal),
})

type Names = BodyOf<typeof addMunicipality>

/** Returns functions that change municipalities and then reload the lists of them, also after an error. */
export function useMunicipalityChanges() {
  const client = useQueryClient()
  const thenReload = (change: Promise<void>) =>
    change.finally(async () => {
      await client.invalidateQueries({ queryKey: municipalitiesOptions.queryKey })
      await client.invalidateQueries({ queryKey: ['municipalities'] })
    })
  const of = ({ id }: ManagedMunicipality) => ({ id: String(id) })
  return {
    add: (body: Names) => thenReload(call(endpoints.addMunicipality, { body })),
    /** @param version of the names that the operator saw */
    rename: (one: ManagedMunicipality, version: string, names: Names) =>
      thenReload(call(endpoints.renameMunicipality, { params: of(one), body: { ...names, version } })),
    remove: (one: ManagedMunicipality) =>
      thenReload(call(endpoints.removeMunicipality, { params: of(one), body: { version: one.version } })),
  }
}
