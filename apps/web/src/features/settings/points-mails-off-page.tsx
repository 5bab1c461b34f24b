import { useMutation } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { useParams } from 'react-router'
import { Page } from '#web/shared/page/page.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { FlowResult } from '#web/ui/feedback/flow-result.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { stopMails } from './points-mails-api.ts'
import { mailsText as text } from './points-mails-text.ts'

/** Opened from the link of each mail about points. Requires a click, because mail scanners follow every link. */
export function PointsMailsOffPage() {
  const { token = '' } = useParams()
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => stopMails(token) })
  return (
    <Page title={text.offTitle}>
      {isSuccess ? (
        <FlowResult
          icon={MailX}
          tone="success"
          title={text.offDone}
          actions={<ButtonLink to="/">{text.home}</ButtonLink>}
        >
          <p>{text.offAgain}</p>
        </FlowResult>
      ) : (
        <>
          <h1 tabIndex={-1}>{text.offTitle}</h1>
          <p className="intro">{text.offIntro}</p>
          <div className="form">
            {error && <Notice tone="error">{text.offFailed}</Notice>}
            <Button wide busy={isPending} onClick={() => mutate()}>
              {text.offButton}
            </Button>
          </div>
        </>
      )}
    </Page>
  )
}
