import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { CalendarClock, CircleCheck, CircleX, PencilLine } from 'lucide-react'
import css from '#web/shared/manage/manage.module.css'
import { formatDay, useToday } from '#web/ui/date-picker/athens-days.ts'
import { text } from './text.ts'

const looks = {
  draft: { Icon: PencilLine, tone: css.off },
  published: { Icon: CircleCheck, tone: css.good },
  planned: { Icon: CalendarClock, tone: css.warn },
  ended: { Icon: CircleX, tone: css.bad },
}

/** Whether citizens see the offer now. */
export function OfferState({ offer }: { offer: Pick<ManagedOffer, 'state' | 'starts_on' | 'ends_on'> }) {
  const { state, starts_on, ends_on } = offer
  const today = useToday()
  const isLater = state === 'published' && starts_on > today
  const isOver = state === 'published' && ends_on !== null && ends_on < today
  const { Icon, tone } = looks[isLater ? 'planned' : isOver ? 'ended' : state]
  return (
    <span className={tone}>
      <Icon size={16} aria-hidden="true" />
      {text.states[state]}
      {isLater && `: ${text.startsOn(formatDay(starts_on))}`}
      {isOver && `: ${text.over(formatDay(ends_on))}`}
    </span>
  )
}
