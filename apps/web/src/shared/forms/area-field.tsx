import type { ComponentProps } from 'react'
import { Field, type FieldProps } from '#web/ui/forms/field.tsx'
import fieldCss from '#web/ui/forms/field.module.css'

type AreaFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'textarea'>, 'onChange'> & { onChange: (value: string) => void }

/** Text of several lines. */
export const AreaField = ({ label, hint, error, optional = false, onChange, ...area }: AreaFieldProps) => (
  <Field label={label} hint={hint} error={error} optional={optional}>
    {(wiring) => (
      <textarea
        {...wiring}
        className={fieldCss.area}
        {...area}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
