/** Counts the results of a step from the test runners' JSON reports. */
import { existsSync, readFileSync } from 'node:fs'

export type Outcome = {
  passed: number
  failed: number
  skipped: number
  /** Name and message of each failed test. */
  failures?: readonly string[]
  /** Name and first message of each test that passed only when it was repeated. */
  flaky?: readonly string[]
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}
type PlaywrightError = { message?: string }
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    file: string
    title: string
    ok: boolean
    tests: { status: string; results: { errors: PlaywrightError[] }[] }[]
  }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: PlaywrightError[]
  suites: PlaywrightSuite[]
}

const readReport = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

const ownFrames = (message: string) => message.replaceAll(/\n +at .*node_modules.*|\n +at new Promise.*/g, '')

/** A file that fails before its first test counts as one failed test. */
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
  /** The tests with failures and a status: those of a test that passed when it was repeated are kept. */
  const describe = (wanted: 'passed' | 'failed') =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.flatMap(({ status, fullName, failureMessages = [] }) =>
        status === wanted && (status === 'failed' || failureMessages.length > 0)
          ? [[`${name}: ${fullName}`, ...failureMessages.map(ownFrames)].join('\n')]
          : [],
      ),
    )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests,
    failures: [...broken.map(({ name, message }) => `${name}\n${message}`), ...describe('failed')],
    flaky: describe('passed'),
  }
}

/** `errors` are errors outside tests: a file that does not load, a server that does not start. */
function countPlaywright({ stats, errors, suites }: PlaywrightReport): Outcome {
  const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  const messages = (list: PlaywrightError[]) => list.map(({ message = '' }) => message)
  const specs = suites.flatMap(specsOf)
  const describe = ({ file, title, tests }: PlaywrightSuite['specs'][number]) =>
    [
      `${file}: ${title}`,
      ...messages(tests.flatMap(({ results }) => results.flatMap((result) => result.errors))),
    ].join('\n')
  return {
    failures: [...messages(errors), ...specs.filter(({ ok }) => !ok).map(describe)],
    flaky: specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(describe),
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

/**
 * Counts the results of a step. A missing report, a report without tests, and a failed exit without failed tests count
 * as one failed test.
 * @param ok whether the exit code was 0
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
