import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/lib/errors/api-error.ts'
import { findMunicipality } from './queries.ts'

/** @throws Refusal pk_unknown where no municipality has this id */
export async function refuseUnknownMunicipality(db: Db, id: number): Promise<void> {
  const found = Number.isSafeInteger(id) && id > 0 && id < 2 ** 31 && (await findMunicipality(db, id))
  if (!found) throw new Refusal([{ code: 'pk_unknown', field: 'municipality', params: { pk: id } }])
}
