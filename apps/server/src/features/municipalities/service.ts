import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { findMunicipality } from './queries.ts'

/** @throws ApiError pk_unknown if there is no municipality with this id */
export async function assertMunicipality(db: Db, id: number): Promise<void> {
  const found = Number.isSafeInteger(id) && id > 0 && id < 2 ** 31 && (await findMunicipality(db, id))
  if (!found) throw new ApiError([{ code: 'pk_unknown', field: 'municipality', params: { pk: id } }])
}
