import type { Offer } from '@portal/contract/offers.ts'
import { useQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { offerWords } from '#web/shared/offers/offer-words.ts'
import { OfferPicture } from '#web/shared/offers/offer-picture.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { offersOptions } from './api.ts'
import { isOpen, OfferState, pointsOf } from './offer-state.tsx'
import css from './offers.module.css'
import { text } from './text.ts'

/** Fewer than this are worth a hurry. */
const few = 20

/** /offers, for customers: what they get for points from the portal itself, first what they can take. */
export function OffersPage() {
  const query = useQuery(offersOptions)
  const { data } = query
  const { offers = [] } = data ?? {}
  const open = offers.filter(isOpen)
  return (
    <Page title={text.title}>
      <div className="page">
        <div>
          <h1 tabIndex={-1}>{text.title}</h1>
          <p className="intro readable">{text.intro}</p>
          {data && <p className="semibold mt-2">{text.available(data.available)}</p>}
        </div>
        <Unloaded query={query} failed={text.failed} height="12rem" rows={3} className={css.list} />
        {data && offers.length === 0 && <EmptyState icon={Ticket} title={text.none} text={text.noneMeans} />}
        {data && offers.length > 0 && (
          <>
            <Offers
              title={text.now}
              offers={open.filter(({ missing }) => missing === 0)}
              empty={text.noneNow}
            />
            <Offers title={text.later} offers={open.filter(({ missing }) => missing > 0)} />
            <Offers title={text.notNow} offers={offers.filter((offer) => !isOpen(offer))} />
          </>
        )}
      </div>
    </Page>
  )
}

function Offers({ title, offers, empty }: { title: string; offers: Offer[]; empty?: string }) {
  const id = useId()
  if (offers.length === 0 && !empty) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {offers.length === 0 ? (
        <p className="intro">{empty}</p>
      ) : (
        <ul className={css.list} aria-labelledby={id}>
          {offers.map((offer) => (
            <OfferCard key={offer.id} offer={offer} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OfferCard({ offer }: { offer: Offer }) {
  const { id, kind, picture, shop, place, left, left_today, ends_on, raised } = offer
  const title = offerWords(offer.title, offer.title_en)
  const facts = [
    ...(left !== null && left > 0 && left < few ? [text.left(left)] : []),
    ...(left_today !== null && left_today > 0 && left_today < few && left_today !== left
      ? [text.leftToday(left_today)]
      : []),
    ...(ends_on === null ? [] : [text.until(formatDay(ends_on))]),
    ...(raised === null || raised === 0 ? [] : [text.raised(raised)]),
  ]
  return (
    <li className={css.card}>
      <OfferPicture kind={kind} picture={picture} className={css.thumb} />
      <div className={css.body}>
        <h3 className="text-l tight breaks">
          <Link to={String(id)} className="covers" lang={title.lang}>
            {title.text}
          </Link>
        </h3>
        <p className={css.where} lang="el">
          {[shop, place].filter(Boolean).join(', ')}
        </p>
        <p className={css.price}>{pointsOf(offer)}</p>
        <OfferState offer={offer} />
        {facts.length > 0 && <p className="note">{facts.join(' · ')}</p>}
      </div>
    </li>
  )
}
