import type { Coupon } from '@portal/contract/coupons.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { text } from './text.ts'

/** Describes until when a coupon is valid, or how it ended. */
export function validityOf({ state, valid_until, days_left, ended_at }: Coupon): string {
  const until = valid_until === null ? '' : formatDay(valid_until)
  if (state === 'expired') return text.expired(until)
  if (state !== 'valid') return text[state](ended_at === null ? '' : formatDateTime(ended_at))
  if (days_left === null) return text.noLimit
  if (days_left <= 1) return days_left === 1 ? text.tomorrow : text.lastDay
  return text.daysLeft(days_left, until)
}
