/**
 * Initial data of every journey: the municipalities of Δυτική Μακεδονία, a clerk and an operator, created with commands.
 * Created once; each portal gets a copy, because creating a database takes seconds and copying it none.
 */
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/postgres.ts'
import { type Database, type PortalData, runCli } from './portal.ts'

export const clerk = { email: 'clerk@example.gr', password: 'γραφείο-χωρίς-χαρτί-7' }
export const operator = { email: 'operator@example.gr', password: 'κλειδιά-της-πόρτας-7' }

/**
 * `nobody`: nothing, which the server's first start prepares. `few`: clerk and operator. `rated`: also the rates of desks.
 * `many`: also the participants and records of journeys/staff-seed.ts, without rates.
 */
export type People = 'nobody' | 'few' | 'rated' | 'many'

/** 20 points a litre of oil; a book 16 when it is brought, another thing 5, and 4 when it is taken. */
const rates = [
  ['oil_collected', '--unit', 'litre', '--points', '20'],
  ['item_delivered', '--unit', 'item', '--points', '16', '--material', 'βιβλία'],
  ['item_delivered', '--unit', 'item', '--points', '5'],
  ['item_reused', '--unit', 'item', '--points', '4'],
].map((rate) => ['rates', 'add', ...rate, '--from', '2020-01-01'])

type Command = readonly string[]

/** A database to copy: the name of one on PostgreSQL, or a folder. */
type Templates = Partial<Record<`${Database} ${People}`, string>>

const readTemplates = () => JSON.parse(process.env['SEED_TEMPLATES'] ?? '{}') as Templates

/**
 * Creates the templates, once for all workers, which get them as SEED_TEMPLATES.
 * @param imports commands of `npm run portal --` for `many`
 * @returns deletes them
 */
export async function createSeeds(
  databases: readonly Database[],
  imports: readonly Command[],
): Promise<() => Promise<void>> {
  const templates: Templates = {}
  const folders: string[] = []
  const create = async (database: Database) => {
    const few = await emptyPlace(database)
    folders.push(few.data.folder)
    await runCommands(few.data)
    templates[`${database} few`] = few.template
    // The journeys on the embedded database use `few`.
    if (database === 'embedded') return
    for (const [people, commands] of [
      ['rated', rates],
      ['many', imports],
    ] as const) {
      const { data, template } = await emptyPlace(database, few.template)
      folders.push(data.folder)
      for (const args of commands) await runCommand(data, args)
      templates[`${database} ${people}`] = template
    }
  }
  await Promise.all(databases.map(create))
  process.env['SEED_TEMPLATES'] = JSON.stringify(templates)
  return async () => {
    await Promise.all(folders.map(remove))
  }
}

async function emptyPlace(database: Database, template?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  if (database === 'embedded') {
    if (template) await cp(template, folder, { recursive: true })
    return { data: { folder }, template: folder }
  }
  const name = `e2e_${randomUUID()}`
  const postgres = await startPostgres()
  return { data: { folder, databaseUrl: await postgres.createDatabase(name, template) }, template: name }
}

/** A separate copy of the data, ready to be served. */
export async function copySeed(database: Database, people: People) {
  const template = readTemplates()[`${database} ${people}`]
  if (!template && people !== 'nobody')
    throw new Error(`There is no template '${people}' for the ${database} database.`)
  const place = await emptyPlace(database, template)
  return { ...place, remove: () => remove(place.data.folder) }
}

async function runCommands(data: PortalData): Promise<void> {
  const names = ['--first-name', 'Άννα', '--last-name', 'Παπαδάκη']
  const operatorNames = ['--first-name', 'Γιώργος', '--last-name', 'Σταματίου']
  const region = ['--region', 'Δυτική Μακεδονία']
  await runCommand(data, ['migrate'])
  await runCommand(data, ['import', 'municipalities', 'apps/server/data/municipalities.csv', ...region])
  await runCommand(data, ['staff', 'add', clerk.email, ...names, '--password-stdin'], clerk.password)
  await runCommand(
    data,
    ['staff', 'add', operator.email, ...operatorNames, '--role', 'operator', '--password-stdin'],
    operator.password,
  )
}

async function runCommand(data: PortalData, args: Command, stdin = ''): Promise<void> {
  const result = await runCli(args, stdin, { ...data, more: { DEMO: 'no' } })
  if (result.code !== 0) throw new Error(`${args.join(' ')}: ${result.stderr}`)
}

const remove = (folder: string) => rm(folder, { recursive: true, force: true })
