import { useQuery } from '@tanstack/react-query'
import { municipalityName } from '#web/lib/format.ts'
import { municipalitiesOptions } from '#web/shared/forms/municipality-field.tsx'
import { Choice } from '#web/shared/manage/choice.tsx'
import { Choices } from '#web/shared/manage/choices.tsx'
import css from '#web/shared/manage/manage.module.css'
import { labels, text } from './text.ts'
import { idsOf, noneChosen } from './values.ts'

type MunicipalityChoiceProps = {
  /** Ids with commas, or `noneChosen`; '' for all. */
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (value: string) => void
}

const commasOf = (lines: string) =>
  lines === ''
    ? noneChosen
    : lines
        .split('\n')
        .toSorted((a, b) => Number(a) - Number(b))
        .join(',')

/** Whose people see the offer: those of all municipalities, or of some. */
export function MunicipalityChoice({ value, error, disabled, onChange }: MunicipalityChoiceProps) {
  const { data, isError } = useQuery(municipalitiesOptions)
  return (
    <fieldset className={css.part} disabled={disabled}>
      <legend className="text-s semibold">{labels.municipalities}</legend>
      <Choice checked={value === ''} onChange={(isForAll) => onChange(isForAll ? '' : noneChosen)}>
        {text.everywhere}
      </Choice>
      {value !== '' && (
        <Choices
          hint={data || !isError ? text.onlySome : text.municipalitiesFailed}
          options={(data ?? []).map(({ id, name }) => ({ value: String(id), label: municipalityName(name) }))}
          value={idsOf(value).join('\n')}
          error={error}
          onChange={(ids) => onChange(commasOf(ids))}
        />
      )}
    </fieldset>
  )
}
