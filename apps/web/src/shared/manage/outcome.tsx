import { useEffect, useRef, useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'

export type Outcome = { tone: 'success' | 'error'; title: string; text?: string | undefined }

/** What came of an action by a button, shown in the element `place`, where it takes the focus: the button may be gone. */
export function useOutcome() {
  const [outcome, say] = useState<Outcome>()
  const [running, setRunning] = useState(0)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (outcome) place.current?.querySelector<HTMLElement>('[data-success], [data-problem]')?.focus()
  }, [outcome])

  /**
   * Does something, and says what it returns, or why it failed under the title `failed`.
   * @returns whether it was done
   */
  const attempt = async (
    action: () => Promise<string | Outcome | undefined>,
    failed: string,
    sentences: Parameters<typeof problemText>[0],
  ): Promise<boolean> => {
    say(undefined)
    setRunning((count) => count + 1)
    try {
      const done = await action()
      say(typeof done === 'string' ? { tone: 'success', title: done } : done)
      return true
    } catch (error) {
      say({ tone: 'error', title: failed, text: problemText(sentences, error) })
      return false
    } finally {
      setRunning((count) => count - 1)
    }
  }
  return {
    place,
    busy: running > 0,
    say,
    attempt,
    outcome: outcome && (
      <Notice tone={outcome.tone} title={outcome.title}>
        {outcome.text && <p>{outcome.text}</p>}
      </Notice>
    ),
  }
}
