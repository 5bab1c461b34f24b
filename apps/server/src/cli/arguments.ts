import { resolve } from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { ZodType } from 'zod'
import { UsageError } from './errors.ts'
import type { OpenDatabase } from '../db/database.ts'
import type { Config } from '../lib/config/config.ts'
import type { Importing } from '../lib/files/import-batches.ts'

/** What a command works on. The database is open and of this version's shape; `migrations` were carried out for it. */
export type CommandContext = Importing & { open: OpenDatabase; config: Config; migrations: string[] }

/** @returns what is printed: mostly one line that says what was done */
export type CommandRun = (context: CommandContext) => Promise<string>

export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

export type Command = {
  takes: string
  says: string
  positionals: number
  options: ParseArgsOptionsConfig
  /** Reads the arguments before anything is opened. @throws UsageError */
  prepare: (positionals: string[], values: Values) => CommandRun
}

/** npm runs its scripts in the root of the project: a FILE is meant from where the person stands. */
const here = (process.env.npm_lifecycle_event === 'portal' && process.env.INIT_CWD) || process.cwd()
export const fileOf = (args: string[]) => resolve(here, args[0] ?? '')

export const n = (count: number) => count.toLocaleString('en')
export const text = (value: Values[string]) => (typeof value === 'string' ? value : undefined)
/** All values of an option that may be given several times. */
export const texts = (value: Values[string]) => [value ?? []].flat().filter((one) => typeof one === 'string')

/** @throws UsageError where a value breaks the rule that its field has everywhere in the portal */
export function field(schema: ZodType<string>, name: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`${name} is missing.`)
  const result = schema.safeParse(value)
  if (!result.success)
    throw new UsageError(
      `${name}: '${value}' won't do (${result.error.issues[0]?.message.replaceAll('_', ' ')}).`,
    )
  return result.data
}

export function whole(name: string, value: string | undefined, least: number, most: number): number {
  if (value === undefined) throw new UsageError(`${name} is missing.`)
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`${name}: '${value}' is no whole number from ${n(least)} to ${n(most)}.`)
}
