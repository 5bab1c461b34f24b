import type { CouponDetails } from '@portal/contract/coupons.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, TicketX } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { ApiError } from '#web/api/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Page } from '#web/shared/page/page.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { couponOptions } from './api.ts'
import { codeGroups } from './code-groups.ts'
import css from './coupons.module.css'
import { text } from './text.ts'
import { validityOf } from './validity.ts'

/** /coupons/{id}, for customers: one coupon, with its code large enough for a till. */
export function CouponPage() {
  const { couponId = '' } = useParams()
  const { data, error, isFetched, refetch } = useQuery(couponOptions(couponId))
  const notFound = error instanceof ApiError && error.has('not_found')
  return (
    <Page title={data?.title ?? text.title}>
      <div className="narrow">
        <Link className="no-print inline-row gap-2 target" to="/coupons">
          <ArrowLeft size={19} aria-hidden="true" />
          {text.back}
        </Link>
        <h1 tabIndex={-1} className="breaks">
          {data?.title ?? text.title}
        </h1>
        {data && <Coupon coupon={data} />}
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

function Coupon({ coupon }: { coupon: CouponDetails }) {
  const { secret, shop, site, cost, issued_at, state } = coupon
  const facts = [
    { name: text.validity, value: validityOf(coupon) },
    { name: text.shop, value: shop },
    { name: text.issuedBy, value: site },
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
      {!secret && state === 'valid' && <p className="mt-4">{text.noCode}</p>}
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
    </>
  )
}
