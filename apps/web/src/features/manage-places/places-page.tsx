import { placesPageSize } from '@portal/contract/place-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Download, MapPinned, Plus, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import * as endpoints from '#web/api/endpoints.ts'
import { municipalityName } from '#web/lib/format.ts'
import { municipalitiesOptions } from '#web/shared/forms/municipality-field.tsx'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { pageNumberOf } from '#web/shared/page/page-query.ts'
import { kindChoices } from '#web/shared/places/kind-names.ts'
import { LazyMap } from '#web/shared/places/lazy-map.tsx'
import { Button, ButtonAnchor, ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { FilterBox } from '#web/ui/lists/filter-box.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { listOptions } from './api.ts'
import css from './manage-places.module.css'
import { PlacesTable } from './places-table.tsx'
import { importText, labels, text } from './text.ts'

/** /admin/manage/places: the collection points, filtered and page by page. */
export function PlacesPage() {
  // Of a place that was removed on its own page.
  const { state } = useLocation() as { state: { removed?: string } | null }
  return (
    <ManagePage
      title={text.title}
      intro={text.intro}
      actions={
        <>
          <ButtonLink to="new">
            <Plus size={19} aria-hidden="true" />
            {text.add}
          </ButtonLink>
          <ButtonLink tone="ghost" to="import">
            <Upload size={19} aria-hidden="true" />
            {importText.apply}
          </ButtonLink>
          <ButtonAnchor tone="ghost" href={endpoints.exportPlaces.path} download="places.csv">
            <Download size={19} aria-hidden="true" />
            {text.export}
          </ButtonAnchor>
        </>
      }
    >
      {state?.removed !== undefined && <Notice tone="success" title={text.removed(state.removed)} />}
      <Places />
    </ManagePage>
  )
}

function Places() {
  const [query, setQuery] = useSearchParams()
  const list = useRef<HTMLElement>(null)
  const [selected, setSelected] = useState<string>()
  const rows = useRef<HTMLDivElement>(null)
  const of = (name: string) => query.get(name) ?? ''
  const page = pageNumberOf(query.get('page'))
  const filter = { search: of('search'), municipality: of('municipality'), kind: of('kind') }
  const places = useQuery(listOptions({ ...filter, page: String(page) }))
  const { data, isFetching, isPlaceholderData } = places
  const municipalities = useQuery(municipalitiesOptions).data ?? []
  const isFiltered = Object.values(filter).some((value) => value !== '')

  const change = (name: keyof typeof filter, value: string) =>
    setQuery(
      (query) => {
        query.delete('page')
        if (value === '') query.delete(name)
        else query.set(name, value)
        return query
      },
      { replace: true },
    )
  const addressOf = (page: number) => {
    const next = new URLSearchParams(query)
    next.set('page', String(page))
    return { search: `?${next.toString()}` }
  }
  return (
    <section ref={list} className={layout.panel} aria-label={text.title}>
      <div className={css.filters}>
        <FilterBox
          label={text.search}
          value={filter.search}
          loading={isFetching}
          onChange={(value) => change('search', value)}
          onLeave={() => list.current?.querySelector<HTMLElement>('tbody a')?.focus()}
        />
        <Select
          label={labels.municipality}
          optional
          placeholder={text.everywhere}
          choices={municipalities.map(({ id, name }) => ({
            value: String(id),
            label: municipalityName(name),
          }))}
          value={filter.municipality}
          onChange={({ target }) => change('municipality', target.value)}
        />
        <Select
          label={labels.kind}
          optional
          placeholder={text.anyKind}
          choices={kindChoices}
          value={filter.kind}
          onChange={({ target }) => change('kind', target.value)}
        />
      </div>
      <p className={css.count} role="status">
        {data && data.count > 0 && text.count(data.count)}
      </p>
      <Loaded query={places} failed={text.failed}>
        {({ count, results }) =>
          count > 0 ? (
            <div ref={rows} className={classes('stack column gap-4', isPlaceholderData && 'stale')}>
              <div className="stack column gap-3">
                <LazyMap
                  begins={false}
                  places={results.map((place) => ({ ...place, id: String(place.id) }))}
                  selected={selected}
                  onSelected={setSelected}
                  list={rows}
                />
                {count > placesPageSize && <p className="note">{text.mapPart}</p>}
              </div>
              <PlacesTable places={results} selected={selected} />
              {count > placesPageSize && (
                <Pagination
                  page={page}
                  pages={Math.ceil(count / placesPageSize)}
                  count={count}
                  size={placesPageSize}
                  addressOf={addressOf}
                />
              )}
            </div>
          ) : isFiltered ? (
            <EmptyState icon={MapPinned} title={text.none}>
              <Button tone="ghost" onClick={() => setQuery({}, { replace: true })}>
                {text.reset}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState icon={MapPinned} title={text.noneYet} text={text.noneYetMeans} />
          )
        }
      </Loaded>
    </section>
  )
}
