import { useQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { Link } from 'react-router'
import { useSite } from '#web/api/site.ts'
import { inLanguage } from '#web/lib/language.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ownCouponsOptions } from '#web/shared/coupons/coupons.ts'
import css from './landing-page.module.css'

const text = inLanguage({
  el: {
    coupons: (count: string, one: boolean) => (one ? 'Ένα κουπόνι' : `${count} κουπόνια`),
    valid: (one: boolean): string => (one ? ' που ισχύει' : ' που ισχύουν'),
  },
  en: {
    coupons: (count: string, one: boolean) => (one ? 'One valid coupon' : `${count} valid coupons`),
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
        {text.coupons(formatNumber(valid), valid === 1)}
        <span className={css.wideOnly}>{text.valid(valid === 1)}</span>
      </span>
    </Link>
  )
}
