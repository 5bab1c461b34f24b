import { useEffect, useMemo } from 'react'
import { Field } from '../forms/field.tsx'
import type { Day } from '#web/lib/days.ts'
import { LazyCalendar } from './lazy-calendar.tsx'
import { useCalendarModules } from './calendar-modules.ts'
import { checkOptions } from './options.ts'
import { formatNumericDay, patternOf } from './pattern.ts'
import { PickerField } from './picker-field.tsx'
import type { DatePickerProps } from './props.ts'
import { daysOf, send } from './props.ts'
import { languageOf, texts } from './text.ts'
import type { Problem } from './use-typed-day.ts'
import { useTypedText } from './use-typed-day.ts'

/** Returns the language of a locale; warns about an unknown one and uses English (portal.md §8). */
function useLanguage(locale: string) {
  const language = languageOf(locale)
  useEffect(() => {
    if (!language) console.warn(`"${locale}" is not a valid locale`)
  }, [language, locale])
  return language ?? 'en-US'
}

/**
 * Field for one calendar day or a range of two, with a calendar (docs/date-picker.md). Values are calendar days,
 * `YYYY-MM-DD`, not timestamps; today is today in Athens.
 * @throws RangeError during rendering, for invalid options and formats (portal.md §8)
 */
export function DatePicker(props: DatePickerProps) {
  const { type = 'basic', format = 'YYYY-MM-DD', locale = 'en-US', firstDayOfWeek } = props
  const { label, hideLabel, hint, error, required = false, id, inline = false } = props
  const language = useLanguage(locale)
  const text = texts[language]
  const { weekStartsOn, firstWeekContainsDate, useAdditionalWeekYearTokens, useAdditionalDayOfYearTokens } =
    props.formatOptions ?? {}
  const options = useMemo(
    () =>
      checkOptions(
        { weekStartsOn, firstWeekContainsDate, useAdditionalWeekYearTokens, useAdditionalDayOfYearTokens },
        firstDayOfWeek,
      ),
    [
      weekStartsOn,
      firstWeekContainsDate,
      useAdditionalWeekYearTokens,
      useAdditionalDayOfYearTokens,
      firstDayOfWeek,
    ],
  )

  const pattern = patternOf(format)
  const modules = useCalendarModules()
  const createDayText = typeof modules === 'object' ? modules.createDayText : undefined
  const dayText = useMemo(
    () => createDayText?.(pattern, language, options),
    [createDayText, pattern, language, options],
  )
  const show = (day: Day) => dayText?.format(day) ?? formatNumericDay(day, pattern)

  const { value, minDate, maxDate, filterDate, clearOnSameDateClick = true } = props
  const days = useMemo(() => daysOf(value), [value])
  const limits = useMemo(() => ({ minDate, maxDate, filterDate }), [minDate, maxDate, filterDate])
  const maxDays = type === 'range' ? 2 : 1
  const hasFailed = modules === 'failed'
  const typed = useTypedText({ days, maxDays, limits, dayText, hasFailed, send: (days) => send(props, days) })

  /** @returns the effect: another day is needed, the selection is complete, or it was cleared */
  const pick = (day: Day): 'more' | 'done' | 'cleared' => {
    if (type === 'range') {
      const isEnd = days.length === 1
      typed.pick(isEnd ? [...days, day].sort() : [day])
      return isEnd ? 'done' : 'more'
    }
    const isTakenBack = clearOnSameDateClick && days[0] === day
    typed.pick(isTakenBack ? [] : [day])
    return isTakenBack ? 'cleared' : 'done'
  }

  const reasonOf = (problem: Problem): string => {
    if (problem.kind === 'not loaded') return text.failed
    if (problem.kind === 'not a date') return text.notADate(exampleOf(show, maxDays))
    const limit = { 'too early': minDate, 'too late': maxDate, 'not offered': undefined }[problem.kind]
    return text.rejected[problem.kind](show(problem.day), limit === undefined ? '' : show(limit))
  }

  const calendar = {
    type,
    days,
    limits,
    language,
    options,
    showToday: props.showToday ?? true,
    showOutsideDays: props.showOutsideDays ?? false,
  }

  return (
    <Field
      label={label}
      hideLabel={hideLabel ?? false}
      hint={hint}
      error={typed.problem ? reasonOf(typed.problem) : error}
      optional={!required}
      {...(id !== undefined && { id })}
    >
      {(wiring) =>
        inline ? (
          <div
            id={wiring.id}
            role="group"
            aria-labelledby={`${wiring.id}-label`}
            aria-describedby={wiring['aria-describedby']}
          >
            <LazyCalendar
              {...calendar}
              pick={pick}
              disabled={props.disabled ?? props.readOnly ?? false}
              takesFocus={props.autoFocus ?? false}
            />
          </div>
        ) : (
          <PickerField
            wiring={wiring}
            props={props}
            texts={text}
            placeholder={props.placeholder ?? (type === 'range' ? `${format} - ${format}` : format)}
            shown={days.map(show).join(' - ')}
            typed={typed}
            pick={pick}
            calendar={calendar}
          />
        )
      }
    </Field>
  )
}

/** Example days that show the format. */
const exampleOf = (show: (day: Day) => string, maxDays: 1 | 2) =>
  ['2026-03-11', '2026-03-25'].slice(0, maxDays).map(show).join(' - ')
