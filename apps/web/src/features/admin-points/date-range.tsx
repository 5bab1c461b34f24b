import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import css from './date-range.module.css'
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

type DateRangeProps = { from: string; to: string; onChange: (range: { from: string; to: string }) => void }

/** Two days, both included, either of them open. */
export function DateRange({ from, to, onChange }: DateRangeProps) {
  return (
    <div className={css.range} role="group" aria-label={text.dates}>
      <Day label={text.from} value={from} onChange={(day) => onChange({ from: day, to })} />
      <Day label={text.to} value={to} onChange={(day) => onChange({ from, to: day })} />
      {(from !== '' || to !== '') && (
        <Button tone="ghost" onClick={() => onChange({ from: '', to: '' })}>
          {text.resetDates}
        </Button>
      )}
    </div>
  )
}
