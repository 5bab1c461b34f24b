import type { Municipality as FullMunicipality } from '@portal/contract/municipalities.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { municipalityName } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { call } from '#web/api/call.ts'
import { inLanguage } from '#web/lib/language.ts'
import * as endpoints from '#web/api/endpoints.ts'

const text = inLanguage({
  el: {
    placeholder: 'Επιλέξτε δήμο',
    loading: 'Οι δήμοι φορτώνονται…',
    failed: 'Ο κατάλογος των δήμων δεν είναι διαθέσιμος.',
    retry: 'Νέα προσπάθεια',
  },
  en: {
    placeholder: 'Choose a municipality',
    loading: 'Loading the municipalities…',
    failed: 'The list of municipalities is not available.',
    retry: 'Try again',
  },
})

// portal.md §3 specifies only id and name.
type Municipality = Pick<FullMunicipality, 'id' | 'name'> & { regional_unit?: string | undefined }

export const municipalitiesOptions = queryOptions({
  queryKey: ['municipalities'],
  queryFn: ({ signal }) => call(endpoints.listMunicipalities, {}, signal),
  staleTime: Infinity,
})

/** 'Κοζάνης', without the label's word, so that typing its first letter finds it; where two have the same name, with the regional unit. */
function choicesOf(municipalities: Municipality[]) {
  const times = Map.groupBy(municipalities, ({ name }) => name)
  return municipalities.map(({ id, name, regional_unit }) => ({
    value: String(id),
    label: `${municipalityName(name)}${regional_unit && (times.get(name)?.length ?? 0) > 1 ? ` (Π.Ε. ${regional_unit})` : ''}`,
  }))
}

type MunicipalityFieldProps = {
  label: string
  name: string
  /** Id of the municipality as text, '' for none. Kept while the list is loading. */
  value: string
  error: string | undefined
  optional?: boolean
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
}

/** Select of the portal's municipalities, with a loading and an error state. */
export function MunicipalityField(props: MunicipalityFieldProps) {
  const { label, name, value, error, optional = false, onChange } = props
  const { data, isError, isFetching, refetch } = useQuery(municipalitiesOptions)
  const failed = isError && !data && (
    <div className="failure" role="alert">
      {text.failed}
      <Button tone="ghost" busy={isFetching} onClick={() => void refetch()}>
        {text.retry}
      </Button>
    </div>
  )
  return (
    <Select
      label={label}
      name={name}
      choices={choicesOf(data ?? [])}
      placeholder={data || isError ? text.placeholder : text.loading}
      value={value}
      onChange={onChange}
      aria-busy={isFetching && !data ? true : undefined}
      hint={failed}
      error={error}
      optional={optional}
    />
  )
}
