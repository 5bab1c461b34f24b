import { type ChildProcess, spawn } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { countOutcome, type Outcome } from './outcome.ts'
import type { Step } from './steps.ts'

/** Timeout of a step that hangs. With a second run beside it, the journeys took more than 45 minutes on two cores. */
const stepTimeoutMs = 120 * 60_000

const running = new Set<ChildProcess>()

/** Sends a signal to a step's process group, which includes its child processes. */
const endGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals) => {
  try {
    if (pid) process.kill(-pid, signal)
  } catch {
    // The group has already ended.
  }
}

/** Ends all running steps. */
export const stopSteps = () => running.forEach((child) => endGroup(child, 'SIGTERM'))

/**
 * Runs a step.
 * @param reportFile path for the JSON report of its test runner
 * @returns the counts and the output of the step
 */
export async function runStep(
  { command, first = [], report, browser }: Step,
  reportFile: string,
  env: Record<string, string>,
): Promise<Outcome & { ok: boolean; output: string }> {
  const environment = {
    ...process.env,
    ...env,
    NO_COLOR: '1',
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    // Playwright's compiled files: TMPDIR is empty in every run. Without them, 5 s of CPU time.
    PWTEST_CACHE_DIR: 'node_modules/.cache/playwright',
  }
  let output = ''
  for (const preparation of first) {
    const { code, text } = await runProgram(preparation, environment)
    output += text
    if (code !== 0) return { ok: false, passed: 0, failed: 1, skipped: 0, output }
  }
  const reporters = {
    vitest: ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
    playwright: ['--reporter=list,json'],
  }
  const { code, text } = await runProgram([...command, ...(report ? reporters[report] : [])], environment, {
    yields: !browser,
  })
  const outcome = countOutcome(report, reportFile, code === 0)
  return { ...outcome, ok: outcome.failed === 0, output: output + text }
}

/** @param yields to the journeys, whose timeouts are short */
function runProgram(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  { yields = false } = {},
): Promise<{ code: number | null; text: string }> {
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    // Only lower than now: raising a priority is not permitted.
    if (yields && child.pid !== undefined) setPriority(child.pid, Math.min(19, getPriority() + 10))
    running.add(child)
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    const limit = setTimeout(() => {
      chunks.push(Buffer.from(`\nTimeout after ${stepTimeoutMs / 60_000} minutes.\n`))
      endGroup(child, 'SIGKILL')
    }, stepTimeoutMs)
    const end = (code: number | null) => {
      clearTimeout(limit)
      running.delete(child)
      resolve({ code, text: stripVTControlCharacters(Buffer.concat(chunks).toString()) })
    }
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`))
      end(null)
    })
    child.once('close', end)
  })
}
