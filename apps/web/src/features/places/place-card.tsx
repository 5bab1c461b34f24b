import type { Place } from '@portal/contract/places.ts'
import { CalendarX, Clock, MapPin } from 'lucide-react'
import { fullMunicipalityName } from '#web/lib/format.ts'
import { closingState } from '#web/shared/places/closing.ts'
import { kindLooks, kindNames } from '#web/shared/places/kind-names.ts'
import { formatDay, useToday } from '#web/ui/date-picker/athens-days.ts'
import { ToneIcon } from '#web/ui/lists/tone-icon.tsx'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { formatDistance, mapLink } from './nearby.ts'
import css from './places-page.module.css'
import { text } from './text.ts'
import { useMinute } from './use-minute.ts'
import type { Opening } from './use-opening.ts'

type PlaceCardProps = {
  place: Place
  /** In kilometres; undefined if unknown. */
  distance: number | undefined
  /** Whether it is chosen on the map. */
  isSelected: boolean
  /** Undefined until loaded. */
  opening: Opening | undefined
}

/** One collection point. */
export function PlaceCard({ place, distance, isSelected, opening }: PlaceCardProps) {
  const { kind, name, address, hours, opening_hours, municipality } = place
  const NoteIcon = opening && opening_hours ? opening.icons.note : Clock
  const isKnown = opening !== undefined && opening_hours !== null
  // Most names begin with the kind.
  const facts = [
    ...(name.startsWith(kindNames[kind]) ? [] : [kindNames[kind]]),
    ...(distance === undefined ? [] : [formatDistance(distance), fullMunicipalityName(municipality.name)]),
  ]
  return (
    <li className={css.card} data-place={place.id} aria-current={isSelected || undefined}>
      <ToneIcon {...kindLooks[kind]} />
      <div className={css.facts}>
        <h3 className="text-m tight" lang="el" tabIndex={-1}>
          {name}
        </h3>
        {facts.length > 0 && <p className={css.kind}>{facts.join(' · ')}</p>}
        <Closing closed={place.closed} />
        <OpenNow place={place} opening={opening} />
        <p lang="el">{address}</p>
        {isKnown && (
          <p className={css.hours}>
            <Clock size={16} aria-hidden="true" />
            <Hidden>{text.hours}: </Hidden>
            <span>{opening.formatHours(opening_hours)}</span>
          </p>
        )}
        {(!isKnown || opening.hasNote(place)) && (
          <p className={css.hours}>
            <NoteIcon size={16} aria-hidden="true" />
            <Hidden>{isKnown ? text.note : text.hours}: </Hidden>
            <span lang="el">{hours}</span>
          </p>
        )}
      </div>
      <a className={css.map} href={mapLink(place, navigator.userAgent)} rel="noreferrer">
        <MapPin size={18} aria-hidden="true" />
        {text.map}
        <span lang="el">
          <Hidden>{name}</Hidden>
        </span>
      </a>
    </li>
  )
}

/** Whether the place is open now, and until when, unless it is closed for days. */
function OpenNow({ place, opening }: Pick<PlaceCardProps, 'place' | 'opening'>) {
  const minute = useMinute()
  const today = useToday()
  if (!place.opening_hours || closingState(place.closed, today) === 'closed') return null
  // Its line is there from the beginning, so that nothing moves.
  const state = opening?.stateOf(place, minute)
  if (!opening || !state) return <p className={css.shut}>{'\u00a0'}</p>
  const Icon = opening.icons[state.open ? 'open' : 'closed']
  return (
    <p className={state.open ? css.open : css.shut}>
      <Icon size={18} aria-hidden="true" />
      {opening.openLine(state)}
    </p>
  )
}

/** That the place is closed, or will be, and why. */
function Closing({ closed }: Pick<Place, 'closed'>) {
  const state = closingState(closed, useToday())
  if (!closed || state === 'open') return null
  const [from, until] = [formatDay(closed.from), closed.until && formatDay(closed.until)]
  return (
    <div className={css.closed}>
      <CalendarX size={18} aria-hidden="true" />
      <div>
        <p className="semibold">
          {state === 'closed'
            ? until
              ? text.closedUntil(until)
              : text.closed
            : until
              ? text.closesBetween(from, until)
              : text.closesFrom(from)}
        </p>
        {closed.message && <p lang="el">{closed.message}</p>}
      </div>
    </div>
  )
}
