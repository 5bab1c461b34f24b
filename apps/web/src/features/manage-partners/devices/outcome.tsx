import { useEffect, useRef, useState } from 'react'
import { Notice } from '#web/ui/feedback/notice.tsx'

export type Outcome = { tone: 'success' | 'error'; title: string; text?: string }

/** The result of an action in the element `shown`, which takes the focus. */
export function useOutcome() {
  const [outcome, say] = useState<Outcome>()
  const shown = useRef<HTMLElement>(null)
  useEffect(() => {
    if (outcome) shown.current?.querySelector<HTMLElement>('[data-success], [data-problem]')?.focus()
  }, [outcome])
  return {
    shown,
    say,
    outcome: outcome && (
      <Notice tone={outcome.tone} title={outcome.title}>
        {outcome.text && <p>{outcome.text}</p>}
      </Notice>
    ),
  }
}
