import type { CheckName, CheckState, Finding as Shown } from '@portal/contract/system.ts'
import type { Db } from '#server/db/database.ts'
import type { Template, WrongValue } from '#server/features/site/pages-service.ts'
import type { Config } from '#server/lib/config/config.ts'

/** What the checks read. */
export type Context = {
  db: Db
  config: Config
  env: Readonly<Record<string, string | undefined>>
  /** Whether the database is the embedded one, which is not for production. */
  isTrial: boolean
  /** Milliseconds after which a check is given up. */
  limitMs: number
}

/** Facts for the terminal alone: addresses, paths and messages of errors. The contract's schema does not let them pass. */
type Shell = {
  webhook_refused: { clientId: string; url: string }
  scheme_unseen: { scheme: string; seen: string }
  page_incomplete: Template
  page_value_wrong: WrongValue
  check_failed: { message: string }
}

/** What a check found: the contract's facts, and those for the terminal. */
export type Finding = {
  [Code in Shown['code']]: Extract<Shown, { code: Code }> &
    (Code extends keyof Shell ? { shell: Shell[Code] } : unknown)
}[Shown['code']]
export type FindingOf<Code extends Shown['code']> = Extract<Finding, { code: Code }>

/** `skipped`: the check does not apply to this set-up. */
export type Result = { state: CheckState | 'skipped'; findings: Finding[] }
export type Check = (context: Context) => Promise<Result> | Result
export type Checks<Names extends CheckName> = Record<Names, Check>

export const ok = (...findings: Finding[]): Result => ({ state: 'ok', findings })
export const unknown = (...findings: Finding[]): Result => ({ state: 'unknown', findings })
export const skipped: Result = { state: 'skipped', findings: [] }
/** In order if there is nothing to do. */
export const todo = (...findings: (Finding | false | undefined)[]): Result => {
  const found = findings.filter((finding) => finding !== false && finding !== undefined)
  return { state: found.length > 0 ? 'todo' : 'ok', findings: found }
}
