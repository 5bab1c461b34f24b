import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { EmailChange } from '@portal/contract/accounts.ts'
import { cleanEnds } from '@portal/contract/words/pasted-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { problemText } from '#web/api/common-error-text.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { OutboxLink } from '#web/shared/brand/outbox-link.tsx'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { EmailField } from '#web/ui/forms/field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { confirm, secondFactorOptions } from '#web/shared/confirmation/api.ts'
import { ConfirmForm } from '#web/shared/confirmation/confirm-form.tsx'
import security from '../security.module.css'
import { requestEmail } from './api.ts'
import { sentences, text } from './text.ts'

type Step =
  | { kind: 'form'; email: string; problem?: string }
  | { kind: 'confirm'; email: string }
  | { kind: 'sent'; email: string }

/** Requests another address. Asks the owner to confirm first if that is not recent. */
export function EmailRequest({ pending }: Pick<EmailChange, 'pending'>) {
  const [step, setStep] = useState<Step>({ kind: 'form', email: '' })
  const { data: factors } = useQuery(secondFactorOptions)
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // The clicked button is gone: focus the result or the next field.
    const targets = ['[data-success]', '[data-problem]', 'input']
    targets
      .map((target) => place.current?.querySelector<HTMLElement>(target))
      .find(Boolean)
      ?.focus()
  }, [step])

  return (
    <div ref={place}>
      {step.kind === 'sent' && (
        <Notice tone="success" title={text.sent}>
          <p>{text.sentTo(step.email)}</p>
          <p>{text.missing}</p>
          <OutboxLink />
        </Notice>
      )}
      {step.kind === 'form' && (
        <EmailForm
          pending={pending}
          email={step.email}
          problem={step.problem}
          onSent={(email) => setStep({ kind: 'sent', email })}
          onConfirm={(email) => setStep({ kind: 'confirm', email })}
        />
      )}
      {step.kind === 'confirm' && factors && (
        <div className={security.card}>
          <ConfirmForm
            factors={factors}
            means={text}
            onCancel={() => setStep({ kind: 'form', email: step.email })}
            onConfirm={async (given) => {
              await confirm(given)
              const { email } = step
              await requestEmail(email).then(
                () => setStep({ kind: 'sent', email }),
                (error: unknown) => setStep({ kind: 'form', email, problem: problemText(sentences, error) }),
              )
            }}
          />
        </div>
      )}
    </div>
  )
}

type EmailFormProps = {
  pending: EmailChange['pending']
  email: string
  problem: string | undefined
  onSent: (email: string) => void
  onConfirm: (email: string) => void
}

function EmailForm({ pending, email, problem, onSent, onConfirm }: EmailFormProps) {
  const {
    form,
    field,
    problems,
    rejected,
    pending: busy,
  } = useForm<'email'>({
    initial: { email },
    labels: { email: text.email },
    sentences,
    check: (values): ErrorDetail[] =>
      cleanEnds(values.email) === '' ? [{ code: 'required', field: 'email' }] : [],
    submit: async (values) => {
      const asked = cleanEnds(values.email)
      try {
        await requestEmail(asked)
      } catch (error) {
        if (!(error instanceof ApiError && error.has('confirmation_required'))) throw error
        return onConfirm(asked)
      }
      onSent(asked)
    },
  })
  return (
    <form {...form} className="form">
      <p>{text.intro}</p>
      <p>{text.wayBack}</p>
      {pending && <p>{text.waits(pending.email, formatDateTime(pending.expires_at))}</p>}
      {problem !== undefined && !rejected && (
        <Notice tone="error" title={text.failed}>
          <p>{problem}</p>
        </Notice>
      )}
      <FormProblems of={{ rejected, others: problems }} title={text.failed} />
      <EmailField {...field('email')} />
      <Button type="submit" wide busy={busy}>
        {text.submit}
      </Button>
    </form>
  )
}
