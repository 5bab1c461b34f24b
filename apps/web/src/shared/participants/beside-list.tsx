import { SearchX, Users } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PeriodDays } from '#web/shared/period/date-range.tsx'
import type { Range } from '#web/shared/period/period.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import css from './beside-list.module.css'
import { text } from './participant-list-text.ts'

const listId = 'participants'

/**
 * The list of participants beside a table. Below 992 px a button opens it, and choosing another participant closes it.
 * '/' opens it and Escape closes it, or returns from the table to the list.
 * @param whose the selected participant
 * @returns props of the list's `<section>`, and what the button needs
 */
export function useListToggle(whose: string) {
  const list = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Participant at the time the list was opened.
  const [openedAt, setOpenedAt] = useState<string>()
  const open = openedAt === whose

  useEffect(() => {
    if (!open) return
    window.scrollTo(0, 0)
    list.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [open])

  const isShown = () => (list.current?.getClientRects().length ?? 0) > 0
  useKeys({
    '/': () => !isShown() && (setOpenedAt(whose), true),
    Escape: ({ target }) => {
      if (open) {
        setOpenedAt(undefined)
        heading.current?.focus({ preventScroll: true })
        return true
      }
      const inDetail = target instanceof Element && target.closest('[data-rows]') !== null
      const row = list.current?.querySelector<HTMLElement>('[data-rows] [tabindex="0"]')
      if (!inDetail || list.current?.contains(target) || !isShown() || !row) return false
      row.focus()
      return true
    },
  })
  return {
    listProps: { ref: list, id: listId, 'data-open': open },
    heading,
    open,
    toggle: () => setOpenedAt(open ? undefined : whose),
  }
}

/** Button that opens the list; shown only where the list is not beside the table. */
export const ListToggle = ({ open, toggle }: { open: boolean; toggle: () => void }) => (
  <div className={css.change}>
    <Button tone="ghost" aria-expanded={open} aria-controls={listId} onClick={toggle}>
      <Users size={19} aria-hidden="true" />
      {open ? text.close : text.change}
    </Button>
  </div>
)

/** What the filters show: `children`, such as the participant's name, and the days. */
export const ShownRange = ({ range, children }: { range: Range; children: ReactNode }) => (
  <p className={css.whose}>
    {children}
    <span className={css.dot} aria-hidden="true">
      ·
    </span>
    <span className={css.when}>
      <PeriodDays {...range} />
    </span>
  </p>
)

/** No rows match the filters. */
export const NothingMatches = ({ title, reset }: { title: string; reset: () => void }) => (
  <EmptyState icon={SearchX} title={title}>
    <ResetFilters reset={reset} />
  </EmptyState>
)

export const ResetFilters = ({ reset }: { reset: () => void }) => (
  <Button tone="ghost" onClick={reset}>
    {text.resetFilters}
  </Button>
)

/** The table while it loads. */
export const LoadingRows = ({ isFirst }: { isFirst: boolean }) => (
  <LoadingPart className={css.waiting} isFirst={isFirst}>
    {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
      <Skeleton key={row} width="100%" height="1.5rem" />
    ))}
  </LoadingPart>
)
