import { setTimeout as wait } from 'node:timers/promises'
import { type CheckName, checkNames } from '@portal/contract/system.ts'
import { databaseChecks } from './database-checks.ts'
import { networkChecks } from './network-checks.ts'
import { operationChecks } from './operation-checks.ts'
import { type Check, type Context, type Result, unknown, todo } from './results.ts'
import { settingsChecks } from './settings-checks.ts'

export type { Finding, FindingOf } from './results.ts'
export { serverOf } from './network-checks.ts'

const checks: Record<CheckName, Check> = {
  ...databaseChecks,
  ...networkChecks,
  ...operationChecks,
  ...settingsChecks,
}

export type NamedResult = Result & { name: CheckName }

/**
 * Returns a function that makes all checks at once. Callers meanwhile get the same results. A check that takes longer than
 * `limitMs` is given up; while it still runs, it is not started again.
 * @param report receives the error of a check that failed
 */
export function openExaminer(
  context: Context,
  report: (error: unknown, name: CheckName) => void = () => {},
): () => Promise<NamedResult[]> {
  const running = new Map<CheckName, Promise<Result>>()
  const start = (name: CheckName): Promise<Result> => {
    const begun = (async () => checks[name](context))()
      .catch((error: Error) => {
        report(error, name)
        return todo({ code: 'check_failed', shell: { message: error.message } })
      })
      .finally(() => running.delete(name))
    running.set(name, begun)
    return begun
  }
  const make = async (name: CheckName): Promise<NamedResult> => {
    const timer = new AbortController()
    const { limitMs } = context
    const limit = wait(limitMs, undefined, { signal: timer.signal }).then(
      () => unknown({ code: 'check_slow', seconds: Math.round(limitMs / 1_000) }),
      () => unknown(),
    )
    const result = await Promise.race([running.get(name) ?? start(name), limit])
    timer.abort()
    return { name, ...result }
  }
  let current: Promise<NamedResult[]> | undefined
  return () => (current ??= Promise.all(checkNames.map(make)).finally(() => (current = undefined)))
}
