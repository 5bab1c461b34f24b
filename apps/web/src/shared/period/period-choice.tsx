import { useId } from 'react'
import { type Period, periodNames, periods } from './period.ts'
import { SelectControl } from '#web/ui/forms/select.tsx'
import css from './period-choice.module.css'
import { text } from './period-text.ts'

type PeriodChoiceProps = { period: Period; onChange: (period: Period) => void }

/** The periods: segments where all fit, else a select. The style sheet shows one of the two. */
export function PeriodChoice({ period, onChange }: PeriodChoiceProps) {
  return (
    <div className={css.choice}>
      <Segments period={period} onChange={onChange} />
      <Picker period={period} onChange={onChange} />
    </div>
  )
}

function Segments({ period, onChange }: PeriodChoiceProps) {
  const name = useId()
  return (
    <div className={css.segments} role="radiogroup" aria-label={text.period}>
      {periods.map((choice) => (
        <label key={choice} className={css.segment}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === period}
            onChange={() => onChange(choice)}
          />
          <span>{periodNames[choice]}</span>
        </label>
      ))}
    </div>
  )
}

const choices = periods.map((value) => ({ value, label: periodNames[value] }))

const Picker = ({ period, onChange }: PeriodChoiceProps) => (
  <div className={css.picker}>
    <SelectControl
      aria-label={text.period}
      value={period}
      onChange={({ target }) => onChange(target.value as Period)}
      choices={choices}
    />
  </div>
)
