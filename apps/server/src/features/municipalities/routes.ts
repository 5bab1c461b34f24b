import { listMunicipalities } from '@portal/contract/municipalities.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as queries from './queries.ts'

export const municipalityRoutes: Routes = (scope, { db }) => {
  handle(
    scope,
    listMunicipalities,
    async () => {
      const rows = await queries.listMunicipalities(db)
      return rows.map(({ id, name, regionalUnit }) => ({ id, name, regional_unit: regionalUnit }))
    },
    // It changes only by imports.
    { sharedMs: 1_000 },
  )
}
