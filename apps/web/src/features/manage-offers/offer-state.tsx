import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { CalendarClock, CircleCheck, CircleX, PencilLine } from 'lucide-react'
import { formatDay, useToday } from '#web/ui/date-picker/athens-days.ts'
import css from './manage-offers.module.css'
import { text } from './text.ts'

/** Whether citizens see the offer now. */
export function OfferState({ offer }: { offer: Pick<ManagedOffer, 'state' | 'starts_on' | 'ends_on'> }) {
  const { state, starts_on, ends_on } = offer
  const today = useToday()
  const isLater = state === 'published' && starts_on > today
  const isOver = state === 'published' && ends_on !== null && ends_on < today
  const looks = isLater ? 'planned' : isOver ? 'ended' : state
  const Icon = { draft: PencilLine, published: CircleCheck, planned: CalendarClock, ended: CircleX }[looks]
  return (
    <span className={css[looks]}>
      <Icon size={16} aria-hidden="true" />
      {text.states[state]}
      {isLater && `: ${text.startsOn(formatDay(starts_on))}`}
      {isOver && `: ${text.over(formatDay(ends_on))}`}
    </span>
  )
}
