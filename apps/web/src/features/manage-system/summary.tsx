import type { Examination } from '@portal/contract/system.ts'
import css from '#web/shared/manage/manage.module.css'
import { looks } from './looks.ts'
import { text } from './text.ts'

/** The result in a sentence; announced when a new examination ends. */
export function Summary({ checks, examined }: { checks: Examination['checks']; examined: string }) {
  const toDo = checks.filter(({ state }) => state === 'todo').length
  const notChecked = checks.filter(({ state }) => state === 'unknown').length
  const state = toDo > 0 ? 'todo' : notChecked > 0 ? 'unknown' : 'ok'
  const { icon: Icon, tone } = looks[state]
  const well = notChecked > 0 ? text.nothingToDo : text.allWell
  return (
    <div className="panel pad flex gap-3" role="status">
      <Icon className={css[tone]} size={22} aria-hidden="true" />
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
