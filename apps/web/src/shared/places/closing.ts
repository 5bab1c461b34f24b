import type { Place } from '@portal/contract/places.ts'
import type { Day } from '#web/lib/days.ts'

/** 'closed': today; 'planned': from a later day on; 'open': otherwise, also after the last closed day. */
type ClosingState = 'closed' | 'planned' | 'open'

export function closingState(closed: Place['closed'], today: Day): ClosingState {
  if (!closed || (closed.until !== null && closed.until < today)) return 'open'
  return closed.from <= today ? 'closed' : 'planned'
}
