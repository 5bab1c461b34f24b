import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { CommandRun } from './arguments.ts'
import { commands } from './commands.ts'
import { sayError, UsageError } from './errors.ts'
import { systemClock } from '../lib/time/clock.ts'
import { readConfig } from '../lib/config/config.ts'
import { progressOn } from '../lib/files/progress.ts'

/**
 * `npm run portal -- …`: what an operator does beside the browser, on the server's own configuration. The result goes
 * to standard output with exit 0; a error goes to standard error with exit 1, a command that there isn't with 2.
 */
const names = Object.keys(commands).sort((one, other) => other.length - one.length)

function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, { takes, says }]) => `  ${`${name} ${takes}`.trim()}\n      ${says}`,
  )
  return `Usage: npm run portal -- COMMAND

${lines.join('\n')}

  --help
      Shows this.

The configuration is the server's own: docs/operations.md lists its variables.`
}

/** @throws UsageError */
function readCommand(args: string[]): { run: CommandRun } | 'help' {
  if (args.length === 0) throw new UsageError(`Which command?\n\n${usage()}`)
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help') return 'help'
  const name = names.find((name) => args.slice(0, name.split(' ').length).join(' ') === name)
  const command = name === undefined ? undefined : commands[name]
  if (name === undefined || !command) {
    const said = args
      .filter((arg) => !arg.startsWith('-'))
      .slice(0, 2)
      .join(' ')
    throw new UsageError(
      `There is no command '${said || args[0]}'. The commands are ${Object.keys(commands).join(', ')}; --help explains them.`,
    )
  }
  const { values, positionals } = readArguments(
    args.slice(name.split(' ').length),
    command.options,
    `${name} ${command.takes}`,
  )
  const missing = positionals.length !== command.positionals
  if (missing) throw new UsageError(`Usage: npm run portal -- ${name} ${command.takes}`)
  return { run: command.prepare(positionals, values) }
}

function readArguments(args: string[], options: ParseArgsOptionsConfig, shape: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message.split('. To specify')[0]}\nUsage: npm run portal -- ${shape}`,
    )
  }
}

async function runPortal(args: string[]): Promise<void> {
  const command = readCommand(args)
  if (command === 'help') return console.log(usage())
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
  console.error(sayError(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
