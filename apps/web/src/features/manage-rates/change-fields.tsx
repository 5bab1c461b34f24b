import { factsOf, isDescription } from '@portal/contract/words/descriptions.ts'
import { ratedDescriptions, rateUnits } from '@portal/contract/manage-rates.ts'
import { DayField } from '#web/shared/forms/day-field.tsx'
import type { useForm } from '#web/shared/forms/form.ts'
import css from '#web/shared/manage/manage.module.css'
import { looksOf } from '#web/shared/points-record/descriptions.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Change } from './api.ts'
import { type Field, labels, text } from './text.ts'

type ChangeFieldsProps = {
  kind: Change['kind']
  field: ReturnType<typeof useForm<Field>>['field']
  values: Record<Field, string>
  set: (name: Field, value: string) => void
}

const descriptionChoices = ratedDescriptions.map((value) => ({ value, label: looksOf(value).label }))
const unitChoices = rateUnits.map((value) => ({ value, label: text.units[value] }))

export function ChangeFields({ kind, field: given, values, set }: ChangeFieldsProps) {
  const field = (name: Field) => ({
    ...given(name),
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  })
  const day = (name: 'valid_from' | 'valid_to' | 'last_day', hint?: string) => (
    <DayField
      label={labels[name]}
      name={name}
      required={name !== 'valid_to'}
      clearable
      hint={hint}
      value={values[name]}
      error={given(name).error}
      onChange={(day) => set(name, day)}
    />
  )
  if (kind === 'rate_deleted') return null
  if (kind === 'rate_closed') return <div className={css.fields}>{day('last_day')}</div>
  const isNew = kind === 'rate_added'
  return (
    <div className={css.fields}>
      {isNew && (
        <>
          <Select
            {...field('description')}
            placeholder={text.choose}
            choices={descriptionChoices}
            onChange={({ target: { value } }) => {
              set('description', value)
              if (isDescription(value)) set('unit', factsOf[value].measure === 'items' ? 'item' : 'litre')
            }}
          />
          <TextField
            {...field('material')}
            optional
            maxLength={100}
            autoComplete="off"
            hint={text.materialHint}
          />
          <Select {...field('unit')} placeholder={text.choose} choices={unitChoices} />
        </>
      )}
      <TextField
        {...field('points_per_unit')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        hint={text.pointsHint}
      />
      {day('valid_from')}
      {day('valid_to', isNew ? text.validToHint : text.validToKept)}
      <TextField {...field('note')} optional maxLength={200} autoComplete="off" hint={text.noteHint} />
    </div>
  )
}
