import type { RecordPlace } from '@portal/contract/points.ts'
import type { Db } from '#server/db/database.ts'
import * as queries from './queries.ts'

/** Whether the operator has entered collection points. */
export const hasPlaces = ({ db }: { db: Db }): Promise<boolean> => queries.hasPlaces(db)

/**
 * Finds the collection points of records: those whose number, or otherwise whose name, is exactly the text that the
 * partner sent. A name of several places matches none.
 * @returns places by record id
 */
export async function placesOf({ db }: { db: Db }, records: number[]): Promise<Map<number, RecordPlace>> {
  const found = new Map<number, RecordPlace>()
  if (records.length === 0) return found
  const matches = await queries.listPlacesOf(db, records)
  for (const [recordId, ofRecord] of Map.groupBy(matches, ({ recordId }) => recordId)) {
    const match = ofRecord.find(({ byId }) => byId) ?? (ofRecord.length === 1 ? ofRecord[0] : undefined)
    if (!match) continue
    const { id, name, kind, municipalityId } = match
    found.set(recordId, { id, name, kind, municipality: municipalityId })
  }
  return found
}
