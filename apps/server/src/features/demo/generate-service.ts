import { resolve } from 'node:path'
import type { Db, Trx } from '#server/db/database.ts'
import { importMunicipalities } from '#server/features/municipalities/import-service.ts'
import { foldCounters } from '#server/ledger/counters.ts'
import { readCsv } from '#server/lib/files/csv.ts'
import { FileError, FileErrors } from '#server/lib/files/file-errors.ts'
import type { Importing } from '#server/lib/files/import-batches.ts'
import { type GeneratedRecord, insertGenerated } from '#server/ledger/import/generated.ts'
import { calendarUntil } from './calendar.ts'
import { historyOf } from './history.ts'
import { loadNames } from './names.ts'
import { dealOut, type Home, peopleOf } from './people.ts'
import * as queries from './queries.ts'

/** The municipalities of Greece with their populations; it comes with the portal. */
const municipalitiesFile = resolve(import.meta.dirname, '../../../data/municipalities.csv')
/** The region that the demonstration serves. */
const region = 'Δυτική Μακεδονία'

/** People are opened and records recorded in statements of about so many: more is no faster, and takes memory. */
const batch = { people: 2_000, records: 20_000 }

export type Wish = { participants: number; records: number; seed: number }

/**
 * Invents people and what they did: the same seed invents the same on the same day. All or nothing.
 * @throws FileError where this seed was used already
 */
export async function generateDemonstration({ db, clock, progress }: Importing, wish: Wish): Promise<Wish> {
  const domain = `invented${wish.seed}.example.gr`
  await db.transaction().execute(async (trx) => {
    if (await queries.hasPeopleAt(trx, domain))
      throw new FileError(`The people of seed ${wish.seed} are here already; another seed invents others.`)
    await invent(trx, { ...wish, label: `demo-${wish.seed}`, domain, now: clock.now(), progress })
  })
  await foldCounters({ db })
  await queries.tidy(db)
  return wish
}

type Invention = Wish & { label: string; domain: string; now: Date; progress: (rows: number) => void }

/**
 * Inside a transaction of the caller's.
 * @param label the records' references begin with it
 * @param domain the people's addresses are of it
 */
export async function invent(
  trx: Trx,
  { participants, records, seed, label, domain, now, progress }: Invention,
): Promise<void> {
  const calendar = calendarUntil(now)
  const personAt = peopleOf({ seed, homes: await openHomes(trx), calendar, domain, names: await loadNames() })
  const countAt = dealOut(seed, participants, records)

  let recorded = 0
  let waiting: GeneratedRecord[] = []
  const flush = async () => {
    if (waiting.length > 0) await insertGenerated(trx, waiting)
    waiting = []
    progress(recorded)
  }
  for (let first = 0; first < participants; first += batch.people) {
    const size = Math.min(batch.people, participants - first)
    const people = Array.from({ length: size }, (_, place) => personAt(first + place, countAt(first + place)))
    const ids = await queries.insertPeople(trx, people)
    for (const [place, { email, since, random }] of people.entries()) {
      const participantId = ids.get(email)
      if (participantId === undefined) throw new Error(`No account was opened for ${email}.`)
      for (const record of historyOf(random, calendar, { count: countAt(first + place), since })) {
        recorded += 1
        waiting.push({ ...record, participantId, reference: `${label}-${recorded}` })
      }
      if (waiting.length >= batch.records) await flush()
    }
  }
  await flush()
}

/** Where people live: the portal's municipalities; where it has none yet, those of the demonstration's region. */
export async function openHomes(db: Db): Promise<[Home, ...Home[]]> {
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
  if (!first) throw new Error(`There are no municipalities in ${municipalitiesFile}.`)
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
