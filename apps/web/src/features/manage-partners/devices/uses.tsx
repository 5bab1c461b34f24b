import type { DeskUse } from '@portal/contract/desk/desk.ts'
import { useId } from 'react'
import css from '../partners-page.module.css'
import { useNames } from './text.ts'

const uses = Object.keys(useNames) as DeskUse[]

/** The uses in the value of a field, one a line. */
export const usesOf = (value: string): DeskUse[] => uses.filter((use) => value.split('\n').includes(use))

type UsesProps = {
  legend: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** What a device may do, to choose at least one. */
export function Uses({ legend, value, error, onChange }: UsesProps) {
  const id = useId()
  const chosen = usesOf(value)
  return (
    <fieldset className={css.choices}>
      <legend>{legend}</legend>
      {uses.map((use, place) => (
        <label key={use} className={css.option}>
          <input
            type="checkbox"
            checked={chosen.includes(use)}
            // The first takes the focus after an error.
            aria-invalid={error && place === 0 ? true : undefined}
            aria-describedby={error && place === 0 ? id : undefined}
            onChange={({ target }) =>
              onChange(uses.filter((one) => (one === use ? target.checked : chosen.includes(one))).join('\n'))
            }
          />
          {useNames[use]}
        </label>
      ))}
      {error && (
        <p className={css.error} id={id}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
