import type { ManagedPlace } from '@portal/contract/manage-places.ts'
import { useQuery } from '@tanstack/react-query'
import { MapPinOff } from 'lucide-react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { placeOptions } from './api.ts'
import { ClosingForm } from './closing-form.tsx'
import { PlaceForm } from './place-form.tsx'
import { PlaceState } from './places-table.tsx'
import { RemovePlace } from './remove-place.tsx'
import { text } from './text.ts'

const list = '/admin/manage/places'
const back = { to: list, label: text.title, all: text.all }

/** /admin/manage/places/new */
export function NewPlacePage() {
  const navigate = useNavigate()
  return (
    <ManagePage title={text.newTitle} back={back}>
      <PlaceForm
        onAdded={({ id }) => void navigate(`${list}/${id}`, { replace: true, state: { added: true } })}
      />
    </ManagePage>
  )
}

/** /admin/manage/places/:placeId: a collection point, its closing and its removal. */
export function PlacePage() {
  const { placeId = '' } = useParams()
  return (
    <Loaded
      query={useQuery(placeOptions(placeId))}
      failed={text.placeFailed}
      gone={{ icon: MapPinOff, title: text.gone }}
      page={{ title: text.title, back }}
    >
      {(place) => <Place key={placeId} place={place} />}
    </Loaded>
  )
}

function Place({ place }: { place: ManagedPlace }) {
  const { state } = useLocation() as { state: { added?: true } | null }
  const navigate = useNavigate()
  return (
    <ManagePage title={place.name} intro={<PlaceState closed={place.closed} />} back={back}>
      <PlaceForm place={place} isNew={state?.added === true} />
      <ClosingForm place={place} />
      <RemovePlace place={place} onRemoved={() => void navigate(list, { state: { removed: place.name } })} />
    </ManagePage>
  )
}
