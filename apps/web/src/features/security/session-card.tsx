import type { Session } from '@portal/contract/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { problemText } from '#web/api/common-error-text.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { AskingButton } from '#web/ui/dialogs/asking-button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
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
      <Facts
        rows={[
          [text.since, formatDateTime(session.created_at)],
          [text.lastUse, current ? text.now : formatDateTime(session.last_seen_at)],
          [text.network, network],
        ]}
      />
      {error && (
        <Notice tone="error" title={text.notEnded}>
          <p>{problemText({}, error)}</p>
        </Notice>
      )}
      <div className="actions stretch">
        {current ? (
          <ButtonLink tone="ghost" to="/logout" aria-describedby={id}>
            {text.logOut}
          </ButtonLink>
        ) : (
          <AskingButton
            label={text.end}
            busy={isPending}
            about={id}
            title={text.endQuestion(name)}
            cancel={text.cancel}
            onConfirm={mutate}
          >
            <p>{text.endMeans}</p>
          </AskingButton>
        )}
      </div>
    </li>
  )
}
