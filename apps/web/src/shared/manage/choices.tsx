import { useId } from 'react'
import fieldCss from '#web/ui/forms/field.module.css'
import { linesOf } from '#web/shared/forms/lines-of.ts'
import { Choice } from './choice.tsx'
import css from './manage.module.css'

type ChoicesProps = {
  legend?: string
  hint?: string | undefined
  options: { value: string; label: string }[]
  /** Chosen values, one a line. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Options of which any number may be chosen. */
export function Choices({ legend, hint, options, value, error, onChange }: ChoicesProps) {
  const id = useId()
  const chosen = linesOf(value)
  const toggle = (one: string, isChosen: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((option) => (option === one ? isChosen : chosen.includes(option)))
        .join('\n'),
    )
  return (
    <fieldset className={css.part} aria-describedby={error ? id : undefined}>
      {legend && <legend className="text-s semibold">{legend}</legend>}
      {hint && <p className="note">{hint}</p>}
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
      {error && (
        <p className={fieldCss.error} id={id}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
