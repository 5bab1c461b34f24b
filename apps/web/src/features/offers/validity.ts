import type { Offer } from '@portal/contract/offers.ts'
import type { Day } from '#web/lib/days.ts'
import { addDays } from '#web/ui/date-picker/athens-days.ts'

/** The last day of a coupon that is taken `today`; null: it is a donation. */
export const validDay = ({ coupon_days }: Pick<Offer, 'coupon_days'>, today: Day): Day | null =>
  coupon_days === null ? null : addDays(today, coupon_days - 1)

/** The last day on which a coupon that is taken `today` may be given back; null: never. */
export function returnDay(
  { coupon_days, return_days }: Pick<Offer, 'coupon_days' | 'return_days'>,
  today: Day,
): Day | null {
  if (return_days === null || coupon_days === null) return null
  return addDays(today, Math.min(return_days, coupon_days) - 1)
}
