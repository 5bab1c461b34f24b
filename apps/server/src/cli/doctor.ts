import type { OpenDatabase } from '../db/database.ts'
import { openExaminer } from '../features/system/service.ts'
import type { Config } from '../lib/config/config.ts'
import { checkTitles, textOf } from './texts/doctor-text.ts'
import { Findings } from './errors.ts'

type Context = { open: OpenDatabase; config: Config; env: Record<string, string | undefined> }

/** Milliseconds: longer than the timeouts of the mail server and of the database. */
const limitMs = 40_000

/**
 * Checks a production set-up (docs/operations.md, Check the set-up).
 * @returns one line per check
 * @throws Findings with the same lines if something is to do
 */
export async function examine({ open, config, env }: Context): Promise<string> {
  const isTrial = open.trialsOnly !== undefined
  const results = await openExaminer({ db: open.db, config, env, isTrial, limitMs })()
  const lines = results.map(({ name, state, findings }) => {
    const title = checkTitles[name]
    const said = findings.map((finding) => textOf(finding, { open, config })).filter(Boolean)
    if (state === 'todo') return `TO DO  ${title}: ${said.join('\n')}`
    return state === 'unknown' ? `?      ${title}: ${said.join('\n')}` : `ok     ${title}`
  })
  const found = results.filter(({ state }) => state === 'todo').length
  if (found > 0)
    throw new Findings(`${lines.join('\n')}\n${found} of ${lines.length} checks found something to do.`)
  return lines.join('\n')
}
