import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { classes } from '../layout/classes.ts'
import type { FieldProps } from './field.tsx'
import { Field } from './field.tsx'
import fieldCss from './field.module.css'
import css from './select.module.css'

export type Choice = { value: string; label: string }

type ControlProps = {
  choices: Choice[]
  /** Shown while nothing is selected; its value is ''. */ placeholder?: string
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'multiple' | 'children'>

/** Native select without a label: on phones the system's picker. Its parent is positioned. */
export const SelectControl = ({ choices, placeholder, ...select }: ControlProps) => (
  <>
    <select
      className={classes(fieldCss.input, fieldCss.inside, css.select, select.value === '' && css.nothing)}
      {...select}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown className={fieldCss.icon} size={21} aria-hidden="true" />
  </>
)

type SelectProps = Omit<FieldProps, 'children'> & Omit<ControlProps, 'id'>

/** Select with its label, hint and error. */
export const Select = ({ label, hint, error, optional = false, ...control }: SelectProps) => (
  <Field label={label} hint={hint} error={error} optional={optional}>
    {(wiring) => <SelectControl {...wiring} {...control} />}
  </Field>
)
