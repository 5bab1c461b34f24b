import { Button } from '../controls/button.tsx'
import { Spinner } from '../controls/spinner.tsx'
import type { CalendarProps } from './calendar.tsx'
import css from './date-picker.module.css'
import { loadCalendarModules, useCalendarModules } from './calendar-modules.ts'
import { texts } from './text.ts'

/** The calendar when loaded; until then a loading state, or the error. */
export function LazyCalendar(props: CalendarProps) {
  const modules = useCalendarModules()
  const text = texts[props.language]
  if (modules === 'loading')
    return (
      <div className={css.waiting} data-type={props.type}>
        <Spinner label={text.loading} />
      </div>
    )
  if (modules === 'failed')
    return (
      <div className={css.waiting} role="alert">
        {text.failed}
        <Button tone="ghost" onClick={() => void loadCalendarModules()}>
          {text.retry}
        </Button>
      </div>
    )
  return <modules.Calendar {...props} />
}
