import { type CheckState, examineSystem } from '@portal/contract/system.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { version } from '#server/lib/config/version.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { type NamedResult, openExaminer } from './service.ts'

/** Milliseconds that a page waits for a check. */
const limitMs = 5_000

export const systemRoutes: Routes = (scope, context) => {
  const { db, config, env, clock } = context
  const examine = openExaminer(
    { db, config, env, isTrial: config.database.url === undefined, limitMs },
    (error, check) => scope.log.error({ check, error: describeError(error) }, 'a check failed'),
  )
  handle(scope, examineSystem, async () => ({
    checks: (await examine()).filter(applies),
    version,
    examined_at: athensTime(clock.now()),
  }))
}

const applies = (result: NamedResult): result is NamedResult & { state: CheckState } =>
  result.state !== 'skipped'
