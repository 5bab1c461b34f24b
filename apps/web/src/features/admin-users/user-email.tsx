import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { can } from '@portal/contract/security/permissions.ts'
import { cleanEnds } from '@portal/contract/words/pasted-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { meOptions } from '#web/api/session.ts'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { EmailField, TextField } from '#web/ui/forms/field.tsx'
import { ProblemList } from '#web/ui/forms/problem-list.tsx'
import { requestEmail } from './api.ts'
import { emailSentences, text } from './text.ts'
import css from './user-sections.module.css'

/** Requests another address for a citizen's account, which a second person approves. */
export function UserEmail({ id }: { id: number }) {
  const { role } = useQuery(meOptions).data ?? {}
  const [isOpen, setOpen] = useState(false)
  const [requested, setRequested] = useState<number>()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!can(role, endpoints.requestParticipantEmail.access)) return undefined
  return (
    <section aria-labelledby="email-change">
      <h3 className={css.heading} id="email-change" ref={heading} tabIndex={-1}>
        {text.changeEmail}
      </h3>
      {requested !== undefined && (
        <Notice tone="success" title={text.emailRequested(requested)}>
          <p>{text.emailNext}</p>
        </Notice>
      )}
      {isOpen ? (
        <RequestForm
          id={id}
          onCancel={() => setOpen(false)}
          onRequested={(approval) => {
            setRequested(approval)
            setOpen(false)
            heading.current?.focus()
          }}
        />
      ) : (
        <div className="flex wraps gap-2 mt-2">
          <Button tone="ghost" onClick={() => setOpen(true)}>
            {text.changeEmail}
          </Button>
        </div>
      )}
    </section>
  )
}

type RequestFormProps = { id: number; onCancel: () => void; onRequested: (approval: number) => void }

function RequestForm({ id, onCancel, onRequested }: RequestFormProps) {
  const { form, field, problems, rejected, pending } = useForm<'email' | 'reason'>({
    initial: { email: '', reason: '' },
    labels: { email: text.newEmail, reason: text.emailReason },
    sentences: emailSentences,
    check: (values): ErrorDetail[] =>
      (['email', 'reason'] as const)
        .filter((name) => cleanEnds(values[name]) === '')
        .map((name) => ({ code: 'required', field: name })),
    submit: async ({ email, reason }) =>
      onRequested(await requestEmail(id, { email: cleanEnds(email), reason })),
  })
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])
  return (
    <form {...form} className="form" aria-labelledby="email-change">
      <p>{text.changeEmailIntro}</p>
      {rejected && problems.length > 0 && (
        <Notice tone="error" title={text.emailFailed}>
          <ProblemList problems={problems} />
        </Notice>
      )}
      <EmailField {...field('email')} autoComplete="off" />
      <TextField {...field('reason')} maxLength={500} autoComplete="off" hint={text.emailReasonHint} />
      <div className="flex wraps gap-2 mt-2">
        <Button type="submit" busy={pending}>
          {text.requestEmail}
        </Button>
        <Button tone="ghost" onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
    </form>
  )
}
