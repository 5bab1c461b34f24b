import { CircleAlert, Plus, X } from 'lucide-react'
import { useId } from 'react'
import fieldCss from '#web/ui/forms/field.module.css'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import type { Draft, problemsOf } from './hours-draft.ts'
import css from './hours-editor.module.css'
import { fieldProblems, hoursText as text } from './hours-text.ts'

type Name = 'opens' | 'closes'
type HoursDayProps = {
  /** Number of the weekday, from Monday, 0. */
  at: number
  name: string
  /** Of the button that takes over the hours of the day before. */
  same: string
  day: Draft['days'][number]
  problems: ReturnType<typeof problemsOf>
  set: (key: number, name: Name, typed: string) => void
  /** Writes a typed time as HH:MM. */
  tidy: (key: number, name: Name) => void
  add: (() => void) | undefined
  remove: (key: number) => void
  copy: () => void
}

/** The hours of a weekday. */
export function HoursDay(props: HoursDayProps) {
  const { at, name: dayName, same, day, problems, set, tidy, add, remove, copy } = props
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={css.day}>
      <span id={id} className="semibold">
        {dayName}
      </span>
      <div className={css.intervals}>
        {day.length === 0 && <span className={css.none}>{text.closedDay}</span>}
        {day.map((interval, index) => {
          const found = problems[index] ?? {}
          const wrong = found.opens ?? found.closes
          const errorId = `${id}-${interval.key}`
          return (
            <div key={interval.key}>
              <div className={css.interval}>
                {(['opens', 'closes'] as const).map((name) => (
                  <label key={name} className={css.time}>
                    <span aria-hidden="true">{text[name]}</span>
                    <Hidden>{text.fieldOf(dayName, name, index + 1)}</Hidden>
                    <input
                      type="text"
                      className={fieldCss.input}
                      inputMode="text"
                      autoComplete="off"
                      maxLength={5}
                      placeholder="00:00"
                      data-time={`${at}.${interval.key}.${name}`}
                      value={interval[name]}
                      aria-invalid={found[name] ? true : undefined}
                      aria-describedby={found[name] ? errorId : undefined}
                      onChange={({ target }) => set(interval.key, name, target.value)}
                      onBlur={() => tidy(interval.key, name)}
                    />
                  </label>
                ))}
                <button type="button" className={css.remove} onClick={() => remove(interval.key)}>
                  <X size={18} aria-hidden="true" />
                  <Hidden>{text.remove(dayName, index + 1)}</Hidden>
                </button>
              </div>
              {wrong && (
                <p className={fieldCss.error} id={errorId}>
                  <CircleAlert size={18} aria-hidden="true" />
                  <span>{fieldProblems[wrong]}</span>
                </p>
              )}
            </div>
          )
        })}
      </div>
      <div className={css.actions}>
        <button
          type="button"
          className={css.action}
          data-add={at}
          aria-disabled={add ? undefined : true}
          onClick={add}
        >
          <Plus size={18} aria-hidden="true" />
          <span aria-hidden="true">{text.add}</span>
          <Hidden>{text.addTo(dayName)}</Hidden>
        </button>
        <button type="button" className={css.action} onClick={copy}>
          {at === 0 ? text.copy : same}
        </button>
      </div>
    </div>
  )
}
