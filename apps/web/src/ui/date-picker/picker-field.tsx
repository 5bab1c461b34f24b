import { CalendarDays, X } from 'lucide-react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classes } from '../layout/classes.ts'
import type { Wiring } from '../forms/field.tsx'
import fieldCss from '../forms/field.module.css'
import { loadCalendarModules } from './calendar-modules.ts'
import type { CalendarProps } from './calendar.tsx'
import css from './date-picker.module.css'
import type { Day } from '#web/lib/days.ts'
import { useDigitsOnly } from './digits.ts'
import { LazyCalendar } from './lazy-calendar.tsx'
import { Popup } from './popup.tsx'
import type { DatePickerProps } from './props.ts'
import type { Texts } from './text.ts'
import type { useTypedText } from './use-typed-day.ts'

type PickerFieldProps = {
  wiring: Wiring
  props: DatePickerProps
  texts: Texts
  placeholder: string
  /** The value as text. */
  shown: string
  typed: ReturnType<typeof useTypedText>
  pick: (day: Day) => 'more' | 'done' | 'cleared'
  calendar: Omit<CalendarProps, 'pick'>
}

/** The text field, and the open state of its calendar (portal.md §4). */
export function PickerField(given: PickerFieldProps) {
  const { wiring, props, texts, placeholder, shown, typed, pick, calendar } = given
  const { readOnly = false, disabled = false, datePickerOnly = false, clearable = true } = props
  const { keepOpenOnSelect = false, keepOpenOnClear = false, allowOnlyNumbers = false } = props
  const popupId = useId()
  const keysId = useId()
  const [open, setOpen] = useState(false)
  const [intoGrid, setIntoGrid] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  /** The focus was restored by code, not by the user: do not open. */
  const isQuiet = useRef(false)
  const digitsOf = useDigitsOnly(allowOnlyNumbers)
  const canOpen = !readOnly && !disabled
  const isOpen = open && canOpen
  const text = typed.draft ?? shown

  const show = () => {
    setIntoGrid(false)
    setOpen(true)
  }
  const focusQuietly = useCallback(() => {
    isQuiet.current = true
    input.current?.focus()
    isQuiet.current = false
  }, [])
  const close = () => {
    setOpen(false)
    focusQuietly()
  }

  useEffect(() => {
    if (!isOpen) return undefined
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !holder.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress, true)
    return () => document.removeEventListener('pointerdown', onPress, true)
  }, [isOpen])

  // A form waits for text that is parsed later, and is then sent with the days, unless they are changed or refused.
  const [held, setHeld] = useState<SubmitEvent>()
  useEffect(() => {
    const form = input.current?.form
    if (!form || !typed.isOverdue) return undefined
    const hold = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      void loadCalendarModules()
      setHeld(event)
    }
    form.addEventListener('submit', hold, true)
    return () => form.removeEventListener('submit', hold, true)
  }, [typed.isOverdue])
  useEffect(() => {
    if (!held || (typed.isOverdue && !typed.problem)) return
    // Loading has ended.
    // eslint-disable-next-line react/set-state-in-effect
    setHeld(undefined)
    if (typed.problem) {
      // The calendar would cover the error.
      setOpen(false)
      focusQuietly()
    } else input.current?.form?.requestSubmit(held.submitter?.isConnected ? held.submitter : null)
  }, [held, typed.isOverdue, typed.problem, focusQuietly])

  const pickDay = (day: Day) => {
    setHeld(undefined)
    const outcome = pick(day)
    const staysOpen = outcome === 'more' || (outcome === 'cleared' ? keepOpenOnClear : keepOpenOnSelect)
    if (!staysOpen) close()
  }

  // Stable callback, so that the calendar is not rendered again.
  const latestPick = useRef(pickDay)
  useEffect(() => {
    latestPick.current = pickDay
  })
  const pickLatest = useCallback((day: Day) => latestPick.current(day), [])

  const clear = () => {
    setHeld(undefined)
    typed.pick([])
    if (keepOpenOnClear) focusQuietly()
    else close()
  }

  const enterGrid = () => {
    // The grid then shows the typed day.
    flushSync(() => typed.finish())
    const find = (selector: string) => holder.current?.querySelector<HTMLElement>(selector)
    const target = find('[role="grid"] button[tabindex="0"]') ?? find('[role="dialog"] button')
    if (target) target.focus()
    else {
      setIntoGrid(true)
      setOpen(true)
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      // Close only the calendar, not a dialog around the field.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  const onFieldKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && canOpen) {
      event.preventDefault()
      enterGrid()
    } else if (event.key === 'Enter' && typed.draft !== undefined && !typed.isOverdue) {
      // Enter first commits the typed text; the next Enter submits the form.
      event.preventDefault()
      const outcome = typed.finish()
      const isWhole = Array.isArray(outcome) && outcome.length === (props.type === 'range' ? 2 : 1)
      // The error is shown under the field, where the calendar would cover it.
      if (outcome === 'refused' || (isWhole && !keepOpenOnSelect)) setOpen(false)
    } else if (event.key === 'Tab') {
      // Tab skips the calendar. The focus moves after it is closed.
      setOpen(false)
    }
  }

  const onFieldFocus = () => {
    if (!isQuiet.current && canOpen) show()
    isQuiet.current = false
  }
  const onFieldBlur = () => {
    // The window lost the focus and will return it to the field: do not treat that as a new focus.
    if (document.activeElement === input.current) isQuiet.current = true
    else typed.finish()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !holder.current?.contains(relatedTarget)) setOpen(false)
  }

  const hasClear = clearable && text !== '' && canOpen
  return (
    // Key and focus events bubble up from the field and the calendar inside.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={holder} className="relative" onKeyDown={onKeyDown} onBlur={onBlur}>
      <input
        ref={input}
        {...wiring}
        aria-describedby={classes(wiring['aria-describedby'], canOpen && keysId) || undefined}
        type="text"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={popupId}
        className={classes(
          fieldCss.input,
          fieldCss.inside,
          css.input,
          datePickerOnly && canOpen && css.pickOnly,
        )}
        name={props.name}
        placeholder={placeholder}
        disabled={disabled}
        readOnly={readOnly || datePickerOnly}
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={props.autoFocus}
        autoComplete="off"
        spellCheck={false}
        inputMode={allowOnlyNumbers ? 'numeric' : undefined}
        value={text}
        onChange={({ target }) => {
          setHeld(undefined)
          typed.type(digitsOf(target))
        }}
        onFocus={onFieldFocus}
        onBlur={onFieldBlur}
        onClick={() => canOpen && !isOpen && show()}
        onKeyDown={onFieldKeyDown}
      />
      {hasClear ? (
        <button
          type="button"
          className={fieldCss.button}
          aria-label={`${texts.clear}: ${props.label}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={clear}
        >
          <X size={19} aria-hidden="true" />
        </button>
      ) : (
        <CalendarDays className={fieldCss.icon} size={20} aria-hidden="true" />
      )}
      {canOpen && (
        <span id={keysId} hidden>
          {texts.keys}
        </span>
      )}
      {isOpen && (
        <Popup id={popupId} label={`${texts.calendar}: ${props.label}`} anchor={input}>
          <LazyCalendar {...calendar} pick={pickLatest} takesFocus={intoGrid} />
        </Popup>
      )}
    </div>
  )
}
