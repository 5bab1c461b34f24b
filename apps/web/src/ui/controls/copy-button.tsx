import { Check, Copy } from 'lucide-react'
import type { RefObject } from 'react'
import { useEffect, useState } from 'react'
import { type Copied, copyText } from '#web/lib/copy.ts'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import css from './copy-button.module.css'

const says: Record<Copied, string> = {
  copied: 'Αντιγράφηκε',
  selected: 'Επιλέχθηκε. Πατήστε Ctrl+C (σε Mac Cmd+C) για αντιγραφή.',
}

/** Display time of the message in ms; screen readers announce it at once. */
const shownFor = 2500

type CopyButtonProps = {
  /** Button label: 'Αντιγραφή email'. */
  label: string
  value: string
  /** Element that shows the value: selected if there is no clipboard. */
  shownIn: RefObject<HTMLElement | null>
  /** Keyboard shortcut with the same action. */
  shortcut: string
}

/** Copies the value shown next to it and announces it. */
export function CopyButton({ label, value, shownIn, shortcut }: CopyButtonProps) {
  const [done, setDone] = useState<{ how: Copied; times: number }>()

  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(() => setDone(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [done])

  const copy = async () => {
    if (!shownIn.current) return
    const how = await copyText(value, shownIn.current)
    setDone((before) => ({ how, times: (before?.times ?? 0) + 1 }))
  }
  useKeys({ [shortcut]: () => void copy() })

  const Sign = done?.how === 'copied' ? Check : Copy
  return (
    <span className={css.holder}>
      <button
        type="button"
        className={css.button}
        aria-label={label}
        title={label}
        aria-keyshortcuts={shortcut}
        onClick={() => void copy()}
      >
        <Sign size={18} aria-hidden="true" />
      </button>
      <span role="status" className={css.said}>
        {/* A new key repeats the announcement. */}
        {done && <span key={done.times}>{says[done.how]}</span>}
      </span>
    </span>
  )
}
