import { Readable } from 'node:stream'
import { runCli } from '#server/cli/run-cli.ts'

/** What a command has printed, and its exit code. */
export type Result = { exit: number | null; out: string; err: string }

/** Runs `npm run portal -- …` in this process. */
export async function portal(args: string[], env: Record<string, string>, input = ''): Promise<Result> {
  const output = { out: '', err: '' }
  const exit = await runCli(args, {
    env,
    input: Readable.from([input]),
    output: { write: (text: string) => Boolean((output.out += text)) },
    errors: { isTTY: false, write: (text: string) => Boolean((output.err += text)) },
  })
  return { exit, ...output }
}
