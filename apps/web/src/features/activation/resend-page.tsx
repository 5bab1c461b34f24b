import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { cleanEnds } from '@portal/contract/words/pasted-text.ts'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useForm } from '#web/shared/forms/form.ts'
import { OutboxLink } from '#web/shared/brand/outbox-link.tsx'
import { Page } from '#web/shared/page/page.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { EmailField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FlowResult } from '#web/ui/feedback/flow-result.tsx'
import { askForActivation } from './api.ts'
import { resendSentences, text } from './text.ts'

const check = ({ email }: { email: string }): ErrorDetail[] =>
  cleanEnds(email) === '' ? [{ code: 'required', field: 'email' }] : []

/** Requests a new activation mail. Shows the same message whether or not an account waits for activation. */
export function ResendPage() {
  const { search, state } = useLocation() as { search: string; state: { email?: string } | null }
  const [sentTo, setSentTo] = useState<string>()
  const { form, field, values, problems, pending } = useForm<'email'>({
    initial: { email: state?.email ?? '' },
    labels: { email: text.email },
    check,
    sentences: resendSentences,
    submit: async ({ email }) => {
      await askForActivation(cleanEnds(email), search)
      setSentTo(cleanEnds(email))
    },
  })
  const problem = problems.find(({ field }) => field === undefined)
  const back = (
    <ButtonLink
      tone="ghost"
      wide
      to={{ pathname: '/login', search }}
      state={{ email: cleanEnds(values.email) }}
    >
      {text.back}
    </ButtonLink>
  )

  if (sentTo !== undefined) {
    return (
      <Page title={text.resendTitle}>
        <FlowResult icon={MailCheck} tone="success" title={text.sent} actions={back}>
          <p>{text.sentIntro(sentTo)}</p>
          <p>{text.sentHint}</p>
          <OutboxLink />
        </FlowResult>
      </Page>
    )
  }
  return (
    <Page title={text.resendTitle}>
      <h1 tabIndex={-1}>{text.resendTitle}</h1>
      <p className="intro">{text.resendIntro}</p>
      <form className="form" {...form}>
        {problem && (
          <Notice tone="error">
            <p>{problem.text}</p>
          </Notice>
        )}
        <EmailField {...field('email')} />
        <Button type="submit" wide busy={pending}>
          {text.send}
        </Button>
        {back}
      </form>
    </Page>
  )
}
