import { useState } from 'react'
import { formatDay, useToday } from '#web/lib/athens-days.ts'
import css from './date-range.module.css'
import { PeriodChoice } from './period-choice.tsx'
import { type Days, daysOf, type Period } from './period.ts'
import { text } from './text.ts'

/** Before the company was; keeps the '0002' that one types on the way to 2026 from being a day to filter by. */
const earliest = '2000-01-01'

type DayProps = { label: string; value: string; onChange: (day: string) => void }

function Day({ label, value, onChange }: DayProps) {
  const [known, setKnown] = useState(value)
  const [typed, setTyped] = useState(value)
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  return (
    <label className={css.day}>
      {label}
      <input
        type="date"
        className={css.input}
        min={earliest}
        max="9999-12-31"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.validity.valid) onChange(target.value)
        }}
      />
    </label>
  )
}

type DateRangeProps = Days & { period: Period; onChange: (range: Days & { period: Period }) => void }

/** The days whose records are shown: a period that ends today, or two days of one's own, either of them open. */
export function DateRange({ period, from, to, onChange }: DateRangeProps) {
  return (
    <div className={css.range}>
      <PeriodChoice period={period} onChange={(period) => onChange({ period, from: '', to: '' })} />
      {period === 'custom' && (
        <div className={css.days} role="group" aria-label={text.period}>
          <Day label={text.from} value={from} onChange={(day) => onChange({ period, from: day, to })} />
          <Day label={text.to} value={to} onChange={(day) => onChange({ period, from, to: day })} />
        </div>
      )}
    </div>
  )
}

/** Which days a period means today, in words. */
export function DaysMeant({ period, from, to }: Days & { period: Period }) {
  const days = daysOf(period, { from, to }, useToday())
  if (period === 'all') return text.periods.all
  return text.days(days.from ? formatDay(days.from) : text.start, formatDay(days.to))
}
