import { formatHours } from '@portal/contract/hours/hours-text.ts'
import { listPlaces } from '@portal/contract/places.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import * as queries from './queries.ts'

export const placeRoutes: Routes = (scope, { db, clock }) => {
  handle(scope, listPlaces, async () => {
    const rows = await queries.listPlaces(db)
    const today = athensDay(clock.now())
    return rows.map((place) => {
      const { openingHours, closedFrom: from, closedUntil: until, closedMessage: message } = place
      return {
        ...toWire(place),
        hours: place.hours === '' && openingHours ? formatHours(openingHours, 'el') : place.hours,
        municipality: { id: place.municipalityId, name: place.municipalityName },
        closed: from === null || (until !== null && until < today) ? null : { from, until, message },
      }
    })
  })
}
