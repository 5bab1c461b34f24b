import type { DeskCoupon } from '@portal/contract/desk/desk.ts'
import { Check, CircleHelp, Clock, Gift, Store, WifiOff, X } from 'lucide-react'
import { formatDateTime } from '#web/lib/format.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { text } from '../words/text.ts'
import { Answer, answerButtons, type AnswerTone } from './answer.tsx'
import work from './work.module.css'

/**
 * A coupon on the screen. `submission` is chosen once, so that a repeated press uses the coupon once. `unanswered`: it may
 * have been used.
 */
export type Shown = {
  code: string
  coupon: DeskCoupon
  submission: string
  phase: 'checked' | 'used' | 'unanswered'
}

const looks: Record<DeskCoupon['state'], { tone: AnswerTone; icon: typeof Check }> = {
  valid: { tone: 'good', icon: Check },
  used: { tone: 'bad', icon: X },
  cancelled: { tone: 'bad', icon: X },
  unknown: { tone: 'bad', icon: CircleHelp },
  other_shop: { tone: 'bad', icon: Store },
  expired: { tone: 'late', icon: Clock },
  given_away: { tone: 'late', icon: Gift },
}

type CouponAnswerProps = {
  shown: Shown
  busy: boolean
  problem: string | undefined
  onRedeem: () => void
  onUndo: (id: number) => void
  onNext: () => void
}

/** The state of a coupon, or of its use, in the whole screen. */
export function CouponAnswer({ shown, busy, problem, onRedeem, onUndo, onNext }: CouponAnswerProps) {
  const { coupon, phase } = shown
  const { id, state, title, ending, undo_until: undoUntil } = coupon
  const main = (label: string, onClick: () => void) => (
    <button type="button" className={answerButtons.main} aria-busy={busy || undefined} onClick={onClick}>
      {label}
    </button>
  )
  const other = (label: string, onClick: () => void) => (
    <button type="button" className={answerButtons.other} onClick={onClick}>
      {label}
    </button>
  )
  const error = problem !== undefined && (
    <p className={work.onColour} role="alert">
      {problem}
    </p>
  )
  if (phase === 'unanswered')
    return (
      <Answer key={phase} tone="late" icon={WifiOff} word={text.noAnswer} lines={[text.noAnswerMeans]}>
        {error}
        {main(text.again, onRedeem)}
        {other(text.cancel, onNext)}
      </Answer>
    )
  const undo = id !== undefined && undoUntil !== undefined && other(text.undo, () => onUndo(id))
  const named = ending && text.ending(ending)
  const capital = named && `${named.charAt(0).toUpperCase()}${named.slice(1)}`
  if (phase === 'used')
    return (
      <Answer key={phase} tone="done" word={text.used} title={title} lines={[capital, text.undoHint]}>
        {error}
        {main(text.next, onNext)}
        {undo}
      </Answer>
    )
  const { valid_until: until, used_at: usedAt, used_by: usedBy } = coupon
  const lines = [
    [until && text.until(formatDay(until)), named].filter(Boolean).join(' · '),
    state === 'valid' ? text.notUsed : text.means[state],
    usedAt && text.usedAt(formatDateTime(usedAt)),
    usedBy && text.usedBy(usedBy.device, usedBy.place),
  ]
  return (
    <Answer key={state} {...looks[state]} word={text.result[state]} title={title} lines={lines}>
      {error}
      {state === 'valid' ? main(text.redeem, onRedeem) : main(text.next, onNext)}
      {state === 'valid' ? other(text.cancel, onNext) : undo}
    </Answer>
  )
}
