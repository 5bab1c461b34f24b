import type { OfferDetails } from '@portal/contract/offers.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, TicketX } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { useSite } from '#web/api/site.ts'
import { formatNumber } from '#web/lib/format.ts'
import { offerWords } from '#web/shared/offers/offer-words.ts'
import { OfferPicture } from '#web/shared/offers/offer-picture.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { formatDay, useToday } from '#web/ui/date-picker/athens-days.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { offerOptions } from './api.ts'
import { isOpen, OfferState, pointsOf } from './offer-state.tsx'
import css from './offers.module.css'
import { TakeDialog } from './take-dialog.tsx'
import { text } from './text.ts'
import { returnDay, validDay } from './validity.ts'

/** /offers/{id}, for customers: one offer with all its terms, and the exchange. */
export function OfferPage() {
  const { offerId = '' } = useParams()
  const query = useQuery(offerOptions(offerId))
  const { data, error } = query
  // Also of one that ended while the page was open: the dialog over it says so.
  const gone =
    error instanceof ApiError && (error.has('not_found') ? 'notFound' : error.has('offer_ended') && 'ended')
  const title = data ? offerWords(data.title, data.title_en) : { text: text.title }
  return (
    <Page title={title.text}>
      <div className="narrow">
        <Link className="inline-row gap-2 target" to="/offers">
          <ArrowLeft size={19} aria-hidden="true" />
          {text.back}
        </Link>
        <h1 tabIndex={-1} className="breaks" lang={title.lang}>
          {title.text}
        </h1>
        {data && <OfferParts key={offerId} offer={data} gone={gone ? text[gone] : undefined} />}
        {!data && gone ? (
          <EmptyState icon={TicketX} title={text[gone]} />
        ) : (
          <Unloaded query={query} failed={text.oneFailed} height="20rem" className="mt-4" />
        )}
      </div>
    </Page>
  )
}

function OfferParts({ offer, gone }: { offer: OfferDetails; gone: string | undefined }) {
  const hasPlaces = useSite()?.has_places === true
  const [taking, setTaking] = useState(false)
  const { kind, shop, picture, missing } = offer
  const isCoupon = kind === 'coupon'
  const description = offerWords(offer.description, offer.description_en)
  return (
    <>
      <p className={css.where} lang="el">
        {shop}
      </p>
      <OfferPicture kind={kind} picture={picture} large className={css.picture} />
      {description.text !== '' && (
        <p className={css.description} lang={description.lang}>
          {description.text}
        </p>
      )}
      <div className={css.act}>
        <div>
          <p className={css.price}>{pointsOf(offer)}</p>
          <p className="muted">{text.available(offer.available)}</p>
        </div>
        <OfferState offer={offer} />
        {gone !== undefined && <p className="semibold">{gone}</p>}
        {gone === undefined && isOpen(offer) && missing === 0 && (
          <Button wide onClick={() => setTaking(true)}>
            {isCoupon ? text.take : text.donate}
          </Button>
        )}
        {missing > 0 && hasPlaces && (
          <ButtonLink tone="ghost" to="/places">
            {text.howToEarn}
          </ButtonLink>
        )}
      </div>
      <Terms offer={offer} />
      {taking && <TakeDialog offer={offer} onClose={() => setTaking(false)} />}
    </>
  )
}

function Terms({ offer }: { offer: OfferDetails }) {
  const today = useToday()
  const { kind, shop, place, coupon_days, returns_when_expired, limit, left, left_today, ends_on, raised } =
    offer
  const until = validDay(offer, today)
  const giveBack = returnDay(offer, today)
  const isCoupon = kind === 'coupon'
  const stock = [
    ...(left === null ? [] : [formatNumber(left)]),
    ...(left_today === null ? [] : [text.leftToday(left_today)]),
  ].join(' · ')
  const facts = [
    [isCoupon ? text.shop : text.receiver, shop, 'el'],
    [text.place, place, 'el'],
    [text.validity, until !== null && coupon_days !== null && text.valid(coupon_days, formatDay(until))],
    [
      text.giveBack,
      isCoupon && (giveBack === null ? text.notReturnable : text.returnable(formatDay(giveBack))),
    ],
    [text.expiry, isCoupon && (returns_when_expired ? text.pointsReturn : text.pointsLost)],
    [text.limit, limit && text.atMost(limit.count, limit.days)],
    [text.stock, stock],
    [text.period, ends_on && formatDay(ends_on)],
    [text.collected, raised !== null && text.points(raised)],
  ] as const
  return <Facts rows={facts} grid />
}
