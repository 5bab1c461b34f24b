import { pinPattern } from '@portal/contract/desk/desk-limits.ts'
import { useId } from 'react'
import css from './parts.module.css'

type PinFieldProps = {
  label: string
  value: string
  onChange: (pin: string) => void
  /** The keys are on the page: phones show no keyboard. */
  ownKeys?: boolean
  invalid?: boolean
  describedBy?: string
}

export const isPin = (pin: string): boolean => pinPattern.test(pin)

export function PinField({ label, value, onChange, ownKeys, invalid, describedBy }: PinFieldProps) {
  const id = useId()
  return (
    <div>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={css.input}
        type="password"
        inputMode={ownKeys ? 'none' : 'numeric'}
        autoComplete="off"
        maxLength={6}
        value={value}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onInput={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
    </div>
  )
}
