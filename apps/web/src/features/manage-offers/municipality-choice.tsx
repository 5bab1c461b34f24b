import { useQuery } from '@tanstack/react-query'
import { municipalityName } from '#web/lib/format.ts'
import { municipalitiesOptions } from '#web/shared/forms/municipality-field.tsx'
import { Choice } from '#web/shared/manage/choice.tsx'
import { Choices } from '#web/shared/manage/choices.tsx'
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
  const isForSome = value !== ''
  return (
    <Choices
      legend={labels.municipalities}
      hint={isForSome ? (data || !isError ? text.onlySome : text.municipalitiesFailed) : undefined}
      options={
        isForSome
          ? (data ?? []).map(({ id, name }) => ({ value: String(id), label: municipalityName(name) }))
          : []
      }
      value={idsOf(value).join('\n')}
      error={error}
      disabled={disabled}
      onChange={(ids) => onChange(commasOf(ids))}
    >
      <Choice checked={!isForSome} onChange={(isForAll) => onChange(isForAll ? '' : noneChosen)}>
        {text.everywhere}
      </Choice>
    </Choices>
  )
}
