import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { TicketX } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { meOptions } from '#web/api/session.ts'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { offerOptions } from './api.ts'
import { Figures } from './figures.tsx'
import css from './manage-offers.module.css'
import { OfferForm } from './offer-form.tsx'
import { OfferState } from './offer-state.tsx'
import { PictureField } from './picture-field.tsx'
import { StateActions } from './state-actions.tsx'
import { text } from './text.ts'

const list = '/admin/manage/offers'
const back = { to: list, label: text.title }
const toAll = (
  <div className="no-phone">
    <ButtonLink tone="ghost" to={list}>
      {text.all}
    </ButtonLink>
  </div>
)

/** /admin/manage/offers/new */
export function NewOfferPage() {
  const navigate = useNavigate()
  return (
    <ManagePage title={text.newTitle} back={back} actions={toAll}>
      <OfferForm
        onAdded={({ id }) => void navigate(`${list}/${id}`, { replace: true, state: { added: true } })}
      />
    </ManagePage>
  )
}

/** /admin/manage/offers/:offerId: an offer with its figures; for operators its facts, picture and state. */
export function OfferPage() {
  const { offerId = '' } = useParams()
  const { data, error, isFetched, refetch } = useQuery(offerOptions(offerId))
  const isGone = error instanceof ApiError && error.has('not_found')
  if (data && !isGone) return <Offer key={offerId} offer={data} />
  return (
    <ManagePage title={text.title} back={back} actions={toAll}>
      {isGone ? (
        <EmptyState icon={TicketX} title={text.gone} />
      ) : error ? (
        <ErrorState title={text.oneFailed} retry={() => void refetch()} />
      ) : (
        <LoadingPart className={css.waiting} isFirst={!isFetched}>
          <Skeleton width="100%" height="12rem" />
        </LoadingPart>
      )}
    </ManagePage>
  )
}

function Offer({ offer }: { offer: ManagedOffer }) {
  const { state } = useLocation() as { state: { added?: true } | null }
  const role = useQuery(meOptions).data?.role
  const [changed, setChanged] = useState(false)
  const { title, kind, partner, points } = offer
  const intro = (
    <>
      <OfferState offer={offer} /> · {partner.name} · {text.kinds[kind]}, {text.points(points)}
    </>
  )
  return (
    <ManagePage title={title} intro={intro} back={back} actions={toAll}>
      {offer.state !== 'draft' && <Figures offer={offer} />}
      {can(role, endpoints.changeOffer.access) && (
        <>
          <OfferForm offer={offer} isNew={state?.added === true} onChanged={setChanged} />
          {offer.state !== 'ended' && <PictureField offer={offer} />}
          <StateActions offer={offer} changed={changed} />
        </>
      )}
    </ManagePage>
  )
}
