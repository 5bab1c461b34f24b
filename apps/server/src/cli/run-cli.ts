import { parseArgs } from 'node:util'
import { type CommandContext, read, usageOf } from './arguments.ts'
import { commands } from './commands.ts'
import { assertOneDatabase } from './database.ts'
import { Findings, formatError, UsageError } from './errors.ts'
import { PartlyImported } from './import-report.ts'
import { byCommand } from '../lib/audit/audit.ts'
import { systemClock } from '../lib/time/clock.ts'
import { type Config, readConfig } from '../lib/config/config.ts'
import { describeSettings } from '../lib/config/setting-descriptions.ts'
import { version } from '../lib/config/version.ts'
import { progressOn } from '../lib/files/progress.ts'

/** Environment, standard input, and where results and errors are written. */
export type Surroundings = {
  env: NodeJS.ProcessEnv
  input: AsyncIterable<Buffer | string>
  output: Pick<NodeJS.WriteStream, 'write'>
  errors: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>
}

/** Longest names first, so that the longest matching name wins. */
const names = Object.keys(commands).sort((one, other) => other.length - one.length)

/** Returns the help of the command or of the group of commands that the words begin with; else of all. */
function helpOf(words: string[]): string {
  for (let length = Math.min(2, words.length); length > 0; length -= 1) {
    const start = words.slice(0, length).join(' ')
    const found = Object.entries(commands).filter(([name]) => `${name} `.startsWith(`${start} `))
    if (found.length > 0)
      return found
        .map(
          ([name, command]) =>
            `Usage: npm run portal -- ${`${name} ${usageOf(command)}`.trim()}\n  ${command.summary}`,
        )
        .join('\n\n')
  }
  return helpText()
}

function helpText(): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${`${name} ${usageOf(command)}`.trim()}\n      ${command.summary}`,
  )
  return `Usage: npm run portal -- COMMAND

${lines.join('\n')}

  [COMMAND] --help
      Shows this help, or that of a command.

  settings [WORD]
      Lists the settings of the environment, or those with WORD in their name: default in parentheses, and meaning.

  --version
      Shows the version of the portal.

  --embedded
      Uses the embedded database in DATA_DIR, which only trials and the demonstration have. Without it, DATABASE_URL is required.

The commands use the server's settings.`
}

type Run = {
  name: string
  asOwner: boolean
  anySchema: boolean
  readsOnly: boolean
  run: (context: CommandContext) => Promise<string>
}

/** Validates the arguments before the database is opened. @returns the help text, if it is asked for. @throws UsageError */
function readCommand(args: string[]): Run | string {
  if (args.length === 0) throw new UsageError(`No command given.\n\n${helpText()}`)
  if (args[0] === '--version') return version
  if (args[0] === 'settings') return describeSettings(args[1])
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help')
    return helpOf(args.filter((arg) => arg !== 'help' && !arg.startsWith('-')))
  const name = names.find((name) => args.slice(0, name.split(' ').length).join(' ') === name)
  const command = commands[name ?? '']
  if (name === undefined || !command) {
    const given = args.filter((arg) => !arg.startsWith('-')).slice(0, 2)
    throw new UsageError(
      `Unknown command '${given.join(' ') || args[0]}'. Commands: ${Object.keys(commands).join(', ')}. Run --help for details.`,
    )
  }
  const { argument, options = {} } = command
  const usage = `Usage: npm run portal -- ${name} ${usageOf(command)}`
  const rest = args.slice(name.split(' ').length)
  let given
  try {
    given = parseArgs({ args: rest, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. To specify')[0]}\n${usage}`)
  }
  const { values, positionals } = given
  if (positionals.length !== (argument ? 1 : 0)) throw new UsageError(usage)
  const argumentValue = argument && read(argument, argument.value, positionals[0])
  const optionValues = Object.fromEntries(
    Object.entries(options).map(([key, option]) => [key, read(option, `--${key}`, values[key])]),
  )
  const error = command.check?.(optionValues)
  if (error) throw new UsageError(error)
  return {
    name,
    asOwner: command.asOwner === true,
    anySchema: command.anySchema === true,
    readsOnly: command.readsOnly === true,
    run: (context) => command.run(context, optionValues, argumentValue),
  }
}

const embedded = '--embedded'

async function runCommand(given: string[], { env, input, errors }: Surroundings): Promise<string> {
  const command = readCommand(given.filter((arg) => arg !== embedded))
  if (typeof command === 'string') return command
  const config = readConfig(env)
  assertChosen(config, given.includes(embedded))
  const { openDatabase } = await import('../db/database.ts')
  const { prepareSchema } = await import('../db/prepare-schema.ts')
  const { isOwner } = await import('../db/privileges.ts')
  // Without timeouts: imports and `verify` take minutes.
  const database = (command.asOwner && config.databaseOwner) || withoutPooler(config.database)
  const open = await openDatabase({ database })
  if (!command.readsOnly) errors.write(`Database: ${open.name}\n`)
  const progress = progressOn(errors)
  try {
    if (command.asOwner && !(await isOwner(open.db)))
      throw new Error(
        'This command needs the owner of the database: set DATABASE_OWNER_URL for it (docs/operations.md, Roles of the database).',
      )
    // Before anything changes: the address of the server may be wrong.
    if (command.asOwner) await assertOneDatabase({ db: open.db, config })
    const { migrations } = command.anySchema ? { migrations: [] } : await prepareSchema(open)
    if (!command.anySchema)
      await (await import('../features/brand/service.ts')).loadBrand({ db: open.db, config })
    return await command.run({
      open,
      db: open.db,
      clock: systemClock,
      config,
      migrations,
      by: byCommand(command.name),
      env,
      progress: progress.show,
      input,
    })
  } finally {
    progress.end()
    await open.close()
  }
}

/**
 * Runs a command of `npm run portal -- …`: the result is written to the output, an error message to `errors`.
 * @returns the exit code: 0 success, 1 error, 2 usage error, 3 part of a file was imported
 */
export async function runCli(args: string[], surroundings: Surroundings): Promise<0 | 1 | 2 | 3> {
  try {
    surroundings.output.write(`${await runCommand(args, surroundings)}\n`)
    return 0
  } catch (error) {
    if (error instanceof PartlyImported) surroundings.output.write(`${error.result}\n`)
    const isResult = error instanceof Findings
    surroundings[isResult ? 'output' : 'errors'].write(`${formatError(error)}\n`)
    if (error instanceof PartlyImported) return 3
    return error instanceof UsageError ? 2 : 1
  }
}

/**
 * A shell without the server's settings would work on a new embedded database, and the result be lost.
 * @throws Error, UsageError
 */
function assertChosen({ database }: Config, isEmbedded: boolean): void {
  if (isEmbedded && database.url !== undefined)
    throw new UsageError(`${embedded}: DATABASE_URL is set. Remove one of the two.`)
  if (!isEmbedded && database.url === undefined)
    throw new Error(
      `DATABASE_URL is not set; nothing was done. Load the settings of the server first (set -a; . /etc/portal/portal.env; set +a). Add ${embedded} to use the embedded database in ${database.folder}.`,
    )
}

/** Commands use temporary tables and settings of a connection. */
const withoutPooler = (database: Config['database']): Config['database'] =>
  database.directUrl ? { url: database.directUrl } : database
