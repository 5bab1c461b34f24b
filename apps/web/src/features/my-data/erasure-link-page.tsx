import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useParams } from 'react-router'
import { problemText } from '#web/api/error-text.ts'
import { readMeAgain } from '#web/api/session.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Page } from '#web/shared/page/page.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { FlowResult } from '#web/ui/feedback/flow-result.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { cancelByLink, confirmByLink } from './api.ts'
import { erasureSentences, text } from './text.ts'

const reasonOf = (error: unknown) => problemText(erasureSentences, error)

const steps = {
  confirm: {
    title: text.confirmTitle,
    intro: text.confirmIntro,
    button: text.confirm,
    done: text.confirmed,
    failed: text.confirmFailed,
  },
  cancel: {
    title: text.cancelTitle,
    intro: text.cancelIntro,
    button: text.cancel,
    done: text.cancelDone,
    failed: text.cancelLinkFailed,
  },
}

/** Opened from the links of the mails about an erasure. Requires a click, because mail scanners follow every link. */
export function ErasureLinkPage({ step }: { step: 'confirm' | 'cancel' }) {
  const { uid = '', token = '' } = useParams()
  const client = useQueryClient()
  const { title, intro, button, done, failed } = steps[step]
  const act = async () => {
    if (step === 'confirm')
      return text.confirmedIntro(formatDateTime((await confirmByLink(uid, token)).due_at))
    await cancelByLink(uid, token)
    return text.cancelDoneIntro
  }
  const { mutate, isPending, isSuccess, data, error } = useMutation({
    mutationFn: async () => {
      const result = await act()
      // Updates the notice of the erasure, if this browser is signed in.
      await readMeAgain(client).catch(() => undefined)
      return result
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
          <p>{data}</p>
        </FlowResult>
      ) : (
        <>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="intro">{intro}</p>
          <div className="form">
            {error && (
              <Notice tone="error" title={failed}>
                <p>{reasonOf(error)}</p>
              </Notice>
            )}
            <Button
              wide
              tone={step === 'confirm' ? 'ghost' : 'primary'}
              busy={isPending}
              onClick={() => mutate()}
            >
              {button}
            </Button>
            {step === 'confirm' && (
              <ButtonLink wide to="/">
                {text.keep}
              </ButtonLink>
            )}
          </div>
        </>
      )}
    </Page>
  )
}
