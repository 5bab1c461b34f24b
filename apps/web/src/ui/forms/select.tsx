import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { classes } from '../layout/classes.ts'
import type { FieldProps } from './field.tsx'
import { Field } from './field.tsx'
import fieldCss from './field.module.css'
import css from './select.module.css'

export type Choice = { value: string; label: string }

type SelectProps = Omit<FieldProps, 'children'> & {
  choices: Choice[]
  /** Shown while nothing is selected; its value is ''. */
  placeholder: string
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className' | 'multiple' | 'children'>

/** Native select: on phones the system's picker. */
export function Select(props: SelectProps) {
  const { label, hint, error, optional = false, choices, placeholder, ...select } = props
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(wiring) => (
        <>
          <select
            className={classes(fieldCss.input, css.select, select.value === '' && css.nothing)}
            {...wiring}
            {...select}
          >
            <option value="">{placeholder}</option>
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown className={css.arrow} size={21} aria-hidden="true" />
        </>
      )}
    </Field>
  )
}
