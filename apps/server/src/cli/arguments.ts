import { resolve } from 'node:path'
import { z } from 'zod'
import { UsageError } from './errors.ts'
import type { OpenDatabase } from '../db/database.ts'
import type { AuditActor } from '../lib/audit/audit.ts'
import type { Config } from '../lib/config/config.ts'
import type { Importing } from '../lib/files/import-batches.ts'
import type { Jobs } from '../lib/jobs/jobs.ts'

/**
 * Input of a command. The database is open and migrated; `migrations` names those that this run applied. `by`: the command
 * itself, for the audit log.
 */
export type CommandContext = Importing & {
  open: OpenDatabase
  config: Config
  migrations: string[]
  by: AuditActor
  env: Record<string, string | undefined>
  /** Standard input. */
  input: AsyncIterable<Buffer | string>
}

/**
 * An option or argument. `value` is its placeholder in the usage line; `allowed` completes the error "'x' is not …". It
 * is optional if the schema accepts undefined. `type` and `multiple` are those of parseArgs.
 */
export type Option<T = unknown> = {
  type: 'string' | 'boolean'
  multiple: boolean
  value: string
  allowed: string
  schema: z.ZodType<T>
}
type Options = Record<string, Option>
export type Values<O extends Options> = { [Name in keyof O]: z.output<O[Name]['schema']> }

type Definition<A, O extends Options> = {
  /** Description for --help. */
  summary: string
  argument?: Option<A>
  options?: O
  /** Whether it connects by DATABASE_OWNER_URL, if there is one. */
  asOwner?: true
  /** Whether the schema is neither migrated nor checked: the database may be empty or of another version. */
  anySchema?: true
  /** Changes nothing: its database is not named. */
  readsOnly?: true
  /** Checks the combination of options before the database is opened. @returns the usage error */
  check?(values: Values<O>): string | false
  /** @returns the text for standard output */
  run(context: CommandContext, values: Values<O>, argument: A): Promise<string>
}
export type Command = Definition<unknown, Options>

/** Infers the types of the options and the argument for `run`. */
export const command = <A, O extends Options>(definition: Definition<A, O>): Command => definition

/** Runs work with the job queue, whose jobs the server runs. @param report receives the errors of the queue */
export async function withJobs<T>(
  { open }: Pick<CommandContext, 'open'>,
  work: (jobs: Jobs) => Promise<T>,
  report: (error: unknown) => void = () => {},
): Promise<T> {
  const { openJobs } = await import('../lib/jobs/jobs.ts')
  const jobs = await openJobs(open, report)
  try {
    return await work(jobs)
  } finally {
    await jobs.stop()
  }
}

export const n = (count: number) => count.toLocaleString('en')

/** An option or argument with one value. */
export const one = <T>(value: string, allowed: string, schema: z.ZodType<T>): Option<T> => {
  return { type: 'string', multiple: false, value, allowed, schema }
}
export const optional = <T>(option: Option<T>) => ({ ...option, schema: option.schema.optional() })
/** Any text; the service validates it. */
export const text = (value: string) => one(value, 'a text', z.string())
/** An option that may be repeated. */
export const several = (value: string) => {
  return { ...optional(one(value, 'a text', z.array(z.string()))), multiple: true }
}
export const flag: Option<boolean> = { ...one('', '', z.boolean().default(false)), type: 'boolean' }
export const wholeNumber = (value: string, min: number, max: number) => {
  const digits = z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
  return one(value, `a whole number from ${n(min)} to ${n(max)}`, digits.pipe(z.number().min(min).max(max)))
}

/** Line after a result that contains the portal's address. */
export const adviseOnUrl = ({ hasDefaultUrl, publicUrl }: Config): string =>
  hasDefaultUrl
    ? `\nPUBLIC_URL is not set: ${publicUrl} is only a default. Set it to the address that visitors use, as for the server.`
    : ''

export const day = one('DAY', 'a date such as 2026-01-31', z.iso.date())

/** npm runs scripts in the project root; FILE is relative to the directory in which the user called npm. */
const workingDirectory =
  (process.env.npm_lifecycle_event === 'portal' && process.env.INIT_CWD) || process.cwd()
export const path = z.string().transform((path) => resolve(workingDirectory, path))
export const file = one('FILE', 'a file', path)

type OptionValue = string | boolean | (string | boolean)[] | undefined

/** @throws UsageError if a value is missing or invalid */
export function read({ schema, allowed }: Option, name: string, value: OptionValue): unknown {
  const { data, success } = schema.safeParse(value)
  if (success) return data
  const given = [value ?? []].flat()
  throw new UsageError(
    given.length === 0 ? `${name} is missing.` : `${name}: '${given.join(' ')}' is not ${allowed}.`,
  )
}

/** Returns the argument and options for the usage line: `FILE [--region NAME]`. */
export function usageOf({ argument, options = {} }: Command): string {
  const words = Object.entries(options).map(([name, { value, multiple, schema }]) => {
    const option = `--${name} ${value}`.trim()
    return schema.safeParse(undefined).success ? `[${option}]${multiple ? '…' : ''}` : option
  })
  return [argument?.value ?? [], ...words].flat().join(' ')
}
