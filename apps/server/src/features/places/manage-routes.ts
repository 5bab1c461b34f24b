import { exportPlaces, importPlaces, previewPlaces } from '@portal/contract/place-import.ts'
import {
  addPlace,
  changePlace,
  closePlace,
  findManagedPlace,
  listManagedPlaces,
  type ManagedPlace,
  openPlace,
  removePlace,
} from '@portal/contract/manage-places.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import * as files from './export-service.ts'
import * as imports from './import-service.ts'
import * as places from './manage-service.ts'

/** Collection points, for operators. */
export const managePlaceRoutes: Routes = (scope, context) => {
  handle(scope, listManagedPlaces, async ({ query }) => {
    const { count, rows } = await places.listPage(context, query)
    return { count, results: rows.map(shown) }
  })
  handle(scope, findManagedPlace, async ({ params }) => shown(await places.findPlace(context, params.id)))
  handle(scope, addPlace, async ({ actor, body }) =>
    shown(await places.addPlace(context, byActor(actor), body)),
  )
  handle(scope, changePlace, async ({ actor, params, body }) =>
    shown(await places.changePlace(context, byActor(actor), params.id, body)),
  )
  handle(scope, closePlace, async ({ actor, params, body }) =>
    shown(await places.closePlace(context, byActor(actor), params.id, body)),
  )
  handle(scope, openPlace, async ({ actor, params, body }) =>
    shown(await places.openPlace(context, byActor(actor), params.id, body.version)),
  )
  handle(scope, removePlace, ({ actor, params, body }) =>
    places.removePlace(context, byActor(actor), params.id, body.version),
  )

  handle(scope, exportPlaces, () => files.exportPlaces(context))
  handle(scope, previewPlaces, ({ actor, body }) => imports.previewPlaces(context, byActor(actor), body))
  handle(scope, importPlaces, async ({ actor, body }) => {
    const { present, ...result } = await imports.importUpload(context, byActor(actor), body)
    return { ...result, unchanged: present }
  })
}

const shown = (place: places.FullPlace): ManagedPlace => ({
  ...toWire(place),
  id: place.key,
  reference: place.id,
  municipality: { id: place.municipalityId, name: place.municipalityName },
  closed:
    place.closedFrom === null
      ? null
      : { from: place.closedFrom, until: place.closedUntil, message: place.closedMessage },
})
