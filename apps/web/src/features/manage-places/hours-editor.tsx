import { maxIntervals, readTime } from '@portal/contract/hours/opening-hours.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Choice } from '#web/shared/manage/choice.tsx'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { HoursDay } from './hours-day.tsx'
import { type Draft, problemsOf, readDraft, shownHours, writeDraft } from './hours-draft.ts'
import css from './hours-editor.module.css'
import { dayTexts, hoursText as text } from './hours-text.ts'

type HoursEditorProps = {
  /** As `draftOf` writes it. */
  value: string
  /** Whether wrong times are marked. */
  showsProblems: boolean
  onChange: (value: string) => void
}

/** Opening hours by weekday, of which citizens see whether a place is open now. */
export function HoursEditor({ value, showsProblems, onChange }: HoursEditorProps) {
  const id = useId()
  const editor = useRef<HTMLFieldSetElement>(null)
  const [said, setSaid] = useState('')
  // What gets the focus once it is there.
  const next = useRef<string>(undefined)
  useEffect(() => {
    if (next.current) editor.current?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = undefined
  })

  const draft = readDraft(value)
  const change = (part: Partial<Draft>) => onChange(writeDraft({ ...draft, ...part }))
  const setDay = (at: number, day: Draft['days'][number]) =>
    change({ days: draft.days.map((old, index) => (index === at ? day : old)) })

  const actionsOf = (at: number) => {
    const day = draft.days[at] ?? []
    return {
      day,
      problems: showsProblems ? problemsOf(day) : [],
      set: (key: number, name: 'opens' | 'closes', typed: string) =>
        setDay(
          at,
          day.map((one) => (one.key === key ? { ...one, [name]: typed } : one)),
        ),
      tidy: (key: number, name: 'opens' | 'closes') => {
        const typed = day.find((one) => one.key === key)?.[name] ?? ''
        const time = readTime(typed)
        if (time === undefined || time === typed) return
        setDay(
          at,
          day.map((one) => (one.key === key ? { ...one, [name]: time } : one)),
        )
      },
      add:
        day.length < maxIntervals
          ? () => {
              const key = Math.max(-1, ...day.map((one) => one.key)) + 1
              next.current = `[data-time="${at}.${key}.opens"]`
              setSaid('')
              setDay(at, [...day, { opens: '', closes: '', key }])
            }
          : undefined,
      remove: (key: number) => {
        next.current = `[data-add="${at}"]`
        setSaid(text.removed)
        setDay(
          at,
          day.filter((one) => one.key !== key),
        )
      },
      copy: () => {
        setSaid(text.copied)
        if (at > 0) return setDay(at, draft.days[at - 1] ?? [])
        change({ days: draft.days.map((old, index) => (index < 5 ? day : old)) })
      },
    }
  }
  const shown = shownHours(value)
  return (
    <fieldset ref={editor} className={css.editor} aria-describedby={`${id}-hint`}>
      <legend className="text-s semibold">{text.legend}</legend>
      <p className="note" id={`${id}-hint`}>
        {text.hint}
      </p>
      <div className={css.modes}>
        {text.modes.map(({ value: mode, label }) => (
          <Choice
            key={mode}
            type="radio"
            name={`${id}-mode`}
            checked={draft.mode === mode}
            onChange={() => change({ mode: mode as Draft['mode'] })}
          >
            {label}
          </Choice>
        ))}
      </div>
      {draft.mode === 'week' && (
        <>
          <p className="note">{text.timeHint}</p>
          <div className={css.days}>
            {dayTexts.map(({ weekday, ...names }, at) => (
              <HoursDay key={weekday} at={at} {...names} {...actionsOf(at)} />
            ))}
          </div>
          <div>
            <Choice
              checked={draft.holidaysClosed}
              aria-describedby={`${id}-holidays`}
              onChange={(holidaysClosed) => change({ holidaysClosed })}
            >
              {text.holidays}
            </Choice>
            <p className="note" id={`${id}-holidays`}>
              {text.holidaysHint}
            </p>
          </div>
          {shown !== undefined && (
            <p className={css.shown}>
              {text.citizensRead} <b>{shown}</b>
            </p>
          )}
        </>
      )}
      <div role="status">
        <Hidden>{said}</Hidden>
      </div>
    </fieldset>
  )
}
