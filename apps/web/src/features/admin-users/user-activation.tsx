import type { ParticipantDetails } from '@portal/contract/participants.ts'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { problemText } from '#web/api/common-error-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { resendActivation } from './api.ts'
import { resendSentences, text } from './text.ts'
import pane from '#web/ui/lists/detail-pane.module.css'
import css from './user-details.module.css'

const errorText = (error: unknown) => problemText(resendSentences, error)

/** For an account that is not activated: sends the activation mail again. */
export function UserActivation({ person: { id, email } }: { person: ParticipantDetails }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => resendActivation(id) })
  return (
    <section className={css.activation} aria-labelledby="activation">
      <h3 className={pane.part} id="activation">
        {text.notActivated}
      </h3>
      <p>{text.notActivatedHint}</p>
      {isSuccess && (
        <Notice tone="success" title={text.resent}>
          <p>{text.resentTo(email)}</p>
        </Notice>
      )}
      {error && (
        <Notice tone="error" title={text.resendFailed}>
          <p>{errorText(error)}</p>
        </Notice>
      )}
      <Button tone="ghost" busy={isPending} onClick={() => mutate()}>
        {!isPending && <Send size={19} aria-hidden="true" />}
        {text.resend}
      </Button>
    </section>
  )
}
