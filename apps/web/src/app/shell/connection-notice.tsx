import { CloudOff, Hourglass } from 'lucide-react'
import { useConnection } from '#web/api/connection.ts'
import css from './connection-notice.module.css'
import { text } from '../common/text.ts'

const words = { offline: text.offline, unanswered: text.unanswered, slow: text.slow }

/** Says that there is no network, no answer, or that it takes long. Its place is always there, so that it is read out. */
export function ConnectionNotice() {
  const connection = useConnection()
  const Icon = connection === 'slow' ? Hourglass : CloudOff
  return (
    <div role="status">
      {connection !== 'fine' && (
        <p className={css.notice}>
          <Icon size={19} aria-hidden="true" />
          {words[connection]}
        </p>
      )}
    </div>
  )
}
