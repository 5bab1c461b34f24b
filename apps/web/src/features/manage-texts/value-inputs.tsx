import type { ValueField } from '@portal/contract/manage-texts.ts'
import type { ReactNode } from 'react'
import { AreaField } from '#web/shared/forms/area-field.tsx'
import type { useForm } from '#web/shared/forms/form.ts'
import layout from '#web/shared/manage/manage.module.css'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import css from './manage-texts.module.css'
import { text } from './text.ts'

type ValueInputsProps = {
  value: ValueField
  isMissing: boolean
  names: { el: string; en: string }
  field: ReturnType<typeof useForm<string>>['field']
  set: (name: string, value: string) => void
  maxLength: number
}

/** 'όροι' → 'Όροι'. In capitals of a locale, Greek loses its accents. */
export const nameOf = (key: string) => key.charAt(0).toUpperCase() + key.slice(1)

const sentence = (hint: string) => `${nameOf(hint)}.`

/** The field of a value: a choice, a line, or a text in both languages. */
export function ValueInputs({ value, isMissing, names, field, set, maxLength }: ValueInputsProps) {
  const { choices, translated, group } = value
  const at = (name: string) => {
    const { label = name, value: typed = '', ...rest } = field(name)
    return { ...rest, label, value: typed }
  }
  const el = at(names.el)
  const missing = isMissing && <b>{text.isMissing} </b>
  if (choices) {
    const chosen = choices.find((one) => one.value === el.value)
    return (
      <Select
        {...el}
        optional
        placeholder={text.choose}
        choices={choices.map((one) => ({ value: one.value, label: nameOf(one.value) }))}
        hint={
          <>
            {missing}
            {chosen ? sentence(chosen.text.replace(/\.$/, '')) : sentence(value.hint)}
          </>
        }
      />
    )
  }
  if (!translated)
    return (
      <TextField
        {...el}
        optional
        maxLength={maxLength}
        autoComplete="off"
        hint={
          <>
            {missing}
            {group === 'dates' ? text.dateHint : sentence(value.hint)}
          </>
        }
      />
    )
  const area = (name: string, hint: ReactNode) => (
    <AreaField
      {...at(name)}
      hint={hint}
      optional
      rows={2}
      maxLength={maxLength}
      onChange={(value) => set(name, value)}
    />
  )
  return (
    <div className={classes(layout.fields, css.pair)}>
      {area(
        names.el,
        <>
          {missing}
          {sentence(value.hint)}
        </>,
      )}
      {area(names.en, text.englishHint)}
    </div>
  )
}
