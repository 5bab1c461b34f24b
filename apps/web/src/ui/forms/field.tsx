import { CircleAlert } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { useId } from 'react'
import css from './field.module.css'
import { Hidden } from '../layout/hidden.tsx'

/** Attributes that connect a control with its label, hint and error. */
export type Wiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export type FieldProps = {
  label: string
  hint?: ReactNode
  error?: ReactNode
  /** Whether it may be empty. */
  optional?: boolean
  children: (wiring: Wiring) => ReactNode
}

/** Options of custom fields: a label only for screen readers, the control's id, the id of an element that shows the error. */
type Choices = { hideLabel?: boolean; id?: string; errorAt?: string | undefined }

/** Label, control, hint and error, connected by ids; used by every field. */
export function Field({ label, hint, error, optional = false, children, ...choices }: FieldProps & Choices) {
  const own = useId()
  const id = choices.id ?? own
  const described = [hint && `${id}-hint`, error && (choices.errorAt ?? `${id}-error`)]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="stack gap-2">
      <label className="text-s semibold" htmlFor={id} id={`${id}-label`}>
        {choices.hideLabel ? <Hidden>{label}</Hidden> : label}
      </label>
      <div className="relative">
        {children({
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': optional ? undefined : true,
        })}
      </div>
      {hint && (
        <div className="note" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && !choices.errorAt && (
        <div className={css.error} id={`${id}-error`}>
          <CircleAlert size={18} aria-hidden="true" />
          <span>{error}</span>
        </div>
      )}
    </div>
  )
}

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'>

/** Single-line text input. */
export function TextField({ label, hint, error, optional = false, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(wiring) => <input type="text" className={css.input} {...wiring} {...input} />}
    </Field>
  )
}

/** Email address: a keyboard with '@', and no corrections. */
export const EmailField = (props: TextFieldProps) => (
  <TextField
    type="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
)
