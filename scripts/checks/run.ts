/**
 * Runs the checks in parallel, continues after failures and prints a summary. The output of
 * a step is shown only if it fails. Called by scripts/test.mjs. The last line is always `N passed, N failed`.
 */
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { provideBrowser } from '../../e2e/browser.ts'
import { runStep, stopSteps } from './run-step.ts'
import type { Outcome } from './outcome.ts'
import { createTemporaryFolder } from './temporary-folder.ts'
import { type Step, steps } from './steps.ts'

type Result = Outcome & { ok: boolean }

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const onlyFast = process.argv.includes('--fast')
const isFull = process.argv.includes('--full')
// Read by vitest.config.ts and e2e/tags.ts: without it, they run everything.
if (!isFull) process.env['TEST_QUICK'] = 'yes'
// Read by e2e/tags.ts.
if (process.argv.includes('--sweeps')) process.env['TEST_SWEEPS'] = 'yes'
const named = steps.filter((step) => words.length === 0 || words.some((word) => step.name.includes(word)))
const needed = new Set(named.flatMap((step) => [step.name, ...(step.after ?? [])]))
const chosen = steps.filter((step) => needed.has(step.name) && (!onlyFast || step.fast))

const startedAt = performance.now()
const folder = createTemporaryFolder()
// Of this process and of the steps.
process.env['TMPDIR'] = folder
// Databases of tests that were killed may still be closing.
const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
const results = new Map<string, Result>()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stopSteps()
    removeFolder()
    process.exit(130)
  })

/** Returns why a step cannot run (no browser, or a failed dependency); undefined if it can. */
function obstacleOf(step: Step, browserError: string | undefined): string | undefined {
  if (step.browser && browserError) return browserError
  const broken = step.after?.find((name) => results.get(name)?.ok === false)
  return broken && `Not run: '${broken}' failed.`
}

function printResult(
  step: Step,
  seconds: number,
  { ok, passed, failed, skipped, failures = [], flaky = [] }: Result,
  output: string,
) {
  const counts = step.report
    ? `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
    : ''
  console.log(
    `${ok ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(40)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${counts}`.trimEnd(),
  )
  for (const test of flaky) console.log(`passed when repeated: ${test}`.replace(/^/gm, '      │ '))
  if (ok) return
  // The failed tests first: logs of continuous integration are cut.
  const rest = output.trim().replace(/^ *✓.*\n/gm, '')
  console.log([...failures, rest].join('\n').replace(/^/gm, '      │ '))
}

async function perform(step: Step, browser: { path: string } | { error: string } | undefined) {
  const start = performance.now()
  const obstacle = obstacleOf(step, browser && 'error' in browser ? browser.error : undefined)
  const env = browser && 'path' in browser ? { CHROME_BIN: browser.path } : {}
  const { output, ...result } = obstacle
    ? { ok: false, passed: 0, failed: 1, skipped: 0, output: obstacle }
    : await runStep(step, join(folder, `${step.name.replaceAll(/\W+/g, '-')}.json`), env)
  results.set(step.name, result)
  printResult(step, (performance.now() - start) / 1000, result, output)
}

/**
 * Starts the steps in order, each when enough cores are free and its dependencies have ended. Two cores count as four,
 * because the steps wait for timers, locks and pages; journeys go first (`runStep`).
 */
async function performAll(browser: { path: string } | { error: string } | undefined) {
  const cores = Math.max(2, availableParallelism()) * 2
  const waiting = [...chosen]
  const running = new Map<string, { cores: number; done: Promise<void> }>()
  while (waiting.length > 0 || running.size > 0) {
    const busy = [...running.values()].reduce((sum, step) => sum + step.cores, 0)
    const next = waiting.find((step) => (step.after ?? []).every((name) => results.has(name)))
    if (next && busy + next.cores <= cores) {
      waiting.splice(waiting.indexOf(next), 1)
      const done = perform(next, browser).finally(() => running.delete(next.name))
      running.set(next.name, { cores: next.cores, done })
    } else {
      await Promise.race([...running.values()].map(({ done }) => done))
    }
  }
}

if (chosen.length === 0) console.log(`No check matches '${words.join("' or '")}'.`)
await performAll(chosen.some((step) => step.browser) ? await provideBrowser() : undefined)
removeFolder()

const total = (what: 'passed' | 'failed') =>
  [...results.values()].reduce((sum, result) => sum + result[what], 0)
const failed = total('failed') + (chosen.length === 0 ? 1 : 0)
const omitted = isFull || onlyFast ? '' : '; `npm test -- --full` also runs the slow tests'
console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} s in all${omitted}`)
console.log(`${total('passed')} passed, ${failed} failed`)
// A pipe may not have taken all of the output yet.
process.stdout.write('', () => process.exit(failed > 0 ? 1 : 0))
