import { resolve } from 'node:path'
import type { Db, Trx } from '#server/db/database.ts'
import { importMunicipalities } from '#server/features/municipalities/import-service.ts'
import { foldCounters } from '#server/ledger/counters.ts'
import { readCsv } from '#server/lib/files/read-csv.ts'
import { FileError, FileErrors } from '#server/lib/files/file-errors.ts'
import type { Importing } from '#server/lib/files/import-batches.ts'
import { type GeneratedRecord, insertGenerated } from '#server/ledger/import/insert-demo-records.ts'
import { calendarUntil } from './calendar.ts'
import { historyOf } from './history.ts'
import { loadNames } from './names.ts'
import { distribute, type Home, peopleOf } from './people.ts'
import * as queries from './queries.ts'

/** Municipalities of Greece with their populations; part of the package. */
const municipalitiesFile = resolve(import.meta.dirname, '../../../data/municipalities.csv')
/** Region of the demonstration. */
const region = 'Δυτική Μακεδονία'

/** Rows per insert statement (about): larger batches are not faster and use more memory. */
const batch = { people: 2_000, records: 20_000 }

export type GenerateOptions = { participants: number; records: number; seed: number }

/**
 * Generates people and points records in one transaction. The same seed generates the same data on the same day.
 * @returns the given options
 * @throws FileError if this seed was already used
 */
export async function generateDemonstration(
  { db, clock, progress }: Importing,
  options: GenerateOptions,
): Promise<GenerateOptions> {
  const domain = `invented${options.seed}.example.gr`
  await db.transaction().execute(async (trx) => {
    if (await queries.hasPeopleAt(trx, domain))
      throw new FileError(`The people of seed ${options.seed} already exist. Use another seed.`)
    await generatePeople(trx, {
      ...options,
      label: `demo-${options.seed}`,
      domain,
      now: clock.now(),
      progress,
    })
  })
  await foldCounters({ db })
  await queries.vacuumTables(db)
  return options
}

type PeopleOptions = GenerateOptions & {
  label: string
  domain: string
  now: Date
  progress: (rows: number) => void
}

/**
 * Generates people and records inside the caller's transaction.
 * @param label prefix of the records' references
 * @param domain domain of the people's e-mail addresses
 * @param progress receives the number of inserted records
 */
export async function generatePeople(
  trx: Trx,
  { participants, records, seed, label, domain, now, progress }: PeopleOptions,
): Promise<void> {
  const calendar = calendarUntil(now)
  const personAt = peopleOf({ seed, homes: await loadHomes(trx), calendar, domain, names: await loadNames() })
  const countAt = distribute(seed, participants, records)

  let recorded = 0
  let pending: GeneratedRecord[] = []
  const flush = async () => {
    if (pending.length > 0) await insertGenerated(trx, pending)
    pending = []
    progress(recorded)
  }
  for (let first = 0; first < participants; first += batch.people) {
    const size = Math.min(batch.people, participants - first)
    const people = Array.from({ length: size }, (_, place) => personAt(first + place, countAt(first + place)))
    const ids = await queries.insertPeople(trx, people)
    for (const [place, { email, since, random }] of people.entries()) {
      const participantId = ids.get(email)
      if (participantId === undefined) throw new Error(`The account of ${email} was not created.`)
      for (const record of historyOf(random, calendar, { count: countAt(first + place), since })) {
        recorded += 1
        pending.push({ ...record, participantId, reference: `${label}-${recorded}` })
      }
      if (pending.length >= batch.records) await flush()
    }
  }
  await flush()
}

/** Lists the municipalities; if there are none, first imports those of the demonstration's region. */
export async function loadHomes(db: Db): Promise<[Home, ...Home[]]> {
  let rows = await queries.listHomes(db)
  if (rows.length === 0) {
    await importMunicipalities({ db }, municipalitiesFile, { region })
    rows = await queries.listHomes(db)
  }
  const populations = await readPopulations()
  const [first, ...others] = rows.map(({ id, name, regionalUnit }) => ({
    id,
    regionalUnit,
    population: populations.get(`${name} ${regionalUnit}`) ?? 10_000,
  }))
  if (!first) throw new Error(`${municipalitiesFile} contains no municipalities.`)
  return [first, ...others]
}

async function readPopulations(): Promise<Map<string, number>> {
  const errors = new FileErrors(municipalitiesFile)
  const columns = ['name', 'regional_unit', 'pop_2021'] as const
  const populations = new Map<string, number>()
  for await (const { fields } of readCsv(municipalitiesFile, { columns, others: 'ignored' }, errors))
    populations.set(`${fields.name} ${fields.regional_unit}`, Number(fields.pop_2021) || 0)
  return populations
}
