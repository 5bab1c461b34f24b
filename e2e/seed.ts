/**
 * Initial data of every journey: the municipalities of Δυτική Μακεδονία, a clerk and an operator, created with commands.
 * Created once per worker; each test gets a copy, because creating the embedded database takes
 * seconds and copying it none.
 */
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/postgres.ts'
import { type Database, type PortalData, runCli } from './portal.ts'

export const clerk = { email: 'clerk@example.gr', password: 'γραφείο-χωρίς-χαρτί-7' }
export const operator = { email: 'operator@example.gr', password: 'κλειδιά-της-πόρτας-7' }

export type Seed = {
  /** A separate copy of the data, ready to be served. */
  copy: () => Promise<{ data: PortalData; remove: () => Promise<void> }>
  remove: () => Promise<void>
}

/** @param more additional commands of `npm run portal --` for the journeys of one file */
export async function openSeed(database: Database, more: readonly Command[] = []): Promise<Seed> {
  return database === 'postgres' ? openOnPostgres(more) : openEmbedded(more)
}

type Command = readonly string[]

async function openEmbedded(more: readonly Command[]): Promise<Seed> {
  const template = await temporaryFolder()
  await runCommands({ folder: template }, more)
  return {
    copy: async () => {
      const folder = await temporaryFolder()
      await cp(template, folder, { recursive: true })
      return { data: { folder }, remove: () => remove(folder) }
    },
    remove: () => remove(template),
  }
}

async function openOnPostgres(more: readonly Command[]): Promise<Seed> {
  const postgres = await startPostgres()
  const template = `seed_${randomUUID()}`
  const home = await temporaryFolder()
  await runCommands({ folder: home, databaseUrl: await postgres.createDatabase(template) }, more)
  return {
    copy: async () => {
      const folder = await temporaryFolder()
      const databaseUrl = await postgres.createDatabase(`e2e_${randomUUID()}`, template)
      return { data: { folder, databaseUrl }, remove: () => remove(folder) }
    },
    remove: async () => {
      await postgres.stop()
      await remove(home)
    },
  }
}

async function runCommands(data: PortalData, more: readonly Command[]): Promise<void> {
  const names = ['--first-name', 'Άννα', '--last-name', 'Παπαδάκη']
  const operatorNames = ['--first-name', 'Γιώργος', '--last-name', 'Σταματίου']
  const region = ['--region', 'Δυτική Μακεδονία']
  for (const [args, stdin] of [
    [['migrate'], ''],
    [['import', 'municipalities', 'apps/server/data/municipalities.csv', ...region], ''],
    [['staff', 'add', clerk.email, ...names, '--password-stdin'], clerk.password],
    [
      ['staff', 'add', operator.email, ...operatorNames, '--role', 'operator', '--password-stdin'],
      operator.password,
    ],
    ...more.map((args): [Command, string] => [args, '']),
  ] as const) {
    const result = await runCli(args, stdin, { ...data, more: { DEMO: 'no' } })
    if (result.code !== 0) throw new Error(`${args.join(' ')}: ${result.stderr}`)
  }
}

const temporaryFolder = () => mkdtemp(join(tmpdir(), 'portal-e2e-'))
const remove = (folder: string) => rm(folder, { recursive: true, force: true })
