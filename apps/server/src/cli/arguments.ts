import { resolve } from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { ZodType } from 'zod'
import { UsageError } from './errors.ts'
import type { OpenDatabase } from '../db/database.ts'
import type { Config } from '../lib/config/config.ts'
import type { Importing } from '../lib/files/import-batches.ts'

/** Input of a command. The database is open and migrated; `migrations` names those that this run applied. */
export type CommandContext = Importing & { open: OpenDatabase; config: Config; migrations: string[] }

/** @returns the text for standard output */
export type CommandRun = (context: CommandContext) => Promise<string>

export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>

export type Command = {
  /** Arguments and options, for the usage line. */
  synopsis: string
  /** Description for --help. */
  summary: string
  positionals: number
  options: ParseArgsOptionsConfig
  /** Validates the arguments before the database is opened. @throws UsageError */
  prepare: (positionals: string[], values: Values) => CommandRun
}

/** npm runs scripts in the project root; FILE is relative to the directory in which the user called npm. */
const workingDirectory =
  (process.env.npm_lifecycle_event === 'portal' && process.env.INIT_CWD) || process.cwd()
export const fileOf = (args: string[]) => resolve(workingDirectory, args[0] ?? '')

export const n = (count: number) => count.toLocaleString('en')
export const text = (value: Values[string]) => (typeof value === 'string' ? value : undefined)
/** All values of a repeatable option. */
export const texts = (value: Values[string]) => [value ?? []].flat().filter((one) => typeof one === 'string')

/** Validates a value with the schema of its field in the contract. @throws UsageError */
export function field(schema: ZodType<string>, name: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`${name} is missing.`)
  const result = schema.safeParse(value)
  if (!result.success)
    throw new UsageError(
      `${name}: invalid value '${value}' (${result.error.issues[0]?.message.replaceAll('_', ' ')}).`,
    )
  return result.data
}

/** @throws UsageError if the value is missing or not a whole number from `min` to `max` */
export function wholeNumber(name: string, value: string | undefined, min: number, max: number): number {
  if (value === undefined) throw new UsageError(`${name} is missing.`)
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`${name}: '${value}' is not a whole number from ${n(min)} to ${n(max)}.`)
}
