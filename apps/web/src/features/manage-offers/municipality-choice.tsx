import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { municipalityName } from '#web/lib/format.ts'
import { municipalitiesOptions } from '#web/shared/forms/municipality-field.tsx'
import css from './manage-offers.module.css'
import { labels, text } from './text.ts'
import { idsOf, noneChosen } from './values.ts'

type MunicipalityChoiceProps = {
  /** Ids with commas, or `noneChosen`; '' for all. */
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (value: string) => void
}

/** Whose people see the offer: those of all municipalities, or of some. */
export function MunicipalityChoice({ value, error, disabled, onChange }: MunicipalityChoiceProps) {
  const id = useId()
  const { data, isError } = useQuery(municipalitiesOptions)
  const chosen = idsOf(value)
  const isOpen = value !== ''
  const toggle = (one: number, isChosen: boolean) => {
    const next = [...chosen.filter((other) => other !== one), ...(isChosen ? [one] : [])]
    onChange(next.toSorted((a, b) => a - b).join(',') || noneChosen)
  }
  return (
    <fieldset className={css.part} aria-describedby={error ? `${id}-error` : undefined} disabled={disabled}>
      <legend className="text-s semibold">{labels.municipalities}</legend>
      <label className={css.choice}>
        <input
          type="checkbox"
          checked={!isOpen}
          onChange={({ target }) => onChange(target.checked ? '' : noneChosen)}
        />
        {text.everywhere}
      </label>
      {isOpen && (
        <>
          <p className="note">{data || !isError ? text.onlySome : text.municipalitiesFailed}</p>
          <div className={css.municipalities}>
            {data?.map(({ id, name }) => (
              <label key={id} className={css.choice}>
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={({ target }) => toggle(id, target.checked)}
                />
                {municipalityName(name)}
              </label>
            ))}
          </div>
        </>
      )}
      {error && (
        <p className={css.error} id={`${id}-error`}>
          <CircleAlert size={18} aria-hidden="true" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
