import { type ReactNode, useId } from 'react'
import fieldCss from '#web/ui/forms/field.module.css'
import { linesOf } from '#web/shared/forms/lines-of.ts'
import { Choice } from './choice.tsx'
import css from './manage.module.css'

type ChoicesProps = {
  legend: string
  hint?: string | undefined
  options: { value: string; label: string }[]
  /** Chosen values, one a line. */
  value: string
  error: string | undefined
  disabled?: boolean
  onChange: (value: string) => void
  /** Above the options. */
  children?: ReactNode
}

/** Options of which any number may be chosen. */
export function Choices(props: ChoicesProps) {
  const { legend, hint, options, value, error, disabled, onChange, children } = props
  const id = useId()
  const chosen = linesOf(value)
  /** In the order of the options; what is chosen and no option stays. */
  const toggle = (one: string, isChosen: boolean) => {
    const offered = options.map((option) => option.value)
    const others = chosen.filter((value) => !offered.includes(value))
    const kept = offered.filter((option) => (option === one ? isChosen : chosen.includes(option)))
    onChange([...kept, ...others].join('\n'))
  }
  return (
    <fieldset className={css.part} disabled={disabled} aria-describedby={error ? id : undefined}>
      <legend className="text-s semibold">{legend}</legend>
      {children}
      {hint && <p className="note">{hint}</p>}
      {options.length > 0 && (
        <div className={css.choices}>
          {options.map((option, place) => (
            <Choice
              key={option.value}
              checked={chosen.includes(option.value)}
              // The first takes the focus after an error.
              aria-invalid={error && place === 0 ? true : undefined}
              aria-describedby={error && place === 0 ? id : undefined}
              onChange={(isChosen) => toggle(option.value, isChosen)}
            >
              {option.label}
            </Choice>
          ))}
        </div>
      )}
      {error && (
        <p className={fieldCss.error} id={id}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
