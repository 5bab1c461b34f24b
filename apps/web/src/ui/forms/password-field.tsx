import { Eye, EyeOff } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { useState } from 'react'
import { classes } from '../layout/classes.ts'
import { Field } from './field.tsx'
import { inLanguage } from '#web/lib/language.ts'
import css from './field.module.css'

type PasswordFieldProps = {
  label: string
  hint?: ReactNode
  error?: ReactNode
  /** Id of the element that shows the error, so that the field does not repeat it. */
  errorAt?: string | undefined
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'>

const text = inLanguage({ el: { show: 'Εμφάνιση', hide: 'Απόκρυψη' }, en: { show: 'Show', hide: 'Hide' } })

/** Password input with a show/hide button, which prevents failed attempts on phones. */
export function PasswordField({ label, hint, error, errorAt, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  const action = shown ? text.hide : text.show
  return (
    <Field label={label} hint={hint} error={error} errorAt={errorAt}>
      {(wiring) => (
        <>
          <input
            type={shown && !input.readOnly ? 'text' : 'password'}
            className={classes(css.input, css.inside)}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...wiring}
            {...input}
          />
          {!input.readOnly && (
            <button
              type="button"
              className={css.button}
              aria-label={`${action}: ${label}`}
              title={action}
              onClick={() => setShown(!shown)}
            >
              <Icon size={21} aria-hidden="true" />
            </button>
          )}
        </>
      )}
    </Field>
  )
}
