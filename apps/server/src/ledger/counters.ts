import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Adds the changes since the last run to the daily and monthly counters. */
export const foldCounters = ({ db }: { db: Db }) => sql`select fold_counters()`.execute(db)
