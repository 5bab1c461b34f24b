import type { Municipality } from '@portal/contract/municipalities.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { municipalitiesOptions } from './api.ts'
import { labels, text } from './text.ts'

/** 'Δήμος Κοζάνης'; where two share the name, the regional unit tells them apart. */
function choicesOf(municipalities: Municipality[]) {
  const times = Map.groupBy(municipalities, ({ name }) => name)
  return municipalities.map(({ id, name, regional_unit }) => ({
    value: String(id),
    label: `Δήμος ${name}${(times.get(name)?.length ?? 0) > 1 ? ` (Π.Ε. ${regional_unit})` : ''}`,
  }))
}

type MunicipalityFieldProps = { value: string; error: string | undefined; onChange: (id: string) => void }

export function MunicipalityField({ value, error, onChange }: MunicipalityFieldProps) {
  const { data, isError, refetch } = useQuery(municipalitiesOptions)
  const failed = isError && (
    <>
      {text.municipalitiesFailed}{' '}
      <Button tone="ghost" onClick={() => void refetch()}>
        {text.retry}
      </Button>
    </>
  )
  return (
    <Combobox
      label={labels.municipality}
      name="municipality"
      choices={choicesOf(data ?? [])}
      value={value}
      onChange={onChange}
      placeholder={text.municipalityPlaceholder}
      nothing={data ? text.municipalityNothing : text.municipalitiesLoading}
      hint={failed}
      error={error}
    />
  )
}
