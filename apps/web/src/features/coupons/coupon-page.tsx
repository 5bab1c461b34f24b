import type { CouponDetails } from '@portal/contract/coupons.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, TicketX } from 'lucide-react'
import { Link, useLocation, useParams } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { offerWords } from '#web/shared/offers/offer-words.ts'
import { Page } from '#web/shared/page/page.tsx'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { QrCode } from '#web/ui/layout/qr-code.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { couponOptions } from './api.ts'
import { codeGroups } from './code-groups.ts'
import { CouponActions } from './coupon-actions.tsx'
import css from './coupons.module.css'
import { offerText } from './offer-text.ts'
import { text } from './text.ts'
import { validityOf } from './validity.ts'

/** /coupons/{id}, for customers: one coupon, with its code large enough for a till. */
export function CouponPage() {
  const { couponId = '' } = useParams()
  const query = useQuery(couponOptions(couponId))
  const { data, error } = query
  const notFound = error instanceof ApiError && error.has('not_found')
  const title = data ? offerWords(data.title, data.title_en) : { text: text.title }
  return (
    <Page title={title.text}>
      <div className="narrow">
        <Link className="no-print inline-row gap-2 target" to="/coupons">
          <ArrowLeft size={19} aria-hidden="true" />
          {text.back}
        </Link>
        <h1 tabIndex={-1} className="breaks" lang={title.lang}>
          {title.text}
        </h1>
        {data?.state === 'valid' && data.offer?.gift === 'none' && <Arrival />}
        {data && <Coupon key={data.id} coupon={data} />}
        {!data && notFound ? (
          <EmptyState icon={TicketX} title={text.notFound} />
        ) : (
          <Unloaded query={query} failed={text.oneFailed} height="20rem" className="mt-4" />
        )}
      </div>
    </Page>
  )
}

/** That the coupon was just taken or received: the pages that lead here say so. */
function Arrival() {
  const { state } = useLocation() as { state: { available?: number; received?: true } | null }
  if (state?.received) {
    return (
      <div className="mt-4">
        <Notice tone="success" title={offerText.received}>
          <p>{offerText.receivedMeans}</p>
        </Notice>
      </div>
    )
  }
  if (typeof state?.available !== 'number') return null
  return (
    <div className="mt-4">
      <Notice tone="success" title={offerText.taken}>
        <p>{offerText.takenMeans(state.available)}</p>
      </Notice>
    </div>
  )
}

function Coupon({ coupon }: { coupon: CouponDetails }) {
  const { secret, shop, site, cost, issued_at, state, offer } = coupon
  const isValid = state === 'valid'
  const facts = [
    [text.validity, validityOf(coupon)],
    [text.shop, shop],
    ...(offer
      ? ([
          [offerText.place, offer.place],
          [offerText.usedWhere, offer.used_where],
          [offerText.origin, offer.received && offerText.gift],
          [offerText.giveBackUntil, isValid && offer.return_until && formatDay(offer.return_until)],
          [
            offerText.expiry,
            isValid && (offer.returns_when_expired ? offerText.pointsReturn : offerText.pointsLost),
          ],
        ] as const)
      : ([[text.issuedBy, site]] as const)),
    [text.issuedAt, formatDateTime(issued_at)],
    [text.price, text.cost(cost)],
  ] as const
  return (
    <>
      {secret && (
        <section className={css.ticket} aria-label={text.code}>
          <p className={css.code}>
            {codeGroups(secret.code).map((group, at) => (
              // The groups of a code do not change.
              // eslint-disable-next-line react/no-array-index-key
              <span key={at}>{group} </span>
            ))}
          </p>
          <QrCode qr={secret.qr} label={text.qr} className={css.qr} />
          <p className={css.atTill}>{text.atTill}</p>
        </section>
      )}
      {!secret && isValid && offer?.gift !== 'open' && <p className="mt-4">{text.noCode}</p>}
      <Facts rows={facts} grid />
      <CouponActions coupon={coupon} />
    </>
  )
}
