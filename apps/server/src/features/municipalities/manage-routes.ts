import {
  addMunicipality,
  listManagedMunicipalities,
  type newMunicipality,
  removeMunicipality,
  renameMunicipality,
} from '@portal/contract/manage-municipalities.ts'
import type { z } from 'zod'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import { read } from '#server/lib/standby/standby.ts'
import * as municipalities from './manage-service.ts'

/** Municipalities of the portal, for operators. */
export const managedMunicipalityRoutes: Routes = (scope, context) => {
  handle(scope, listManagedMunicipalities, async ({ actor }) =>
    (await read(context, actor, (db) => municipalities.listManaged({ db }))).map((row) => ({
      id: row.id,
      name: row.name,
      regional_unit: row.regionalUnit,
      region: row.region,
      people: row.people,
      places: row.places,
      records: row.records,
      version: municipalities.versionOf(row),
    })),
  )
  handle(scope, addMunicipality, ({ actor, body }) =>
    municipalities.addMunicipality(context, byActor(actor), rowOf(body)),
  )
  handle(scope, renameMunicipality, ({ actor, params, body }) =>
    municipalities.renameMunicipality(context, byActor(actor), params.id, rowOf(body), body.version),
  )
  handle(scope, removeMunicipality, ({ actor, params, body }) =>
    municipalities.removeMunicipality(context, byActor(actor), params.id, body.version),
  )
}

const rowOf = ({ name, regional_unit: regionalUnit, region }: z.output<typeof newMunicipality>) => ({
  name,
  regionalUnit,
  region,
})
