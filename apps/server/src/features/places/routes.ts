import { formatHours } from '@portal/contract/hours/hours-text.ts'
import { listPlaces } from '@portal/contract/places.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import * as queries from './queries.ts'

export const placeRoutes: Routes = (scope, { db, clock }) => {
  handle(scope, listPlaces, async () => {
    const rows = await queries.listPlaces(db)
    const today = athensDay(clock.now())
    return rows.map(
      ({
        municipalityId,
        municipalityName,
        closedFrom,
        closedUntil,
        closedMessage,
        openingHours,
        ...place
      }) => ({
        ...place,
        hours: place.hours === '' && openingHours ? formatHours(openingHours, 'el') : place.hours,
        opening_hours: openingHours,
        municipality: { id: municipalityId, name: municipalityName },
        closed:
          closedFrom === null || (closedUntil !== null && closedUntil < today)
            ? null
            : { from: closedFrom, until: closedUntil, message: closedMessage },
      }),
    )
  })
}
