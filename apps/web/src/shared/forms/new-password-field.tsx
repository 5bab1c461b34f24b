import type { Owner, PasswordRule } from '@portal/contract/password-rules.ts'
import { passwordRules } from '@portal/contract/password-rules.ts'
import type { ChangeEvent } from 'react'
import { useState } from 'react'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import type { Problem } from './form.ts'
import { PasswordStrength } from './password-strength.tsx'

export const isPasswordRule = (code: string): code is PasswordRule =>
  (passwordRules as readonly string[]).includes(code)

type NewPasswordFieldProps = {
  /** Props of the field from `useForm`. */
  field: {
    name: string
    label: string
    value: string
    error: string | undefined
    readOnly: boolean
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
  owner?: Owner | undefined
  /** The server's errors of this field. */
  rejections: Problem<string>[]
  /** Id of the list that shows them. */
  rejectionsAt: string
}

/**
 * A new password with its rules below. The box above the form shows the reasons of a rejection once; here the field is
 * marked as invalid, and the rejected rules as broken until the password differs.
 */
export function NewPasswordField({ field, owner, rejections, rejectionsAt }: NewPasswordFieldProps) {
  const { value, readOnly } = field
  const [left, setLeft] = useState(false)
  const [rejection, setRejection] = useState<{ password: string; rules: PasswordRule[] }>()
  const rules = rejections.map(({ code }) => code).filter(isPasswordRule)
  if (rules.length > 0 && (rejection?.password !== value || rejection.rules.join() !== rules.join()))
    setRejection({ password: value, rules })

  return (
    <PasswordField
      {...field}
      onChange={(event) => {
        setLeft(false)
        field.onChange(event)
      }}
      onBlur={() => setLeft(true)}
      autoComplete="new-password"
      errorAt={rejections.length > 0 ? rejectionsAt : undefined}
      hint={
        readOnly ? undefined : (
          <PasswordStrength
            password={value}
            owner={owner}
            left={left}
            rejections={rejection?.password === value ? rejection.rules : []}
          />
        )
      }
    />
  )
}
