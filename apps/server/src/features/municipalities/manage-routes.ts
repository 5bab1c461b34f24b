import {
  addMunicipality,
  listManagedMunicipalities,
  removeMunicipality,
  renameMunicipality,
} from '@portal/contract/manage-municipalities.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { read } from '#server/lib/standby/standby.ts'
import { fromWire, toWire } from '#server/lib/wire/wire.ts'
import * as municipalities from './manage-service.ts'

/** Municipalities of the portal, for operators. */
export const managedMunicipalityRoutes: Routes = (scope, context) => {
  handle(scope, listManagedMunicipalities, async ({ actor }) =>
    (await read(context, actor, (db) => municipalities.listManaged({ db }))).map((row) => ({
      ...toWire(row),
      version: municipalities.versionOf(row),
    })),
  )
  handle(scope, addMunicipality, ({ actor, body }) =>
    municipalities.addMunicipality(context, byActor(actor), fromWire(body)),
  )
  handle(scope, renameMunicipality, ({ actor, params, body: { version, ...body } }) =>
    municipalities.renameMunicipality(context, byActor(actor), params.id, fromWire(body), version),
  )
  handle(scope, removeMunicipality, ({ actor, params, body }) =>
    municipalities.removeMunicipality(context, byActor(actor), params.id, body.version),
  )
}
