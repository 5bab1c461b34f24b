import { CircleCheck } from 'lucide-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Page } from '#web/shared/page/page.tsx'
import { problemText } from '#web/api/error-text.ts'
import { readMeAgain } from '#web/api/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FlowResult } from '#web/ui/feedback/flow-result.tsx'
import { disownAccount } from './api.ts'
import { disownSentences, text } from './text.ts'

const reasonOf = (error: unknown) => problemText(disownSentences, error)

/** Opened from the second link of an activation mail. Requires a click, because mail scanners follow every link. */
export function DisownPage() {
  const { uid = '', token = '' } = useParams()
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      await disownAccount(uid, token)
      // This browser's session may have ended, too. The account is disowned even if this call fails.
      await readMeAgain(client).catch(() => undefined)
    },
  })
  return (
    <Page title={text.disownTitle}>
      {isSuccess ? (
        <FlowResult
          icon={CircleCheck}
          tone="success"
          title={text.disowned}
          actions={<ButtonLink to="/">{text.home}</ButtonLink>}
        >
          <p>{text.disownedIntro}</p>
        </FlowResult>
      ) : (
        <>
          <h1 tabIndex={-1}>{text.disownTitle}</h1>
          <p className="intro">{text.disownIntro}</p>
          <p className="intro">{text.disownEffect}</p>
          <div className="form">
            {error && (
              <Notice tone="error" title={text.disownFailed}>
                <p>{reasonOf(error)}</p>
              </Notice>
            )}
            <Button wide busy={isPending} onClick={() => mutate()}>
              {text.disown}
            </Button>
          </div>
        </>
      )}
    </Page>
  )
}
