import type { ManagedPlace } from '@portal/contract/manage-places.ts'
import { useQuery } from '@tanstack/react-query'
import { MapPinOff } from 'lucide-react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { placeOptions } from './api.ts'
import { ClosingForm } from './closing-form.tsx'
import css from './manage-places.module.css'
import { PlaceForm } from './place-form.tsx'
import { PlaceState } from './places-table.tsx'
import { RemovePlace } from './remove-place.tsx'
import { text } from './text.ts'

const list = '/admin/manage/places'
const back = { to: list, label: text.title }
const toAll = (
  <div className="no-phone">
    <ButtonLink tone="ghost" to={list}>
      {text.all}
    </ButtonLink>
  </div>
)

/** /admin/manage/places/new */
export function NewPlacePage() {
  const navigate = useNavigate()
  return (
    <ManagePage title={text.newTitle} back={back} actions={toAll}>
      <PlaceForm
        onAdded={({ id }) => void navigate(`${list}/${id}`, { replace: true, state: { added: true } })}
      />
    </ManagePage>
  )
}

/** /admin/manage/places/:placeId: a collection point, its closing and its removal. */
export function PlacePage() {
  const { placeId = '' } = useParams()
  const { data, error, isFetched, refetch } = useQuery(placeOptions(placeId))
  const isGone = error instanceof ApiError && error.has('not_found')
  if (data && !isGone) return <Place key={placeId} place={data} />
  return (
    <ManagePage title={text.title} back={back} actions={toAll}>
      {isGone ? (
        <EmptyState icon={MapPinOff} title={text.gone} />
      ) : error ? (
        <ErrorState title={text.placeFailed} retry={() => void refetch()} />
      ) : (
        <LoadingPart className={css.waiting} isFirst={!isFetched}>
          <Skeleton width="100%" height="12rem" />
        </LoadingPart>
      )}
    </ManagePage>
  )
}

function Place({ place }: { place: ManagedPlace }) {
  const { state } = useLocation() as { state: { added?: true } | null }
  const navigate = useNavigate()
  return (
    <ManagePage title={place.name} intro={<PlaceState closed={place.closed} />} back={back} actions={toAll}>
      <PlaceForm place={place} isNew={state?.added === true} />
      <ClosingForm place={place} />
      <RemovePlace place={place} onRemoved={() => void navigate(list, { state: { removed: place.name } })} />
    </ManagePage>
  )
}
