/** What a step came to, counted from the reports of the test runners. */
import { existsSync, readFileSync } from 'node:fs'

export type Outcome = { passed: number; failed: number; skipped: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

const readReport = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

/** A file that fails before its first test counts as one that failed. */
function countVitest({
  numPassedTests,
  numFailedTests,
  numPendingTests,
  testResults,
}: VitestReport): Outcome {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests }
}

/** `errors` are those outside a test: a file that doesn't load, a server that doesn't start. */
function countPlaywright({ stats, errors }: PlaywrightReport): Outcome {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/**
 * Counts a step. Never less than one: tests that didn't run, and a program that ends with a error its report
 * doesn't tell of, count as one that failed.
 * @param ok whether the program ended with exit code 0
 */
export function countOutcome(
  kind: 'vitest' | 'playwright' | undefined,
  reportFile: string,
  ok: boolean,
): Outcome {
  if (!kind) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
  const report = readReport(reportFile)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const outcome =
    kind === 'vitest' ? countVitest(report as VitestReport) : countPlaywright(report as PlaywrightReport)
  const unexplained = !ok || outcome.passed + outcome.failed === 0
  return unexplained && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome
}
