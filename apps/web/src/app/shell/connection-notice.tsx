import { CloudOff, Hourglass } from 'lucide-react'
import { useConnection } from '#web/api/connection.ts'
import css from './connection-notice.module.css'
import { text } from '../common/text.ts'

const words = { offline: text.offline, unanswered: text.unanswered, slow: text.slow }

/**
 * Notice of a missing network, a missing response or a slow one. Always rendered, so that screen readers announce
 * changes.
 */
export function ConnectionNotice() {
  const connection = useConnection()
  const Icon = connection === 'slow' ? Hourglass : CloudOff
  return (
    <div role="status" className={connection === 'slow' ? css.over : undefined}>
      {connection !== 'fine' && (
        <p className={css.notice}>
          <Icon size={19} aria-hidden="true" />
          {words[connection]}
        </p>
      )}
    </div>
  )
}
