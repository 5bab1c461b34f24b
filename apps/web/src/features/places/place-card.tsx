import type { Place, PlaceKind } from '@portal/contract/places.ts'
import { CalendarX, Clock, Droplet, MapPin, Recycle, Trash2, type LucideIcon } from 'lucide-react'
import { fullMunicipalityName } from '#web/lib/format.ts'
import { closingState, formatDay } from '#web/shared/places/closing.ts'
import { kindNames } from '#web/shared/places/kind-names.ts'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
import { type Tone, ToneIcon } from '#web/ui/lists/tone-icon.tsx'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { formatDistance, mapLink } from './nearby.ts'
import css from './places-page.module.css'
import { text } from './text.ts'

const looks: Record<PlaceKind, { icon: LucideIcon; tone: Tone }> = {
  green_atm: { icon: Droplet, tone: 'amber' },
  orange_bin: { icon: Trash2, tone: 'orange' },
  reuse_centre: { icon: Recycle, tone: 'green' },
}

/** One collection point. @param distance in kilometres; undefined if unknown */
export function PlaceCard({ place, distance }: { place: Place; distance: number | undefined }) {
  const { kind, name, address, hours, municipality } = place
  // Most names begin with the kind.
  const facts = [
    ...(name.startsWith(kindNames[kind]) ? [] : [kindNames[kind]]),
    ...(distance === undefined ? [] : [formatDistance(distance), fullMunicipalityName(municipality.name)]),
  ]
  return (
    <li className={css.card}>
      <ToneIcon {...looks[kind]} />
      <div className={css.facts}>
        <h3 className="text-m tight" lang="el">
          {name}
        </h3>
        {facts.length > 0 && <p className={css.kind}>{facts.join(' · ')}</p>}
        <Closing closed={place.closed} />
        <p lang="el">{address}</p>
        <p className={css.hours}>
          <Clock size={16} aria-hidden="true" />
          <Hidden>{text.hours}: </Hidden>
          <span lang="el">{hours}</span>
        </p>
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
