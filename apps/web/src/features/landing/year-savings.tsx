import { queryOptions, useQuery } from '@tanstack/react-query'
import { Leaf } from 'lucide-react'
import { call } from '#web/api/call.ts'
import { useSite } from '#web/api/site.ts'
import { yearText as text } from './year-text.ts'
import css from './year-savings.module.css'
import * as endpoints from '#web/api/endpoints.ts'

/** Litres of this year. Below the records' key, so that it is reloaded with them. */
const yearOptions = queryOptions({
  queryKey: ['points', 'mine', 'year'],
  queryFn: ({ signal }) => call(endpoints.summarizeOwnYear, {}, signal),
  refetchOnWindowFocus: false,
})

/** One decimal below 10, none above: the figure is an estimate. */
const rounded = (kilograms: number) =>
  kilograms < 10 ? Math.round(kilograms * 10) / 10 : Math.round(kilograms)

/** What the citizen's litres of this year saved. Nothing without litres, or without the operator's figure. */
export function YearSavings() {
  const savings = useSite()?.brand.savings
  const { data } = useQuery({ ...yearOptions, enabled: savings !== undefined })
  const kilograms = savings && data ? rounded(data.litres * savings.co2_kg_per_litre) : 0
  const litres = Math.round((data?.litres ?? 0) * 10) / 10
  if (!data || !savings || litres === 0 || kilograms === 0) return null
  return (
    <section className={css.panel} aria-label={text.title(data.year)}>
      <Leaf className="accent" size={24} aria-hidden="true" />
      <div>
        <p className="semibold">{text.sentence(data.year, litres, kilograms)}</p>
        <p className={css.source}>
          {text.source} <a href={savings.source.url}>{savings.source.label}</a>
        </p>
      </div>
    </section>
  )
}
