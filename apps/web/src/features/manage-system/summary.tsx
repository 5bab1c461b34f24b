import type { Examination } from '@portal/contract/system.ts'
import css from './system-page.module.css'
import { StateIcon } from './state-icon.tsx'
import { text } from './text.ts'

/** The result in a sentence; announced when a new examination ends. */
export function Summary({ checks, examined }: { checks: Examination['checks']; examined: string }) {
  const toDo = checks.filter(({ state }) => state === 'todo').length
  const notChecked = checks.filter(({ state }) => state === 'unknown').length
  const state = toDo > 0 ? 'todo' : notChecked > 0 ? 'unknown' : 'ok'
  const well = notChecked > 0 ? text.nothingToDo : text.allWell
  return (
    <div className={css.summary} role="status">
      <StateIcon state={state} />
      <div>
        <p className="semibold">
          {[toDo > 0 ? text.toDo(toDo) : well, notChecked > 0 && text.notChecked(notChecked)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="note">{examined}</p>
      </div>
    </div>
  )
}
