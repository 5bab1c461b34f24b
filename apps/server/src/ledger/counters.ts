import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Folds what came in since the last time into the counters of days and months. */
export const foldCounters = ({ db }: { db: Db }) => sql`select fold_counters()`.execute(db)
