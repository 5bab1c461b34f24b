import type { ComponentProps } from 'react'
import { DatePicker } from '#web/ui/date-picker/date-picker.tsx'

type DayFieldProps = Pick<
  ComponentProps<typeof DatePicker>,
  'label' | 'name' | 'required' | 'clearable' | 'minDate' | 'hint' | 'error'
> & {
  /** '': none. */
  value: string
  onChange: (day: string) => void
}

/** A day in a form of the staff, with fields of strings. */
export const DayField = ({ value, onChange, ...picker }: DayFieldProps) => (
  <DatePicker
    format="DD/MM/YYYY"
    locale="el"
    firstDayOfWeek={1}
    placeholder="ΗΗ/ΜΜ/ΕΕΕΕ"
    {...picker}
    value={value || null}
    onChange={(day) => onChange(day ?? '')}
  />
)
