import { memo, useState } from 'react'
import type { DayPickerProps, Labels, WeekdaysProps } from 'react-day-picker'
import { DayPicker } from 'react-day-picker'
import css from './calendar.module.css'
import type { Day } from '#web/lib/days.ts'
import { dayOf, firstOf, monthOf, dateOf } from '#web/lib/days.ts'
import { useToday } from './athens-days.ts'
import type { Limits } from './limits.ts'
import { obstacleOf } from './limits.ts'
import { locales } from './locales.ts'
import { MonthBar } from './month-bar.tsx'
import type { CheckedOptions } from './options.ts'
import type { Language, Texts } from './text.ts'
import { texts } from './text.ts'

/** In the same file for browsers: each further file would need a retry of its own. */
export { createDayText } from './day-format.ts'

/** The library hides the column headings from screen readers; a grid needs them. */
const Weekdays = (props: WeekdaysProps) => (
  <thead>
    <tr {...props} />
  </thead>
)

const labelsOf = ({ isToday, isSelected }: Texts): Partial<Labels> => ({
  labelDayButton: (date, { today, selected }, _options, dateLib) => {
    const name = dateLib?.format(date, 'EEEE, d MMMM yyyy') ?? dayOf(date)
    const told = today ? isToday(name) : name
    return selected ? isSelected(told) : told
  },
})
const labels = { el: labelsOf(texts.el), 'en-US': labelsOf(texts['en-US']) }

export type CalendarProps = {
  type: 'basic' | 'range'
  /** Selected days: none, one, or for a range up to two, the earlier first. */
  days: readonly Day[]
  pick: (day: Day) => void
  limits: Limits
  language: Language
  options: CheckedOptions
  showToday: boolean
  showOutsideDays: boolean
  disabled?: boolean
  /** Focuses the selected day, or today, on mount. */
  takesFocus?: boolean
}

/**
 * The days of one month, or of two for a range, as a grid with arrow-key navigation. Memoized, so that typing in the
 * field does not render it again.
 */
export const Calendar = memo(function Calendar(props: CalendarProps) {
  const { type, days, pick, limits, language, options, showToday, showOutsideDays } = props
  const { disabled = false, takesFocus = false } = props
  const today = useToday()
  const [hovered, setHovered] = useState<Day>()
  const count = type === 'range' ? 2 : 1

  const minMonth = limits.minDate === undefined ? -Infinity : monthOf(limits.minDate)
  const last = limits.maxDate === undefined ? Infinity : monthOf(limits.maxDate)
  // Two months end at the last reachable month, unless only one is reachable.
  const maxMonth = Math.max(minMonth, last - count + 1)
  const within = (month: number) => Math.min(Math.max(month, minMonth), maxMonth)
  const [chosenMonth, setMonth] = useState(() => within(monthOf(days[0] ?? today)))
  const month = within(chosenMonth)

  // Show a day that was typed.
  const first = days[0]
  const [seen, setSeen] = useState(first)
  if (first !== seen) {
    setSeen(first)
    const inView = first !== undefined && monthOf(first) >= month && monthOf(first) < month + count
    if (first !== undefined && !inView) setMonth(within(monthOf(first)))
  }

  const isOff = (day: Day) => disabled || obstacleOf(day, limits) !== undefined
  const [start, end] = days
  const preview = type === 'range' && start !== undefined && end === undefined ? hovered : undefined
  const isPreviewed = (day: Day) =>
    preview !== undefined &&
    start !== undefined &&
    (start < preview ? day > start && day <= preview : day >= preview && day < start)

  const pickDate = (_: unknown, date: Date) => pick(dayOf(date))
  const pickToday = () => {
    pick(today)
    setMonth(within(monthOf(today)))
  }
  const selection: Partial<DayPickerProps> =
    type === 'range'
      ? {
          mode: 'range',
          selected:
            start === undefined
              ? undefined
              : { from: dateOf(start), to: end === undefined ? undefined : dateOf(end) },
          onSelect: pickDate,
        }
      : { mode: 'single', selected: start === undefined ? undefined : dateOf(start), onSelect: pickDate }

  return (
    <div className={css.calendar}>
      <MonthBar texts={texts[language]} month={month} minMonth={minMonth} maxMonth={maxMonth} go={setMonth} />
      <DayPicker
        {...(selection as DayPickerProps)}
        locale={locales[language]}
        labels={labels[language]}
        {...options}
        numberOfMonths={Math.max(1, Math.min(count, last - minMonth + 1))}
        month={firstOf(month)}
        onMonthChange={(date) => setMonth(within(monthOf(dayOf(date))))}
        {...(limits.minDate !== undefined && { startMonth: dateOf(limits.minDate) })}
        {...(limits.maxDate !== undefined && { endMonth: dateOf(limits.maxDate) })}
        today={dateOf(today)}
        disabled={(date: Date) => isOff(dayOf(date))}
        modifiers={{ preview: (date: Date) => isPreviewed(dayOf(date)) }}
        showOutsideDays={showOutsideDays}
        hideNavigation
        // Set by the arrow key that opens the calendar, or by a page with an inline calendar.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={takesFocus}
        onDayMouseEnter={(date) => setHovered(dayOf(date))}
        onDayMouseLeave={() => setHovered(undefined)}
        onDayFocus={(date) => setHovered(dayOf(date))}
        onDayBlur={() => setHovered(undefined)}
        components={components}
        classNames={classNames}
        modifiersClassNames={modifiersClassNames}
      />
      {showToday && (
        <div className={css.foot}>
          <button type="button" className={css.today} disabled={isOff(today)} onClick={pickToday}>
            {texts[language].today}
          </button>
        </div>
      )}
    </div>
  )
})

const components = { Weekdays }
const classNames = {
  months: css.months ?? '',
  month_caption: css.caption ?? '',
  month_grid: css.grid ?? '',
  weekday: css.weekday ?? '',
  day: css.cell ?? '',
  day_button: css.day ?? '',
  selected: css.selected ?? '',
  range_start: css.start ?? '',
  range_middle: css.between ?? '',
  range_end: css.end ?? '',
  today: css.isToday ?? '',
  outside: css.outside ?? '',
  disabled: css.off ?? '',
  hidden: css.hidden ?? '',
}
const modifiersClassNames = { preview: css.preview ?? '' }
