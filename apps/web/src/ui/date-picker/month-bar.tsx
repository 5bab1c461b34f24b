import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import css from './calendar.module.css'
import type { Texts } from './text.ts'

type StepProps = { name: string; icon: LucideIcon; to: number; from: number; go: (month: number) => void }

/** At the limit the button keeps its place and the focus, and is marked `aria-disabled`. */
function Step({ name, icon: Icon, to, from, go }: StepProps) {
  return (
    <button
      type="button"
      className={css.step}
      aria-label={name}
      title={name}
      aria-disabled={to === from || undefined}
      onClick={() => go(to)}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  )
}

type MonthBarProps = {
  texts: Texts
  /** First month shown, and its limits, both included. */
  month: number
  minMonth: number
  maxMonth: number
  go: (month: number) => void
}

/**
 * Navigation by 1 and by 12 months, within the reachable months (portal.md §9). The style sheet puts it around the
 * month's name.
 */
export function MonthBar({ texts, month, minMonth, maxMonth, go }: MonthBarProps) {
  const by = (months: number) => Math.min(Math.max(month + months, minMonth), maxMonth)
  const step = { from: month, go }
  return (
    <div className={css.bar} role="group" aria-label={texts.navigation}>
      <Step name={texts.previousYear} icon={ChevronsLeft} to={by(-12)} {...step} />
      <Step name={texts.previousMonth} icon={ChevronLeft} to={by(-1)} {...step} />
      <span className="grows" />
      <Step name={texts.nextMonth} icon={ChevronRight} to={by(1)} {...step} />
      <Step name={texts.nextYear} icon={ChevronsRight} to={by(12)} {...step} />
    </div>
  )
}
