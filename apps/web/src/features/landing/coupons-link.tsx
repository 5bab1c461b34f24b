import { plural } from '@portal/contract/words/plural.ts'
import { useQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { Link } from 'react-router'
import { useSite } from '#web/api/site.ts'
import { inLanguage } from '#web/lib/language.ts'
import { counted } from '#web/lib/format.ts'
import { ownCouponsOptions } from '#web/shared/coupons/api.ts'
import css from './landing-page.module.css'

const text = inLanguage({
  el: {
    coupons: (count: number) => counted(count, 'κουπόνι', 'κουπόνια'),
    valid: (count: number): string => plural(count, ' που ισχύει', ' που ισχύουν'),
  },
  en: {
    coupons: (count: number) => counted(count, 'valid coupon', 'valid coupons'),
    valid: () => '',
  },
})

/** Link to the coupons, if there are valid ones. */
export function CouponsLink() {
  const enabled = useSite()?.has_coupons === true
  const { data = [] } = useQuery({ ...ownCouponsOptions, enabled })
  const valid = data.filter(({ state }) => state === 'valid').length
  if (valid === 0) return null
  return (
    <Link className={css.stickers} to="/coupons">
      <Ticket size={18} aria-hidden="true" />
      <span>
        {text.coupons(valid)}
        <span className={css.wideOnly}>{text.valid(valid)}</span>
      </span>
    </Link>
  )
}
