import type { Session } from '@portal/contract/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import factsCss from '#web/ui/lists/facts.module.css'
import { useSessionCalls } from './api.ts'
import css from './security.module.css'
import { nameOf, text } from './text.ts'

/** One session: browser and system, times, network, and the button that ends it. */
export function SessionCard({
  session,
  onEnd,
}: {
  session: Session
  /** Gets the name of an ended session, and undefined when another one is about to end. */
  onEnd: (name: string | undefined) => void
}) {
  const { current, network } = session
  const name = nameOf(session)
  const id = useId()
  const [asking, setAsking] = useState(false)
  const { end } = useSessionCalls()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => end(session.id),
    onMutate: () => onEnd(undefined),
    onSuccess: () => onEnd(name),
  })

  return (
    <li className={css.card} aria-labelledby={id}>
      <h3 id={id} className="text-l breaks">
        {name}
      </h3>
      {current && (
        <p className="row gap-2 semibold accent">
          <CircleCheck size={19} aria-hidden="true" />
          {text.current}
        </p>
      )}
      <dl className={factsCss.facts}>
        <div>
          <dt>{text.since}</dt>
          <dd>{formatDateTime(session.created_at)}</dd>
        </div>
        <div>
          <dt>{text.lastUse}</dt>
          <dd>{current ? text.now : formatDateTime(session.last_seen_at)}</dd>
        </div>
        {network && (
          <div>
            <dt>{text.network}</dt>
            <dd>{network}</dd>
          </div>
        )}
      </dl>
      {error && (
        <Notice tone="error" title={text.notEnded}>
          <p>{problemText({}, error)}</p>
        </Notice>
      )}
      <div className={css.actions}>
        {current ? (
          <ButtonLink tone="ghost" to="/logout" aria-describedby={id}>
            {text.logOut}
          </ButtonLink>
        ) : (
          <Button
            tone="ghost"
            aria-describedby={id}
            busy={isPending}
            onClick={() => !isPending && setAsking(true)}
          >
            {text.end}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={text.endQuestion(name)}
          cancel={{ label: text.cancel, action: () => setAsking(false) }}
          confirm={{
            label: text.end,
            action: () => {
              setAsking(false)
              mutate()
            },
          }}
        >
          <p>{text.endMeans}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
