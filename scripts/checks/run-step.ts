import { type ChildProcess, spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { countOutcome, type Outcome } from './outcome.ts'
import type { Step } from './steps.ts'

/** Nothing takes that long; what does hangs. */
const stepWithinMs = 10 * 60_000

const running = new Set<ChildProcess>()

/** Each step is a process group of its own, so that what it started ends with it. */
const endGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals) => {
  try {
    if (pid) process.kill(-pid, signal)
  } catch {
    // The group has ended by itself meanwhile.
  }
}

/** Ends whatever runs. */
export const stopSteps = () => running.forEach((child) => endGroup(child, 'SIGTERM'))

/**
 * Runs one step to its end.
 * @param reportFile where its test runner writes its report
 * @returns its counts and all that it wrote
 */
export async function runStep(
  { command, first = [], report }: Step,
  reportFile: string,
  env: Record<string, string>,
): Promise<Outcome & { ok: boolean; output: string }> {
  const environment = { ...process.env, ...env, NO_COLOR: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile }
  let output = ''
  for (const preparation of first) {
    const { code, said } = await runProgram(preparation, environment)
    output += said
    if (code !== 0) return { ok: false, passed: 0, failed: 1, skipped: 0, output }
  }
  const reporters = {
    vitest: ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
    playwright: ['--reporter=list,json'],
  }
  const { code, said } = await runProgram([...command, ...(report ? reporters[report] : [])], environment)
  const outcome = countOutcome(report, reportFile, code === 0)
  return { ...outcome, ok: outcome.failed === 0, output: output + said }
}

function runProgram(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; said: string }> {
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    running.add(child)
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    const limit = setTimeout(() => {
      chunks.push(Buffer.from(`\nNot done after ${stepWithinMs / 60_000} minutes: ended.\n`))
      endGroup(child, 'SIGKILL')
    }, stepWithinMs)
    const end = (code: number | null) => {
      clearTimeout(limit)
      running.delete(child)
      resolve({ code, said: stripVTControlCharacters(Buffer.concat(chunks).toString()) })
    }
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`))
      end(null)
    })
    child.once('close', end)
  })
}
