import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { TicketX } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import * as endpoints from '#web/api/endpoints.ts'
import { meOptions } from '#web/api/session.ts'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { ManagePage } from '#web/shared/manage/manage-page.tsx'
import { offerOptions } from './api.ts'
import { Figures } from './figures.tsx'
import { OfferForm } from './offer-form.tsx'
import { OfferState } from './offer-state.tsx'
import { PictureField } from './picture-field.tsx'
import { StateActions } from './state-actions.tsx'
import { text } from './text.ts'

const list = '/admin/manage/offers'
const back = { to: list, label: text.title, all: text.all }

/** /admin/manage/offers/new */
export function NewOfferPage() {
  const navigate = useNavigate()
  return (
    <ManagePage title={text.newTitle} back={back}>
      <OfferForm
        onAdded={({ id }) => void navigate(`${list}/${id}`, { replace: true, state: { added: true } })}
      />
    </ManagePage>
  )
}

/** /admin/manage/offers/:offerId: an offer with its figures; for operators its facts, picture and state. */
export function OfferPage() {
  const { offerId = '' } = useParams()
  return (
    <Loaded
      query={useQuery(offerOptions(offerId))}
      failed={text.oneFailed}
      gone={{ icon: TicketX, title: text.gone }}
      page={{ title: text.title, back }}
    >
      {(offer) => <Offer key={offerId} offer={offer} />}
    </Loaded>
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
    <ManagePage title={title} intro={intro} back={back}>
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
