import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { readMeAgain } from '#web/api/session.ts'
import { inLanguage } from '#web/lib/language.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { FlowResult } from '#web/ui/feedback/flow-result.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Page } from './page.tsx'

type MailLinkPageProps = {
  text: {
    title: string
    intro: string
    more?: string
    button: string
    done: string
    failed?: string
  }
  /** Sends the address's parameters. @returns the text of the result */
  act: (uid: string, token: string) => Promise<string>
  reasonOf: (error: unknown) => string
  icon?: typeof CircleCheck
  tone?: 'primary' | 'ghost'
  /** Below the button. */
  children?: ReactNode
}

/** Opened from a link of a mail. Requires a click, because mail scanners follow every link. */
export function MailLinkPage({ text, act, reasonOf, icon, tone = 'primary', children }: MailLinkPageProps) {
  const { uid = '', token = '' } = useParams()
  const client = useQueryClient()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => {
      const result = await act(uid, token)
      // This browser may be signed in: its profile has changed, or its session has ended.
      await readMeAgain(client).catch(() => undefined)
      return result
    },
  })
  return (
    <Page title={text.title}>
      {data === undefined ? (
        <>
          <h1 tabIndex={-1}>{text.title}</h1>
          <p className="intro">{text.intro}</p>
          {text.more && <p className="intro">{text.more}</p>}
          <div className="form">
            {error && (
              <Notice tone="error" {...(text.failed && { title: text.failed })}>
                <p>{reasonOf(error)}</p>
              </Notice>
            )}
            <Button wide tone={tone} busy={isPending} onClick={() => mutate()}>
              {text.button}
            </Button>
            {children}
          </div>
        </>
      ) : (
        <FlowResult
          icon={icon ?? CircleCheck}
          tone="success"
          title={text.done}
          actions={
            <ButtonLink to="/">
              {inLanguage({ el: 'Στην αρχική σελίδα', en: 'Go to the home page' })}
            </ButtonLink>
          }
        >
          <p>{data}</p>
        </FlowResult>
      )}
    </Page>
  )
}
