import type { Coupon } from '@portal/contract/coupons.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Gift, QrCode, Ticket } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { ownCouponsOptions } from '#web/shared/coupons/api.ts'
import { offerWords } from '#web/shared/offers/offer-words.ts'
import { Page } from '#web/shared/page/page.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Unloaded } from '#web/ui/feedback/unloaded.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import css from './coupons.module.css'
import { text } from './text.ts'
import { validityOf } from './validity.ts'

/** /coupons, for customers: the coupons that partner sites issued with a code. */
export function CouponsPage() {
  const query = useQuery(ownCouponsOptions)
  const { data } = query
  const isValid = ({ state }: Coupon) => state === 'valid'
  return (
    <Page title={text.title}>
      <div className="narrow">
        <h1 tabIndex={-1}>{text.title}</h1>
        {data?.some(isValid) && <p className="intro">{text.intro}</p>}
        <Unloaded query={query} failed={text.failed} height="8rem" rows={2} className={css.waiting} />
        {data?.length === 0 && <EmptyState icon={Ticket} title={text.none} text={text.noneIntro} />}
        {data && data.length > 0 && (
          <>
            <Coupons title={text.valid} coupons={data.filter(isValid)} empty={text.noneValid} />
            <Coupons title={text.ended} coupons={data.filter((coupon) => !isValid(coupon))} />
          </>
        )}
      </div>
    </Page>
  )
}

function Coupons({ title, coupons, empty }: { title: string; coupons: Coupon[]; empty?: string }) {
  const id = useId()
  if (coupons.length === 0 && !empty) return null
  return (
    <section className="mt-6" aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {coupons.length === 0 ? (
        <p className={css.means}>{empty}</p>
      ) : (
        <ul className={css.list} aria-labelledby={id}>
          {coupons.map((coupon) => (
            <CouponCard key={coupon.id} coupon={coupon} />
          ))}
        </ul>
      )}
    </section>
  )
}

function CouponCard({ coupon }: { coupon: Coupon }) {
  const { id, shop, cost, state, ending, offer } = coupon
  const title = offerWords(coupon.title, coupon.title_en)
  const isValid = state === 'valid'
  return (
    <li className={classes(css.card, !isValid && css.over)}>
      <h3 className="text-l tight">
        {isValid ? (
          <Link to={`/coupons/${id}`} className="covers" lang={title.lang}>
            {title.text}
          </Link>
        ) : (
          <span lang={title.lang}>{title.text}</span>
        )}
      </h3>
      {shop !== null && <p>{shop}</p>}
      <p className={css.state}>
        {isValid ? <CircleCheck size={19} aria-hidden="true" /> : <CircleX size={19} aria-hidden="true" />}
        {validityOf(coupon)}
      </p>
      <p className={css.means}>
        {[text.cost(cost), ending && text.ending(ending)].filter(Boolean).join(' · ')}
      </p>
      {isValid && (
        <span className={css.open} aria-hidden="true">
          {offer?.gift === 'open' ? <Gift size={19} /> : <QrCode size={19} />}
          {offer?.gift === 'open' ? text.givenAway : text.open}
        </span>
      )}
    </li>
  )
}
