import type { Place } from '@portal/contract/places.ts'
import { useQuery } from '@tanstack/react-query'
import { LocateFixed, MapPinned } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { fullMunicipalityName, municipalityName } from '#web/lib/format.ts'
import { Page } from '#web/shared/page/page.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { placesOptions } from '#web/shared/places/api.ts'
import { kindChoices } from '#web/shared/places/kind-names.ts'
import { LazyMap } from '#web/shared/places/lazy-map.tsx'
import { meOptions } from '#web/api/session.ts'
import { distanceKm } from './nearby.ts'
import { PlaceCard } from './place-card.tsx'
import css from './places-page.module.css'
import { text } from './text.ts'
import { useMinute } from './use-minute.ts'
import { type Opening, useOpening } from './use-opening.ts'
import { type Position, usePosition } from './use-position.ts'

/** /places, for everyone: the collection points by municipality, first the reader's own, or by distance. */
export function PlacesPage() {
  const query = useQuery(placesOptions)
  const { data } = query
  const { position, ask, forget } = usePosition()
  return (
    <Page title={text.title}>
      <div className="page">
        <div>
          <h1 tabIndex={-1}>{text.title}</h1>
          <p className="intro readable">{text.intro}</p>
        </div>
        {data?.length === 0 ? (
          <EmptyState icon={MapPinned} title={text.noneYet} />
        ) : data ? (
          <>
            <div className={css.near}>
              {typeof position === 'object' ? (
                <Button tone="ghost" onClick={forget}>
                  {text.byTown}
                </Button>
              ) : (
                <Button tone="ghost" busy={position === 'asking'} onClick={ask}>
                  <LocateFixed size={19} aria-hidden="true" />
                  {text.near}
                </Button>
              )}
              <p className={css.means} role="status">
                {position === 'failed' ? text.noPosition : text.nearMeans}
              </p>
            </div>
            <Places places={data} position={position} />
          </>
        ) : (
          <Unloaded query={query} failed={text.failed} height="6rem" rows={2} className={css.waiting} />
        )}
      </div>
    </Page>
  )
}

/** Whether the map needs no more room than the list beside it leaves. */
const isWide = () => window.matchMedia('(width >= 48em)').matches

function Places({ places, position }: { places: Place[]; position: Position }) {
  const own = useQuery(meOptions).data?.municipality
  const [query, setQuery] = useSearchParams()
  const [town, kind] = [query.get('municipality') ?? '', query.get('kind') ?? '']
  const onlyOpen = query.get('open') === 'now'
  const minute = useMinute()
  const opening = useOpening()
  const [selected, setSelected] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const towns = [...new Map(places.map(({ municipality: { id, name } }) => [id, name]))].map(
    ([id, name]) => ({
      value: String(id),
      label: municipalityName(name),
    }),
  )
  const filter = (name: 'municipality' | 'kind' | 'open', value: string) =>
    setQuery(
      (query) => {
        if (value === '') query.delete(name)
        else query.set(name, value)
        return query
      },
      { replace: true },
    )
  const shown = places.filter(
    (place) =>
      (town === '' || String(place.municipality.id) === town) &&
      (kind === '' || place.kind === kind) &&
      (!onlyOpen || !opening || opening.stateOf(place, minute)?.open === true),
  )
  return (
    <>
      <div className={css.filters}>
        <Select
          label={text.municipality}
          optional
          placeholder={text.everywhere}
          choices={towns}
          value={town}
          onChange={({ target }) => filter('municipality', target.value)}
        />
        <Select
          label={text.kind}
          optional
          placeholder={text.anyKind}
          choices={kindChoices}
          value={kind}
          onChange={({ target }) => filter('kind', target.value)}
        />
      </div>
      {places.some(({ opening_hours }) => opening_hours) && (
        <label className={css.choice}>
          <input
            type="checkbox"
            checked={onlyOpen}
            onChange={({ target }) => filter('open', target.checked ? 'now' : '')}
          />
          {text.openNow}
        </label>
      )}
      <p className={css.count} role="status">
        {shown.length > 0 && text.count(shown.length)}
      </p>
      {shown.length === 0 && (
        <EmptyState icon={MapPinned} title={text.none}>
          <Button tone="ghost" onClick={() => setQuery({}, { replace: true })}>
            {text.reset}
          </Button>
        </EmptyState>
      )}
      <div className={css.body}>
        {shown.length > 0 && (
          <div className={css.beside}>
            <LazyMap
              begins={isWide()}
              places={shown}
              selected={selected}
              onSelected={setSelected}
              list={list}
            />
          </div>
        )}
        <div ref={list} className={css.sections}>
          {typeof position === 'object' ? (
            <Section
              title={text.nearList}
              places={shown}
              selected={selected}
              opening={opening}
              distanceOf={(place) => distanceKm(position, place)}
            />
          ) : (
            [...Map.groupBy(shown, ({ municipality }) => municipality.id)]
              .toSorted(([a], [b]) => Number(b === own) - Number(a === own))
              .map(([id, places]) => (
                <Section
                  key={id}
                  title={<span lang="el">{fullMunicipalityName(places[0]?.municipality.name ?? '')}</span>}
                  places={places}
                  selected={selected}
                  opening={opening}
                />
              ))
          )}
        </div>
      </div>
    </>
  )
}

type SectionProps = {
  title: ReactNode
  places: Place[]
  selected: string | undefined
  opening: Opening | undefined
  distanceOf?: (place: Place) => number
}

/** A heading and its places; with `distanceOf` the nearest first. */
function Section({ title, places, selected, opening, distanceOf }: SectionProps) {
  const rows = places
    .map((place) => ({ place, distance: distanceOf?.(place) }))
    .toSorted((a, b) => (a.distance ?? 0) - (b.distance ?? 0))
  if (rows.length === 0) return null
  return (
    <section className={css.section}>
      <h2 className="text-xl">{title}</h2>
      <ul className={css.list}>
        {rows.map(({ place, distance }) => (
          <PlaceCard
            key={place.id}
            place={place}
            distance={distance}
            isSelected={place.id === selected}
            opening={opening}
          />
        ))}
      </ul>
    </section>
  )
}
