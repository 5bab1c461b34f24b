import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { useEffect, useState } from 'react'
import { useForm } from '#web/shared/forms/form.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { FormProblems } from '#web/ui/forms/problem-list.tsx'
import { type Factors, useLogin } from './api.ts'
import { SecondStepForm } from './second-step.tsx'
import { again, sentences, text } from './text.ts'

type SignInAgainProps = {
  /** Of the account whose session ended. */
  email: string
  /** Goes to the sign-in page. */
  onLeave: () => void
}

/** Dialog over a page that keeps its state: signs in again after the end of the session. */
export function SignInAgain({ email, onLeave }: SignInAgainProps) {
  const [factors, setFactors] = useState<Factors>()
  const [expired, setExpired] = useState(false)

  useEffect(() => {
    // The key that closes dialogs would discard what was typed on the page.
    const keepOpen = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault()
    document.addEventListener('keydown', keepOpen, true)
    return () => document.removeEventListener('keydown', keepOpen, true)
  }, [])

  return (
    <Modal labelledBy="sign-in-again" describedBy="sign-in-again-means" onCancel={onLeave} opaque>
      <div className="stack column gap-3">
        <h2 id="sign-in-again">{again.title}</h2>
        <p id="sign-in-again-means" className="breaks">
          {again.means(email)}
        </p>
        {expired && !factors && <p role="status">{text.expired}</p>}
        {factors ? (
          <SecondStepForm
            factors={factors}
            onBack={(expired) => {
              setExpired(expired)
              setFactors(undefined)
            }}
          />
        ) : (
          <PasswordForm email={email} onFactors={setFactors} />
        )}
        <Button tone="ghost" onClick={onLeave}>
          {again.leave}
        </Button>
        <p className="note">{again.leaveMeans}</p>
      </div>
    </Modal>
  )
}

const check = ({ password }: { password: string }): ErrorDetail[] =>
  password === '' ? [{ code: 'required', field: 'password' }] : []

function PasswordForm({ email, onFactors }: { email: string; onFactors: (factors: Factors) => void }) {
  const login = useLogin()
  const { form, field, others, rejected, pending } = useForm<'password'>({
    initial: { password: '' },
    labels: { password: text.password },
    check,
    sentences: { ...sentences, credentials_wrong: again.wrong },
    sentencesOnly: true,
    submit: async ({ password }) => {
      const factors = await login({ email, password })
      if (factors) onFactors(factors)
    },
  })
  const { ref } = form
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('input[type="password"]')?.focus()
  }, [ref])
  return (
    <form className="stack column gap-3" {...form}>
      <FormProblems of={{ rejected, others }} title={again.failed} />
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...field('password')} autoComplete="current-password" />
      <Button type="submit" busy={pending}>
        {text.submit}
      </Button>
    </form>
  )
}
