import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { CommandRun } from './arguments.ts'
import { commands } from './commands.ts'
import { formatError, UsageError } from './errors.ts'
import { systemClock } from '../lib/time/clock.ts'
import { readConfig } from '../lib/config/config.ts'
import { progressOn } from '../lib/files/progress.ts'

/**
 * `npm run portal -- …`: commands for operators, with the server's configuration.
 * Exit codes: 0 success (result on standard output), 1 error, 2 usage error (message on standard error).
 */

/** Longest names first, so that the longest matching name wins. */
const names = Object.keys(commands).sort((one, other) => other.length - one.length)

function helpText(): string {
  const lines = Object.entries(commands).map(
    ([name, { synopsis, summary }]) => `  ${`${name} ${synopsis}`.trim()}\n      ${summary}`,
  )
  return `Usage: npm run portal -- COMMAND

${lines.join('\n')}

  --help
      Shows this help.

The commands use the server's configuration: docs/operations.md lists its environment variables.`
}

/** @throws UsageError */
function readCommand(args: string[]): { run: CommandRun } | 'help' {
  if (args.length === 0) throw new UsageError(`No command given.\n\n${helpText()}`)
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help') return 'help'
  const name = names.find((name) => args.slice(0, name.split(' ').length).join(' ') === name)
  const command = name === undefined ? undefined : commands[name]
  if (name === undefined || !command) {
    const given = args
      .filter((arg) => !arg.startsWith('-'))
      .slice(0, 2)
      .join(' ')
    throw new UsageError(
      `Unknown command '${given || args[0]}'. Commands: ${Object.keys(commands).join(', ')}. Run --help for details.`,
    )
  }
  const { values, positionals } = readArguments(
    args.slice(name.split(' ').length),
    command.options,
    `${name} ${command.synopsis}`,
  )
  const missing = positionals.length !== command.positionals
  if (missing) throw new UsageError(`Usage: npm run portal -- ${name} ${command.synopsis}`)
  return { run: command.prepare(positionals, values) }
}

function readArguments(args: string[], options: ParseArgsOptionsConfig, synopsis: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.split('. To specify')[0]}\nUsage: npm run portal -- ${synopsis}`,
    )
  }
}

async function runPortal(args: string[]): Promise<void> {
  const command = readCommand(args)
  if (command === 'help') return console.log(helpText())
  const config = readConfig(process.env)
  const { openDatabase } = await import('../db/database.ts')
  const { migrate } = await import('../db/migrate.ts')
  // Without timeouts: imports and `verify` take minutes.
  const open = await openDatabase({ database: config.database })
  const progress = progressOn(process.stderr)
  try {
    const migrations = await migrate(open.db)
    const result = await command.run({
      open,
      db: open.db,
      clock: systemClock,
      config,
      migrations,
      progress: progress.show,
    })
    progress.end()
    console.log(result)
  } finally {
    progress.end()
    await open.close()
  }
}

try {
  await runPortal(process.argv.slice(2))
} catch (error) {
  console.error(formatError(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
