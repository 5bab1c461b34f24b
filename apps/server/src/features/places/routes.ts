import { listPlaces } from '@portal/contract/places.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as queries from './queries.ts'

export const placeRoutes: Routes = (scope, { db }) => {
  handle(scope, listPlaces, async () => {
    const rows = await queries.listPlaces(db)
    return rows.map(({ municipalityId, municipalityName, ...place }) => ({
      ...place,
      municipality: { id: municipalityId, name: municipalityName },
    }))
  })
}
