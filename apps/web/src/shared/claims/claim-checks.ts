import type { OwnClaim } from '@portal/contract/claims.ts'
import { rejectionReasons } from '@portal/contract/claim-facts.ts'
import { day, figure, oneOf, orNull, text, timestamp, whole } from '#web/api/reply-checks.ts'

/** Checks of what a citizen's and a staff member's view of a claim have in common. */
export const reportedChecks = {
  id: whole,
  sticker: orNull(text),
  place: orNull(text),
  day,
  hour: orNull(whole),
  litres: orNull(figure),
  note: text,
  created_at: timestamp,
  decided_at: orNull(timestamp),
  points: orNull(whole),
  reason: orNull(oneOf(...rejectionReasons)),
  answer: text,
} satisfies { [Name in Exclude<keyof OwnClaim, 'state'>]: unknown }
