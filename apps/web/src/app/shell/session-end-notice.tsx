import { Hourglass } from 'lucide-react'
import { extendSession, useSessionClosing } from '#web/api/session-timer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import css from './connection-notice.module.css'
import { text } from '../common/text.ts'

/** Warning before an unused session ends. Any key or click extends it, so that the button is only the obvious way. */
export function SessionEndNotice() {
  const closing = useSessionClosing()
  if (closing === 'no') return null
  return (
    <div role="alert" className={css.notice}>
      <Hourglass size={19} aria-hidden="true" />
      <p>{closing === 'for good' ? text.closingForGood : text.closing}</p>
      {closing === 'unless used' && (
        <Button tone="ghost" onClick={extendSession}>
          {text.stayIn}
        </Button>
      )}
    </div>
  )
}
