import { Button } from '../controls/button.tsx'
import { Spinner } from '../controls/spinner.tsx'
import type { CalendarProps } from './calendar.tsx'
import css from './date-picker.module.css'
import { loadMachinery, useMachinery } from './machinery.ts'
import { texts } from './text.ts'

/** The calendar when loaded; until then a loading state, or the error. */
export function LazyCalendar(props: CalendarProps) {
  const machinery = useMachinery()
  const text = texts[props.language]
  if (machinery === 'loading')
    return (
      <div className={css.waiting} data-type={props.type}>
        <Spinner label={text.loading} />
      </div>
    )
  if (machinery === 'failed')
    return (
      <div className={css.waiting} role="alert">
        {text.failed}
        <Button tone="ghost" onClick={() => void loadMachinery()}>
          {text.retry}
        </Button>
      </div>
    )
  return <machinery.Calendar {...props} />
}
