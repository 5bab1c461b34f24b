import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useParams } from 'react-router'
import { problemText } from '#web/api/error-text.ts'
import { readMeAgain } from '#web/api/session.ts'
import { Page } from '#web/shared/page/page.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { FlowResult } from '#web/ui/feedback/flow-result.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { followLink } from './api.ts'
import { changeSentences, text } from './text.ts'

/** Opened from the links of the mails about a change of the address. Requires a click, because mail scanners follow every link. */
export function EmailLinkPage({ step }: { step: keyof typeof followLink }) {
  const { uid = '', token = '' } = useParams()
  const client = useQueryClient()
  const { title, intro, more, button, done, doneIntro, failed } = text.links[step]
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      await followLink[step]({ uid, token })
      // This browser may be signed in: its profile has another address now, or its session has ended.
      await readMeAgain(client).catch(() => undefined)
    },
  })
  return (
    <Page title={title}>
      {isSuccess ? (
        <FlowResult
          icon={CircleCheck}
          tone="success"
          title={done}
          actions={<ButtonLink to="/">{text.home}</ButtonLink>}
        >
          <p>{doneIntro}</p>
        </FlowResult>
      ) : (
        <>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="intro">{intro}</p>
          <p className="intro">{more}</p>
          <div className="form">
            {error && (
              <Notice tone="error" title={failed}>
                <p>{problemText(changeSentences, error)}</p>
              </Notice>
            )}
            <Button wide busy={isPending} onClick={() => mutate()}>
              {button}
            </Button>
          </div>
        </>
      )}
    </Page>
  )
}
