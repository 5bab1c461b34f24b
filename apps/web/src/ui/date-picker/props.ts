import type { ReactNode } from 'react'
import type { Day } from '#web/lib/days.ts'
import { isDay } from '#web/lib/days.ts'
import type { Limits } from './limits.ts'
import type { FormatOptions } from './options.ts'

type OneDay = {
  /** One day, and one month shown. */
  type?: 'basic' | undefined
  /** `YYYY-MM-DD`; an invalid day counts as null. */
  value?: Day | null | undefined
  onChange: (value: Day | null) => void
}

type TwoDays = {
  /** Two days, and two months shown. */
  type: 'range'
  /** One day, the start of an open range, or two, the earlier first. */
  value?: readonly Day[] | null | undefined
  onChange: (value: Day[] | null) => void
}

/** Documented in docs/date-picker.md. */
export type DatePickerProps = (OneDay | TwoDays) &
  Limits & {
    label: string
    /** Shows the label only to screen readers. */
    hideLabel?: boolean | undefined
    /** Y for the year, M for the month, D for the day, repeated for the number of digits; else date-fns' tokens. */
    format?: string | undefined
    formatOptions?: FormatOptions | undefined
    /** 'el' (or 'el-GR') or 'en-US'; any other logs a warning and is 'en-US'. */
    locale?: string | undefined
    /** 0, Sunday, to 6. */
    firstDayOfWeek?: number | undefined
    clearable?: boolean | undefined
    clearOnSameDateClick?: boolean | undefined
    keepOpenOnSelect?: boolean | undefined
    keepOpenOnClear?: boolean | undefined
    allowOnlyNumbers?: boolean | undefined
    readOnly?: boolean | undefined
    datePickerOnly?: boolean | undefined
    inline?: boolean | undefined
    showToday?: boolean | undefined
    showOutsideDays?: boolean | undefined
    disabled?: boolean | undefined
    /** Shown under the field, unless the typed text has an error. */
    error?: ReactNode
    hint?: ReactNode
    name?: string | undefined
    required?: boolean | undefined
    placeholder?: string | undefined
    autoFocus?: boolean | undefined
    id?: string | undefined
  }

/** Returns the value as a list of up to two days, the earlier first. */
export function daysOf(value: DatePickerProps['value']): Day[] {
  const days = typeof value === 'string' ? [value] : [...(value ?? [])]
  return days.every(isDay) ? days.slice(0, 2).sort() : []
}

/** Calls `onChange` with the days in the form of its type. */
export function send(props: DatePickerProps, days: Day[]): void {
  if (props.type === 'range') props.onChange(days.length > 0 ? days : null)
  else props.onChange(days[0] ?? null)
}
