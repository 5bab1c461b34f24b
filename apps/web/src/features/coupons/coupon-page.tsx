import type { CouponDetails } from '@portal/contract/coupons.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, TicketX } from 'lucide-react'
import { Link, useLocation, useParams } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { offerWords } from '#web/shared/offers/offer-words.ts'
import { Page } from '#web/shared/page/page.tsx'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
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
  const { data, error, isFetched, refetch } = useQuery(couponOptions(couponId))
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
        {!data && !error && (
          <LoadingPart className={css.waiting} isFirst={!isFetched}>
            <Skeleton width="100%" height="20rem" />
          </LoadingPart>
        )}
        {!data && notFound && <EmptyState icon={TicketX} title={text.notFound} />}
        {!data && error && !notFound && <ErrorState title={text.oneFailed} retry={() => void refetch()} />}
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
    { name: text.validity, value: validityOf(coupon) },
    { name: text.shop, value: shop },
    ...(offer
      ? [
          { name: offerText.place, value: offer.place },
          { name: offerText.usedWhere, value: offer.used_where },
          { name: offerText.origin, value: offer.received ? offerText.gift : null },
          {
            name: offerText.giveBackUntil,
            value: isValid && offer.return_until !== null ? formatDay(offer.return_until) : null,
          },
          {
            name: offerText.expiry,
            value: !isValid
              ? null
              : offer.returns_when_expired
                ? offerText.pointsReturn
                : offerText.pointsLost,
          },
        ]
      : [{ name: text.issuedBy, value: site }]),
    { name: text.issuedAt, value: formatDateTime(issued_at) },
    { name: text.price, value: text.cost(cost) },
  ]
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
          <svg
            className={css.qr}
            viewBox={`0 0 ${secret.qr.size} ${secret.qr.size}`}
            role="img"
            aria-label={text.qr}
          >
            <path d={secret.qr.path} />
          </svg>
          <p className={css.atTill}>{text.atTill}</p>
        </section>
      )}
      {!secret && isValid && offer?.gift !== 'open' && <p className="mt-4">{text.noCode}</p>}
      <dl className={css.facts}>
        {facts.map(
          ({ name, value }) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <CouponActions coupon={coupon} />
    </>
  )
}
