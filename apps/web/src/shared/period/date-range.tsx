import { useEffect, useRef, useState } from 'react'
import { formatDay, useToday } from '#web/ui/date-picker/athens-days.ts'
import { daysOf, periodNames, type Range } from './period.ts'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'
import css from './date-range.module.css'
import { PeriodChoice } from './period-choice.tsx'
import { text } from './period-text.ts'

/** First day of the calendar: no record is older. */
const earliest = '2000-01-01'

const greek = { format: 'DD/MM/YYYY', locale: 'el', firstDayOfWeek: 1 } as const

type DateRangeProps = Range & { onChange: (range: Range) => void }

/** Selects the days: a period that ends today, or two custom days, either of them optional. */
export function DateRange({
  onChange: send,
  period: givenPeriod,
  from: givenFrom,
  to: givenTo,
}: DateRangeProps) {
  const today = useToday()
  // The address changes later: shows the choice until then, and keeps it if a second day is chosen.
  const given = { period: givenPeriod, from: givenFrom, to: givenTo }
  const address = Object.values(given).join(' ')
  const [known, setKnown] = useState(address)
  const [chosen, setChosen] = useState<Range>(given)
  if (address !== known) {
    setKnown(address)
    setChosen(given)
  }
  const { period, from, to } = chosen
  // Both days are chosen before the next rendering if they were typed while the calendar loaded.
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  })
  const choose = (part: Partial<Range>) => {
    latest.current = { ...latest.current, ...part }
    setChosen(latest.current)
    send(latest.current)
  }
  return (
    <div className="stack gap-3">
      <PeriodChoice period={period} onChange={(period) => choose({ period, from: '', to: '' })} />
      {period === 'custom' && (
        <div className={css.days} role="group" aria-label={text.period}>
          <DatePicker
            {...greek}
            label={text.from}
            placeholder={text.start}
            value={from || null}
            minDate={earliest}
            maxDate={to || today}
            onChange={(day) => choose({ from: day ?? '' })}
          />
          <DatePicker
            {...greek}
            label={text.to}
            placeholder={text.today}
            value={to || null}
            minDate={from || earliest}
            maxDate={today}
            onChange={(day) => choose({ to: day ?? '' })}
          />
        </div>
      )}
    </div>
  )
}

/** The days that a period means today, as text. */
export function PeriodDays({ period, from, to }: Range) {
  const days = daysOf(period, { from, to }, useToday())
  if (period === 'all') return periodNames.all
  return text.days(days.from && formatDay(days.from), formatDay(days.to))
}
