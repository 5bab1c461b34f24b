import { createHash } from 'node:crypto'
import type { Db, Trx } from '#server/db/database.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { insertMunicipalities, type MunicipalityRow } from './import-queries.ts'
import * as queries from './manage-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** Municipalities with what is linked to each. */
export const listManaged = ({ db }: { db: Db }): Promise<queries.ManagedRow[]> => queries.listWithUse(db)

export const versionOf = ({ name, regionalUnit, region }: MunicipalityRow): string =>
  createHash('sha256')
    .update(JSON.stringify([name, regionalUnit, region]))
    .digest('base64url')
    .slice(0, 22)

const nameOf = ({ name, regionalUnit, region }: MunicipalityRow) => `${name}, ${regionalUnit}, ${region}`

/** @throws ApiError municipality_taken */
export const addMunicipality = (context: Context, author: AuditActor, row: MunicipalityRow): Promise<void> =>
  changeAs(context.db, author, async (trx) => {
    const [id] = await insertMunicipalities(trx, [row])
    if (id === undefined) throw new ApiError('municipality_taken')
    await audit(context, trx, author, { municipality: id, change: 'add', after: nameOf(row) })
  })

/** @throws ApiError not_found, changed_meanwhile, municipality_taken */
export const renameMunicipality = (
  context: Context,
  author: AuditActor,
  id: number,
  row: MunicipalityRow,
  version: string,
): Promise<void> =>
  changeAs(context.db, author, async (trx) => {
    const before = await lock(trx, id, version)
    try {
      await queries.updateMunicipality(trx, id, row)
    } catch (error) {
      if ((error as { code?: string }).code === '23505') throw new ApiError('municipality_taken')
      throw error
    }
    await audit(context, trx, author, {
      municipality: id,
      change: 'rename',
      before: nameOf(before),
      after: nameOf(row),
    })
  })

/**
 * Removes a municipality to which nothing is linked.
 * @throws ApiError not_found, changed_meanwhile, municipality_used
 */
export const removeMunicipality = (
  context: Context,
  author: AuditActor,
  id: number,
  version: string,
): Promise<void> =>
  changeAs(context.db, author, async (trx) => {
    const before = await lock(trx, id, version)
    const [use] = await queries.listWithUse(trx, id)
    const { people = 0, places = 0, records = 0, offers = 0 } = use ?? {}
    if (people + places + records + offers > 0)
      throw new ApiError('municipality_used', { people, places, records, offers })
    await queries.deleteMunicipality(trx, id)
    await audit(context, trx, author, { municipality: id, change: 'remove', before: nameOf(before) })
  })

async function lock(trx: Trx, id: number, version: string): Promise<MunicipalityRow> {
  const row = await queries.lockMunicipality(trx, id)
  if (!row) throw new ApiError('not_found')
  if (versionOf(row) !== version) throw new ApiError('changed_meanwhile')
  return row
}

const audit = (
  { clock }: Context,
  trx: Trx,
  author: AuditActor,
  details: { municipality: number; change: string; before?: string; after?: string },
) => writeAudit({ db: trx, clock }, author, { action: 'municipality.change', details })
