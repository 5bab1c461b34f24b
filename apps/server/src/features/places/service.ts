import type { Db } from '#server/db/database.ts'
import * as queries from './queries.ts'

/** Whether the operator has entered collection points. */
export const hasPlaces = ({ db }: { db: Db }): Promise<boolean> => queries.hasPlaces(db)
