import type { Coupon } from '@portal/contract/coupons.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { text } from './text.ts'
import css from './user-sections.module.css'

/** A participant's coupons with their state and the last characters of their codes. */
export function UserCoupons({ coupons }: { coupons: Coupon[] }) {
  return (
    <section aria-labelledby="coupons">
      <h3 className={css.heading} id="coupons">
        {text.coupons}
      </h3>
      {coupons.length === 0 && <p className="muted">{text.noCoupons}</p>}
      {coupons.length > 0 && (
        <ul aria-labelledby="coupons">
          {coupons.map((coupon) => (
            <li key={coupon.id} className={css.record}>
              <span className="shrinks grows">
                {[coupon.title, coupon.shop].filter(Boolean).join(' · ')}
                <span className="muted block">{stateOf(coupon)}</span>
              </span>
              {coupon.ending && <span>{text.codeEnding(coupon.ending)}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function stateOf({ state, valid_until, ended_at }: Coupon): string {
  const until = valid_until === null ? undefined : formatDay(valid_until)
  if (state === 'valid') return until === undefined ? text.couponValid : text.couponValidUntil(until)
  if (state === 'expired') return text.couponExpired(until ?? '')
  return text.couponEnded[state](ended_at === null ? '' : formatDateTime(ended_at))
}
